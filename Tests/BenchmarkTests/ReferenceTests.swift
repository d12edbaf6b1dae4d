import ListCore
import Testing
import Workload

@testable import DedupeMerges
@testable import OrderedUpserts
@testable import WindowEviction

/// The references must be right to be worth beating.
@Suite struct ReferenceTests {
  @Test func sortedArrayKeepsOrderUnderChanges() {
    var sample = Sample(seed: 11)
    var list = SortedArrayList(ascending: [])
    var model: [ItemID: SortKey] = [:]
    for _ in 0..<2_000 {
      let id = ItemID(UInt64(sample.next(below: 60)))
      if sample.next(below: 4) == 0 {
        list.remove(id)
        model[id] = nil
      } else {
        let entry = ListEntry(key: SortKey(Int64(sample.next(below: 20))), id: id)
        list.upsert(entry)
        model[id] = entry.key
      }
      let expected = model.map { ListEntry(key: $0.value, id: $0.key) }.sorted()
      #expect(list.entries == expected)
      for (rank, entry) in expected.enumerated() { #expect(list.rank(of: entry.id) == rank) }
      #expect(list.rank(of: 999) == nil)
    }
  }

  @Test func paginatorDropsRepeatsAndTakesNewerVersions() {
    var paginator = AppPaginator(rows: [row(1, key: 10, version: 1), row(2, key: 20, version: 2)])
    let fresh = paginator.merge([
      pageRow(2, key: 20, version: 2), pageRow(1, key: 30, version: 2),
      pageRow(3, key: 5, version: 1),
      pageRow(2, key: 99, version: 1),
    ])
    #expect(fresh == 1)
    #expect(paginator.rows.map(\.id) == [3, 2, 1])
    #expect(paginator.rows.map(\.version) == [1, 2, 2])
  }

  private func row(_ id: ItemID, key: SortKey, version: UInt32) -> AppPaginator.Row {
    AppPaginator.Row(id: id, key: key, version: version)
  }

  private func pageRow(_ id: ItemID, key: SortKey, version: UInt32) -> Page.Row {
    Page.Row(
      entry: ListEntry(key: key, id: id), version: version, textByteOffset: 0, textByteCount: 0)
  }

  @Test func cacheEvictsThePageUsedLongestAgo() {
    let cache = LRUPages(pageLimit: 3)
    var page = Page()
    page.append(entry: ListEntry(key: 1, id: 1), version: 1, text: "row".utf8.span)
    for number in 0..<3 { cache.admit(page, number: number) }
    #expect(cache.rows(ofPage: 0)?.map(\.title) == ["row"])
    cache.admit(page, number: 3)
    #expect((0...3).map(cache.contains(page:)) == [true, false, true, true])
    cache.admit(page, number: 2)
    cache.admit(page, number: 4)
    #expect((0...4).map(cache.contains(page:)) == [false, false, true, true, true])
    #expect(cache.pageCount == 3)
    #expect(cache.rows(ofPage: 1) == nil)
  }
}
