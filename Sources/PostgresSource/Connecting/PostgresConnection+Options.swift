extension PostgresConnection {
  /// Whether the package was built with libpq (its trait PostgreSQL); else nothing can be opened.
  public static var isAvailable: Bool {
    #if canImport(CPostgres)
      true
    #else
      false
    #endif
  }

  /// How a session is opened.
  public struct Options: Hashable, Sendable {
    /// How long to wait for each of the address's hosts, at least 2; the address's `connect_timeout` goes first.
    public var connectTimeoutSeconds = 5
    /// After which a statement is ended by the server; 0 for never.
    public var statementTimeoutMilliseconds = 60_000
    /// How long a statement waits for a lock; 0 for ever.
    public var lockTimeoutMilliseconds = 5_000
    /// Whether statements may write.
    public var isWritable = true
    /// Other settings of the session by name; those that the server does not know are left out.
    public var settings: [String: String] = [:]

    /// Makes the options that are right for most.
    public init() {}
  }

  /// Returns a text as a literal of SQL.
  public static func literal(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  /// Returns a name as an identifier of SQL.
  public static func identifier(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
