public import ListCore
public import ListSource

/// Loads a dataset from pages of rows.
///
/// Everything happens in one transaction: tables, rows (by `COPY`), indexes. `finish()` commits; without it the
/// database is as it was, whoever is killed. After an error the load is over, nothing of it is there,
/// and every further call throws the same error; only an id out of range leaves it as it was before that page.
public final class PostgresLoader {
  /// The dataset's name if none is given.
  public static let defaultList = "longlist"
  /// How many changes are kept for readers that come back, if nothing else is asked for.
  public static let defaultLogLimit = 100_000

  /// The server's address, without a password.
  public let place: String
  private let list: String
  private let connection: PostgresConnection
  private let schema: PostgresSchema
  private let identity: DatasetIdentity
  private let sequence: UInt64
  private let logLimit: Int
  private var rowCount = 0
  private var buffer: [UInt8] = []
  private var state = State.copying

  private enum State {
    case copying
    case finished
    case failed(SourceError)
  }

  /// Starts a load.
  ///
  /// - Parameters:
  ///   - address: A URL or connection string of PostgreSQL.
  ///   - list: The dataset's name, which its schema gets.
  ///   - sequence: The number of the last change that the rows already contain, at most 2^63 - 1.
  ///   - keptChanges: How many changes are kept for readers that come back, at least 0.
  ///   - replacing: Whether a dataset of that name may be replaced; another program's schema never is.
  /// - Throws: `cannotOpen`, `passwordRefused`, `alreadyExists`, `foreign`, `readOnly`, `busy`.
  public init(
    address: String, list: String = defaultList, identity: DatasetIdentity, sequence: UInt64 = 0,
    keptChanges: Int = defaultLogLimit, replacing: Bool = false,
    session: PostgresConnection.Options = .init()
  ) throws(SourceError) {
    precondition(keptChanges >= 0, "negative number of kept changes")
    guard sequence <= UInt64(Int64.max) else {
      throw SourceError(.sequenceGap, "sequence \(sequence) is above 2^63 - 1: number the log anew")
    }
    let connection = try onServer { () throws(PostgresError) in
      // A load takes as long as it takes.
      var session = session
      session.statementTimeoutMilliseconds = 0
      session.isWritable = true
      return try PostgresConnection(try PostgresAddress(address), options: session)
    }
    place = connection.place
    self.list = list
    self.connection = connection
    self.identity = identity
    self.sequence = sequence
    logLimit = keptChanges
    let isThere = try Self.isDataset(connection, list: list)
    if isThere, !replacing {
      throw SourceError(
        .alreadyExists, "there is a dataset '\(list)' already: remove it, or ask to replace it",
        place: place)
    }
    let schema = try onServer { () throws(PostgresError) in
      let clock = try connection.execute(
        "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")
      return PostgresSchema(list: list, token: clock.text(0, 0))
    }
    self.schema = schema
    do throws(PostgresError) {
      try connection.execute("BEGIN")
      if isThere { try connection.execute("DROP SCHEMA \(schema.schema) CASCADE") }
      try connection.execute(schema.createTables)
      try connection.beginCopy(schema.copy)
    } catch  where [.duplicateSchema, .uniqueViolation].contains(error.code) {
      throw SourceError(
        .alreadyExists,
        "somebody else loads a dataset '\(list)': wait for it, or take another name",
        place: place)
    } catch {
      throw SourceError(error)
    }
    // Signature, flags, length of the extension. Source: PostgreSQL's documentation of COPY.
    buffer = [
      0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ]
  }

  deinit {
    // The end of the session would undo the load as well, but the server may notice it late.
    if case .copying = state {
      connection.patienceMilliseconds = 2_000
      connection.abandonCopy()
      _ = try? connection.execute("ROLLBACK")
    }
  }

  /// Adds a page's rows, in any order.
  ///
  /// - Throws: `idOutOfRange` above 2^63 - 1: no row of the page is added, the load goes on.
  ///   `textRefused`, `full`, `connectionLost`: the load is over.
  public func append(_ page: Page) throws(SourceError) {
    try check()
    try Self.checkIDs(of: page, place: place)
    for row in page.rows {
      append(UInt16(4))
      append(Int64(row.entry.id.rawValue))
      append(row.entry.key.rawValue)
      append(Int64(row.version))
      append(UInt32(row.textByteCount))
      let start = Int(row.textByteOffset)
      buffer.append(contentsOf: page.text[start..<start + Int(row.textByteCount)])
      if buffer.count >= 1 << 16 { try flush() }
    }
    rowCount += page.rows.count
  }

