import ListCoreFuzz
import Testing

@testable import ListCore

@Suite struct ItemStoreModelTests {
  @Test(arguments: [20, 300, 3000])
  func storeAgreesWithADictionary(ids: Int) {
    var random = TestRandom(state: ModelRun.seed("ItemStore, \(ids) ids"))
    var store = ItemStore()
    var model = StoreModel()
    for operation in 1...ModelRun.operations(6000) {
      let id = ItemID(UInt64(random.below(ids)) &* 0x1_0000_0001)
      let version = UInt32(random.below(50))
      let growing = operation / 1500 % 2 == 0
      switch random.below(growing ? 12 : 20) {
      case 0..<8:
        let text = Self.text(&random)
        let outcome = store.upsert(id, version: version, text: text.span)
        #expect(outcome == model.upsert(id, version: version, text: text))
      case 8:
        let outcome = store.remove(id, leavingTombstone: version)
        #expect(outcome == model.remove(id, leavingTombstone: version))
      case 9 where random.below(400) == 0:
        let tombstones = model.items.filter { $0.value.text == nil }.count
        #expect(store.removeTombstones() == tombstones)
        model.items = model.items.filter { $0.value.text != nil }
      default:
        #expect(store.remove(id) == model.remove(id))
      }
      compare(store, model, ItemID(UInt64(random.below(ids)) &* 0x1_0000_0001))
      if operation % 500 == 0 { compareAll(store, model) }
    }
    for id in Array(model.items.keys) { #expect(store.remove(id) == model.remove(id)) }
    compareAll(store, model)
  }

  /// Lengths round every class border, mostly short.
  private static func text(_ random: inout TestRandom) -> [UInt8] {
    let lengths = [
      0, 1, 15, 16, 17, 47, 48, 49, 111, 112, 113, 143, 144, 145, 500, 2031, 2033, 9000,
    ]
    let length =
      random.below(3) == 0 ? lengths[random.below(lengths.count)] : random.below(120)
    let first = UInt8(truncatingIfNeeded: random.next())
    return (0..<length).map { first &+ UInt8(truncatingIfNeeded: $0) }
  }

  private func compare(_ store: borrowing ItemStore, _ model: StoreModel, _ id: ItemID) {
    let expected = model.items[id].flatMap { $0.text == nil ? nil : $0 }
    #expect(store.version(of: id) == expected?.version)
    #expect(store.contains(id) == (expected != nil))
    let text = store.withText(of: id) { span in span.indices.map { span[$0] } }
    #expect(text == expected?.text)
  }

  private func compareAll(_ store: borrowing ItemStore, _ model: StoreModel) {
    store.checkInvariants()
    for id in model.items.keys { compare(store, model, id) }
    let live = model.items.values.compactMap(\.text)
    #expect(store.count == live.count)
    #expect(store.tombstoneCount == model.items.count - live.count)
    #expect(store.textByteCount == live.reduce(0) { $0 + $1.count })
  }

  @Test func memoryComesBackWhenItemsGo() {
    var store = ItemStore()
    let empty = store.byteCount
    let text = [UInt8](repeating: 65, count: 100)
    for id in 0..<20_000 { store.upsert(ItemID(UInt64(id)), version: 1, text: text.span) }
    // A cell of 128 bytes for 116, and at most 12.5 bytes of table.
    #expect(store.byteCount < empty + 20_000 * 141 + 65_536)
    for id in 0..<19_900 { store.remove(ItemID(UInt64(id * 7 % 20_000))) }
    #expect(store.byteCount < empty + 3 * 65_536)
    store.removeAll()
    #expect(store.byteCount == empty)
    #expect(store.count == 0 && store.textByteCount == 0)
  }
}
