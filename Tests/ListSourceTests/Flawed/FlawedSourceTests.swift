import ListCore
import ListSource
import TestSupport
import Testing

/// Known-bad designs lose what was measured elsewhere: 1,000 rows, 50 keys, pages of 20.
@Suite struct FlawedSourceTests {
  /// The keys of ids 1 to 1,000, A to x for 0 to 49: Python's `random.seed(1)`, then 1,000 times
  /// `random.randrange(50)`, with which SQLite returned 699 rows by the key alone and 61 by AND.
  private static let keys = """
    IkwEQHfwcepYNGfBYbmwxAscRuOlGUBBBpiAYrNbuBhOwcfjOWOrOwdSBajpGLouSHvVutgbgqMTSlfgZlCePvZaqL\
    XjsxrvXFcqgGxKhZXfuBeCTtnllZpKKgOAxMijOZgWkWdRqjmuAYvgIhxjNbDeXkjMgafWaWAiinnVdmBOoLjlLFjQ\
    CrEFBcAwwRPRHnLWSEKKQhKqRptSdsUfeHBTYVaMQGQugNmbBOBZJCuKctgrbiOoshcOhpBZrkUqobDvTINDTEETTv\
    KakQIAjClNkdKxtngCYMWGNkrblMfGqYSgfBUnZSBKMUkIVbNRrGYjWrifxiPEuCFIKKiNRwVmgQXVVHSPmxtfIljx\
    GUCaEYJIVHnlYEkjOkFRXSkiHdRGCSAnqAFaHCMPlaKHcKrPKvGbYiSjQteUGNpUCBASumUcZUZEEUmdHQNnxiseqW\
    QLiNTMPXFRFwcFpkpVOYTCULUlTPVGinlmFPOBPZERjEuEBoASwWfeJGgxUEgqLLxJJUTGtgmSINJiuCxUnrjvsNLT\
    biKDtqPQxErcbjQicidAZVKQfBpakBDsWlIlIIQRZkZLnFOfALhUgpcrouOPUfreOtaVjnupRpODEwgpXKgxNTTsTj\
    XKssvdmFHmgkYLJQbNkuwDfrZtoWYgKiuChFQoGRvFIxnqrsFcPYbZKUcInfNHbmiaHqSRPYvjAMhclBBomPQNLSJi\
    MRTlwQrcKiWfaHxNkYNSGBHkvAiSrwupIEgXkTbgrWwhUAHctcWTiZVurkfHpYYNjARomuvugMdmhavtTsKcnqhMXh\
    ArYlbZVnlusvEfvPopSoBauoJoxZRLxExmAWQtariTJdQfKdgCRgGvlbEWEqcBKgtKsFZosRmTNhNPVREEshqXdgjv\
    DKTpvtjRWnvOZjZLeQnVtOQntPqBnZUbwPRMEouKlcluJmQdhKIxItcXTwZPHtNtrTEGOZUfGLCDmBwNrCfthuncVq\
    RHnsLGOZOf
    """

  private func rows(keyUnit: Int64 = 1) -> [ModelRow] {
    Self.keys.utf8.enumerated().map { number, letter in
      let key = letter <= UInt8(ascii: "Z") ? letter - 65 : letter - 97 + 26
      return ModelRow(
        entry: ListEntry(key: SortKey(Int64(key) * keyUnit), id: ItemID(UInt64(number) + 1)),
        text: Array("row".utf8))
    }
  }

  private func scroll(
    _ flaw: SourceFlaw, _ rows: [ModelRow], limit: Int = 20, by method: ListScroll.Method,
    hiding isHidden: @escaping @Sendable (ItemID) -> Bool = { _ in false }
  ) throws -> ListScroll {
    let source = try MemorySource.holding(rows)
    let expected = try ListScroll.ids(of: source, hiding: isHidden)
    return try ListScroll(
      of: FlawedSource(source, flaw: flaw, hiding: isHidden), limit: limit, by: method,
      expecting: expected)
  }

  /// What a predicate over (row, last row) returns, page by page, from a sorted array.
  private func predicted(
    _ rows: [ModelRow], _ isAfter: (ListEntry, ListEntry) -> Bool
  ) -> Int {
    let sorted = rows.map(\.entry).sorted(by: >)
    var (returned, last) = (0, ListEntry?.none)
    while true {
      let page = sorted.filter { entry in last.map { isAfter(entry, $0) } ?? true }.prefix(20)
      returned += page.count
      if page.count < 20 { return returned }
      last = page.last
    }
  }

  @Test func aRightScrollMeetsEveryRow() throws {
    let source = try MemorySource.holding(rows())
    let expected = try ListScroll.ids(of: source)
    #expect(expected.count == 1_000)
    for method in ListScroll.Method.allCases {
      let scroll = try ListScroll(of: source, limit: 20, by: method, expecting: expected)
      #expect(scroll.returned == 1_000 && scroll.repeated == 0 && scroll.lost == 0)
      #expect(!scroll.isEndless)
    }
  }

