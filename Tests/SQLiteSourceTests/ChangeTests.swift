import ListCore
import ListSource
import SQLite
import TestSupport
import Testing

@testable import SQLiteSource

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Applying changes: all of a batch or none.
@Suite struct ChangeTests {
  let folder: TemporaryFolder
  let rows = spreadRows(100)
  let source: SQLiteSource

  init() throws {
    folder = try TemporaryFolder()
    try load(rows, into: folder.file("list"), sequence: 7)
    var options = SQLiteSource.Options(isWritable: true)
    options.busyTimeoutMilliseconds = 0
    source = try SQLiteSource(path: folder.file("list"), secret: secret, options: options)
  }

  private func change(
    _ sequence: UInt64, _ operation: Change.Operation, _ entry: ListEntry
  ) -> Change {
    Change(sequence: sequence, operation: operation, id: entry.id, key: entry.key, version: 2)
  }

  private func batch(_ changes: [Change]) -> ChangeBatch {
    var batch = ChangeBatch()
    let text = Array("new".utf8)
    for change in changes {
      if change.operation == .delete || change.operation == .move {
        batch.append(change)
      } else {
        batch.append(change, text: text.span)
      }
    }
    return batch
  }

  private func all() throws -> [ModelRow] {
    var page = Page()
    try source.fill(&page, with: PageRequest(.head, limit: 10_000))
    return page.modelRows
  }

  @Test func eachOperationDoesItsWork() throws {
    try source.apply(
      batch([
        change(8, .insert, ListEntry(key: 1_000, id: 1_000)),
        change(9, .delete, rows[0].entry),
        change(10, .move, ListEntry(key: 2_000, id: rows[1].entry.id)),
        change(11, .update, rows[2].entry),
      ]))
    let new = Array("new".utf8)
    var expected = Array(rows.dropFirst(3))
    expected.insert(ModelRow(entry: rows[2].entry, version: 2, text: new), at: 0)
    expected.insert(
      ModelRow(entry: ListEntry(key: 1_000, id: 1_000), version: 2, text: new), at: 0)
    expected.insert(
      ModelRow(entry: ListEntry(key: 2_000, id: rows[1].entry.id), version: 2, text: rows[1].text),
      at: 0)
    #expect(try all() == expected)
    #expect(try source.count() == 100)
    #expect(try source.sequence() == 11)
    try source.apply(ChangeBatch())
    #expect(try source.sequence() == 11)
  }

  @Test func whatDoesNotFitIsRefusedWhole() throws {
    let absent = ListEntry(key: 5, id: 999)
    let otherKey = ListEntry(key: 12_345, id: rows[4].entry.id)
    let good = change(8, .delete, rows[50].entry)
    for bad in [
      change(9, .insert, rows[4].entry), change(9, .insert, otherKey),
      change(9, .delete, absent), change(9, .delete, otherKey),
      change(9, .move, absent), change(9, .update, absent), change(9, .update, otherKey),
      change(9, .delete, rows[50].entry),
    ] {
      let error = try sourceError { try source.apply(batch([good, bad])) }
      #expect(error.code == .changeConflict)
      #expect(error.message.hasPrefix("change 9, \(bad.operation) of id \(bad.id)"))
      #expect(try all() == rows)
      #expect(try source.sequence() == 7)
      #expect(try source.count() == 100)
    }
    try source.apply(batch([good]))
    #expect(try source.count() == 99)
  }

