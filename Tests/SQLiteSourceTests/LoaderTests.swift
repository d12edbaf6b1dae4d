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

/// Making files: all of it or nothing.
@Suite struct LoaderTests {
  private func page(_ rows: [ModelRow]) -> Page {
    var page = Page()
    for row in rows { page.append(entry: row.entry, version: row.version, text: row.text.span) }
    return page
  }

  @Test func aFinishedLoadLeavesOneFile() throws {
    let folder = try TemporaryFolder()
    let rows = spreadRows(2_500)
    try load(rows, into: folder.file("list"), sequence: 12)
    #expect(folder.names == ["list"])
    let source = try SQLiteSource(path: folder.file("list"), secret: secret)
    #expect(source.identity == identity)
    #expect(try source.count() == 2_500)
    #expect(try source.sequence() == 12)
  }

  @Test func theLargestNumbersComeBack() throws {
    let folder = try TemporaryFolder()
    let last = DatasetIdentity(digest: identity.digest, generation: .max)
    let row = ModelRow(entry: ListEntry(key: SortKey(.min), id: 0), version: .max, text: [0])
    try load([row], into: folder.file("list"), identity: last, sequence: .max)
    let source = try SQLiteSource(path: folder.file("list"), secret: secret)
    #expect(source.identity == last)
    #expect(try source.sequence() == .max)
    var page = Page()
    try source.fill(&page, with: PageRequest(.head, limit: 5))
    #expect(page.modelRows == [row])
  }

