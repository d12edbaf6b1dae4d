import ListCoreFuzz
import Testing

@testable import ListCore

/// What happens at the stated limits of index and store, which are made with small ones.
@Suite struct LimitTests {
  // MARK: - OrderedIndex

  private func entries(_ range: Range<Int>) -> [ListEntry] {
    range.map { ListEntry(key: SortKey(Int64($0 * 7 % 300)), id: ItemID(UInt64($0))) }
  }

  private func refusal(_ index: borrowing OrderedIndex, _ added: Int) -> ListCoreError? {
    do {
      try index.checkRoom(forInserting: added)
      return nil
    } catch {
      return error
    }
  }

  @Test func anIndexSaysBeforeABatchThatItHasNoRoom() {
    var index = OrderedIndex(maximumCount: 300)
    #expect(refusal(index, 300) == nil)
    #expect(refusal(index, 301)?.code == .tooManyItems)
    index.upsert(contentsOf: entries(0..<290).span)
    #expect(refusal(index, 10) == nil)
    #expect(
      refusal(index, 11)?.description
        == "no room for 11 more items beside 290: the most is 300; remove some first, or split the list"
    )
    #expect(refusal(index, .max)?.code == .tooManyItems)
    #expect(index.count == 290)
    index.checkInvariants()
    for entry in entries(290..<295) { #expect(index.upsert(entry) == .inserted) }
    #expect(index.upsert(contentsOf: entries(295..<300).span).inserted == 5)
    #expect(refusal(index, 0) == nil)
    #expect(refusal(index, 1)?.code == .tooManyItems)
    index.checkInvariants()
    index.remove(7)
    #expect(refusal(index, 1) == nil)
  }

  @Test func aFullIndexTakesMovesRemovalsAndRepeats() {
    var index = OrderedIndex(maximumCount: 200)
    index.upsert(contentsOf: entries(0..<200).span)
    #expect(index.upsert(ListEntry(key: 900, id: 3)) == .moved)
    let moved = (0..<200).map { ListEntry(key: SortKey(Int64(-$0)), id: ItemID(UInt64($0))) }
    #expect(index.upsert(contentsOf: moved.span).moved == 199)
    #expect(index.upsert(contentsOf: moved.span).unchanged == 200)
    index.checkInvariants()
    #expect(index.remove(9) != nil)
    #expect(index.upsert(ListEntry(key: 1, id: 1000)) == .inserted)
    index.checkInvariants()
  }

