internal import CSQLite

extension Statement {
  /// Whether a column of the row is NULL.
  ///
  /// Traps if the column does not exist.
  public func isNull(at column: Int) -> Bool {
    unsafe sqlite3_column_type(handle, columnIndex(column)) == SQLITE_NULL
  }

  /// What a column of a row holds.
  public enum ColumnKind: Hashable, Sendable { case null, integer, real, text, blob }

  /// What a column of the row holds.
  ///
  /// Traps if the column does not exist.
  public func kind(at column: Int) -> ColumnKind {
    switch unsafe sqlite3_column_type(handle, columnIndex(column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// Returns a column of the row as an integer; NULL is 0.
  ///
  /// Traps if the column does not exist.
  public func integer(at column: Int) -> Int64 {
    unsafe sqlite3_column_int64(handle, columnIndex(column))
  }

  /// Lends a column of the row as UTF-8, its whole length; NULL is empty.
  ///
  /// Nothing is copied.
  ///
  /// Traps if the column does not exist.
  public func withText<Result, Failure: Error>(
    at column: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: the text stays where it is until the statement steps, is reset or converts the
    // column. The count must be asked after the text.
    let start = unsafe sqlite3_column_text(handle, columnIndex(column))
    let count = unsafe Int(sqlite3_column_bytes(handle, columnIndex(column)))
    return try body(unsafe UnsafeBufferPointer(start: start, count: count).span)
  }

  /// Returns a column of the row as a string, with replacements where it is no UTF-8; NULL is empty.
  ///
  /// Traps if the column does not exist.
  public func string(at column: Int) -> String {
    withText(at: column) { text in
      unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Lends a column of the row as bytes; NULL is empty.
  ///
  /// Nothing is copied.
  ///
  /// Traps if the column does not exist.
  public func withBlob<Result, Failure: Error>(
    at column: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: as above.
    let start = unsafe sqlite3_column_blob(handle, columnIndex(column))
    let count = unsafe Int(sqlite3_column_bytes(handle, columnIndex(column)))
    let bytes = unsafe start?.assumingMemoryBound(to: UInt8.self)
    return try body(unsafe UnsafeBufferPointer(start: bytes, count: count).span)
  }

  private func columnIndex(_ column: Int) -> Int32 {
    precondition(column >= 0 && column < columnCount, "column out of range")
    return Int32(column)
  }
}
