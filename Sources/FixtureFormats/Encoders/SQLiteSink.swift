import ListFixtures
import SQLite

/// Writes rows into one SQLite file: pages of rows and of what is in order as it comes, the rest by SQLite.
///
/// SQLite makes the file with its tables and indexes, all empty. The trees of what comes in order are built
/// here, as SQLite spends several times as long on each row. Then SQLite builds the other indexes and
/// writes `meta`. The file is nobody else's until it has its name, so there is no journal and no sync.
final class SQLiteSink: RowSink {
  // MEASURED: `generate timeline --format sqlite`: 1,000,000 items take 1.71 s of CPU, and 3.03 s when SQLite
  // inserts the rows and builds the indexes. 3,000,000, whose indexes SQLite builds, take 6.5 s with pages of
  // 16 KiB and 6.8 s with 8 KiB. The cache bounds what SQLite sorts at once: runs of 4 MiB stay in the
  // processor's cache and make the index of 1,000,000 ids in 0.43 s, those of 16 MiB in 0.63 s.
  private static let pageBytes = 16_384
  private static let cacheKiB = 4_096

  private let path: String
  private let name: String
  /// The indexes that SQLite builds, by their names.
  private var unbuilt: [String] = []
  private var stream = RowStream.items
  private let roots: [String: Int]
  private let pages: SQLitePages
  private var tree: SQLiteTree
  private var encoder = SQLiteRowEncoder()
  private var indexes: SQLiteItemIndexes

  /// - Parameters:
  ///   - path: An empty file.
  ///   - name: What the file will be called.
  ///   - mostKept: Of how many items the keys are kept for the indexes.
  init(
    path: String, name: String, order: ListOrder, mostKept: Int = SQLiteItemIndexes.mostKept
  ) throws(FormatError) {
    self.path = path
    self.name = name
    let made: (roots: [String: Int], pageCount: Int)
    do throws(SQLiteError) {
      made = try Self.makeFile(path, order)
    } catch {
      throw Self.failure(error, name)
    }
    roots = made.roots
    pages = try SQLitePages(
      path: path, name: name, pageBytes: Self.pageBytes, count: made.pageCount)
    tree = SQLiteTree(table: pages)
    indexes = SQLiteItemIndexes(order, mostKept: mostKept)
  }

  private static func failure(_ error: SQLiteError, _ name: String) -> FormatError {
    FormatError(.unwritable, "cannot write '\(name)': \(error)")
  }

  private static func open(_ path: String) throws(SQLiteError) -> Connection {
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute(
      """
      PRAGMA page_size = \(pageBytes);
      PRAGMA auto_vacuum = NONE;
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA cache_size = -\(cacheKiB);
      """)
    try connection.begin(.exclusive)
    return connection
  }

  /// Makes all tables and indexes; returns the first pages of each and how many pages there are.
  private static func makeFile(
    _ path: String, _ order: ListOrder
  ) throws(SQLiteError) -> (roots: [String: Int], pageCount: Int) {
    let connection = try open(path)
    for sql in SQLiteTables.schema(order) { try connection.execute(sql) }
    try connection.execute(
      """
      PRAGMA application_id = \(SQLiteTables.applicationID);
      PRAGMA user_version = \(SQLiteTables.version);
      """)
    try connection.commit()
    var roots: [String: Int] = [:]
    for name in SQLiteTables.treeNames {
      let sql = "SELECT rootpage FROM sqlite_schema WHERE name = '\(name)'"
      roots[name] = Int(try connection.integer(sql) ?? 0)
    }
    return (roots, Int(try connection.integer("PRAGMA page_count") ?? 0))
  }

  private func root(_ name: String) -> Int {
    guard let root = roots[name] else { preconditionFailure("a tree of the schema") }
    return root
  }

  func take(_ chunk: RowProduction.Chunk) throws(FormatError) {
    if chunk.place.stream != stream { try finishTable(next: chunk.place.stream) }
    try encoder.append(chunk, to: tree, indexes)
  }

  private func finishTable(next: RowStream) throws(FormatError) {
    try tree.finish(root: root(SQLiteTables.name(of: stream)))
    switch stream {
    case .items:
      for name in [SQLiteTables.keyIndex, SQLiteTables.idIndex] {
        let isBuilt =
          name == SQLiteTables.keyIndex
          ? try indexes.buildKeys(pages, root: root(name))
          : try indexes.buildIDs(pages, root: root(name))
        if !isBuilt { unbuilt.append(name) }
      }
    case .events: unbuilt.append(SQLiteTables.eventIndex)
    }
    tree = SQLiteTree(table: pages)
    stream = next
  }

  func finish(_ facts: [(name: String, value: String)]) throws(FormatError) -> [Manifest.Container]
  {
    try finishTable(next: .events)
    try pages.finish()
    do throws(SQLiteError) {
      let connection = try Self.open(path)
      for index in unbuilt { try connection.execute("REINDEX \"\(index)\"") }
      let meta = try connection.prepare("INSERT INTO \"meta\" VALUES (?1, ?2)")
      for fact in facts {
        try meta.bind(text: Array(fact.name.utf8).span, at: 1)
        try meta.bind(text: Array(fact.value.utf8).span, at: 2)
        try meta.run()
      }
      try connection.commit()
      // Nothing may be left that only this connection knows.
      try connection.execute("PRAGMA locking_mode = NORMAL; PRAGMA user_version")
    } catch {
      throw Self.failure(error, name)
    }
    return [try Manifest.Container(reading: path, name: name)]
  }
}
