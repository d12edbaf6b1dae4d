import ListCore
import ListSource
import SQLiteSource
import TestSupport
import Testing

/// The right designs that answer not all of the contract, against a sorted array; and what holds of all.
@Suite struct DesignTests {
  /// Pages without text, by ids that may be gone, of a list whose keys are NULL.
  static let narrow = SQLiteDesign.right.filter { design in
    design.form == .coveringOffset || design.form == .keysetByID || design.shape == .nullableKey
  }

  /// 4,000 rows: a tie of 2,500, keys and ids at both ends, all kinds of text.
  private func rows(_ random: inout SeededRandom) -> [ModelRow] {
    .hostile(4_000, largestID: UInt64(Int64.max), &random)
  }

  private func randomPlace(
    _ design: SQLiteDesign, _ model: ListModel, _ random: inout SeededRandom
  ) -> PageRequest.Place {
    if design.form.isByRank {
      return random.next(below: 10) == 0
        ? .offset([0, model.rows.count - 1, model.rows.count, .max][random.next(below: 4)])
        : .offset(random.next(below: model.rows.count + 20))
    }
    switch random.next(below: 6) {
    case 0 where !model.deleted.isEmpty && random.next(below: 2) == 0:
      return .after(random.pick(model.deleted), design.direction)
    case 0:
      // An entry that need not exist.
      return .after(
        ListEntry(key: .random(&random), id: ItemID(UInt64(random.next(below: 4_000)))),
        design.direction)
    case 1:
      let ends: [ListEntry] = [
        ListEntry(key: SortKey(.min), id: 0),
        ListEntry(key: SortKey(.max), id: ItemID(UInt64(Int64.max))),
      ]
      return .after(ends[random.next(below: 2)], design.direction)
    default:
      return .after(model.rows[random.next(below: model.rows.count)].entry, design.direction)
    }
  }

  private func check(
    _ source: SQLiteSource, _ design: SQLiteDesign, _ model: ListModel,
    _ place: PageRequest.Place, limit: Int, _ page: inout Page
  ) throws {
    var expected = place
    var request = place
    if case .after(let entry, let direction) = place {
      request = try source.place(beside: entry, direction)
      if design.form == .keysetByID {
        // All that counts is where the row stands now.
        guard let now = model.entry(of: entry.id) else {
          let error = try sourceError {
            try source.fill(&page, with: PageRequest(request, limit: limit))
          }
          #expect(error.code == .rowGone)
          #expect(page == Page())
          return
        }
        expected = .after(now, direction)
      }
    }
    try source.fill(&page, with: PageRequest(request, limit: limit))
    let rows = model.page(expected, limit: limit)
    let isEqual =
      design.form.hasText
      ? page.modelRows.elementsEqual(rows)
      : page.rows.elementsEqual(rows) { $0.entry == $1.entry && $0.version == 0 }
    #expect(isEqual, "\(design.implementation): \(place), limit \(limit)")
  }

  @Test(arguments: narrow)
  func pagesEqualTheModelUnderChurn(design: SQLiteDesign) throws {
    var random = SeededRandom(state: SeededRandom.seed(42))
    let folder = try TemporaryFolder()
    let start = rows(&random)
    var model = ListModel(start)
    try load(start, into: folder.file("list"), layout: design.layout)
    let source = try SQLiteSource(withoutSync: folder.file("list"), form: design.form)
    #expect(source.layout == design.layout)
    var page = Page()
    for number in 0..<randomPageCount {
      if number % 10 == 0, !design.layout.isFrozen {
        try source.apply(model.churn(1 + random.next(below: 20), &random))
        #expect(try source.count() == model.rows.count)
      }
      let limit = [1, 2, 20, 50, 200, random.next(below: 10) == 0 ? 10_000 : 500][
        random.next(below: 6)]
      let place = randomPlace(design, model, &random)
      try check(source, design, model, place, limit: limit, &page)
    }
    let state = try source.total(.exact)
    var cost = SQLiteSource.Counters()
    #expect(try source.total(by: .scan, counting: &cost) == state, "the count that is kept")
  }

