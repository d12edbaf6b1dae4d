import ListCoreFuzz
import Testing

@testable import ListCore

/// Every short sequence of operations, on the smallest nodes there can be.
@Suite struct OrderedIndexExhaustiveTests {
  /// All orders in which six ids enter, then all orders in which they leave.
  ///
  /// With leaves of two entries and fan-out four, six entries make a tree of three levels at most,
  /// so both directions of every split and merge at the first two levels occur.
  @Test func everyOrderOfInsertsAndRemovalsOfSixItems() {
    var orders: [[Int]] = []
    permutations(of: Array(0..<6)) { orders.append($0) }
    var tally = NoTally()
    for (number, order) in orders.enumerated() {
      var tree = CountedTree<SmallestShape>()
      for item in order {
        #expect(tree.upsert(entry(item, keys: 3), tally: &tally) == .inserted)
        tree.checkInvariants()
      }
      var left = Set(0..<6)
      for item in orders[(number * 7 + 11) % orders.count] {
        #expect(tree.remove(ItemID(UInt64(item)), tally: &tally) == entry(item, keys: 3))
        left.remove(item)
        tree.checkInvariants()
        compare(tree, left.map { entry($0, keys: 3) }.sorted())
      }
    }
  }

  /// Every sequence of three operations on trees that ascending inserts make.
  @Test(arguments: [0, 1, 2, 3, 4, 6, 9, 14])
  func everyShortSequenceOnATreeOf(_ size: Int) {
    // Ids at both ends, in the middle and absent, moved to both ends and to a tie.
    let ids = [0, size / 2, max(0, size - 1), 100]
    var operations: [(id: Int, key: Int64?)] = []
    for id in Set(ids) {
      operations.append((id, nil))
      for key in [-1, Int64(size), 1000] { operations.append((id, key)) }
    }
    let sequences = Int(pow(operations.count, 3))
    var tally = NoTally()
    for sequence in 0..<sequences {
      var tree = CountedTree<SmallestShape>()
      var changes: [Change] = []
      var model = OrderModel()
      for item in 0..<size {
        let entry = ListEntry(key: SortKey(Int64(item * 2)), id: ItemID(UInt64(item)))
        #expect(tree.upsert(entry, tally: &tally) == model.upsert(entry))
      }
      var rest = sequence
      for _ in 0..<3 {
        let operation = operations[rest % operations.count]
        rest /= operations.count
        let id = ItemID(UInt64(operation.id))
        changes.append(
          Change(
            sequence: 1, operation: operation.key == nil ? .delete : .insert, id: id,
            key: SortKey(operation.key ?? 0), version: 1))
        if let key = operation.key {
          let entry = ListEntry(key: SortKey(key), id: id)
          #expect(tree.upsert(entry, tally: &tally) == model.upsert(entry))
        } else {
          #expect(tree.remove(id, tally: &tally) == model.remove(id))
        }
      }
      tree.checkInvariants()
      compare(tree, model.entries)
      compareBatch(changes, onATreeOf: size, model.entries)
    }
  }

  /// The same operations as one batch.
  private func compareBatch(_ changes: [Change], onATreeOf size: Int, _ expected: [ListEntry]) {
    var tree = CountedTree<SmallestShape>()
    var tally = NoTally()
    for item in 0..<size {
      let entry = ListEntry(key: SortKey(Int64(item * 2)), id: ItemID(UInt64(item)))
      _ = tree.upsert(entry, tally: &tally)
    }
    _ = unsafe changes.withUnsafeBufferPointer { unsafe tree.apply($0, tally: &tally) }
    tree.checkInvariants()
    compare(tree, expected)
  }

  /// Bulk builds of every small size, then drained from either end.
  @Test(arguments: 0...70)
  func everyBuildIsDrainedFromBothEnds(size: Int) {
    let entries = (0..<size).map { entry($0, keys: 1000) }
    var tally = NoTally()
    for fromFront in [true, false] {
      var tree = CountedTree<SmallShape>(ascending: entries.span)
      tree.checkInvariants()
      compare(tree, entries)
      for removed in 0..<size {
        let item = fromFront ? removed : size - 1 - removed
        #expect(tree.remove(ItemID(UInt64(item)), tally: &tally) == entries[item])
        tree.checkInvariants()
      }
      #expect(tree.count == 0 && tree.height == 0)
    }
  }

  private func entry(_ item: Int, keys: Int) -> ListEntry {
    ListEntry(key: SortKey(Int64(item % keys)), id: ItemID(UInt64(item)))
  }

  private func compare(_ tree: borrowing CountedTree<some TreeShape>, _ entries: [ListEntry]) {
    var tally = NoTally()
    #expect(tree.count == entries.count)
    for (rank, entry) in entries.enumerated() {
      let place = tree.locate(rank: rank, tally: &tally)
      #expect(tree.leaf(place.leaf).entry(at: place.slot) == entry)
      let found = tree.location(of: entry.id, tally: &tally)
      #expect(found.map { tree.rank(of: $0, tally: &tally) } == rank)
      #expect(tree.lowerBound(of: entry, tally: &tally) == rank)
    }
  }

  private func permutations(of items: [Int], _ body: ([Int]) -> Void) {
    var items = items
    func permute(_ count: Int) {
      if count <= 1 { return body(items) }
      for index in 0..<count {
        permute(count - 1)
        items.swapAt(count % 2 == 0 ? index : 0, count - 1)
      }
    }
    permute(items.count)
  }

  private func pow(_ base: Int, _ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { power, _ in power * base }
  }
}
