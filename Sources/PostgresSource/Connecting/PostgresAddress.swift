#if canImport(CPostgres)
  internal import CPostgres

  /// Where a server is: a URL or connection string as libpq takes it, and what may be shown of it.
  ///
  /// Source: PostgreSQL's documentation, 34.1.1, Connection Strings.
  @safe public struct PostgresAddress: Hashable, Sendable {
    /// The text as it was given; it may hold a password.
    public let text: String
    /// `postgres://USER@HOST:PORT/DATABASE`, without what was not given, and never with a password.
    public let place: String

    /// Reads an address; nobody is connected to.
    ///
    /// - Throws: `addressMalformed`; the message does not repeat the text, which may hold a password.
    public init(_ text: String) throws(PostgresError) {
      let parts = Self.parts(of: text)
      guard let parts, !text.utf8.contains(0) else {
        throw PostgresError(
          .addressMalformed, "no address of PostgreSQL: write postgres://USER@HOST:PORT/DATABASE",
          place: "the given address")
      }
      self.text = text
      place =
        "postgres://" + (parts["user"].map { $0 + "@" } ?? "")
        + (parts["host"] ?? parts["hostaddr"] ?? "") + (parts["port"].map { ":" + $0 } ?? "")
        + (parts["dbname"].map { "/" + $0 } ?? "")
    }

    private static func parts(of text: String) -> [String: String]? {
      guard let options = unsafe PQconninfoParse(text, nil) else { return nil }
      defer { unsafe PQconninfoFree(options) }
      return unsafe values(of: options)
    }

    /// Copies what libpq knows, by keyword.
    fileprivate static func values(
      of options: UnsafeMutablePointer<PQconninfoOption>
    ) -> [String: String] {
      // SAFETY: the array of libpq ends with an option without keyword; its texts are copied.
      var parts: [String: String] = [:]
      var index = 0
      while let keyword = unsafe options[index].keyword {
        if let value = unsafe options[index].val {
          parts[unsafe String(cString: keyword)] = unsafe String(cString: value)
        }
        index += 1
      }
      return parts
    }
  }

  extension PostgresConnection {
    /// What the session was opened with: `host`, `port`, `dbname`, `user`, `password` and more.
    var parts: [String: String] {
      // SAFETY: as above.
      guard let options = unsafe PQconninfo(handle) else { return [:] }
      defer { unsafe PQconninfoFree(options) }
      return unsafe PostgresAddress.values(of: options)
    }
  }
#endif