  /// Builds the indexes, commits, and makes the table ready for reading (see `PostgresSource.settle`).
  ///
  /// - Throws: `duplicateID`, `textRefused`, `full`, `connectionLost`: nothing was loaded.
  ///   `commitUnknown`: all or nothing was loaded; open the list to see.
  /// - Complexity: O(n log n) for n rows.
  public func finish() throws(SourceError) {
    try check()
    append(UInt16.max)
    try flush()
    try ending { () throws(PostgresError) in
      try connection.endCopy()
      try connection.execute(schema.createIDIndex)
      try connection.execute(schema.createOrderIndex)
      var values = PostgresParameters()
      values.append(schema.token)
      let digest = identity.digest
      values.append(digest.span)
      values.append(Int64(bitPattern: identity.generation))
      values.append(Int64(sequence))
      values.append(Int64(rowCount))
      values.append(Int64(logLimit))
      values.append(0)
      try connection.run(schema.insertMetadata, values)
      try connection.commit()
    }
    state = .finished
    // The rows are safe now: what fails from here on costs speed alone.
    _ = try? Self.settle(connection, item: schema.item)
  }

  /// The table that holds the rows.
  var table: (schema: String, name: String) { (list, "item_" + schema.token) }

  // MARK: - Helpers

  private func append<Value: FixedWidthInteger>(_ value: Value) {
    if value.bitWidth == 64 { append(UInt32(8)) }
    unsafe withUnsafeBytes(of: value.bigEndian) { unsafe buffer.append(contentsOf: $0) }
  }

  /// Throws `idOutOfRange` unless all ids of a page fit.
  static func checkIDs(of page: Page, place: String) throws(SourceError) {
    guard let row = page.rows.first(where: { $0.entry.id.rawValue > UInt64(Int64.max) }) else {
      return
    }
    throw SourceError(
      .idOutOfRange, "id \(row.entry.id) is above 2^63 - 1: give the items smaller ids",
      place: place)
  }

  private func flush() throws(SourceError) {
    try ending { () throws(PostgresError) in try connection.copy(buffer) }
    buffer.removeAll(keepingCapacity: true)
  }

  private func check() throws(SourceError) {
    switch state {
    case .copying: return
    case .finished: preconditionFailure("load already finished")
    case .failed(let error): throw error
    }
  }

  private func ending(_ body: () throws(PostgresError) -> Void) throws(SourceError) {
    do throws(PostgresError) {
      try body()
    } catch {
      var meaning = SourceError(error)
      if error.code == .uniqueViolation {
        meaning = SourceError(
          .duplicateID, "an id appears twice: give every item an id of its own", place: place)
      }
      state = .failed(meaning)
      if !connection.isLost { _ = try? connection.execute("ROLLBACK") }
      throw meaning
    }
  }
}

extension PostgresLoader {
  /// Whether there is a dataset of a name.
  ///
  /// - Throws: `foreign`, `otherVersion`.
  static func isDataset(
    _ connection: PostgresConnection, list: String
  ) throws(SourceError) -> Bool {
    let comment = try onServer { () throws(PostgresError) -> String? in
      var name = PostgresParameters()
      name.append(list)
      let row = try connection.run(PostgresSchema.describe, name)
      return row.rowCount == 1 ? row.text(0, 0) : nil
    }
    guard let comment else { return false }
    guard comment.hasPrefix(PostgresSchema.comment) else {
      throw SourceError(
        .foreign, "the schema '\(list)' is not a dataset of this program: take another name",
        place: connection.place)
    }
    let version = comment.dropFirst(PostgresSchema.comment.count)
    guard version == String(PostgresSchema.version) else {
      throw SourceError(
        .otherVersion,
        "tables of version \(version), this program has \(PostgresSchema.version): "
          + "drop the schema '\(list)' and load the dataset anew", place: connection.place)
    }
    return true
  }

  /// Writes the table out, removes dead rows and marks all that remain as visible to everybody.
  ///
  /// - Returns: Whether every page of the table is all-visible; not while an old transaction is open.
  static func settle(
    _ connection: PostgresConnection, item: String
  ) throws(PostgresError) -> Bool {
    do throws(PostgresError) {
      // The hint bits of rows whose commit is not on the disk yet would keep them from being all-visible.
      try connection.execute("CHECKPOINT")
    } catch  where error.code == .insufficientPrivilege {}
    try connection.execute("VACUUM (ANALYZE) \(item)")
    let row = try connection.execute(
      """
      SELECT (relallvisible = relpages)::int FROM pg_class
      WHERE oid = \(PostgresConnection.literal(item))::regclass
      """)
    return row.rowCount == 1 && row.text(0, 0) == "1"
  }
}