  @Test func idsAbove63BitsAreRefused() throws {
    let entry = ListEntry(key: 1, id: ItemID(1 << 63))
    for operation in Change.Operation.allCases {
      let error = try sourceError { try source.apply(batch([change(8, operation, entry)])) }
      #expect(error.code == .idOutOfRange)
    }
    var page = Page()
    for direction in Direction.allCases {
      let request = PageRequest(.after(entry, direction), limit: 5)
      #expect(try sourceError { try source.fill(&page, with: request) }.code == .idOutOfRange)
      let cursor = PageRequest(.cursor(try source.cursor(after: entry, direction)), limit: 5)
      #expect(try sourceError { try source.fill(&page, with: cursor) }.code == .idOutOfRange)
    }
    #expect(
      try sourceError { _ = try source.countNewer(than: entry, upTo: 1) }.code == .idOutOfRange)
    #expect(try all() == rows)
  }

  @Test func holesAndRepeatsInTheLogAreRefused() throws {
    for sequences in [[7], [9], [0], [8, 10], [8, 8], [8, 7], [.max]] as [[UInt64]] {
      let changes = zip(sequences, rows).map { change($0, .update, $1.entry) }
      let error = try sourceError { try source.apply(batch(changes)) }
      #expect(error.code == .sequenceGap, "\(sequences)")
      #expect(try all() == rows)
    }
  }

  @Test func aReaderWritesNothing() throws {
    let reader = try SQLiteSource(path: folder.file("list"), secret: secret)
    let changes = batch([change(8, .delete, rows[0].entry)])
    #expect(try sourceError { try reader.apply(changes) }.code == .readOnly)
    try source.apply(changes)
    #expect(try reader.count() == 99, "a reader sees what others wrote")
  }

  @Test func aLockedFileIsBusyAndThenUsable() throws {
    let other = try Connection(path: folder.file("list"), mode: .readWrite)
    let changes = batch([change(8, .delete, rows[0].entry)])
    try other.begin(.exclusive)
    var page = Page()
    #expect(
      try sourceError { try source.fill(&page, with: PageRequest(.head, limit: 5)) }.code == .busy)
    #expect(page == Page())
    #expect(try sourceError { _ = try source.count() }.code == .busy)
    let window = WindowRequest(round: rows[5].entry, newer: 3, older: 3)
    #expect(try sourceError { _ = try source.fill(&page, round: window) }.code == .busy)
    #expect(page == Page())
    var log = ChangeBatch()
    #expect(try sourceError { try source.fill(&log, after: 7, limit: 3) }.code == .busy)
    #expect(try sourceError { _ = try source.entry(of: 5) }.code == .busy)
    for kind in [TotalKind.exact, .capped(5), .estimated] {
      #expect(try sourceError { _ = try source.total(kind) }.code == .busy)
    }
    #expect(try sourceError { try source.analyze() }.code == .busy)
    #expect(
      try sourceError {
        try source.copy(to: folder.file("copy"), layout: SQLiteLayout())
      }.code == .busy)
    #expect(folder.names.allSatisfy { $0.hasPrefix("list") }, "an unfinished copy is removed")
    #expect(try sourceError { try source.apply(changes) }.code == .busy)
    #expect(
      try sourceError {
        _ = try SQLiteSource(
          path: folder.file("list"), secret: secret,
          options: source.impatient)
      }.code == .busy)
    other.rollBack()
    #expect(try all() == rows)

    // A reader in mid-page lets nobody commit.
    let select = try other.prepare("SELECT id FROM item")
    #expect(try select.step())
    #expect(try sourceError { try source.apply(changes) }.code == .busy)
    select.reset()
    try source.apply(changes)
    #expect(try all() == Array(rows.dropFirst()))
  }

  @Test func aFullDiskUndoesTheBatch() throws {
    try source.database.withLock { database in
      try database.connection.execute("PRAGMA max_page_count = 1")
    }
    var changes: [Change] = []
    for number in 0..<1_000 as Range<UInt64> {
      changes.append(
        change(8 + number, .insert, ListEntry(key: 1, id: ItemID(10_000 + number))))
    }
    #expect(try sourceError { try source.apply(batch(changes)) }.code == .full)
    #expect(try all() == rows)
    try source.apply(batch([change(8, .delete, rows[0].entry)]))
    #expect(try source.count() == 99)
  }

  @Test func aKilledWriterLeavesTheListAsItWas() async throws {
    let path = folder.file("list")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let source = try SQLiteSource(withoutSync: path)
      try source.database.withLock { database in
        // A small page cache, so that half of the transaction reaches the file.
        try database.connection.execute("PRAGMA cache_size = 5")
        try database.connection.begin()
        try database.connection.execute(
          "UPDATE item SET text = hex(zeroblob(3000)), sort_key = sort_key + 1000")
      }
      kill(getpid(), SIGKILL)
    }
    #expect(folder.names == ["list", "list-journal"])
    let error = try sourceError { _ = try SQLiteSource(path: path, secret: secret) }
    #expect(error.code == .readOnly)
    #expect(error.message.contains("open the source for writing"))
    let writer = try SQLiteSource(path: path, secret: secret, options: .init(isWritable: true))
    #expect(try writer.sequence() == 7)
    #expect(try all() == rows)
    #expect(try SQLiteSource(path: path, secret: secret).count() == 100)
  }

  @Test func aFailedRequestEmptiesThePage() throws {
    var page = Page()
    try source.fill(&page, with: PageRequest(.head, limit: 5))
    for request in [
      PageRequest(.head, limit: 0), PageRequest(.head, limit: 1_000_000_000),
      PageRequest(.offset(-1), limit: 1), PageRequest(.cursor(Cursor(bytes: [1])), limit: 1),
    ] {
      try source.fill(&page, with: PageRequest(.head, limit: 5))
      _ = try sourceError { try source.fill(&page, with: request) }
      #expect(page == Page())
    }
  }
}

extension SQLiteSource {
  /// Options that do not wait for a lock.
  var impatient: Options {
    var options = Options()
    options.busyTimeoutMilliseconds = 0
    return options
  }
}
