internal import CSQLite

/// A parameter's value whose bytes stay the caller's: nothing is copied.
@unsafe public enum LentValue {
  /// NULL.
  case null
  /// An integer.
  case integer(Int64)
  /// A text in UTF-8.
  case text(UnsafeRawBufferPointer)
}

extension Statement {
  /// Sets all parameters from the first on, runs the statement, which must give no rows, and resets it.
  ///
  /// The bytes must not change or go before the call returns. They are not read afterwards, but the
  /// parameters must be set anew before another run.
  ///
  /// - Throws: `SQLiteError`; the statement is then reset.
  /// - Complexity: one call into SQLite per value; allocates nothing here.
  @unsafe public func run(
    lending values: UnsafeBufferPointer<LentValue>
  ) throws(SQLiteError) {
    for index in values.indices {
      let parameter = Int32(truncatingIfNeeded: index &+ 1)
      // SAFETY: no destructor means that SQLite neither copies nor frees the bytes, which the caller
      // keeps until the run is over.
      let result =
        switch unsafe values[index] {
        case .null: unsafe sqlite3_bind_null(handle, parameter)
        case .integer(let value): unsafe sqlite3_bind_int64(handle, parameter, value)
        case .text(let bytes):
          unsafe longlist_sqlite3_bind_lent_text(
            handle, parameter, bytes.baseAddress, UInt64(bytes.count))
        }
      if result != SQLITE_OK { throw connection.error(result, sql: sql) }
    }
    let result = unsafe sqlite3_step(handle)
    guard result == SQLITE_DONE else {
      let error = connection.error(result, sql: sql)
      reset()
      throw error
    }
    reset()
  }
}
