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

  private func page(_ number: Int) -> Page {
    var page = Page()
    page.append(
      entry: ListEntry(key: 1, id: ItemID(UInt64(number))), version: 1,
      text: Array("\(number)".utf8).span)
    return page
  }

  @Test func cacheEvictsThePageUsedLongestAgo() {
    var cache = LRUPages(pageLimit: 3)
    for number in 0..<3 {
      #expect(cache.admit(page(number), as: number) == UInt64(number + 48 + number))
    }
    #expect(cache.rows(ofPage: 0)?.map(\.title) == ["0"])
    let isResident = cache.show(0)
    #expect(isResident)
    _ = cache.admit(page(3), as: 3)
    #expect((0...3).map { cache.rows(ofPage: $0) != nil } == [true, false, true, true])
    _ = cache.admit(page(2), as: 2)
    _ = cache.admit(page(4), as: 4)
    #expect((0...4).map { cache.rows(ofPage: $0) != nil } == [false, false, true, true, true])
    #expect(cache.pageCount == 3)
  }

  @Test func arraysOfRowsKeepTheNeighboursOfTheLastPage() {
    var ring = DequeOfRowArrays(pageLimit: 3)
    var array = ArrayOfRowArrays(pageLimit: 3)
    var sample = Sample(seed: 5)
    var resident: [Int] = []
    var number = 50
    for _ in 0..<500 {
      number =
        sample.next(below: 20) == 0 ? sample.next(below: 100) : number + sample.next(below: 3) - 1
      let isNew = !resident.contains(number)
      let isResident = [ring.show(number), array.show(number)]
      #expect(isResident == [!isNew, !isNew])
      if isNew {
        let content = page(number)
        let sums = [ring.admit(content, as: number), array.admit(content, as: number)]
        #expect(sums[0] == ScrollScript.checksum(of: content) && sums[1] == sums[0])
        if resident.last == number - 1 {
          resident = resident.suffix(2) + [number]
        } else if resident.first == number + 1 {
          resident = [number] + resident.prefix(2)
        } else {
          resident = [number]
        }
      }
      #expect(ring.pageCount == resident.count && array.pageCount == resident.count)
      for page in resident {
        let sum = ScrollScript.visibleSum(of: self.page(page))
        #expect(ring.visibleSum(of: page) == sum && array.visibleSum(of: page) == sum)
      }
    }
  }

  @Test(arguments: ["", "a title", "héé", "日本語の題名"])
  func textsFillTheirBytesAndEndWithACharacter(title: String) {
    var text: [UInt8] = []
    RowText.append(title: Array(title.utf8)[...], to: &text)
    #expect(text.count == RowText.byteCount)
    for part in [text[..<RowText.titleByteCount], text[RowText.titleByteCount...]] {
      let shown = String(validating: part, as: UTF8.self)
      #expect(shown?.hasPrefix(title) == true)
    }
  }
}
