#if canImport(CPostgres)
  internal import CPostgres

  /// The rows that a statement gave, all of them at once, in PostgreSQL's binary format.
  ///
  /// Rows and columns count from 0. Not `Sendable`; it outlives its connection.
  @safe public final class PostgresResult {
    // SAFETY: the result is freed with the object; libpq checks no index, so every access does.
    private let handle: OpaquePointer
    /// How many rows there are.
    public let rowCount: Int
    /// How many columns a row has.
    public let columnCount: Int
    private let place: String

    init(_ handle: OpaquePointer, place: String) {
      unsafe self.handle = handle
      rowCount = unsafe Int(PQntuples(handle))
      columnCount = unsafe Int(PQnfields(handle))
      self.place = place
    }

    deinit {
      // SAFETY: nobody else has the handle.
      unsafe PQclear(handle)
    }

    /// How many rows an insert, update or delete changed.
    public var changedRowCount: Int {
      unsafe Int(String(cString: PQcmdTuples(handle))) ?? 0
    }

    /// Whether a value is NULL.
    ///
    /// Traps if row or column does not exist.
    public func isNull(_ row: Int, _ column: Int) -> Bool {
      check(row, column)
      return unsafe PQgetisnull(handle, Int32(row), Int32(column)) != 0
    }

    /// Returns a value of `smallint`, `integer` or `bigint`.
    ///
    /// Traps if row or column does not exist.
    /// - Throws: `unexpectedAnswer` for NULL and for a value of another length.
    public func integer(_ row: Int, _ column: Int) throws(PostgresError) -> Int64 {
      let value = withBytes(row, column) { bytes -> Int64? in
        guard bytes.count == 2 || bytes.count == 4 || bytes.count == 8 else { return nil }
        var value: Int64 = bytes[0] & 0x80 == 0 ? 0 : -1
        for index in bytes.indices { value = value << 8 | Int64(bytes[index]) }
        return value
      }
      guard let value else {
        throw PostgresError(
          .unexpectedAnswer, "column \(column) is no integer: the tables are not this program's",
          place: place)
      }
      return value
    }

    /// Returns a value as text; NULL is empty.
    ///
    /// Traps if row or column does not exist.
    public func text(_ row: Int, _ column: Int) -> String {
      withBytes(row, column) { bytes in
        unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
      }
    }

    /// Lends a value's bytes; NULL is empty.
    ///
    /// Nothing is copied.
    ///
    /// Traps if row or column does not exist.
    public func withBytes<Value, Failure: Error>(
      _ row: Int, _ column: Int, _ body: (Span<UInt8>) throws(Failure) -> Value
    ) throws(Failure) -> Value {
      check(row, column)
      // SAFETY: the bytes stay where they are as long as the result, which `self` holds.
      let start = unsafe PQgetvalue(handle, Int32(row), Int32(column))
      let count = unsafe Int(PQgetlength(handle, Int32(row), Int32(column)))
      let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
      return try body(unsafe bytes.bindMemory(to: UInt8.self).span)
    }

    private func check(_ row: Int, _ column: Int) {
      precondition(row >= 0 && row < rowCount, "row out of range")
      precondition(column >= 0 && column < columnCount, "column out of range")
    }
  }
#endif
