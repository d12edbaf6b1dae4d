public import ListCore
public import ListSource
internal import SQLite

/// Makes the file of a dataset from pages of rows.
///
/// The rows go in one transaction into a temporary file beside the final one; `finish()` builds the
/// indexes, commits, syncs and renames. Without `finish()` nothing has the final name: a loader that
/// goes removes its file, and a process that is killed leaves `PATH.partial-…`, which may be deleted.
///
/// After an error the load is over, the temporary file is gone, and every further call throws the
/// same error; only an id out of range leaves the load as it was before that page.
public final class SQLiteLoader {
  /// The final file's path.
  public let path: String
  /// How the file will lay out its rows.
  public let layout: SQLiteLayout
  private let identity: DatasetIdentity
  private let sequence: UInt64
  private let isReplacing: Bool
  private var rowCount = 0
  private var state: State

  private enum State {
    case loading(Connection, insert: Statement, temporaryPath: String)
    case finished
    case failed(SourceError)
  }

  /// Starts a load.
  ///
  /// - Parameters:
  ///   - path: Where the file will be. Its folder must exist.
  ///   - layout: How it lays out its rows. Traps on a rank aid in a shape other than `uniqueIndex`.
  ///   - sequence: The number of the last change that the rows already contain.
  ///   - replacing: Whether a file of that name may be replaced.
  /// - Throws: `alreadyExists`, `busy` if there is a journal of that name, `cannotOpen`, `readOnly`.
  public init(
    path: String, identity: DatasetIdentity, layout: SQLiteLayout = SQLiteLayout(),
    sequence: UInt64 = 0, replacing: Bool = false
  ) throws(SourceError) {
    precondition(layout.changeLimit >= 0, "negative limit of changes")
    precondition(
      layout.rankAid == .none || layout.shape == .uniqueIndex, "rank aid in another shape")
    self.path = path
    self.layout = layout
    self.identity = identity
    self.sequence = sequence
    isReplacing = replacing
    try LoadFile.check(path, replacing: replacing)
    let temporaryPath = try LoadFile.createTemporary(for: path)
    do {
      state = try onFile(temporaryPath) { () throws(SQLiteError) in
        let connection = try Connection(path: temporaryPath, mode: .readWrite)
        // Nobody else knows the file, and an unfinished one is thrown away: its journal is only
        // there to undo a failed statement.
        try connection.execute(
          """
          PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE;
          PRAGMA cache_size = -65536;
          """)
        // Committed by itself, so that what a killed load leaves is known for what it is.
        try connection.execute(SQLiteSchema.createTables(layout))
        try connection.begin(.exclusive)
        let insert = try connection.prepare(SQLiteSchema.insert(layout.shape))
        return .loading(connection, insert: insert, temporaryPath: temporaryPath)
      }
    } catch {
      LoadFile.remove(temporaryPath)
      throw error
    }
  }

  deinit {
    if case .loading(_, _, let temporaryPath) = state { LoadFile.remove(temporaryPath) }
  }

  /// Adds a page's rows, in any order.
  ///
  /// - Throws: `idOutOfRange` above 2^63 - 1: no row of the page is added, the load goes on.
  ///   `duplicateID`, in shapes whose table finds it out at once, `full`, `inputOutput`: the load is over.
  public func append(_ page: Page) throws(SourceError) {
    let (_, insert, temporaryPath) = try loading()
    if let row = page.rows.first(where: { $0.entry.id.rawValue > UInt64(Int64.max) }) {
      throw SourceError(
        .idOutOfRange, "id \(row.entry.id) is above 2^63 - 1: give the items smaller ids",
        place: path)
    }
    try endingOnFailure { () throws(SourceError) in
      try onUniqueIDs(temporaryPath) { () throws(SQLiteError) in
        for row in page.rows {
          let start = Int(row.textByteOffset)
          try insert.bind(row.entry.id.rawValue, at: 1)
          try insert.bind(row.entry.key.rawValue, at: 2)
          try insert.bind(Int64(row.version), at: 3)
          try insert.bind(
            text: page.text.span.extracting(start..<start + Int(row.textByteCount)), at: 4)
          try insert.run()
        }
      }
    }
    rowCount += page.rows.count
  }

  /// Builds the indexes, commits, and gives the file its final name.
  ///
  /// - Throws: `duplicateID`, `full`, `inputOutput`, `alreadyExists`: the load is over.
  /// - Complexity: O(n log n) for n rows.
  public func finish() throws(SourceError) {
    let (connection, _, temporaryPath) = try loading()
    try endingOnFailure { () throws(SourceError) in
      try onUniqueIDs(temporaryPath) { () throws(SQLiteError) in
        for statement in SQLiteSchema.createIndexes(layout.shape) {
          try connection.execute(statement)
        }
      }
      try onFile(temporaryPath) { () throws(SQLiteError) in
        for statement in SQLiteSchema.createRankAid(layout.rankAid, rowCount: rowCount) {
          try connection.execute(statement)
        }
        try connection.execute("ANALYZE item")
        try insertMetadata(connection)
        try connection.commit()
      }
      try LoadFile.check(path, replacing: isReplacing)
      try LoadFile.publish(temporaryPath, as: path)
    }
    state = .finished
  }

  private func insertMetadata(_ connection: Connection) throws(SQLiteError) {
    let metadata = try connection.prepare(SQLiteSchema.insertMetadata)
    let digest = identity.digest
    let (shape, aid) = (Array(layout.shape.rawValue.utf8), Array(layout.rankAid.rawValue.utf8))
    try metadata.bind(blob: digest.span, at: 1)
    try metadata.bind(Int64(bitPattern: identity.generation), at: 2)
    try metadata.bind(Int64(bitPattern: sequence), at: 3)
    try metadata.bind(Int64(rowCount), at: 4)
    try metadata.bind(text: shape.span, at: 5)
    try metadata.bind(text: aid.span, at: 6)
    try metadata.bind(Int64(layout.changeLimit), at: 7)
    try metadata.run()
  }

  /// Runs calls that fail on an id that appears twice.
  private func onUniqueIDs(
    _ temporaryPath: String, _ body: () throws(SQLiteError) -> Void
  ) throws(SourceError) {
    do throws(SQLiteError) {
      try body()
    } catch  where error.code == .constraint {
      throw SourceError(
        .duplicateID, "an id appears twice: give every item an id of its own", place: path)
    } catch {
      throw SourceError(error, path: temporaryPath)
    }
  }

  func loading() throws(SourceError) -> (Connection, insert: Statement, String) {
    switch state {
    case .loading(let connection, let insert, let temporaryPath):
      return (connection, insert, temporaryPath)
    case .finished: preconditionFailure("load already finished")
    case .failed(let error): throw error
    }
  }

  private func endingOnFailure(_ body: () throws(SourceError) -> Void) throws(SourceError) {
    do throws(SourceError) {
      try body()
    } catch {
      if case .loading(_, _, let temporaryPath) = state { LoadFile.remove(temporaryPath) }
      state = .failed(error)
      throw error
    }
  }
}
