public import ListSource
internal import Synchronization

/// A list in a PostgreSQL database that `PostgresLoader` loaded.
///
/// One connection behind a lock: calls from several threads take turns. For reading in parallel open
/// one source per thread. A page is one statement, so it never mixes two states of the list.
///
/// A call that reads is sent once more over a new connection if the old one broke. One that writes never
/// is: before the commit nothing is stored (`connectionLost`), during it nobody knows (`commitUnknown`).
public final class PostgresSource: ListSource {
  /// How a list is opened.
  public struct Options: Hashable, Sendable {
    /// How pages are asked for: `offset` places in the offset forms, `after` and `cursor` places in the
    /// keyset forms; each form answers the others' places too, by plain offset or row values.
    public var form: PostgresForm = .cursor
    /// Whether changes may be applied.
    public var isWritable = false
    /// How the session is opened; its `isWritable` is taken from here.
    public var session = PostgresConnection.Options()
    /// Whether counters are to repeat exactly: statements are planned anew for their values at every run, and
    /// run by one process.
    ///
    /// Else the server may plan once after five runs, without the values, and share a long scan out.
    public var isReproducible = true

    /// Whether a list on other servers is asked for a page of each of them, which then are merged; else its
    /// partitioned table is, and its servers do not know how many rows are wanted.
    public var isAskedPerShard = true

    /// Makes the options that are right for reading.
    public init(form: PostgresForm = .cursor, isWritable: Bool = false) {
      self.form = form
      self.isWritable = isWritable
    }
  }

  /// The server's address, without a password.
  public let place: String
  /// The dataset's name, which is its schema's.
  public let list: String
  /// Which dataset the list is.
  public let identity: DatasetIdentity
  /// How pages are asked for.
  public let form: PostgresForm
  /// How many other servers hold the rows, which then are only read; 0 where they are here.
  public var shardCount: Int { schema.shards.count }
  /// How many changes are kept for readers that come back.
  let logLimit: Int64
  let codec: CursorCodec
  let schema: PostgresSchema
  let statements: PostgresStatements
  private let options: Options
  private let lock = Mutex(())
  // SAFETY: used under the lock alone.
  nonisolated(unsafe) private var database: Database

  /// The connection, made anew after it broke.
  private struct Database {
    let address: PostgresAddress
    let options: PostgresConnection.Options
    var connection: PostgresConnection?

    mutating func open() throws(PostgresError) -> PostgresConnection {
      if let connection, !connection.isLost { return connection }
      connection = nil
      let opened = try PostgresConnection(address, options: options)
      connection = opened
      return opened
    }
  }

  /// Opens a list.
  ///
  /// - Parameters:
  ///   - address: A URL or connection string of PostgreSQL.
  ///   - list: The dataset's name.
  ///   - authenticator: Signs the cursors; sources with the same secret understand each other's.
  /// - Throws: `cannotOpen`, `passwordRefused`, `foreign`, `otherVersion`, `incomplete`, `corrupt`, `readOnly`.
  public init(
    address: String, list: String = PostgresLoader.defaultList,
    authenticator: any CursorAuthenticator, options: Options = Options()
  ) throws(SourceError) {
    let address = try onServer { () throws(PostgresError) in try PostgresAddress(address) }
    var session = options.session
    session.isWritable = options.isWritable
    if options.isReproducible {
      session.settings["plan_cache_mode"] = "force_custom_plan"
      session.settings["max_parallel_workers_per_gather"] = "0"
    }
    let connection = try onServer { () throws(PostgresError) in
      try PostgresConnection(address, options: session)
    }
    let opened = try Self.identify(connection, list: list)
    if options.isWritable, opened.shardCount > 0 {
      throw SourceError(
        .readOnly, "the rows lie on other servers: open the source for reading, or load them anew",
        place: address.place)
    }
    place = address.place
    self.list = list
    identity = DatasetIdentity(digest: opened.digest, generation: opened.generation)
    logLimit = opened.logLimit
    form = options.form
    codec = CursorCodec(identity: identity, authenticator: authenticator)
    schema = PostgresSchema(list: list, token: opened.token, shardCount: opened.shardCount)
    statements = PostgresStatements(
      schema, form: options.form, isPerShard: options.isAskedPerShard)
    self.options = options
    unsafe database = Database(address: address, options: session, connection: connection)
  }

