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

  /// A session that cannot be.
  public final class PostgresConnection {
    private let nobody: Never
    var patienceMilliseconds: Int?

    /// - Throws: `notInstalled`, always.
    public init(_ address: PostgresAddress, options: Options = Options()) throws(PostgresError) {
      throw PostgresError(.notInstalled, Self.reason, place: address.place)
    }

    static let reason =
      "built without PostgreSQL: install libpq and build with the package's trait PostgreSQL"

    /// The server's address.
    public var place: String { switch nobody {} }
    /// How the session was opened.
    public var options: Options { switch nobody {} }
    /// Whether the session broke.
    public var isLost: Bool { switch nobody {} }
    /// The server's version.
    public var serverVersion: Int { switch nobody {} }
    /// The number of the server's process that serves the session.
    public var backendNumber: Int { switch nobody {} }
    var descriptor: Int32 { switch nobody {} }
    var parts: [String: String] { switch nobody {} }

    /// Runs statements.
    @discardableResult
    public func execute(_ sql: String) throws(PostgresError) -> PostgresResult { switch nobody {} }

    /// Runs a statement.
    @discardableResult
    public func run(
      _ statement: PostgresStatement, _ parameters: PostgresParameters = PostgresParameters()
    ) throws(PostgresError) -> PostgresResult { switch nobody {} }

    func runTogether(
      _ calls: [(statement: PostgresStatement, parameters: PostgresParameters)],
      _ check: (_ index: Int, PostgresResult) -> Void
    ) throws(PostgresError) { switch nobody {} }

    func another(
      _ change: (inout Options) -> Void = { _ in }
    ) throws(PostgresError) -> PostgresConnection { switch nobody {} }

    func prepare(_ statement: PostgresStatement) throws(PostgresError) { switch nobody {} }
    func commit() throws(PostgresError) { switch nobody {} }
    func forgetPrepared() { switch nobody {} }
    func beginCopy(_ sql: String) throws(PostgresError) { switch nobody {} }
    func copy(_ bytes: [UInt8]) throws(PostgresError) { switch nobody {} }
    func endCopy() throws(PostgresError) { switch nobody {} }
    func abandonCopy() { switch nobody {} }
  }

  /// Rows that cannot be.
  public final class PostgresResult {
    private let nobody: Never

    private init(nobody: Never) { self.nobody = nobody }

    /// How many rows there are.
    public var rowCount: Int { switch nobody {} }
    /// How many columns a row has.
    public var columnCount: Int { switch nobody {} }
    /// How many rows were changed.
    public var changedRowCount: Int { switch nobody {} }

    /// Whether a value is NULL.
    public func isNull(_ row: Int, _ column: Int) -> Bool { switch nobody {} }

    /// Returns an integer.
    public func integer(_ row: Int, _ column: Int) throws(PostgresError) -> Int64 {
      switch nobody {}
    }

    /// Returns a text.
    public func text(_ row: Int, _ column: Int) -> String { switch nobody {} }

    /// Lends a value's bytes.
    public func withBytes<Value, Failure: Error>(
      _ row: Int, _ column: Int, _ body: (Span<UInt8>) throws(Failure) -> Value
    ) throws(Failure) -> Value { switch nobody {} }
  }
#endif
