#if !canImport(CPostgres)
  // The package is built without its trait PostgreSQL: no session can be opened, so nothing here has a value.

  /// Where a server would be.
  public struct PostgresAddress: Hashable, Sendable {
    /// The text as it was given; it may hold a password.
    public let text: String
    /// What may be shown of it.
    public var place: String { "PostgreSQL" }

    /// Keeps an address.
    public init(_ text: String) throws(PostgresError) { self.text = text }
  }

  private func unreachable() -> Never {
    preconditionFailure("a session without libpq")
  }

  /// A session that cannot be.
  public final class PostgresConnection {
    var patienceMilliseconds: Int?

    /// - Throws: `notInstalled`, always.
    public init(_ address: PostgresAddress, options: Options = Options()) throws(PostgresError) {
      throw PostgresError(.notInstalled, Self.reason, place: address.place)
    }

    static let reason =
      "built without PostgreSQL: install libpq and build with the package's trait PostgreSQL"

    /// The server's address.
    public var place: String { unreachable() }
    /// How the session was opened.
    public var options: Options { unreachable() }
    /// Whether the session broke.
    public var isLost: Bool { unreachable() }
    /// The server's version.
    public var serverVersion: Int { unreachable() }
    /// The number of the server's process that serves the session.
    public var backendNumber: Int { unreachable() }
    var descriptor: Int32 { unreachable() }
    var parts: [String: String] { unreachable() }

    /// Runs statements.
    @discardableResult
    public func execute(_ sql: String) throws(PostgresError) -> PostgresResult { unreachable() }

    /// Runs a statement.
    @discardableResult
    public func run(
      _ statement: PostgresStatement, _ parameters: PostgresParameters = PostgresParameters()
    ) throws(PostgresError) -> PostgresResult { unreachable() }

    func runTogether(
      _ calls: [(statement: PostgresStatement, parameters: PostgresParameters)],
      _ check: (_ index: Int, PostgresResult) -> Void
    ) throws(PostgresError) { unreachable() }

    func another(
      _ change: (inout Options) -> Void = { _ in }
    ) throws(PostgresError) -> PostgresConnection { unreachable() }

    func prepare(_ statement: PostgresStatement) throws(PostgresError) { unreachable() }
    func commit() throws(PostgresError) { unreachable() }
    func beginCopy(_ sql: String) throws(PostgresError) { unreachable() }
    func copy(_ bytes: [UInt8]) throws(PostgresError) { unreachable() }
    func endCopy() throws(PostgresError) { unreachable() }
    func abandonCopy() { unreachable() }
  }

  /// Rows that cannot be.
  public final class PostgresResult {

    private init() {}

    /// How many rows there are.
    public var rowCount: Int { unreachable() }
    /// How many columns a row has.
    public var columnCount: Int { unreachable() }
    /// How many rows were changed.
    public var changedRowCount: Int { unreachable() }

    /// Whether a value is NULL.
    public func isNull(_ row: Int, _ column: Int) -> Bool { unreachable() }

    /// Returns an integer.
    public func integer(_ row: Int, _ column: Int) throws(PostgresError) -> Int64 {
      unreachable()
    }

    /// Returns a text.
    public func text(_ row: Int, _ column: Int) -> String { unreachable() }

    /// Lends a value's bytes.
    public func withBytes<Value, Failure: Error>(
      _ row: Int, _ column: Int, _ body: (Span<UInt8>) throws(Failure) -> Value
    ) throws(Failure) -> Value { unreachable() }
  }
#endif
