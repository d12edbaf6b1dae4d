internal import CSQLite

/// A compiled statement: bind, step, read columns, reset.
///
/// Parameters count from 1 and columns from 0, as SQLite has them. Parameters keep their values over
/// a reset. Not `Sendable`, as its connection is not.
@safe public final class Statement {
  // SAFETY: the handle is compiled as long as the object lives, and nothing unsafe is public.
  /// What was compiled.
  public let sql: String
  /// The connection that it runs on.
  public let connection: Connection
  let handle: OpaquePointer
  /// How many columns a row has.
  public let columnCount: Int

  init(_ sql: String, on connection: Connection) throws(SQLiteError) {
    var compiled: OpaquePointer?
    // SAFETY: SQLite fills `compiled` or leaves it nil; the text's length is found by its NUL.
    let result = unsafe sqlite3_prepare_v3(
      connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
    guard result == SQLITE_OK else { throw connection.error(result, sql: sql) }
    guard let handle = unsafe compiled else {
      throw SQLiteError(extendedCode: SQLITE_ERROR, message: "no statement in the text", sql: sql)
    }
    self.sql = sql
    self.connection = connection
    unsafe self.handle = handle
    self.columnCount = unsafe Int(sqlite3_column_count(handle))
  }

  deinit {
    // SAFETY: nobody else has the handle.
    unsafe sqlite3_finalize(handle)
  }

  // MARK: - Running

  /// Goes to the next row; false when there is none.
  ///
  /// After an error or the last row the statement is reset.
  public func step() throws(SQLiteError) -> Bool {
    let result = unsafe sqlite3_step(handle)
    if result == SQLITE_ROW { return true }
    if result == SQLITE_DONE {
      reset()
      return false
    }
    let error = connection.error(result, sql: sql)
    reset()
    throw error
  }

  /// Runs a statement whose rows do not matter, and resets it.
  public func run() throws(SQLiteError) {
    while try step() {}
  }

  /// Ends the run and gives its lock back; parameters keep their values.
  public func reset() {
    // The result repeats the last step's error, which was thrown there.
    unsafe sqlite3_reset(handle)
  }

  // MARK: - Binding

  /// Sets a parameter to an integer.
  public func bind(_ value: Int64, at index: Int) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_int64(handle, Int32(index), value))
  }

  /// Sets a parameter to an unsigned integer.
  ///
  /// - Throws: `SQLiteError` with code `range` above 2^63 - 1, the largest integer of SQLite.
  public func bind(_ value: UInt64, at index: Int) throws(SQLiteError) {
    guard let signed = Int64(exactly: value) else {
      throw SQLiteError(
        extendedCode: SQLITE_RANGE,
        message: "\(value) is above 2^63 - 1, the largest integer of SQLite", sql: sql)
    }
    try bind(signed, at: index)
  }

  /// Sets a parameter to a text, byte for byte; it may hold NUL.
  public func bind(text utf8: Span<UInt8>, at index: Int) throws(SQLiteError) {
    // SAFETY: SQLite copies the bytes before the call returns.
    let result = unsafe utf8.withUnsafeBytes { bytes in
      unsafe longlist_sqlite3_bind_text(
        handle, Int32(index), bytes.baseAddress, UInt64(bytes.count))
    }
    try check(result)
  }

  /// Sets a parameter to bytes.
  public func bind(blob: Span<UInt8>, at index: Int) throws(SQLiteError) {
    // SAFETY: SQLite copies the bytes before the call returns.
    let result = unsafe blob.withUnsafeBytes { bytes in
      unsafe longlist_sqlite3_bind_blob(
        handle, Int32(index), bytes.baseAddress, UInt64(bytes.count))
    }
    try check(result)
  }

  /// Sets a parameter to NULL.
  public func bindNull(at index: Int) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_null(handle, Int32(index)))
  }

  private func check(_ result: Int32) throws(SQLiteError) {
    guard result == SQLITE_OK else { throw connection.error(result, sql: sql) }
  }
}
