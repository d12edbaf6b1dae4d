import ListCore
import ListSource
import Testing
import TestSupport

@testable import PostgresSource

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The laws of cost over depth, in blocks and rows that repeat exactly.
@Suite(.needsPostgres) struct DepthLawTests {
  static let rowCount = 50_000
  static let pageSize = 20
  static let depths = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000]
  static let rows: [ModelRow] = .spread(rowCount)

  /// The list of all these tests, loaded once.
  private static let address = Result {
    let address = try TestServer.database("laws")
    // As rows come in a life of inserts: a page's rows lie anywhere in the table.
    var random = SeededRandom(state: 9)
    var shuffled = rows
    for index in shuffled.indices.dropFirst() {
      shuffled.swapAt(index, random.next(below: index + 1))
    }
    try load(shuffled, into: address, list: "laws")
    return address
  }

  private func source(_ form: PostgresForm) throws -> PostgresSource {
    try PostgresSource(try Self.address.get(), "laws", form: form)
  }

  private func counters(
    _ form: PostgresForm, depth: Int, direction: Direction = .older
  ) throws -> PostgresCounters {
    let source = try source(form)
    let place: PageRequest.Place =
      direction == .older
      ? try source.place(depth: depth, after: depth == 0 ? nil : Self.rows[depth - 1].entry)
      : .after(Self.rows[depth].entry, .newer)
    let request = PageRequest(place, limit: Self.pageSize)
    var page = Page()
    try source.fill(&page, with: request)
    let start = direction == .older ? depth : depth - Self.pageSize
    #expect(page.rows.map(\.entry) == Self.rows[start..<start + Self.pageSize].map(\.entry))
    return try source.counters(of: .page(request))
  }

  /// The slope of the line through the logarithms.
  private func exponent(_ points: [(depth: Int, count: Int)]) -> Double {
    let x = points.map { log(Double($0.depth)) }
    let y = points.map { log(Double($0.count)) }
    let meanX = x.reduce(0, +) / Double(x.count)
    let meanY = y.reduce(0, +) / Double(y.count)
    let product = zip(x, y).map { ($0 - meanX) * ($1 - meanY) }.reduce(0, +)
    return product / x.map { ($0 - meanX) * ($0 - meanX) }.reduce(0, +)
  }

  @Test(arguments: [PostgresForm.keysetRowValues, .keysetTwoSeeks, .cursor], Direction.allCases)
  func keysetTouchesAFewBlocksAtEveryDepth(form: PostgresForm, direction: Direction) throws {
    var points: [(depth: Int, count: Int)] = []
    for depth in Self.depths {
      let counters = try counters(form, depth: depth, direction: direction)
      #expect((20...30).contains(counters.blocksTouched), "\(form) at \(depth): \(counters)")
      #expect(counters.rowsRemoved == 0)
      #expect(counters.rowsScanned <= Self.pageSize + 1)
      // The few rows of a tie, and those of the page, may be sorted.
      #expect(counters.sorts <= (form == .keysetTwoSeeks ? 2 : 0))
      #expect(counters.spilledSorts == 0)
      points.append((depth, counters.blocksTouched))
    }
    #expect((-0.05...0.05).contains(exponent(points)), "\(points)")
  }

  @Test func offsetReadsEveryRowThatLiesBefore() throws {
    var points: [(depth: Int, count: Int)] = []
    for depth in Self.depths {
      let counters = try counters(.offset, depth: depth)
      #expect(counters.rowsScanned == depth + Self.pageSize)
      points.append((depth, counters.rowsScanned))
      let covering = try self.counters(.coveringOffset, depth: depth)
      #expect(covering.rowsScanned == depth + Self.pageSize)
      #expect(covering.heapFetches == 0)
      #expect(covering.blocksTouched < counters.blocksTouched)
    }
    #expect((0.95...1.05).contains(exponent(points)))
    let near = try counters(.offset, depth: 1_000).blocksTouched
    let far = try counters(.offset, depth: 30_000).blocksTouched
    #expect(far > 10 * near)
  }

  @Test func theORFormFiltersEveryRowThatLiesBefore() throws {
    for depth in Self.depths.prefix(4) {
      let counters = try counters(.keysetOr, depth: depth)
      #expect(counters.rowsRemoved == depth)
      let offset = try self.counters(.offset, depth: depth)
      #expect(abs(counters.blocksTouched - offset.blocksTouched) <= offset.blocksTouched / 10)
    }
  }

  @Test func theANDFormFiltersTheRestOfATieAlone() throws {
    for depth in Self.depths.prefix(4) {
      #expect(try counters(.keysetAnd, depth: depth).rowsRemoved <= 4)
    }
  }

  @Test func countersRepeatExactly() throws {
    for form in PostgresForm.allCases where form.isRight {
      let one = try counters(form, depth: 2_000)
      let two = try counters(form, depth: 2_000)
      #expect(one.blocksTouched == two.blocksTouched)
      #expect(one.planShape == two.planShape)
      #expect(one.rowsScanned == two.rowsScanned)
    }
  }

  @Test func plansNameTheOrdersIndex() throws {
    let entry = Self.rows[500].entry
    let request = PostgresQuestion.page(PageRequest(.after(entry, .older), limit: 20))
    #expect(
      try source(.keysetRowValues).queryPlan(of: request) == [
        "Limit", "  ->  Index Scan using item_order on item",
        "        Index Cond: (ROW(sort_key, id) < ROW('\(entry.key)'::bigint, '\(entry.id)'::bigint))",
      ])
    let plan = try source(.keysetOr).queryPlan(of: request)
    #expect(plan.contains { $0.contains("Filter:") })
    #expect(plan.allSatisfy { !$0.contains("Index Cond") })
    let scan = try source(.cursor).counters(of: .countByScan)
    #expect(scan.rowsScanned == Self.rowCount)
  }

  @Test func totalsCostWhatTheyAskFor() throws {
    let source = try source(.cursor)
    #expect(try source.countByScan() == Self.rowCount)
    #expect(try source.total(.exact) == Total(Self.rowCount))
    #expect(try source.total(.estimated) == Total(Self.rowCount, isEstimate: true))
    #expect(try source.total(.capped(1_000)) == Total(1_000, hasMore: true))
    let capped = try source.counters(of: .total(.capped(1_000)))
    #expect(capped.rowsScanned == 1_001)
    #expect(try source.counters(of: .total(.exact)).blocksTouched <= 3)
    #expect(try source.counters(of: .total(.estimated)).blocksTouched <= 10)
    let newer = try source.counters(of: .newer(Self.rows[40_000].entry, upTo: 100))
    #expect(newer.rowsScanned == 100)
    let window = WindowRequest(round: Self.rows[20_000].entry, newer: 10, older: 9)
    #expect(try source.counters(of: .window(window)).blocksTouched <= 30)
  }

  @Test func theTableIsAllVisibleAfterALoadAndAfterChangesThatSettled() throws {
    let address = try TestServer.database("settling")
    try load(.spread(2_000), into: address, list: "list")
    let visible = "SELECT relallvisible = relpages FROM pg_class WHERE relname ~ '^item_[0-9]+$'"
    #expect(try session(address).execute(visible).text(0, 0) == "t")
    let source = try PostgresSource(address, "list", isWritable: true)
    var model = ListModel(.spread(2_000))
    var random = SeededRandom(state: 3)
    try NULTolerant(source: source).apply(model.churn(200, &random))
    let ids = try PostgresSource(address, "list", form: .coveringOffset)
    let question = PostgresQuestion.page(PageRequest(.offset(500), limit: 100))
    #expect(try ids.counters(of: question).heapFetches > 0)
    #expect(try source.settle())
    #expect(try ids.counters(of: question).heapFetches == 0)
    let reader = try PostgresSource(address, "list")
    #expect(try sourceError { _ = try reader.settle() }.code == .readOnly)
  }

  @Test func aSortWithoutAnIndexSpills() throws {
    // Read by the same reader as every plan.
    let connection = try session(try Self.address.get())
    try connection.execute("SET work_mem = '64kB'")
    let row = try connection.execute(
      """
      EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON, TIMING OFF)
      SELECT * FROM generate_series(1, 50000) AS number ORDER BY number % 1000
      """)
    let text = row.withBytes(0, 0) { bytes in bytes.indices.map { bytes[$0] } }
    let counters = try #require(try PlanReader(text)).counters
    #expect(counters.sorts == 1)
    #expect(counters.spilledSorts == 1)
    #expect(counters.temporaryBlocks > 50)
  }
}