  @Test func aFinishedLoadIsNotGoneOnWith() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("list")
    await #expect(processExitsWith: .failure) { [path = path as String] in
      let loader = try SQLiteLoader(path: path, identity: identity)
      try loader.finish()
      try loader.append(Page())
    }
  }

  @Test func rowsComeInAnyOrder() throws {
    let folder = try TemporaryFolder()
    let rows = spreadRows(2_500)
    var random = SeededRandom(state: 1)
    var shuffled = rows
    for index in shuffled.indices.dropFirst() {
      shuffled.swapAt(index, random.next(below: index + 1))
    }
    try load(shuffled, into: folder.file("list"))
    var page = Page()
    try SQLiteSource(path: folder.file("list"), secret: secret)
      .fill(&page, with: PageRequest(.head, limit: 2_500))
    #expect(page.modelRows == rows)
  }

  @Test func anAbandonedLoadLeavesNothing() throws {
    let folder = try TemporaryFolder()
    do {
      let loader = try SQLiteLoader(path: folder.file("list"), identity: identity)
      try loader.append(page(spreadRows(100)))
      #expect(folder.names.count == 1)
      #expect(folder.names != ["list"])
    }
    #expect(folder.names.isEmpty)
  }

  @Test func anIDAbove63BitsIsRefusedAndTheLoadGoesOn() throws {
    let folder = try TemporaryFolder()
    let loader = try SQLiteLoader(path: folder.file("list"), identity: identity)
    let largest = ModelRow(
      entry: ListEntry(key: 1, id: ItemID(UInt64(Int64.max))), text: Array("last".utf8))
    for id in [UInt64(1) << 63, .max] {
      let tooLarge = ModelRow(entry: ListEntry(key: 2, id: ItemID(id)), text: [])
      let error = try sourceError { try loader.append(page([largest, tooLarge])) }
      #expect(error.code == .idOutOfRange)
      #expect(error.message.contains(String(id)))
    }
    try loader.append(page([largest]))
    try loader.finish()
    let source = try SQLiteSource(path: folder.file("list"), secret: secret)
    #expect(try source.count() == 1)
  }

  @Test func anIDThatAppearsTwiceIsRefused() throws {
    let folder = try TemporaryFolder()
    let loader = try SQLiteLoader(path: folder.file("list"), identity: identity)
    let rows = spreadRows(10)
    try loader.append(page(rows))
    try loader.append(page([rows[3]]))
    #expect(try sourceError { try loader.finish() }.code == .duplicateID)
    #expect(folder.names.isEmpty)
    // The load is over.
    #expect(try sourceError { try loader.append(page(rows)) }.code == .duplicateID)
    #expect(try sourceError { try loader.finish() }.code == .duplicateID)
  }

  @Test func aFileIsReplacedOnlyWhenAsked() throws {
    let folder = try TemporaryFolder()
    try load(spreadRows(5), into: folder.file("list"))
    let error = try sourceError { try load(spreadRows(6), into: folder.file("list")) }
    #expect(error.code == .alreadyExists)
    let reader = try SQLiteSource(path: folder.file("list"), secret: secret)
    #expect(try reader.count() == 5)
    try load(spreadRows(6), into: folder.file("list"), replacing: true)
    #expect(folder.names == ["list"])
    #expect(try reader.count() == 5, "who has the old file open keeps it")
    #expect(try SQLiteSource(path: folder.file("list"), secret: secret).count() == 6)
  }

  @Test func aFileThatAppearsInMidLoadIsKept() throws {
    let folder = try TemporaryFolder()
    let loader = try SQLiteLoader(path: folder.file("list"), identity: identity)
    try load(spreadRows(5), into: folder.file("list"))
    #expect(try sourceError { try loader.finish() }.code == .alreadyExists)
    #expect(folder.names == ["list"])
    #expect(try SQLiteSource(path: folder.file("list"), secret: secret).count() == 5)
  }

  @Test(arguments: ["-journal", "-wal"])
  func aJournalInTheWayIsRefused(suffix: String) throws {
    let folder = try TemporaryFolder()
    close(open(folder.file("list" + suffix), O_CREAT | O_WRONLY, 0o644))
    for replacing in [true, false] {
      let error = try sourceError {
        try load([], into: folder.file("list"), replacing: replacing)
      }
      #expect(error.code == .busy)
      #expect(error.place == folder.file("list" + suffix))
    }
    #expect(folder.names == ["list" + suffix])
  }

  @Test func twoLoadsAtOnceDoNotMix() throws {
    let folder = try TemporaryFolder()
    let one = try SQLiteLoader(path: folder.file("list"), identity: identity, replacing: true)
    let two = try SQLiteLoader(path: folder.file("list"), identity: identity, replacing: true)
    try one.append(page(spreadRows(10)))
    try two.append(page(spreadRows(20)))
    try one.finish()
    #expect(try SQLiteSource(path: folder.file("list"), secret: secret).count() == 10)
    try two.finish()
    #expect(try SQLiteSource(path: folder.file("list"), secret: secret).count() == 20)
    #expect(folder.names == ["list"])
  }

  @Test func aFolderThatIsAbsentIsRefused() throws {
    let folder = try TemporaryFolder()
    let error = try sourceError { try load([], into: folder.file("absent/list")) }
    #expect(error.code == .cannotOpen)
  }

  /// The n-th page of the file does not fit, for every n until all fit.
  @Test func aFullDiskAtAnyPointLeavesNothing() throws {
    let folder = try TemporaryFolder()
    let rows = spreadRows(500)
    var pageCount = 5
    var failures = 0
    while failures < 1_000 {
      let loader = try SQLiteLoader(path: folder.file("list"), identity: identity)
      let (connection, _, _) = try loader.loading()
      try connection.execute("PRAGMA max_page_count = \(pageCount)")
      do {
        for start in stride(from: 0, to: 500, by: 50) {
          try loader.append(page(Array(rows[start..<start + 50])))
        }
        try loader.finish()
        break
      } catch {
        #expect(error.code == .full)
        #expect(folder.names.isEmpty)
        #expect(try sourceError { try loader.finish() } == error)
      }
      failures += 1
      pageCount += 1
    }
    #expect(failures > 10)
    #expect(folder.names == ["list"])
  }

  @Test(arguments: [0, 1, 5, 40]) func aKilledLoadLeavesNothingOfTheName(pages: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("list")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, pages = pages as Int] in
      let loader = try SQLiteLoader(path: path, identity: identity)
      // A small page cache, so that pages of the open transaction reach the file.
      try loader.loading().0.execute("PRAGMA cache_size = 10")
      var page = Page()
      for number in 0..<pages {
        page.removeAll()
        for row in 0..<1_000 {
          let id = UInt64(number * 1_000 + row)
          let text = Array("row \(id)".utf8)
          page.append(
            entry: ListEntry(key: SortKey(Int64(id)), id: ItemID(id)), version: 1, text: text.span)
        }
        try loader.append(page)
      }
      kill(getpid(), SIGKILL)
    }
    let leftOver = folder.names
    #expect(leftOver.count == 1)
    #expect(leftOver.first?.hasPrefix("list.partial-") == true)
    for name in leftOver {
      let error = try sourceError { _ = try SQLiteSource(path: folder.file(name), secret: secret) }
      #expect([.incomplete, .corrupt].contains(error.code))
    }
    try load(spreadRows(10), into: path)
    #expect(try SQLiteSource(path: path, secret: secret).count() == 10)
  }

  @Test func aReadOnlyFolderIsRefused() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("list")
    chmod(folder.path, 0o555)
    await #expect(processExitsWith: .success) { [path = path as String] in
      // Root may write anywhere: be somebody else.
      if geteuid() == 0 { #expect(setuid(65_534) == 0) }
      let error = try sourceError { _ = try SQLiteLoader(path: path, identity: identity) }
      #expect(error.code == .readOnly)
    }
    #expect(folder.names.isEmpty)
  }
}