  @Test func anInsertThatTheIndexHasNoRoomForTraps() async {
    expectTrap(
      "index full",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var index = OrderedIndex(maximumCount: 2)
        for id in 1...3 { index.upsert(ListEntry(key: 1, id: ItemID(UInt64(id)))) }
      })
    expectTrap(
      "index full",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var index = OrderedIndex(maximumCount: 2)
        let entries = (1...3).map { ListEntry(key: 1, id: ItemID(UInt64($0))) }
        index.upsert(contentsOf: entries.span)
      })
    expectTrap(
      "index full",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let entries = (1...3).map { ListEntry(key: 1, id: ItemID(UInt64($0))) }
        _ = CountedTree<StandardShape>(ascending: entries.span, maximumCount: 2)
      })
    expectTrap(
      "added count negative",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        try OrderedIndex().checkRoom(forInserting: -1)
      })
    expectTrap(
      "capacity out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        _ = OrderedIndex(minimumCapacity: OrderedIndex.maximumCount + 1)
      })
  }

  /// The sparsest tree of the most items has node numbers left, and its table 32-bit homes.
  @Test func theMostItemsHaveNodesAndPlaces() {
    let most = OrderedIndex.maximumCount
    let leaves = most / StandardShape.leafMinimum + 2
    let inners = leaves / (StandardShape.innerMinimum - 1) + 32
    #expect(leaves <= NodeSlab(layout: LeafLayout<StandardShape>()).maximumNodeCount)
    #expect(inners <= NodeSlab(layout: InnerLayout<StandardShape>()).maximumNodeCount)
    #expect(most <= UInt32.max, "an inner node counts entries in 32 bits")
    // A build leaves an eighth of the table free; a full table grows by one at least.
    for count in [most, most + most / 8] {
      #expect(IDTable.placeCount(for: count, tail: 512) <= 1 << 32)
    }
  }

  // MARK: - ItemStore

  /// A text whose cell has 2 KiB, of which 32 make a chunk.
  private static let text = [UInt8](repeating: 65, count: 2032)
  private static let textBytes = 2032...2032

  private func refusal(
    _ store: borrowing ItemStore, _ added: Int, _ bytes: ClosedRange<Int>? = nil
  ) -> ListCoreError? {
    do {
      if let bytes {
        try store.checkRoom(forUpserting: added, textByteCounts: bytes)
      } else {
        try store.checkRoom(forUpserting: added)
      }
      return nil
    } catch {
      return error
    }
  }

  private static func fill(_ store: inout ItemStore, _ ids: Range<UInt64>) {
    for id in ids { store.upsert(ItemID(id), version: 1, text: text.span) }
  }

  @Test func aStoreSaysBeforeABatchThatAClassHasNoRoom() {
    var store = ItemStore(chunksPerClass: 1)
    #expect(refusal(store, 32, Self.textBytes) == nil)
    #expect(refusal(store, 33, Self.textBytes)?.code == .tooManyItems)
    Self.fill(&store, 0..<30)
    #expect(refusal(store, 2, Self.textBytes) == nil)
    let error = refusal(store, 3, Self.textBytes)
    #expect(error?.code == .tooManyItems)
    #expect(
      error?.description.hasPrefix(
        "no room for 3 more items with texts of up to 2032 bytes beside 30: the most is 32;")
        == true)
    store.checkInvariants()
    Self.fill(&store, 30..<32)
    #expect(refusal(store, 1, Self.textBytes)?.code == .tooManyItems)
    // Other classes have room; items may be replaced in place, move to another class, and go.
    #expect(refusal(store, 100, 0...100) == nil)
    #expect(store.upsert(100, version: 1, text: [1, 2].span) == .inserted)
    #expect(store.upsert(0, version: 2, text: Self.text.span) == .updated)
    #expect(store.upsert(1, version: 2, text: [3].span) == .updated)
    #expect(refusal(store, 1, Self.textBytes) == nil)
    #expect(store.remove(2, leavingTombstone: 3) == .removed)
    #expect(refusal(store, 2, Self.textBytes) == nil)
    for id in 3..<UInt64(32) {
      #expect(store.withText(of: ItemID(id)) { $0.count } == Self.text.count)
    }
    store.checkInvariants()
  }

  @Test func everyClassOfTheTextsThatMayComeCounts() {
    var store = ItemStore(chunksPerClass: 1)
    // The largest cells are one to a chunk.
    #expect(refusal(store, 2)?.code == .tooManyItems)
    #expect(refusal(store, 1) == nil)
    let longest = [UInt8](repeating: 1, count: ItemStore.maximumTextByteCount)
    store.upsert(1, version: 1, text: longest.span)
    #expect(refusal(store, 1)?.code == .tooManyItems)
    #expect(refusal(store, 1, 0...1000) == nil)
    // Tombstones are cells of 16 bytes, 4,096 to a chunk.
    #expect(refusal(store, 4096, 0...0) == nil)
    #expect(refusal(store, 4097, 0...0)?.code == .tooManyItems)
  }

  @Test func aTextTooLongIsRefusedBeforeItComes() {
    let store = ItemStore()
    let most = ItemStore.maximumTextByteCount
    #expect(refusal(store, 1, 0...most) == nil)
    let error = refusal(store, 1, 0...most + 1)
    #expect(error?.code == .textTooLong)
    #expect(error?.description.contains("shorten it") == true)
  }

  @Test func itemsAndTombstonesCountTogether() {
    var store = ItemStore(chunksPerClass: .max, maximumCount: 5)
    Self.fill(&store, 0..<3)
    store.remove(7, leavingTombstone: 1)
    #expect(refusal(store, 1, 0...0) == nil)
    #expect(refusal(store, 2, 0...0)?.code == .tooManyItems)
  }

  @Test func everyClassHasMoreThan67MillionCells() {
    let limits = (0..<CellClass.count).map {
      NodeSlab(layout: CellLayout(cellBytes: CellClass.bytes(of: $0))).maximumNodeCount
    }
    #expect(limits.allSatisfy { $0 > 1 << 26 && $0 < 1 << 27 })
    // Both bounds are near.
    #expect(limits.contains { $0 < 76_000_000 })
    #expect(limits.contains(1 << 27 - 2))
  }

  @Test func aCellBeyondTheLastTraps() async {
    expectTrap(
      "item store full",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var store = ItemStore(chunksPerClass: 1)
        Self.fill(&store, 0..<33)
      })
    expectTrap(
      "text byte count negative",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        try ItemStore().checkRoom(forUpserting: 1, textByteCounts: -1...0)
      })
  }
}
