import ListCore
import ListSource
import SQLiteSource
import TestSupport
import Testing

/// Every page of every form against a sorted array.
@Suite struct ModelTests {
  /// 8,000 rows: a tie of 5,000, keys at both ends, ids at both ends, all kinds of text.
  private func rows(_ random: inout SeededRandom) -> [ModelRow] {
    var rows: [ModelRow] = []
    for number in 1..<8_000 as Range<UInt64> {
      let key: SortKey = number <= 5_000 ? 100 : .random(&random)
      rows.append(
        ModelRow(entry: ListEntry(key: key, id: ItemID(number)), text: .random(&random)))
    }
    for (key, id) in [(Int64.min, 0), (.max, UInt64(Int64.max)), (100, UInt64(Int64.max) - 1)] {
      rows.append(
        ModelRow(entry: ListEntry(key: SortKey(key), id: ItemID(id)), text: .random(&random)))
    }
    return rows
  }

  private func randomPlace(
    _ model: ListModel, _ random: inout SeededRandom
  ) -> PageRequest.Place {
    let direction: Direction = random.next(below: 2) == 0 ? .older : .newer
    switch random.next(below: 8) {
    case 0: return .head
    case 1, 2: return .offset(random.next(below: model.rows.count + 20))
    case 3:
      // An entry that need not exist.
      return .after(
        ListEntry(key: .random(&random), id: ItemID(UInt64(random.next(below: 9_000)))), direction)
    case 4:
      let ends: [ListEntry] = [
        ListEntry(key: SortKey(.min), id: 0),
        ListEntry(key: SortKey(.max), id: ItemID(UInt64(Int64.max))),
      ]
      return .after(ends[random.next(below: 2)], direction)
    default:
      return .after(model.rows[random.next(below: model.rows.count)].entry, direction)
    }
  }

  @Test(arguments: QueryForm.allCases)
  func pagesEqualTheModelUnderChurn(form: QueryForm) throws {
    var random = SeededRandom(state: SeededRandom.seed(42))
    let folder = try TemporaryFolder()
    let start = rows(&random)
    var model = ListModel(start)
    try load(start, into: folder.file("list"))
    let source = try SQLiteSource(withoutSync: folder.file("list"), form: form)
    var page = Page()
    for _ in 0..<60 {
      try source.apply(model.churn(1 + random.next(below: 20), &random))
      #expect(try source.count() == model.rows.count)
      #expect(try source.sequence() == model.sequence)
      for _ in 0..<10 {
        let place = randomPlace(model, &random)
        let limit = [1, 2, 20, 50, 200, random.next(below: 10) == 0 ? 10_000 : 500][
          random.next(below: 6)]
        let expected = model.page(place, limit: limit)
        try source.fill(&page, with: PageRequest(place, limit: limit))
        #expect(page.modelRows.elementsEqual(expected), "\(place), limit \(limit)")
        guard case .after(let entry, let direction) = place else { continue }
        let cursor = try source.cursor(after: entry, direction)
        try source.fill(&page, with: PageRequest(.cursor(cursor), limit: limit))
        #expect(page.modelRows.elementsEqual(expected), "cursor of \(place), limit \(limit)")
        let newer = try source.countNewer(than: entry, upTo: 300)
        #expect(newer == min(300, model.rank(of: entry)))
      }
    }
  }

  @Test(arguments: QueryForm.allCases, [1, 7, 1_000, 10_000])
  func walkingByCursorsMeetsEveryRowOnce(form: QueryForm, limit: Int) throws {
    var random = SeededRandom(state: 5)
    let folder = try TemporaryFolder()
    let model = ListModel(Array(rows(&random).suffix(3_000)))
    try load(model.rows, into: folder.file("list"))
    let source = try SQLiteSource(
      path: folder.file("list"), secret: secret, options: .init(form: form))
    var page = Page()
    try source.fill(&page, with: PageRequest(.head, limit: limit))
    #expect(page.previous == nil)
    var down = page.modelRows
    while let next = page.next, down.count <= model.rows.count {
      try source.fill(&page, with: PageRequest(.cursor(next), limit: limit))
      down += page.modelRows
    }
    #expect(down == model.rows)

    // From just below the last row up again.
    let last = try #require(model.rows.last)
    var up = [last]
    try source.fill(&page, with: PageRequest(.after(last.entry, .newer), limit: limit))
    #expect(page.next != nil)
    up += page.modelRows.reversed()
    while let previous = page.previous, up.count <= model.rows.count {
      try source.fill(&page, with: PageRequest(.cursor(previous), limit: limit))
      up += page.modelRows.reversed()
    }
    #expect(up.reversed() == model.rows)
  }

  @Test(arguments: QueryForm.allCases)
  func aWalkUnderChurnMeetsEveryRowThatStays(form: QueryForm) throws {
    var random = SeededRandom(state: SeededRandom.seed(77))
    let folder = try TemporaryFolder()
    let start = rows(&random)
    var model = ListModel(start)
    try load(start, into: folder.file("list"))
    let source = try SQLiteSource(withoutSync: folder.file("list"), form: form)
    var untouched = Dictionary(uniqueKeysWithValues: start.map { ($0.entry.id, $0.entry) })
    var met: [ListEntry] = []
    var page = Page()
    try source.fill(&page, with: PageRequest(.head, limit: 50))
    met += page.rows.map(\.entry)
    while let next = page.next, met.count < 2 * start.count {
      // Takes the cursor's own row away now and then: the page after it must not care.
      let batch = model.churn(5, &random)
      try source.apply(batch)
      for element in batch.elements { untouched[element.change.id] = nil }
      try source.fill(&page, with: PageRequest(.cursor(next), limit: 50))
      met += page.rows.map(\.entry)
    }
    #expect(zip(met, met.dropFirst()).allSatisfy { $0 > $1 }, "a repeat or a step back")
    #expect(Set(untouched.values).isSubset(of: met))
    #expect(untouched.count > 6_000)
  }

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
