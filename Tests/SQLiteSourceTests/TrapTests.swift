import ListCore
import ListSource
import SQLiteSource
import TestSupport
import Testing

/// What each design costs, in counts that repeat exactly, on a list with a tie of 20,000 rows.
@Suite struct TrapTests {
  static let tie = 20_000..<40_000
  static let pageSize = 20

  static let rows: [ModelRow] = {
    let rows = spreadRows(60_000)
    let texts = Dictionary(uniqueKeysWithValues: rows.map { ($0.entry.id, $0.text) })
    return Tie.tied(tie, in: rows.map(\.entry)).map { entry in
      ModelRow(entry: entry, text: texts[entry.id] ?? [])
    }
  }()

  /// VM steps of SQLite 3.40.1 for every row that a page by rank skips.
  private func stepsPerSkippedRow(_ form: QueryForm, _ shape: TableShape) -> Int {
    switch (form, shape) {
    case (.deferredJoin, _), (.coveringOffset, _), (_, .clustered): 2
    case (_, .withoutRowID): 4
    default: 3
    }
  }

  /// VM steps of SQLite 3.40.1 for every row of the tie that lies between its begin and the page; 0 in forms
  /// that do not walk it.
  private func stepsPerTieRow(_ design: SQLiteDesign) -> Int {
    switch (design.form, design.shape) {
    case (.keysetRowValues, .rowidAlias): 10
    case (.keysetByID, .rowidAlias): 13
    case (.keysetOr, .withoutRowID): 9
    case (.keysetOr, .clustered): 7
    case (.keysetOr, _): 8
    case (.keysetAnd, .withoutRowID): 7
    case (.keysetAnd, .clustered): 5
    case (.keysetAnd, _): 6
    default: 0
    }
  }

  /// Steps per row may differ between versions of SQLite; which form walks does not.
  private func expect(
    _ found: Int, perRow steps: Int, rows: Int, _ comment: Comment
  ) {
    if SQLiteSource.libraryVersion == "3.40.1" || steps == 0 {
      #expect(found == steps * rows, comment)
    } else {
      #expect(found >= 2 * rows, comment)
    }
  }

