import Foundation
import ListFixtures
import SQLite
import Testing

@testable import FixtureFormats

@Suite struct SQLiteTreeTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  /// Makes a file with an empty table and an empty index on its integer; returns its path.
  private func makeFile(pageBytes: Int) throws -> String {
    let path = folder.path("t.sqlite")
    try? FileManager.default.removeItem(atPath: path)
    try Connection(path: path, mode: .create).execute(
      """
      PRAGMA page_size = \(pageBytes);
      CREATE TABLE t (k INTEGER NOT NULL PRIMARY KEY, a TEXT, b INTEGER);
      CREATE INDEX i ON t (b);
      """)
    return path
  }

  private func texts(_ path: String, _ sql: String) throws -> [String] {
    let statement = try Connection(path: path, mode: .readOnly).prepare(sql)
    var texts: [String] = []
    while try statement.step() {
      statement.withText(at: 0) { text in
        texts.append(text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
      }
    }
    return texts
  }

  private struct Row: Equatable {
    var rowID: Int64
    var byteCount: Int?
    var number: Int64

    /// What the table should say of the row.
    var text: String {
      "\(rowID)|\(byteCount.map { String(repeating: "x", count: $0) } ?? "-")|\(number)"
    }
  }

  /// Builds both trees of the rows, whose numbers ascend, and asks SQLite what it finds.
  private func check(_ rows: [Row], pageBytes: Int = 512) throws {
    let path = try makeFile(pageBytes: pageBytes)
    let pages = try SQLitePages(path: path, name: "t", pageBytes: pageBytes, count: 3)
    var record = SQLiteRecord()
    let table = SQLiteTree(table: pages)
    for row in rows {
      record.removeAll()
      record.putNull()
      if let byteCount = row.byteCount {
        [UInt8](repeating: 0x78, count: byteCount).withUnsafeBytes { record.put(text: $0) }
      } else {
        record.putNull()
      }
      record.put(row.number)
      try table.append(record, rowID: row.rowID)
    }
    try table.finish(root: 2)
    let index = SQLiteTree(index: pages)
    for row in rows {
      record.removeAll()
      record.put(row.number)
      record.put(row.rowID)
      try index.append(entry: record)
    }
    try index.finish(root: 3)
    try pages.finish()
    #expect(try texts(path, "PRAGMA integrity_check") == ["ok"], "\(rows.count) rows")
    let sql = "SELECT k || '|' || coalesce(a, '-') || '|' || b FROM t"
    #expect(try texts(path, sql + " ORDER BY k") == rows.map(\.text))
    #expect(try texts(path, sql + " INDEXED BY i ORDER BY b") == rows.map(\.text))
  }

  private func rows(_ count: Int, byteCount: (Int) -> Int? = { $0 % 7 }) -> [Row] {
    (0..<count).map {
      Row(rowID: Int64($0), byteCount: byteCount($0), number: Int64($0) * 1_000_003 - 500)
    }
  }

  @Test func treesOfEverySmallSizeAreWhole() throws {
    for count in 0...400 { try check(rows(count)) }
  }

  @Test func treesThatEndAtABorderOfANodeAreWhole() throws {
    // A leaf holds 5 of the first rows, and 28 entries of the index; a node has 60 and 23 children.
    for count in 250...400 { try check(rows(count) { _ in 80 }) }
    for count in 600...900 { try check(rows(count) { _ in nil }) }
  }

  @Test(arguments: [512, 16_384, 65_536])
  func deepTreesAreWhole(pageBytes: Int) throws {
    try check(rows(30_000) { $0 % 11 == 0 ? nil : $0 * 31 % 90 }, pageBytes: pageBytes)
  }

  @Test func textsOfEveryLengthRoundAPageAreWhole() throws {
    try check(rows(2_200) { $0 })
    try check([Row(rowID: 1, byteCount: 3_000_000, number: 1)], pageBytes: 16_384)
  }

  @Test func integersOfEveryWidthAreWhole() throws {
    let borders = (0..<63).flatMap { bit in (-1...1).map { (Int64(1) << bit) + $0 } }
    let numbers = Set(borders + borders.map { -$0 } + [.min, .max]).sorted()
    try check(numbers.map { Row(rowID: $0, byteCount: 1, number: $0) })
  }

  @Test func thePageWithTheLockHoldsNothing() throws {
    let path = try makeFile(pageBytes: 65_536)
    let border = (1 << 30) / 65_536
    let pages = try SQLitePages(path: path, name: "t", pageBytes: 65_536, count: border - 1)
    let page = [UInt8](repeating: 1, count: 65_536)
    for expected in [border, border + 2, border + 3] {
      #expect(pages.nextNumber == expected)
      #expect(try page.withUnsafeBytes { try pages.append($0.baseAddress!) } == expected)
    }
    #expect(pages.number(after: border) == border + 2)
    try pages.finish()
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    try file.seek(toOffset: 1 << 30)
    #expect(try file.read(upToCount: 65_536)?.allSatisfy { $0 == 0 } == true)
    #expect(try file.read(upToCount: 65_536) == Data(page))
    #expect(try texts(path, "PRAGMA page_count") == ["\(border + 3)"])
  }

  @Test func aFileThatCannotBeWrittenIsNamed() throws {
    let missing = failure {
      _ = try SQLitePages(path: folder.path("no/t"), name: "t", pageBytes: 512, count: 3)
    }
    #expect(missing?.code == .unwritable)
    try #require(FileManager.default.fileExists(atPath: "/dev/full"))
    let pages = try SQLitePages(path: "/dev/full", name: "t", pageBytes: 512, count: 3)
    let full = failure { try pages.finish() }
    #expect(full?.code == .unwritable)
    #expect(full?.message.contains("No space left") == true)
  }

  // MARK: - Indexes

  @Test(arguments: ["timeline", "conversation", "null-keys"])
  func aListWithMoreItemsThanAreKeptHasTheSameFile(recipe: String) throws {
    let list = try #require(Recipe.named(recipe)).list(itemCount: 2_500, eventCount: 700, seed: 5)
    var dumps: [[String]] = []
    for (name, mostKept) in [("all", 2_500), ("some", 2_499), ("none", 1)] {
      let path = try folder.write(name, [])
      let sink = try SQLiteSink(
        path: path, name: name, order: list.recipe.order, mostKept: mostKept)
      for stream in RowStream.allCases {
        let production = RowProduction(list: list, stream: stream, jobs: 1)
        try production.run(hashes: nil) { (chunk) throws(FormatError) in try sink.take(chunk) }
      }
      _ = try sink.finish([("recipe", recipe)])
      #expect(try texts(path, "PRAGMA integrity_check") == ["ok"])
      #expect(try texts(path, "PRAGMA freelist_count") == ["0"])
      dumps.append(
        try texts(path, "SELECT id || '|' || coalesce(key, '') FROM item ORDER BY id")
          + texts(path, "SELECT id || '|' || rank FROM item ORDER BY key DESC, id DESC")
          + texts(path, "SELECT id || '|' || seq FROM event ORDER BY id, seq")
          + texts(path, "SELECT sql FROM sqlite_schema ORDER BY rowid"))
    }
    #expect(dumps[0].count > 5_700)
    #expect(dumps[0] == dumps[1])
    #expect(dumps[0] == dumps[2])
  }

  @Test(arguments: ListOrder.allCases)
  func itemsInAnotherOrderAreLeftToSQLite(order: ListOrder) throws {
    for (keys, ids, isInOrder) in [
      ([1, 2, 3], [9, 8, 7], true), ([2, 2, 3], [7, 8, 9], true), ([nil, 2, 2], [9, 7, 8], true),
      ([1, 3, 2], [7, 8, 9], false), ([2, 2, 3], [8, 7, 9], false), ([1, nil], [7, 8], false),
    ] as [([Int64?], [Int64], Bool)] {
      let path = try makeFile(pageBytes: 512)
      let pages = try SQLitePages(path: path, name: "t", pageBytes: 512, count: 3)
      let indexes = SQLiteItemIndexes(order, mostKept: 9)
      let places = order == .newestFirst ? Array(keys.indices.reversed()) : Array(keys.indices)
      for (rank, place) in places.enumerated() {
        indexes.add(rank: rank, id: ids[place], key: keys[place])
      }
      #expect(try indexes.buildKeys(pages, root: 3) == isInOrder)
      #expect(try indexes.buildIDs(pages, root: 3))
    }
  }

  @Test func anIDThatIsThereTwiceIsLeftToSQLite() throws {
    let path = try makeFile(pageBytes: 512)
    let pages = try SQLitePages(path: path, name: "t", pageBytes: 512, count: 3)
    let indexes = SQLiteItemIndexes(.oldestFirst, mostKept: 9)
    for (rank, id) in [(0, 5), (1, 6), (2, 5)] as [(Int, Int64)] {
      indexes.add(rank: rank, id: id, key: Int64(rank))
    }
    #expect(try !indexes.buildIDs(pages, root: 3))
  }
}