  /// Runs what only reads, once more if the connection broke.
  func read<Value>(
    _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws(SourceError) -> Value {
    try exclusively { () throws(SourceError) in
      try onServer { () throws(PostgresError) in
        do throws(PostgresError) {
          return try body(try unsafe database.open())
        } catch  where error.code == .connectionLost {
          return try body(try unsafe database.open())
        }
      }
    }
  }

  /// Runs what may write, once.
  func write<Value>(
    _ body: (PostgresConnection) throws(SourceError) -> Value
  ) throws(SourceError) -> Value {
    guard options.isWritable else {
      throw SourceError(.readOnly, "open the source for writing to apply changes", place: place)
    }
    return try exclusively { () throws(SourceError) in
      try body(try onServer { () throws(PostgresError) in try unsafe database.open() })
    }
  }

  /// Runs a body that nobody else's runs beside.
  ///
  /// What it returns may be of a type that is not `Sendable`: it leaves the lock with its caller alone.
  private func exclusively<Value>(
    _ body: () throws(SourceError) -> Value
  ) throws(SourceError) -> Value {
    var outcome: Result<Value, SourceError>?
    lock.withLock { _ in
      do throws(SourceError) { outcome = .success(try body()) } catch { outcome = .failure(error) }
    }
    guard let outcome else { preconditionFailure("a lock without its body") }
    return try outcome.get()
  }
}

extension PostgresSource {
  /// What a schema says of itself.
  private struct Opened {
    var token: String
    var digest: [UInt8]
    var generation: UInt64
    var shardCount: Int
    var logLimit: Int64
  }

  /// Checks that the schema is a finished dataset of this version.
  private static func identify(
    _ connection: PostgresConnection, list: String
  ) throws(SourceError) -> Opened {
    let place = connection.place
    guard try PostgresLoader.isDataset(connection, list: list) else {
      throw SourceError(
        .cannotOpen, "no dataset '\(list)' in the database: load it first, or check the name",
        place: place)
    }
    let found: (opened: Opened, objectCount: Int64)?
    do throws(PostgresError) {
      found = try describe(connection, list: list)
    } catch  where error.code == .undefinedTable {
      throw SourceError(.corrupt, "tables are missing: load the dataset anew", place: place)
    } catch {
      throw SourceError(error)
    }
    guard let (opened, objectCount) = found else {
      throw SourceError(.incomplete, "a load was not finished: load the dataset anew", place: place)
    }
    // On a coordinator the rows and their indexes are elsewhere.
    guard opened.digest.count == 32, (0...PostgresSchema.maximumShards).contains(opened.shardCount),
      opened.logLimit >= 0,
      opened.shardCount > 0 || objectCount == PostgresSchema.objectCount
    else {
      throw SourceError(
        .corrupt,
        "tables or indexes are missing, or the metadata are damaged: load the dataset anew",
        place: place)
    }
    return opened
  }

  /// - Returns: nil without a row of metadata.
  private static func describe(
    _ connection: PostgresConnection, list: String
  ) throws(PostgresError) -> (Opened, Int64)? {
    let row = try connection.run(PostgresSchema.identify(schema: list))
    guard row.rowCount == 1 else { return nil }
    let opened = Opened(
      token: row.text(0, 0),
      digest: row.withBytes(0, 1) { bytes in bytes.indices.map { bytes[$0] } },
      generation: UInt64(bitPattern: try row.integer(0, 2)),
      shardCount: Int(try row.integer(0, 3)), logLimit: try row.integer(0, 4))
    var names = PostgresParameters()
    names.append(list)
    names.append(opened.token)
    return (opened, try connection.run(PostgresSchema.countObjects, names).integer(0, 0))
  }
}