  @Test(arguments: SQLiteDesign.right, [7, 1_000])
  func scrollingMeetsEveryRowOnce(design: SQLiteDesign, limit: Int) throws {
    var random = SeededRandom(state: 5)
    let folder = try TemporaryFolder()
    let model = ListModel(rows(&random))
    try load(model.rows, into: folder.file("list"), layout: design.layout)
    let source = try SQLiteSource(
      path: folder.file("list"), secret: secret, options: .init(form: design.form))
    let outcome = try source.scroll(
      limit: limit, design.direction, expecting: Set(model.rows.map(\.entry.id)))
    #expect(outcome.rows == model.rows.count)
    #expect(outcome.pages == model.rows.count / limit + 1)
    #expect(outcome.lost == 0 && outcome.repeated == 0 && !outcome.isEndless)
  }

  @Test func namesAreOnesOwn() {
    let names = (SQLiteDesign.right + SQLiteDesign.wrong).map(\.implementation)
    #expect(Set(names).count == names.count)
    #expect(
      SQLiteDesign(.keysetRowValues, .rowidAlias).implementation
        == "SQLite, keyset, row values, rowid alias, trap")
    #expect(
      SQLiteDesign(.keysetTwoSeeks, .clustered, .newer).implementation
        == "SQLite, keyset, two seeks, clustered, backward")
    #expect(QueryForm.keysetOr.implementation == "SQLite, keyset, OR, trap")
    #expect(QueryForm.deferredJoin.implementation == "SQLite, deferred join")
    #expect(QueryForm.positionColumn.implementation == "SQLite, position column")
    #expect(QueryForm.milestones.implementation == "SQLite, milestones")
    #expect(QueryForm.bucketCounts.implementation == "SQLite, bucket counts")
    #expect(QueryForm.keyAlone.implementation == "SQLite, keyset, key alone, wrong")
    #expect(
      SQLiteDesign(.keysetRowValues, .nullableKey).implementation
        == "SQLite, keyset, row values, NULL keys, wrong")
    #expect(SQLiteDesign.right.allSatisfy { $0.outcome != .wrong })
    #expect(SQLiteDesign.wrong.allSatisfy { $0.outcome == .wrong })
  }

  @Test func aFileWithoutTheAidIsRefused() throws {
    let folder = try TemporaryFolder()
    try load(spreadRows(10), into: folder.file("list"))
    for form in [QueryForm.positionColumn, .milestones, .bucketCounts] {
      let error = try sourceError {
        _ = try SQLiteSource(
          path: folder.file("list"), secret: secret, options: .init(form: form))
      }
      #expect(error.code == .layoutMismatch)
    }
  }

  @Test(arguments: [
    SQLiteLayout(rankAid: .positions), SQLiteLayout(rankAid: .milestones),
    SQLiteLayout(shape: .nullableKey),
  ])
  func aFrozenListTakesNoChanges(layout: SQLiteLayout) throws {
    let folder = try TemporaryFolder()
    let rows = spreadRows(10)
    try load(rows, into: folder.file("list"), layout: layout)
    let source = try SQLiteSource(withoutSync: folder.file("list"))
    var model = ListModel(rows)
    var random = SeededRandom(state: 1)
    let batch = model.churn(1, &random)
    #expect(try sourceError { try source.apply(batch) }.code == .readOnly)
    #expect(try source.sequence() == 0)
  }

  @Test(arguments: TableShape.allCases)
  func aCopyHoldsTheSameList(shape: TableShape) throws {
    var random = SeededRandom(state: 9)
    let folder = try TemporaryFolder()
    var model = ListModel(rows(&random))
    try load(model.rows, into: folder.file("list"))
    let source = try SQLiteSource(withoutSync: folder.file("list"))
    try source.apply(model.churn(30, &random))
    try source.copy(to: folder.file("copy"), layout: SQLiteLayout(shape: shape))
    let copy = try SQLiteSource(path: folder.file("copy"), secret: secret)
    #expect(copy.identity == source.identity && copy.layout.shape == shape)
    #expect(try copy.sequence() == 30)
    var page = Page()
    try copy.fill(&page, with: PageRequest(.head, limit: 10_000))
    #expect(page.modelRows == model.rows)
    #expect(
      try sourceError {
        try source.copy(to: folder.file("copy"), layout: SQLiteLayout())
      }.code == .alreadyExists)
  }

  @Test func aRankAidInAnotherShapeTraps() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("list")
    await #expect(processExitsWith: .failure) { [path = path as String] in
      _ = try SQLiteLoader(
        path: path, identity: identity,
        layout: SQLiteLayout(shape: .clustered, rankAid: .milestones))
    }
    await #expect(processExitsWith: .failure) { [path = path as String] in
      _ = try SQLiteLoader(path: path, identity: identity, layout: SQLiteLayout(changeLimit: -1))
    }
  }
}