  @Test func theKeyAloneLosesTheRestOfEachTie() throws {
    let scroll = try scroll(.keyAlone, rows(), by: .keyset)
    #expect(scroll.returned == 699 && scroll.lost == 301 && scroll.repeated == 0)
    #expect(predicted(rows()) { $0.key < $1.key } == 699)
  }

  @Test func keyAndIDLosesNearlyAll() throws {
    let scroll = try scroll(.keyAndID, rows(), by: .keyset)
    #expect(scroll.returned == 61 && scroll.lost == 939 && scroll.repeated == 0)
    #expect(predicted(rows()) { $0.key < $1.key && $0.id < $1.id } == 61)
  }

  /// Keys 250 microseconds apart: four to a millisecond.
  @Test func millisecondsLoseWhatSharesThem() throws {
    let rows = rows(keyUnit: 250)
    let scroll = try scroll(.milliseconds, rows, by: .keyset)
    let expected = predicted(rows) { entry, last in
      entry < ListEntry(key: SortKey(last.key.rawValue / 1_000 * 1_000), id: last.id)
    }
    #expect(scroll.returned == expected && scroll.returned == 339)
    #expect(scroll.lost == 1_000 - scroll.returned && scroll.repeated == 0)
    // Going up, the same rows come again and again.
    let source = FlawedSource(try MemorySource.holding(rows), flaw: .milliseconds)
    var page = Page()
    try source.fill(&page, with: PageRequest(.offset(500), limit: 20))
    let first = try #require(page.rows.first?.entry)
    try source.fill(&page, with: PageRequest(.after(first, .newer), limit: 20))
    #expect(page.rows.contains { $0.entry <= first }, "a row that was there already")
  }

  /// Every tenth row is hidden: the second page is short already, or the first.
  @Test func aShortPageTakenForTheEndLosesTheRest() throws {
    for method in ListScroll.Method.allCases {
      let scroll = try scroll(
        .shortPageIsTheEnd, rows(), by: method, hiding: { $0.rawValue % 10 == 3 })
      let shown = rows().map(\.entry).sorted(by: >).prefix(20)
        .filter { $0.id.rawValue % 10 != 3 }.count
      #expect(shown < 20, "the first page has a hidden row")
      #expect(scroll.pages == 1 && scroll.returned == shown && scroll.lost == 900 - shown)
    }
    let none = try scroll(.shortPageIsTheEnd, rows(), by: .cursor)
    #expect(none.returned == 1_000, "without hidden rows it is right")
  }

  @Test func withoutTiesTheKeyAloneIsRight() throws {
    let rows = (1..<500 as Range<UInt64>).map { number in
      ModelRow(entry: ListEntry(key: SortKey(Int64(number)), id: ItemID(number)), text: [])
    }
    for flaw in [SourceFlaw.keyAlone, .keyAndID] {
      #expect(try scroll(flaw, rows, by: .keyset).lost == 0)
    }
  }

  @Test func aScrollThatDoesNotEndIsStopped() throws {
    let source = Looping(base: try MemorySource.holding(rows()))
    let scroll = try ListScroll(of: source, limit: 20, by: .keyset, expecting: [])
    #expect(scroll.isEndless && scroll.pages == 110 && scroll.repeated == 109 * 20)
  }

  @Test func namesEndInWrong() {
    for flaw in SourceFlaw.allCases { #expect(flaw.suffix.hasSuffix(", wrong")) }
  }

  /// The contract finds each flaw.
  @Test(arguments: SourceFlaw.allCases) func theContractFindsEachFlaw(flaw: SourceFlaw) throws {
    let rows = rows(keyUnit: 250)
    let source = FlawedSource(
      try MemorySource.holding(rows), flaw: flaw, hiding: { $0.rawValue % 10 == 3 })
    var contract = SourceContract(source, holding: ListModel(rows), seed: 3)
    #expect(throws: ContractFailure.self) { try contract.run(steps: 20) }
  }
}

/// Gives the first page whatever is asked.
private struct Looping: ListSource {
  let base: MemorySource

  func fill(_ page: inout Page, with request: PageRequest) throws(SourceError) {
    try base.fill(&page, with: PageRequest(.head, limit: request.limit))
  }
  func fill(_ page: inout Page, round window: WindowRequest) throws(SourceError) -> AnchorPlace {
    try base.fill(&page, round: window)
  }
  func entry(of id: ItemID) -> ListEntry? { base.entry(of: id) }
  func cursor(after entry: ListEntry, _ direction: Direction) throws(SourceError) -> Cursor {
    try base.cursor(after: entry, direction)
  }
  func count() -> Int { base.count() }
  func total(_ kind: TotalKind) throws(SourceError) -> Total { try base.total(kind) }
  func countNewer(than entry: ListEntry, upTo cap: Int) -> Int {
    base.countNewer(than: entry, upTo: cap)
  }
  func sequence() -> UInt64 { base.sequence() }
  func fill(
    _ batch: inout ChangeBatch, after sequence: UInt64, limit: Int
  ) throws(SourceError) -> UInt64 { try base.fill(&batch, after: sequence, limit: limit) }
  func apply(_ batch: ChangeBatch) throws(SourceError) { try base.apply(batch) }
}