  /// The counters of a page from a rank down, with a page cache that is warm.
  private func counters(
    _ source: SQLiteSource, _ direction: Direction, depth: Int
  ) throws -> SQLiteSource.Counters {
    let rows = Self.rows
    let place =
      direction == .older
      ? try source.place(depth: depth, after: rows[depth - 1].entry)
      : try source.place(beside: rows[depth + Self.pageSize].entry, .newer)
    let request = PageRequest(place, limit: Self.pageSize)
    var page = Page()
    try source.fill(&page, with: request)
    var counters = SQLiteSource.Counters()
    try source.fill(&page, with: request, counting: &counters)
    #expect(
      page.rows.map(\.entry) == rows[depth..<depth + Self.pageSize].map(\.entry), "\(depth)")
    return counters
  }

  private func open(_ path: String, _ form: QueryForm) throws -> SQLiteSource {
    var options = SQLiteSource.Options(form: form)
    options.pageCacheBytes = 64 << 20
    return try SQLiteSource(path: path, secret: secret, options: options)
  }

  @Test(arguments: SQLiteDesign.shapes)
  func everyFormKeepsItsLaw(shape: TableShape) throws {
    let folder = try TemporaryFolder()
    try load(Self.rows, into: folder.file("list"), layout: SQLiteLayout(shape: shape))
    for design in SQLiteDesign.right where design.shape == shape && design.form.rankAid == .none {
      let source = try open(folder.file("list"), design.form)
      let found = try [1_000, 10_000, 22_000, 30_000, 39_000, 50_000].map { depth in
        (depth, try counters(source, design.direction, depth: depth))
      }
      if design.form.isByRank {
        checkWalk(found, design)
      } else {
        checkSeek(found, design)
      }
    }
  }

  /// By rank every row before the page is walked, in and out of the tie.
  private func checkWalk(
    _ found: [(depth: Int, counters: SQLiteSource.Counters)], _ design: SQLiteDesign
  ) {
    for (one, two) in zip(found, found.dropFirst()) {
      let steps = two.counters.vmSteps - one.counters.vmSteps
      expect(
        steps, perRow: stepsPerSkippedRow(design.form, design.shape), rows: two.depth - one.depth,
        "\(design.implementation) from \(one.depth) to \(two.depth)")
    }
    // The rows of a deferred page are walked once more.
    let extra =
      Self.pageSize * (design.form == .deferredJoin ? 2 : 1)
      - (design.form == .deferredJoin ? 2 : 1)
    for (depth, counters) in found {
      #expect(counters.fullScanSteps == depth + extra, "\(design.implementation)")
      #expect(counters.sorts == (design.form == .deferredJoin ? 1 : 0), "\(design.implementation)")
    }
  }

  /// By the last row nothing is walked but, in the traps, the part of the tie that lies before.
  private func checkSeek(
    _ found: [(depth: Int, counters: SQLiteSource.Counters)], _ design: SQLiteDesign
  ) {
    let perRow = stepsPerTieRow(design)
    #expect((perRow > 0) == (design.outcome == .trap), "\(design.implementation)")
    let (inside, outside) = (
      found.filter { Self.tie.contains($0.depth) }, found.filter { !Self.tie.contains($0.depth) }
    )
    for (one, two) in zip(inside, inside.dropFirst()) {
      let steps = two.counters.vmSteps - one.counters.vmSteps
      expect(
        design.direction == .older ? steps : -steps, perRow: perRow, rows: two.depth - one.depth,
        "\(design.implementation) from \(one.depth) to \(two.depth)")
    }
    for (depth, counters) in outside {
      #expect(counters.vmSteps == outside[0].counters.vmSteps, "\(design.implementation)")
      #expect(counters.vmSteps <= 20 * Self.pageSize, "\(design.implementation) at \(depth)")
      #expect(counters.pagesTouched <= 3 * Self.pageSize, "\(design.implementation) at \(depth)")
    }
    for (depth, counters) in found {
      #expect(counters.fullScanSteps == 0 && counters.sorts == 0, "\(design.implementation)")
      guard perRow == 0 else { continue }
      #expect(counters.vmSteps <= 22 * Self.pageSize, "\(design.implementation) at \(depth)")
    }
  }

  @Test func withoutRowIDADeepOffsetLooksUpEveryRowItSkips() throws {
    let folder = try TemporaryFolder()
    var pages: [TableShape: Int] = [:]
    for shape in [TableShape.uniqueIndex, .withoutRowID, .clustered] {
      try load(
        Self.rows, into: folder.file("list"), layout: SQLiteLayout(shape: shape), replacing: true)
      let source = try open(folder.file("list"), .offset)
      pages[shape] = try counters(source, .older, depth: 50_000).pagesTouched
    }
    let (rowID, without, clustered) = (
      try #require(pages[.uniqueIndex]), try #require(pages[.withoutRowID]),
      try #require(pages[.clustered])
    )
    #expect(rowID < 50_000 / 200, "leaves of the index")
    #expect(without > 50_000 * 19 / 10, "two pages of the table for every row skipped")
    #expect(clustered > 2 * rowID && clustered < 50_000 / 40, "leaves of the table")
  }

  @Test func rankAidsFindARankWithoutAWalk() throws {
    let folder = try TemporaryFolder()
    func most(_ form: QueryForm) throws -> SQLiteSource.Counters {
      try load(
        Self.rows, into: folder.file("list"), layout: SQLiteDesign(form).layout, replacing: true)
      let source = try open(folder.file("list"), form)
      let found = try [1, 999, 1_000, 22_222, 39_999, 59_980].map { depth in
        try counters(source, .older, depth: depth)
      }
      for counters in found { #expect(counters.sorts == 0) }
      return try #require(found.max { $0.vmSteps < $1.vmSteps })
    }
    let position = try most(.positionColumn)
    #expect(position.vmSteps <= 10 * Self.pageSize && position.fullScanSteps == 0)
    let milestones = try most(.milestones)
    #expect(milestones.vmSteps <= 10 * 1_000 + 20 * Self.pageSize && milestones.fullScanSteps == 0)
    // 245 rows in a bucket, 245 buckets.
    let buckets = try most(.bucketCounts)
    #expect(buckets.vmSteps <= 2 * 10 * 245 + 20 * Self.pageSize && buckets.fullScanSteps <= 245)
  }

  @Test func withoutAnIndexEveryPageSortsTheList() throws {
    let folder = try TemporaryFolder()
    let design = SQLiteDesign(.offset, .unordered)
    try load(Self.rows, into: folder.file("list"), layout: design.layout)
    let found = try counters(open(folder.file("list"), .offset), .older, depth: 1_000)
    #expect(found.sorts == 1)
    #expect(found.fullScanSteps == 59_999)
    #expect(found.vmSteps > 7 * 60_000)
  }

  @Test func plansAndStatementsTellTheTrapsApart() throws {
    let folder = try TemporaryFolder()
    let entry = ListEntry(key: 3, id: 4)
    func plan(_ design: SQLiteDesign, _ place: PageRequest.Place) throws -> [String] {
      try load(spreadRows(100), into: folder.file("list"), layout: design.layout, replacing: true)
      let source = try open(folder.file("list"), design.form)
      #expect(try source.sql(for: place).allSatisfy { $0.hasPrefix("SELECT ") })
      return try source.queryPlan(for: place)
    }
    let index = "item USING INDEX item_order"
    let after = PageRequest.Place.after(entry, .older)
    #expect(
      try plan(SQLiteDesign(.keysetRowValues), after)
        == ["SEARCH \(index) ((sort_key,id)<(?,?))"])
    for design in [
      SQLiteDesign(.keysetRowValues, .rowidAlias), SQLiteDesign(.keysetOr),
      SQLiteDesign(.keysetAnd),
    ] {
      #expect(try plan(design, after) == ["SEARCH \(index) (sort_key<?)"])
    }
    #expect(
      try plan(SQLiteDesign(.keysetRowValues, .clustered), after)
        == ["SEARCH item USING PRIMARY KEY ((sort_key,id)<(?,?))"])
    #expect(
      try plan(SQLiteDesign(.offset, .unordered), .offset(5))
        == ["SCAN item", "USE TEMP B-TREE FOR ORDER BY"])
    #expect(
      try plan(SQLiteDesign(.coveringOffset), .offset(5))
        == ["SCAN item USING COVERING INDEX item_order"])
    #expect(
      try plan(SQLiteDesign(.positionColumn), .offset(5))
        == ["SEARCH item USING INDEX item_position (position>?)"])
    #expect(
      try plan(SQLiteDesign(.milestones), .offset(5)) == [
        "SEARCH milestone USING INTEGER PRIMARY KEY (rowid=?)",
        "SEARCH \(index) ((sort_key,id)<(?,?))",
      ])
    #expect(
      try plan(SQLiteDesign(.bucketCounts), .offset(5)) == [
        "SCAN bucket", "SEARCH \(index) ((sort_key,id)<(?,?))",
      ])
  }
}
