import ListCoreFuzz
import Testing

@testable import ListCore

@Suite struct PageMergeModelTests {
  @Test(arguments: [true, false])
  func reportsAgreeWithTheRuleRowByRow(distinctIDs: Bool) {
    var random = TestRandom(state: ModelRun.seed("PageMerge, distinct \(distinctIDs)"))
    var merge = PageMerge(rowsPerPage: 4)
    var index = OrderedIndex()
    var store = ItemStore()
    var model = MergeModel()
    for _ in 0..<ModelRun.operations(600) {
      let page = randomPage(&random, distinctIDs: distinctIDs)
      if random.below(4) == 0 {
        let id = ItemID(UInt64(random.below(400)))
        store.remove(id, leavingTombstone: 3)
        if model.items.remove(id, leavingTombstone: 3) != .stale {
          index.remove(id)
          _ = model.order.remove(id)
        }
      }
      let report = merge.merge(page, into: &index, store: &store)
      #expect(report == model.merge(page))
      #expect(report.rows == page.rows.count)
      #expect(index.count == model.order.entries.count)
    }
    index.checkInvariants()
    store.checkInvariants()
    var position = 0
    index.forEach { entry in
      #expect(entry == model.order.entries[position])
      let text = store.withText(of: entry.id) { span in span.indices.map { span[$0] } }
      #expect(text == model.items.items[entry.id]?.text)
      position += 1
      return true
    }
    #expect(position == model.order.entries.count)
  }

  @Test func mergeWithoutStoreTakesTheLastRowOfAnID() {
    var merge = PageMerge()
    var index = OrderedIndex()
    index.upsert(ListEntry(key: 10, id: 1))
    index.upsert(ListEntry(key: 20, id: 2))
    let rows = [(5, 1), (20, 2), (15, 3), (16, 3), (15, 1)].map {
      Page.Row(
        entry: ListEntry(key: SortKey(Int64($0.0)), id: ItemID(UInt64($0.1))), version: 1,
        textByteOffset: 0, textByteCount: 0)
    }
    let report = merge.merge(rows.span, into: &index)
    #expect(report.inserted == 1)
    #expect(report.moved == 1)
    #expect(report.repeated == 1)
    #expect(report.repeatedInPage == 2)
    #expect(report.updated == 0 && report.stale == 0 && report.newer == 0)
    #expect(report.ranks == 0..<3)
    #expect(index.key(of: 1) == 15)
    #expect(index.key(of: 3) == 16)
  }

  @Test func anEmptyPageLandsNowhere() {
    var merge = PageMerge()
    var index = OrderedIndex()
    var store = ItemStore()
    let report = merge.merge(Page(), into: &index, store: &store)
    #expect(report == PageMerge.Report())
  }

  private func randomPage(_ random: inout TestRandom, distinctIDs: Bool) -> Page {
    var page = Page()
    var used: Set<UInt64> = []
    for _ in 0..<random.below(40) {
      let id = UInt64(random.below(distinctIDs ? 400 : 30))
      if distinctIDs, !used.insert(id).inserted { continue }
      let version = UInt32(random.below(6))
      let text = [UInt8](repeating: UInt8(version), count: random.below(40))
      page.append(
        entry: ListEntry(key: SortKey(Int64(random.below(100))), id: ItemID(id)),
        version: version, text: text.span)
    }
    return page
  }
}

@Suite struct PageMergeUnionTests {
  /// Every pair of subsets of six entries, two of which have one key.
  @Test func unionOfAllSmallRunsIsTheirUnion() {
    let all = [(1, 1), (1, 2), (3, 0), (4, UInt64.max), (Int64.max, 0), (Int64.max, .max)].map {
      ListEntry(key: SortKey($0.0), id: ItemID($0.1))
    }
    var output = [ListEntry](repeating: all[0], count: 12)
    for left in 0..<64 {
      for right in 0..<64 {
        let first = all.indices.filter { left >> $0 & 1 == 1 }.map { all[$0] }
        let second = all.indices.filter { right >> $0 & 1 == 1 }.map { all[$0] }
        let expected = all.indices.filter { (left | right) >> $0 & 1 == 1 }.map { all[$0] }
        var span = output.mutableSpan
        let written = PageMerge.union(first.span, second.span, into: &span)
        #expect(Array(output[..<written]) == expected)
      }
    }
  }

  @Test func unionOrdersNegativeKeysBelowPositiveOnes() {
    let first = [ListEntry(key: SortKey(.min), id: 9), ListEntry(key: -1, id: 0)]
    let second = [ListEntry(key: -1, id: ItemID(.max)), ListEntry(key: 0, id: 0)]
    var output = [ListEntry](repeating: first[0], count: 4)
    var span = output.mutableSpan
    #expect(PageMerge.union(first.span, second.span, into: &span) == 4)
    #expect(output == first + second)
  }
}
