import ListCore
import ListSource
import Testing
import TestSupport

@testable import PostgresSource

/// Designs that lose rows lose exactly those that they must.
@Suite(.needsPostgres) struct WrongFormTests {
  static let limit = 20
  /// 1,000 rows over 50 keys of microseconds: 20 keys to a millisecond; ids in another order than keys.
  static let rows: [ModelRow] = (0..<1_000).map { number in
    let entry = ListEntry(
      key: SortKey(1_700_000_000_000_000 + Int64(number / 20) * 50),
      id: ItemID(UInt64(number * 7_919 % 1_000) + 1))
    return ModelRow(entry: entry, text: [65])
  }.sorted { $0.entry > $1.entry }

  private static let address = Result {
    let address = try TestServer.database("wrong")
    try load(rows, into: address, list: "list")
    return address
  }

  private func scroll(_ form: PostgresWrongForm, limit: Int = Self.limit) throws -> [ItemID] {
    try PostgresSource(try Self.address.get(), "list", isWritable: true)
      .scrollAll(form, limit: limit)
  }

  /// What a scroll by these rules gives of the model.
  private func predicted(
    limit: Int = Self.limit, _ comesAfter: (ListEntry, ListEntry) -> Bool
  ) -> [ItemID] {
    var ids: [ItemID] = []
    var page = Array(Self.rows.prefix(limit))
    while let last = page.last {
      ids += page.map(\.entry.id)
      if page.count < limit { break }
      page = Array(Self.rows.filter { comesAfter($0.entry, last.entry) }.prefix(limit))
    }
    return ids
  }

  @Test func theKeyAloneLosesTheRestOfATie() throws {
    // A page ends in the middle of every tie but where both have 20 rows.
    let ids = try scroll(.strictKey, limit: 30)
    #expect(ids == predicted(limit: 30) { $0.key < $1.key })
    #expect(ids.count < 800)
    #expect(try scroll(.strictKey).count == 1_000, "pages that end with their tie lose nothing")
  }

  @Test func bothSmallerLosesMost() throws {
    let ids = try scroll(.bothSmaller)
    #expect(ids == predicted { $0.key < $1.key && $0.id < $1.id })
    #expect(ids.count < 300)
  }

  @Test func millisecondsLoseWhatLiesBetween() throws {
    let ids = try scroll(.milliseconds)
    #expect(
      ids
        == predicted { entry, last in
          let rest = last.key.rawValue % 1_000
          return entry < ListEntry(key: SortKey(last.key.rawValue - rest), id: last.id)
        })
    #expect(ids.count < 200)
  }

  @Test func nullKeysComeFirstAndEndTheList() throws {
    // 100 rows have no key: they come first in descending order, and nothing comes after one of them.
    for limit in [20, 50, 100] { #expect(try scroll(.nullKeys, limit: limit).count == limit) }
    // The first page with a key goes on, and no NULL is ever met again.
    #expect(try scroll(.nullKeys, limit: 101).count == 1_000)
  }

  @Test func aShortPageAfterAFilterEndsTheList() throws {
    let ids = try scroll(.filterAfterFetch)
    let firstPage = Self.rows.prefix(Self.limit).map(\.entry.id).filter { $0.rawValue % 10 != 0 }
    #expect(ids == firstPage)
  }

  @Test func aRightFormLosesNothing() throws {
    let source = try PostgresSource(try Self.address.get(), "list")
    var page = Page()
    var ids: [ItemID] = []
    try source.fill(&page, with: PageRequest(.head, limit: Self.limit))
    ids += page.rows.map(\.entry.id)
    while let next = page.next {
      try source.fill(&page, with: PageRequest(.cursor(next), limit: Self.limit))
      ids += page.rows.map(\.entry.id)
    }
    #expect(ids == Self.rows.map(\.entry.id))
  }

  @Test func byIDAloneNothingComesAfterADeletedRow() throws {
    let address = try TestServer.database("by_id")
    try load(Self.rows, into: address, list: "list")
    let source = try PostgresSource(address, "list", form: .keysetByID, isWritable: true)
    let request = PageRequest(.after(Self.rows[100].entry, .older), limit: 20)
    var page = Page()
    try source.fill(&page, with: request)
    #expect(page.rows.map(\.entry) == Self.rows[101...120].map(\.entry))
    var batch = ChangeBatch()
    batch.append(
      Change(
        sequence: 1, operation: .delete, id: Self.rows[100].entry.id, key: Self.rows[100].entry.key,
        version: 1))
    try source.apply(batch)
    try source.fill(&page, with: request)
    #expect(page.rows.isEmpty)
  }

  @Test func namesSayWhatTheyAre() {
    #expect(PostgresWrongForm.allCases.allSatisfy { $0.implementation.hasSuffix(", wrong") })
    let names =
      PostgresForm.allCases.map(\.implementation) + PostgresWrongForm.allCases.map(\.implementation)
      + PostgresScroll.Kind.allCases.map(\.implementation)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.hasPrefix("PostgreSQL, ") })
  }

  @Test(arguments: PostgresEngine.allCases)
  func everyEnginesBestFormIsRight(engine: PostgresEngine) throws {
    #expect(engine.bestForm.isRight && !engine.bestForm.isByRank)
    #expect(!engine.bestForm.implementation.hasSuffix(", trap"))
    let source = try PostgresSource(try Self.address.get(), "list", form: engine.bestForm)
    var page = Page()
    for depth in stride(from: 1, to: 980, by: 37) {
      for direction in Direction.allCases {
        let place = PageRequest.Place.after(Self.rows[depth].entry, direction)
        try source.fill(&page, with: PageRequest(place, limit: 20))
        let expected = ListModel(Self.rows).page(place, limit: 20)
        #expect(page.rows.map(\.entry) == expected.map(\.entry))
      }
    }
  }
}
