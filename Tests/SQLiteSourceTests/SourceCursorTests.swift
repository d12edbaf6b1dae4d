import ListCore
import ListSource
import SQLiteSource
import Synchronization
import TestSupport
import Testing

/// Cursors of a source, and what its threads see.
@Suite struct SourceCursorTests {
  let folder: TemporaryFolder
  let rows = spreadRows(200)

  init() throws {
    folder = try TemporaryFolder()
    try load(rows, into: folder.file("list"))
  }

  private func open(_ name: String = "list", secret: [UInt8] = secret) throws -> SQLiteSource {
    try SQLiteSource(
      path: folder.file(name), secret: secret, options: .init(isWritable: true))
  }

  @Test func signaturesAreHMACSHA256() throws {
    // RFC 4231, test cases 1 and 2.
    let one = try HMACAuthenticator(secret: Array(repeating: 0x0B, count: 20))
    let two = try HMACAuthenticator(secret: Array("Jefe".utf8))
    let hi = Array("Hi There".utf8)
    let what = Array("what do ya want for nothing?".utf8)
    for _ in 0..<3 {
      #expect(
        try one.tag(of: hi.span)
          == CursorTag(high: 0xB034_4C61_D8DB_3853, low: 0x5CA8_AFCE_AF0B_F12B))
      #expect(
        try two.tag(of: what.span)
          == CursorTag(high: 0x5BDC_C146_BF60_754E, low: 0x6A04_2426_0895_75C7))
    }
  }

  @Test func aCursorOutlivesItsRow() throws {
    let source = try open()
    var page = Page()
    try source.fill(&page, with: PageRequest(.head, limit: 50))
    let next = try #require(page.next)
    var batch = ChangeBatch()
    for (number, row) in rows[40..<60].enumerated() {
      batch.append(
        Change(
          sequence: UInt64(number) + 1, operation: .delete, id: row.entry.id, key: row.entry.key,
          version: 1))
    }
    try source.apply(batch)
    try source.fill(&page, with: PageRequest(.cursor(next), limit: 50))
    #expect(page.modelRows == Array(rows[60..<110]))
    let previous = try #require(page.previous)
    try source.fill(&page, with: PageRequest(.cursor(previous), limit: 10))
    #expect(page.modelRows == Array(rows[30..<40]))
  }

  @Test func everySourceOfTheFileUnderstandsTheCursor() throws {
    let cursor = try open().cursor(after: rows[9].entry, .older)
    for form in QueryForm.allCases {
      var page = Page()
      try SQLiteSource(path: folder.file("list"), secret: secret, options: .init(form: form))
        .fill(&page, with: PageRequest(.cursor(cursor), limit: 5))
      #expect(page.modelRows == Array(rows[10..<15]))
    }
  }

  @Test func otherFilesCursorsAreToldApart() throws {
    let digest = [UInt8](repeating: 8, count: 32)
    try load(rows, into: folder.file("foreign"), identity: DatasetIdentity(digest: digest))
    try load(
      rows, into: folder.file("stale"),
      identity: DatasetIdentity(digest: identity.digest, generation: identity.generation - 1))
    let source = try open()
    func code(_ other: SQLiteSource) throws -> SourceError.Code {
      let cursor = try other.cursor(after: rows[9].entry, .older)
      var page = Page()
      return try sourceError {
        try source.fill(&page, with: PageRequest(.cursor(cursor), limit: 5))
      }.code
    }
    #expect(try code(open("foreign")) == .cursorForeign)
    #expect(try code(open("stale")) == .cursorStale)
    #expect(try code(open(secret: [1])) == .cursorTampered)
  }

  @Test func noBytesTrap() throws {
    var random = SeededRandom(state: SeededRandom.seed(21))
    let source = try open()
    let good = try source.cursor(after: rows[9].entry, .older).bytes
    var page = Page()
    for round in 0..<5_000 {
      var bytes = good
      switch round % 4 {
      case 0: bytes.removeLast(1 + random.next(below: good.count))
      case 1: bytes[random.next(below: good.count)] ^= 1 << UInt8(random.next(below: 8))
      case 2: bytes = (0..<random.next(below: 100)).map { _ in UInt8(random.next(below: 256)) }
      default: bytes.insert(UInt8(random.next(below: 256)), at: random.next(below: good.count))
      }
      let error = try sourceError {
        try source.fill(&page, with: PageRequest(.cursor(Cursor(bytes: bytes)), limit: 5))
      }
      #expect([.cursorMalformed, .cursorTampered].contains(error.code))
    }
  }

  @Test func placesBelongToTheForm() throws {
    let entry = rows[4].entry
    func place(_ form: QueryForm) throws -> PageRequest.Place {
      let source = try SQLiteSource(
        path: folder.file("list"), secret: secret, options: .init(form: form))
      #expect(try source.place(depth: 0, after: nil) == .head)
      return try source.place(depth: 5, after: entry)
    }
    #expect(try place(.offset) == .offset(5))
    #expect(try place(.keysetRowValues) == .after(entry, .older))
    #expect(try place(.keysetTwoSeeks) == .after(entry, .older))
    #expect(try place(.cursor) == .cursor(open().cursor(after: entry, .older)))
    #expect(
      QueryForm.allCases.map(\.implementation) == [
        "SQLite, offset", "SQLite, keyset, row values", "SQLite, keyset, two seeks",
        "SQLite, cursor",
      ])
  }

  @Test func callersMistakesTrap() async {
    let path = folder.file("list")
    await #expect(processExitsWith: .failure) { [path = path as String] in
      let source = try SQLiteSource(path: path, secret: secret)
      _ = try source.countNewer(than: ListEntry(key: 1, id: 1), upTo: -1)
    }
    await #expect(processExitsWith: .failure) { [path = path as String] in
      _ = try SQLiteSource(path: path, secret: secret).place(depth: 1, after: nil)
    }
    await #expect(processExitsWith: .failure) { [path = path as String] in
      _ = try SQLiteSource(path: path, secret: secret)
        .place(depth: 0, after: ListEntry(key: 1, id: 1))
    }
  }

  @Test func threadsTakeTurns() async throws {
    let source = try SQLiteSource(withoutSync: folder.file("list"))
    let changes = (1...100).map { number in
      var batch = ChangeBatch()
      let text = Array("text \(number)".utf8)
      batch.append(
        Change(
          sequence: UInt64(number), operation: .insert, id: ItemID(UInt64(10_000 + number)),
          key: SortKey(Int64(number)), version: 1), text: text.span)
      return batch
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        #expect(throws: Never.self) { for batch in changes { try source.apply(batch) } }
      }
      for seed in 0..<3 as Range<UInt64> {
        group.addTask {
          var random = SeededRandom(state: seed)
          var page = Page()
          for _ in 0..<300 {
            let request = PageRequest(.offset(random.next(below: 150)), limit: 50)
            #expect(throws: Never.self) { try source.fill(&page, with: request) }
            let entries = page.rows.map(\.entry)
            #expect(zip(entries, entries.dropFirst()).allSatisfy { $0 > $1 })
            #expect(entries.count == 50)
          }
        }
      }
    }
    #expect(try source.count() == 300)
  }
}
