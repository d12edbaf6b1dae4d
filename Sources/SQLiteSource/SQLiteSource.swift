public import ListSource
internal import SQLite
internal import Synchronization

/// A list in a SQLite file that `SQLiteLoader` made.
///
/// One connection behind a lock: calls from several threads take turns. For reading in parallel open
/// the file once per thread. An answer comes from one statement or one read transaction, so it never mixes two
/// states of the list.
public final class SQLiteSource: ListSource {
  /// How a file is opened.
  public struct Options: Sendable {
    /// How a file recovers and who may read while it is written.
    public enum Journal: String, Hashable, Sendable, CaseIterable {
      /// A rollback journal, SQLite's own default: a writer that commits and readers wait for each other.
      case rollback = "DELETE"
      /// A write-ahead log: readers see the state of before and nobody waits but writers for each other.
      case writeAhead = "WAL"
    }

    /// How pages are asked for.
    ///
    /// Pages at places of the other kind, by rank or by the last row, are answered by offset or two seeks.
    public var form: QueryForm = .cursor
    /// Whether changes may be applied.
    public var isWritable = false
    /// The size of SQLite's page cache in bytes; its own default is 2,048,000.
    public var pageCacheBytes = 2_048_000
    /// How long a call waits for another connection's lock.
    public var busyTimeoutMilliseconds: Int32 = 1_000
    /// The journal that the file gets when it is opened for writing; nil leaves it as it is.
    public var journal: Journal?

    /// Makes the options that are right for reading.
    public init(form: QueryForm = .cursor, isWritable: Bool = false, journal: Journal? = nil) {
      self.form = form
      self.isWritable = isWritable
      self.journal = journal
    }
  }

  /// The version of the SQLite library, as `3.40.1`.
  public static var libraryVersion: String { Connection.libraryVersion }

  /// The file's path.
  public let path: String
  /// Which dataset the file holds.
  public let identity: DatasetIdentity
  /// How the file lays out its rows.
  public let layout: SQLiteLayout
  /// How pages are asked for.
  public let form: QueryForm
  let codec: CursorCodec
  let database: Mutex<Database>

  /// Opens a file.
  ///
  /// - Parameter secret: Signs the cursors; sources with the same secret understand each other's. Not
  ///   empty; traps otherwise.
  /// - Throws: `cannotOpen`, `foreign`, `otherVersion`, `incomplete`, `corrupt`, `busy`, `readOnly`;
  ///   `layoutMismatch` if the file does not keep what the form needs.
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
    let description = try FileDescription(connection)
    let layout = description.layout
    let aid = options.form.rankAid
    guard aid == .none || aid == layout.rankAid else {
      throw SourceError(
        .layoutMismatch, "the file keeps no \(aid.rawValue): load it with that rank aid",
        place: path)
    }
    try Self.setJournal(connection, options)
    let database = try onFile(path) { () throws(SQLiteError) in
      try connection.execute("PRAGMA cache_size = \(-max(1, options.pageCacheBytes / 1024))")
      return try Database(connection, layout: layout, options: options)
    }
    self.path = path
    self.identity = description.identity
    self.layout = layout
    self.form = options.form
    self.codec = CursorCodec(identity: description.identity, authenticator: authenticator)
    self.database = Mutex(database)
  }

  private static func setJournal(
    _ connection: Connection, _ options: Options
  ) throws(SourceError) {
    guard options.isWritable, let journal = options.journal else { return }
    let mode = try onFile(connection.path) { () throws(SQLiteError) -> String? in
      let statement = try connection.prepare("PRAGMA journal_mode = \(journal.rawValue)")
      return try statement.step() ? statement.string(at: 0) : nil
    }
    guard mode?.uppercased() == journal.rawValue else {
      throw SourceError(
        .engine, "SQLite keeps journal mode \(mode ?? "unknown"): use a disk that shares memory",
        place: connection.path)
    }
  }
}

extension SourceError.Code {
  /// The file does not keep what the form of its queries needs.
  public static let layoutMismatch: Self = "layoutMismatch"
  /// The row that a page is to go on from is gone, and only its id is known.
  public static let rowGone: Self = "rowGone"
}
