import ListCore
import ListSource
import SQLiteSource
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The laws of cost over depth, in counts that repeat exactly.
@Suite struct DepthLawTests {
  static let rowCount = 50_000
  static let pageSize = 20
  static let depths = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000, rowCount - pageSize]

  /// How the keys of a list are spread.
  enum Ties: CaseIterable {
    /// Four rows to a key.
    case few
    /// A tie of 20,000 rows in the middle.
    case many
    /// One key for all.
    case all

    var rows: [ModelRow] {
      spreadRows(rowCount).map { row in
        var row = row
        let number = row.entry.key.rawValue * 4
        switch self {
        case .few: break
        case .many: if (15_000..<35_000).contains(number) { row.entry.key = 3_750 }
        case .all: row.entry.key = 1
        }
        return row
      }.sorted { $0.entry > $1.entry }
    }
  }

  /// The counters of a page at each depth, with a page cache that is warm.
  private func counters(
    _ form: QueryForm, _ rows: [ModelRow], path: String, direction: Direction = .older
  ) throws -> [(depth: Int, counters: SQLiteSource.Counters)] {
    let source = try SQLiteSource(path: path, secret: secret, options: .init(form: form))
    var page = Page()
    return try Self.depths.map { depth in
      let place: PageRequest.Place =
        switch direction {
        case .older: try source.place(depth: depth, after: rows[depth - 1].entry)
        case .newer: .after(rows[depth].entry, .newer)
        }
      let request = PageRequest(place, limit: Self.pageSize)
      try source.fill(&page, with: request)
      var counters = SQLiteSource.Counters()
      try source.fill(&page, with: request, counting: &counters)
      let start = direction == .older ? depth : depth - Self.pageSize
      #expect(page.rows.map(\.entry) == rows[start..<start + Self.pageSize].map(\.entry))
      return (depth, counters)
    }
  }

  /// The slope of the line through the logarithms.
  private func exponent(_ points: [(depth: Int, counters: SQLiteSource.Counters)]) -> Double {
    let x = points.map { log(Double($0.depth)) }
    let y = points.map { log(Double($0.counters.vmSteps)) }
    let meanX = x.reduce(0, +) / Double(x.count)
    let meanY = y.reduce(0, +) / Double(y.count)
    let product = zip(x, y).map { ($0 - meanX) * ($1 - meanY) }.reduce(0, +)
    return product / x.map { ($0 - meanX) * ($0 - meanX) }.reduce(0, +)
  }

  @Test(arguments: Ties.allCases)
  func offsetTakesThreeStepsForASkippedRowAndKeysetsNone(ties: Ties) throws {
    let folder = try TemporaryFolder()
    let rows = ties.rows
    try load(rows, into: folder.file("list"))
    for form in [QueryForm.keysetRowValues, .keysetTwoSeeks, .cursor] {
      for direction in Direction.allCases {
        let points = try counters(form, rows, path: folder.file("list"), direction: direction)
        expectFlat(points, "\(form), \(direction)")
      }
    }
    let points = try counters(.offset, rows, path: folder.file("list"))
    #expect((0.95...1.05).contains(exponent(points)))
    for (depth, counters) in points {
      #expect((3 * depth...3 * depth + 250).contains(counters.vmSteps))
      #expect((depth...depth + Self.pageSize).contains(counters.fullScanSteps))
      #expect(counters.sorts == 0)
    }
  }

  private func expectFlat(
    _ points: [(depth: Int, counters: SQLiteSource.Counters)], _ comment: Comment
  ) {
    #expect((-0.05...0.05).contains(exponent(points)), comment)
    for (_, counters) in points {
      #expect(counters.vmSteps <= 20 * Self.pageSize, comment)
      #expect(counters.fullScanSteps == 0, comment)
      #expect(counters.sorts == 0, comment)
      // Per row at most its leaf of the table by a way from the root, and the seeks.
      #expect((1...3 * Self.pageSize).contains(counters.pagesTouched), comment)
    }
  }

  @Test func countsRepeatExactly() throws {
    let folder = try TemporaryFolder()
    let rows = Ties.few.rows
    try load(rows, into: folder.file("one"))
    try load(rows, into: folder.file("two"))
    for form in QueryForm.allCases {
      let one = try counters(form, rows, path: folder.file("one"))
      let two = try counters(form, rows, path: folder.file("two"))
      #expect(one.map(\.counters) == two.map(\.counters))
    }
  }

  @Test func aSmallPageCacheMissesAtDepthByOffsetAlone() throws {
    let folder = try TemporaryFolder()
    let rows = Ties.few.rows
    try load(rows, into: folder.file("list"))
    var misses: [QueryForm: Int] = [:]
    for form in QueryForm.allCases {
      var options = SQLiteSource.Options(form: form)
      options.pageCacheBytes = 64 * 1024
      let source = try SQLiteSource(path: folder.file("list"), secret: secret, options: options)
      var page = Page()
      let request = PageRequest(
        try source.place(depth: 40_000, after: rows[39_999].entry), limit: Self.pageSize)
      try source.fill(&page, with: request)
      var counters = SQLiteSource.Counters()
      try source.fill(&page, with: request, counting: &counters)
      misses[form] = counters.pageCacheMisses
    }
    #expect(try #require(misses[.offset]) > 50)
    #expect(misses[.keysetRowValues] == 0)
    #expect(misses[.keysetTwoSeeks] == 0)
    #expect(misses[.cursor] == 0)
  }

  @Test func plansSeekInTheOrdersIndex() throws {
    let folder = try TemporaryFolder()
    try load(spreadRows(100), into: folder.file("list"))
    func plan(_ form: QueryForm, _ place: PageRequest.Place) throws -> [String] {
      try SQLiteSource(path: folder.file("list"), secret: secret, options: .init(form: form))
        .queryPlan(for: place)
    }
    let entry = ListEntry(key: 3, id: 4)
    let index = "item USING INDEX item_order"
    for form in QueryForm.allCases {
      #expect(try plan(form, .offset(10)) == ["SCAN \(index)"])
    }
    for (direction, sign) in [(Direction.older, "<"), (.newer, ">")] {
      #expect(
        try plan(.keysetRowValues, .after(entry, direction))
          == ["SEARCH \(index) ((sort_key,id)\(sign)(?,?))"])
      for form in [QueryForm.offset, .keysetTwoSeeks, .cursor] {
        #expect(
          try plan(form, .after(entry, direction)) == [
            "MERGE (UNION ALL)", "LEFT", "SEARCH \(index) (sort_key=? AND id\(sign)?)",
            "RIGHT", "SEARCH \(index) (sort_key\(sign)?)",
          ])
      }
    }
  }
}
