import ListCore
import ListSource
import Testing
import TestSupport

@testable import PostgresSource

/// Cursors that the server keeps: a list that stands still, at a price.
@Suite(.needsPostgres) struct ScrollTests {
  static let rows: [ModelRow] = .spread(20_000)

  @Test(arguments: PostgresScroll.Kind.allCases)
  func pagesAreOfTheListAsItWas(kind: PostgresScroll.Kind) throws {
    let address = try TestServer.database("scroll_\(kind)".lowercased())
    try load(Self.rows, into: address, list: "list")
    let source = try PostgresSource(address, "list", isWritable: true)
    let scroll = try PostgresScroll(kind, of: source)
    var model = ListModel(Self.rows)
    var random = SeededRandom(state: 1)
    try NULTolerant(source: source).apply(model.churn(300, &random))
    var page = Page()
    for offset in [0, 10_000, 40, 19_990, 20_000, .max, 7] {
      try scroll.fill(&page, at: offset, limit: 20)
      #expect(page.modelRows.elementsEqual(Self.rows.dropFirst(offset).prefix(20)), "\(offset)")
    }
    try scroll.fillNext(&page, limit: 50)
    #expect(page.modelRows.elementsEqual(Self.rows[27..<77]))
    for (offset, limit) in [(0, 0), (0, 1_000_000_000), (-1, 5)] {
      _ = try sourceError { try scroll.fill(&page, at: offset, limit: limit) }
      #expect(page == Page())
    }
    try session(address).execute(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )
    let error = try sourceError { try scroll.fillNext(&page, limit: 5) }
    #expect(error.code == .connectionLost)
  }

  @Test func aJumpOfAScrollCursorWalksAndAHeldOneIsCopiedFirst() throws {
    let address = try TestServer.database("scroll_cost")
    try load(Self.rows, into: address, list: "list")
    let source = try PostgresSource(address, "list")
    let scroll = try PostgresScroll(.scroll, of: source)
    var page = Page()
    try scroll.fill(&page, at: 0, limit: 20)
    let near = try #require(try scroll.blocksTouched())
    try scroll.fill(&page, at: 19_000, limit: 20)
    let far = try #require(try scroll.blocksTouched())
    try scroll.fillNext(&page, limit: 20)
    #expect(far - near > 100)
    #expect(try #require(try scroll.blocksTouched()) - far < 50)
    let before = try scroll.temporaryBytes()
    let held = try PostgresScroll(.withHold, of: source)
    try held.fill(&page, at: 19_000, limit: 20)
    #expect(page.rows.map(\.entry) == Self.rows[19_000..<19_020].map(\.entry))
    #expect(try held.blocksTouched() == nil)
    // Copies of up to work_mem stay in memory.
    #expect(try held.temporaryBytes() >= before)
  }
}
