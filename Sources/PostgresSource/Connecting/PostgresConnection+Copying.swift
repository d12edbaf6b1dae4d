#if canImport(CPostgres)
  internal import CPostgres

  extension PostgresConnection {
    /// Begins to send rows; until `endCopy` nothing else may be run.
    func beginCopy(_ sql: String) throws(PostgresError) {
      _ = try execute(sql)
    }

    /// Bytes of rows in one message, of which the server takes at most 1 GiB.
    private static let messageBytes = 1 << 26

    /// Sends some bytes of rows; waits while the server is slower.
    func copy(_ bytes: [UInt8]) throws(PostgresError) {
      for start in stride(from: 0, to: bytes.count, by: Self.messageBytes) {
        let part = bytes[start..<min(start + Self.messageBytes, bytes.count)]
        // SAFETY: libpq copies the bytes before the call returns.
        let isSent = unsafe part.withUnsafeBytes { bytes in
          unsafe PQputCopyData(
            handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count)) == 1
        }
        guard isSent else { throw loss(sql: "COPY") }
      }
    }

    /// Ends the rows; the server then says what it thinks of them.
    func endCopy() throws(PostgresError) {
      guard unsafe PQputCopyEnd(handle, nil) == 1 else { throw loss(sql: "COPY") }
      _ = try result(of: "COPY")
    }

    /// Gives up the rows; whatever the server says is of no interest.
    func abandonCopy() {
      if unsafe PQputCopyEnd(handle, "given up") == 1 { _ = try? result(of: "COPY") }
    }
  }
#endif
