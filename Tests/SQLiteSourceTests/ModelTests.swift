import ListCore
import ListSource
import SQLiteSource
import TestSupport
import Testing

/// The empty list, and what pages keep of the one before.
@Suite struct ModelTests {
  @Test func theEmptyListAnswersEmptyPages() throws {
    let folder = try TemporaryFolder()
    try load([], into: folder.file("list"))
    let source = try SQLiteSource(path: folder.file("list"), secret: secret)
    let entry = ListEntry(key: 0, id: 0)
    var page = Page()
    let places: [PageRequest.Place] = [
      .head, .offset(0), .offset(.max), .after(entry, .older), .after(entry, .newer),
      .cursor(try source.cursor(after: entry, .older)),
    ]
    for place in places {
      try source.fill(&page, with: PageRequest(place, limit: 10))
      #expect(page == Page())
    }
    #expect(try source.count() == 0)
    #expect(try source.countNewer(than: entry, upTo: 5) == 0)
  }

  @Test func pagesReuseTheirMemory() throws {
    let folder = try TemporaryFolder()
    let rows = spreadRows(3_000)
    try load(rows, into: folder.file("list"))
    let source = try SQLiteSource(path: folder.file("list"), secret: secret)
    // More room than any page needs: whoever allocates anew would get less.
    var roomy: [UInt8] = []
    roomy.reserveCapacity(100_000)
    var page = Page()
    page.rows.reserveCapacity(10_000)
    page.text.reserveCapacity(1_000_000)
    page.next = Cursor(bytes: roomy)
    page.next?.bytes.reserveCapacity(100_000)
    page.previous = Cursor(bytes: roomy)
    page.previous?.bytes.reserveCapacity(100_000)
    roomy = []
    for rank in stride(from: 700, to: 2_500, by: 100) {
      for place in [.offset(rank), .after(rows[rank].entry, .newer)] as [PageRequest.Place] {
        try source.fill(&page, with: PageRequest(place, limit: 100))
        #expect(page.rows.capacity >= 10_000)
        #expect(page.text.capacity >= 1_000_000)
        #expect(try #require(page.next).bytes.capacity >= 100_000)
        #expect(try #require(page.previous).bytes.capacity >= 100_000)
      }
    }
  }

  @Test func aCursorThatIsKeptStaysAsItWas() throws {
    let folder = try TemporaryFolder()
    try load(spreadRows(300), into: folder.file("list"))
    let source = try SQLiteSource(path: folder.file("list"), secret: secret)
    var page = Page()
    try source.fill(&page, with: PageRequest(.head, limit: 10))
    let kept = try #require(page.next)
    let bytes = Array(kept.bytes)
    try source.fill(&page, with: PageRequest(.offset(100), limit: 10))
    #expect(kept.bytes == bytes)
    #expect(page.next != kept)
  }
}
