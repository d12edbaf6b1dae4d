public import ListSource
internal import SQLite
internal import Synchronization

/// A list in a SQLite file that `SQLiteLoader` made.
///
/// One connection behind a lock: calls from several threads take turns. For reading in parallel open
/// the file once per thread. A page is one statement, so it never mixes two states of the list.
public final class SQLiteSource: ListSource {
  /// How a file is opened.
  public struct Options: Sendable {
    /// How `after` and `cursor` places are looked up: by row values in the form of that name, by
    /// two seeks in all others.
    ///
    /// Offsets are answered in every form.
    public var form: QueryForm = .cursor
    /// Whether changes may be applied.
    public var isWritable = false
    /// The size of SQLite's page cache in bytes; its own default is 2,048,000.
    public var pageCacheBytes = 2_048_000
    /// How long a call waits for another connection's lock.
    public var busyTimeoutMilliseconds: Int32 = 1_000

    /// Makes the options that are right for reading.
    public init(form: QueryForm = .cursor, isWritable: Bool = false) {
      self.form = form
      self.isWritable = isWritable
    }
  }

  /// The file's path.
  public let path: String
  /// Which dataset the file holds.
  public let identity: DatasetIdentity
  /// How pages are asked for.
  public let form: QueryForm
  let codec: CursorCodec
  let database: Mutex<Database>

  /// The connection and its compiled statements.
  struct Database {
    let connection: Connection
    let offset: Statement
    let older: Statement
    let newer: Statement
    let countNewer: Statement
    let metadata: Statement
    let writer: Writer?
  }

  /// Opens a file.
  ///
  /// - Parameter secret: Signs the cursors; sources with the same secret understand each other's. Not
  ///   empty; traps otherwise.
  /// - Throws: `cannotOpen`, `foreign`, `otherVersion`, `incomplete`, `corrupt`, `busy`, `readOnly`.
  public init(
    path: String, secret: [UInt8], options: Options = Options()
  ) throws(SourceError) {
    let authenticator = try HMACAuthenticator(secret: secret)
    let connection = try onFile(path) { () throws(SQLiteError) in
      try Connection(
        path: path, mode: options.isWritable ? .readWrite : .readOnly,
        busyTimeoutMilliseconds: options.busyTimeoutMilliseconds)
    }
    if options.isWritable, connection.isReadOnly {
      throw SourceError(.readOnly, "make the file writable, or open it for reading", place: path)
    }
    let identity = try Self.identify(connection)
    let database = try onFile(path) { () throws(SQLiteError) in
      try connection.execute("PRAGMA cache_size = \(-max(1, options.pageCacheBytes / 1024))")
      return try Database(connection, options: options)
    }
    self.path = path
    self.identity = identity
    self.form = options.form
    self.codec = CursorCodec(identity: identity, authenticator: authenticator)
    self.database = Mutex(database)
  }

  /// Checks that the file is a finished dataset of this version.
  private static func identify(_ connection: Connection) throws(SourceError) -> DatasetIdentity {
    let path = connection.path
    let (application, version) = try onFile(path) { () throws(SQLiteError) in
      (
        try connection.integer("PRAGMA application_id"),
        try connection.integer("PRAGMA user_version") ?? 0
      )
    }
    guard application == SQLiteSchema.applicationID else {
      throw SourceError(
        .foreign, "not the file of a dataset: give one that was loaded by this program", place: path
      )
    }
    guard version == SQLiteSchema.version else {
      throw SourceError(
        .otherVersion,
        "schema \(version), this program has \(SQLiteSchema.version): load the dataset anew",
        place: path)
    }
    let row = try onFile(path) { () throws(SQLiteError) -> (digest: [UInt8], generation: Int64)? in
      let metadata = try connection.prepare(SQLiteSchema.metadata)
      guard try metadata.step() else { return nil }
      let digest = metadata.withBlob(at: 0) { blob in blob.indices.map { blob[$0] } }
      return (digest, metadata.integer(at: 1))
    }
    guard let row else {
      throw SourceError(.incomplete, "a load was not finished: load the dataset anew", place: path)
    }
    let objectCount = try onFile(path) { () throws(SQLiteError) in
      try connection.integer(SQLiteSchema.countObjects)
    }
    guard objectCount == SQLiteSchema.objectCount, row.digest.count == 32 else {
      throw SourceError(
        .corrupt, "tables or indexes are missing: load the dataset anew", place: path)
    }
    return DatasetIdentity(
      digest: row.digest, generation: UInt64(bitPattern: row.generation))
  }
}

extension SQLiteSource.Database {
  fileprivate init(
    _ connection: Connection, options: SQLiteSource.Options
  ) throws(SQLiteError) {
    func keyset(_ direction: Direction) -> String {
      options.form == .keysetRowValues
        ? SQLiteSchema.rowValues(direction) : SQLiteSchema.twoSeeks(direction)
    }
    self.connection = connection
    offset = try connection.prepare(SQLiteSchema.offset)
    older = try connection.prepare(keyset(.older))
    newer = try connection.prepare(keyset(.newer))
    countNewer = try connection.prepare(SQLiteSchema.countNewer)
    metadata = try connection.prepare(SQLiteSchema.metadata)
    writer = options.isWritable ? try SQLiteSource.Writer(connection) : nil
  }
}
