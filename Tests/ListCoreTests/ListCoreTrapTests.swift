import ListCore
import Testing

/// A caller's mistakes end the process.
@Suite struct ListCoreTrapTests {
  @Test func aRankOutOfRangeTraps() async {
    expectTrap(
      "rank out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let index = OrderedIndex()
        _ = index.entry(atRank: 0)
      })
    expectTrap(
      "rank out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var index = OrderedIndex()
        index.upsert(ListEntry(key: 1, id: 1))
        _ = index.entry(atRank: -1)
      })
    expectTrap(
      "rank out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let index = OrderedIndex()
        index.forEach(fromRank: 1) { _ in true }
      })
    expectTrap(
      "rank out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let index = OrderedIndex()
        index.forEachReversed(fromRank: 0) { _ in true }
      })
  }

  @Test func aBuildFromEntriesOutOfOrderTraps() async {
    expectTrap(
      "entries not strictly ascending",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let entries = [ListEntry(key: 2, id: 1), ListEntry(key: 1, id: 2)]
        _ = OrderedIndex(ascending: entries.span)
      })
    expectTrap(
      "entries not strictly ascending",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let entries = [ListEntry(key: 1, id: 1), ListEntry(key: 1, id: 1)]
        _ = OrderedIndex(ascending: entries.span)
      })
  }

  @Test func aBuildWithAnIDTwiceTraps() async {
    expectTrap(
      "id repeated",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let entries = [ListEntry(key: 1, id: 1), ListEntry(key: 2, id: 1)]
        _ = OrderedIndex(ascending: entries.span)
      })
  }

  @Test func ranksIntoTooFewPlacesTraps() async {
    expectTrap(
      "as many ranks as ids",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let index = OrderedIndex()
        let ids: [ItemID] = [1, 2]
        var ranks = [0]
        var span = ranks.mutableSpan
        index.ranks(of: ids.span, into: &span)
      })
  }

  @Test func aTextBeyondTheLimitTraps() async {
    expectTrap(
      "text too long",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var store = ItemStore()
        let text = [UInt8](repeating: 0, count: ItemStore.maximumTextByteCount + 1)
        store.upsert(1, version: 1, text: text.span)
      })
    var store = ItemStore()
    let longest = [UInt8](repeating: 7, count: ItemStore.maximumTextByteCount)
    #expect(store.upsert(1, version: 1, text: longest.span) == .inserted)
    store.checkInvariants()
  }

  @Test func aRowWhoseTextIsOutsideThePageTraps() async {
    expectTrap(
      "row text outside the page's",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var page = Page()
        page.rows.append(
          Page.Row(
            entry: ListEntry(key: 1, id: 1), version: 1, textByteOffset: 0, textByteCount: 1))
        var merge = PageMerge()
        var index = OrderedIndex()
        var store = ItemStore()
        _ = merge.merge(page, into: &index, store: &store)
      })
    expectTrap(
      "row text outside the page's",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var page = Page()
        page.rows.append(
          Page.Row(
            entry: ListEntry(key: 1, id: 1), version: 1, textByteOffset: .max, textByteCount: .max))
        var window = try PageWindow(budgetBytes: 1 << 16, rowsPerPage: 10, textBytesPerPage: 100)
        try window.admit(page, at: 0)
      })
  }

  @Test func aUnionIntoTooShortAnOutputTraps() async {
    expectTrap(
      "output too short for both runs",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let run = [ListEntry(key: 1, id: 1)]
        var output = run
        var span = output.mutableSpan
        _ = PageMerge.union(run.span, run.span, into: &span)
      })
  }

  @Test func negativeArgumentsTrap() async {
    expectTrap(
      "capacity out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        _ = OrderedIndex(minimumCapacity: -1)
      })
    expectTrap(
      "rows per page negative",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        _ = PageMerge(rowsPerPage: -1)
      })
    expectTrap(
      "rows per page out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        _ = try PageWindow(budgetBytes: 4096, rowsPerPage: 0, textBytesPerPage: 0)
      })
    expectTrap(
      "rank out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let window = try PageWindow(budgetBytes: 4096, rowsPerPage: 4, textBytesPerPage: 0)
        _ = window.row(atRank: -1)
      })
    expectTrap(
      "page number negative",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var window = try PageWindow(budgetBytes: 4096, rowsPerPage: 4, textBytesPerPage: 0)
        try window.admit(Page(), at: -1)
      })
  }
}
