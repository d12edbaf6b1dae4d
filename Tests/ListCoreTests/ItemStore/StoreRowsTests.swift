import ListCoreFuzz
import Testing

@testable import ListCore

/// The texts of a page's rows, all at once.
@Suite struct StoreRowsTests {
  private func page(_ ids: [ItemID]) -> Page {
    var page = Page()
    for (number, id) in ids.enumerated() {
      page.rows.append(
        Page.Row(
          entry: ListEntry(key: SortKey(Int64(number)), id: id), version: 99, textByteOffset: 98,
          textByteCount: 97))
    }
    return page
  }

  private func expect(_ page: Page, _ ids: [ItemID], in store: borrowing ItemStore) {
    #expect(page.rows.map(\.entry.id) == ids)
    for row in page.rows {
      let start = Int(row.textByteOffset)
      let text = Array(page.text[start..<start + Int(row.textByteCount)])
      let expected = store.withText(of: row.entry.id) { span in span.indices.map { span[$0] } }
      let version = store.version(of: row.entry.id)
      #expect(text == expected)
      #expect(row.version == version)
    }
  }

  /// While the store grows, so that the table is also asked while it moves.
  @Test func rowsGetWhatTheStoreHas() {
    var store = ItemStore()
    var random = TestRandom(state: 3)
    var ids: [ItemID] = []
    for number in 0..<200_000 {
      let id = ItemID(random.next())
      let text = [UInt8](repeating: UInt8(number & 255), count: random.below(300))
      store.upsert(id, version: UInt32(1 + random.below(9)), text: text.span)
      ids.append(id)
      guard number % 997 == 0 else { continue }
      let some = (0..<random.below(60)).map { _ in ids[random.below(ids.count)] }
      var page = page(some)
      page.text = [1, 2, 3]
      let isDone = store.fillTexts(of: &page)
      #expect(isDone)
      expect(page, some, in: store)
    }
  }

  /// Ids whose tags are equal share a run of the table.
  @Test func idsWithOneTagAreToldApart() {
    // The inverse of the hash's factor, by Newton's iteration.
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    var inverse: UInt64 = 1
    for _ in 0..<6 { inverse = inverse &* (2 &- factor &* inverse) }
    #expect(factor &* inverse == 1)
    var store = ItemStore()
    let ids = (0..<20 as Range<UInt64>).map { ItemID((7 << 32 | $0) &* inverse) }
    #expect(Set(ids.map { IDTable.tag(of: $0) }).count == 1)
    for (number, id) in ids.enumerated() {
      store.upsert(id, version: 1, text: [UInt8](repeating: 65, count: number * 20).span)
    }
    var page = page(ids.reversed())
    let isDone = store.fillTexts(of: &page)
    #expect(isDone)
    expect(page, ids.reversed(), in: store)
  }

  @Test func whatIsNotThereIsSaid() {
    var store = ItemStore()
    let text: [UInt8] = [1]
    for id in 1...50 as ClosedRange<UInt64> {
      store.upsert(ItemID(id), version: 1, text: text.span)
    }
    store.remove(7)
    store.remove(8, leavingTombstone: 5)
    for absent in [7, 8, 51] as [ItemID] {
      for ids in [[absent], [1, absent], [absent, 1]] {
        var page = page(ids)
        let isDone = store.fillTexts(of: &page)
        #expect(!isDone)
      }
    }
    var none = Page()
    let isDone = store.fillTexts(of: &none)
    #expect(isDone && none == Page())
    let empty = ItemStore()
    var one = page([1])
    let isFound = empty.fillTexts(of: &one)
    #expect(!isFound)
  }
}
