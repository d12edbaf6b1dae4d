import ListCoreFuzz
import Testing

@testable import ListCore

/// Leaves of 4 and fan-out 4, four nodes to a chunk: deep trees, many chunks.
enum SmallShape: TreeShape {
  static var leafCapacity: Int { 4 }
  static var fanOut: Int { 4 }
  static var leafChunkBytes: Int { 4 * 192 }
  static var innerChunkBytes: Int { 4 * 256 }
}

/// The smallest shape there can be, a node to a chunk.
enum SmallestShape: TreeShape {
  static var leafCapacity: Int { 2 }
  static var fanOut: Int { 4 }
  static var leafChunkBytes: Int { 1 }
  static var innerChunkBytes: Int { 1 }
}

extension OrderModel {
  /// Applies changes one after the other.
  fileprivate mutating func apply(_ changes: [Change]) -> OrderedIndex.BatchOutcome {
    var outcome = OrderedIndex.BatchOutcome()
    for change in changes {
      if change.operation == .delete {
        if remove(change.id) == nil { outcome.absent += 1 } else { outcome.removed += 1 }
      } else {
        outcome.add(upsert(ListEntry(key: change.key, id: change.id)))
      }
    }
    return outcome
  }
}

@Suite struct OrderedIndexModelTests {
  /// Which ids and keys a run draws from.
  struct Draw: CustomTestStringConvertible, Sendable {
    var name: String
    var id: @Sendable (inout TestRandom) -> ItemID
    /// Gets the number of the operation too.
    var key: @Sendable (inout TestRandom, Int) -> SortKey
    var testDescription: String { name }

    static var all: [Draw] {
      let extremes: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
      // Ids whose tags are equal: multiples of 2^32 apart before the hash's product.
      let inverse = inverseOfHashFactor
      return [
        Draw(
          name: "few ids, few keys", id: { ItemID(UInt64($0.below(60))) },
          key: { random, _ in SortKey(Int64(random.below(40))) }),
        Draw(
          name: "many ids, wide keys", id: { ItemID(UInt64($0.below(900)) &* 0x1234_5678_9ABC) },
          key: { random, _ in SortKey(Int64(bitPattern: random.next())) }),
        Draw(
          name: "all keys equal", id: { ItemID(UInt64($0.below(500))) }, key: { _, _ in SortKey(7) }
        ),
        Draw(
          name: "keys at their extremes",
          id: { ItemID($0.below(2) == 0 ? .max : UInt64($0.below(300))) },
          key: { random, _ in SortKey(extremes[random.below(extremes.count)]) }),
        Draw(
          name: "ids of one tag", id: { ItemID((77 << 32 | UInt64($0.below(200))) &* inverse) },
          key: { random, _ in SortKey(Int64(random.below(1000))) }),
        Draw(
          name: "growing at the head", id: { ItemID(UInt64($0.below(700))) },
          key: { random, operation in SortKey(Int64(operation * 4 - random.below(64))) }),
      ]
    }

    /// The inverse of the table's factor modulo 2^64, by Newton's iteration.
    static var inverseOfHashFactor: UInt64 {
      let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
      var inverse = factor
      for _ in 0..<6 { inverse = inverse &* (2 &- factor &* inverse) }
      return inverse
    }
  }

  @Test(arguments: Draw.all)
  func smallNodesAgreeWithASortedArray(_ draw: Draw) {
    run(SmallShape.self, draw, operations: ModelRun.operations(6000), checkEvery: 50)
  }

  @Test(arguments: Draw.all)
  func smallestNodesAgreeWithASortedArray(_ draw: Draw) {
    run(SmallestShape.self, draw, operations: ModelRun.operations(3000), checkEvery: 50)
  }

  @Test(arguments: Draw.all)
  func standardNodesAgreeWithASortedArray(_ draw: Draw) {
    run(StandardShape.self, draw, operations: ModelRun.operations(10_000), checkEvery: 1000)
  }

  private func run<Shape: TreeShape>(
    _ shape: Shape.Type, _ draw: Draw, operations: Int, checkEvery: Int
  ) {
    var random = TestRandom(state: ModelRun.seed("\(Shape.self), \(draw.name)"))
    var tree = CountedTree<Shape>()
    var model = OrderModel()
    var tally = NoTally()
    for operation in 1...operations {
      // Phases of growth and of decay, so that nodes split and merge.
      let growing = operation / 700 % 2 == 0
      let id = draw.id(&random)
      if random.below(10) < (growing ? 2 : 8) {
        #expect(tree.remove(id, tally: &tally) == model.remove(id))
      } else {
        let entry = ListEntry(key: draw.key(&random, operation), id: id)
        #expect(tree.upsert(entry, tally: &tally) == model.upsert(entry))
      }
      #expect(tree.count == model.entries.count)
      compare(
        tree, model, probe: draw.id(&random), key: draw.key(&random, operation),
        random: &random)
      if operation % checkEvery == 0 {
        tree.checkInvariants()
        compareAll(tree, model)
      }
    }
  }

  @Test(arguments: Draw.all)
  func batchesAgreeWithASortedArray(_ draw: Draw) {
    runBatches(SmallestShape.self, draw, batches: ModelRun.operations(60))
    runBatches(SmallShape.self, draw, batches: ModelRun.operations(120))
    runBatches(StandardShape.self, draw, batches: ModelRun.operations(120))
  }

  /// Batches of every length up to twice what is read ahead together, growing and shrinking the list.
  private func runBatches<Shape: TreeShape>(_ shape: Shape.Type, _ draw: Draw, batches: Int) {
    var random = TestRandom(state: ModelRun.seed("batches, \(Shape.self), \(draw.name)"))
    var tree = CountedTree<Shape>()
    var model = OrderModel()
    var tally = NoTally()
    for batch in 1...batches {
      let growing = batch / 15 % 2 == 0
      let changes = (0..<random.below(2 * IndexBatch.size + 1)).map { number in
        let isDelete = random.below(10) < (growing ? 2 : 8)
        return Change(
          sequence: UInt64(number + 1), operation: isDelete ? .delete : .insert,
          id: draw.id(&random), key: draw.key(&random, batch * 40 + number), version: 1)
      }
      let expected = model.apply(changes)
      let outcome = unsafe changes.withUnsafeBufferPointer {
        unsafe tree.apply($0, tally: &tally)
      }
      #expect(outcome == expected)
      tree.checkInvariants()
      compareAll(tree, model)
    }
  }

  private func compare<Shape: TreeShape>(
    _ tree: borrowing CountedTree<Shape>, _ model: OrderModel, probe: ItemID, key: SortKey,
    random: inout TestRandom
  ) {
    var tally = NoTally()
    let found = tree.location(of: probe, tally: &tally)
    #expect(
      found.map { tree.rank(of: $0, tally: &tally) }
        == model.keys[probe].map { model.rank(ListEntry(key: $0, id: probe)) })
    let bound = ListEntry(key: key, id: probe)
    #expect(tree.lowerBound(of: bound, tally: &tally) == model.rank(bound))
    if model.entries.isEmpty { return }
    let rank = random.below(model.entries.count)
    let place = tree.locate(rank: rank, tally: &tally)
    #expect(tree.leaf(place.leaf).entry(at: place.slot) == model.entries[rank])
    #expect(
      tree.entry(before: place.slot, in: place.leaf) == (rank > 0 ? model.entries[rank - 1] : nil))
    #expect(
      tree.entry(after: place.slot, in: place.leaf)
        == (rank + 1 < model.entries.count ? model.entries[rank + 1] : nil))
  }

  private func compareAll<Shape: TreeShape>(
    _ tree: borrowing CountedTree<Shape>, _ model: OrderModel
  ) {
    var forward: [ListEntry] = []
    tree.forEachRun(fromRank: 0, limit: .max - 256) { keys, ids in
      for slot in 0..<keys.count { forward.append(ListEntry(key: keys[slot], id: ids[slot])) }
      return true
    }
    #expect(forward == model.entries)
    if model.entries.isEmpty { return }
    var backward: [ListEntry] = []
    tree.forEachRunReversed(fromRank: model.entries.count - 1, limit: .max) { keys, ids in
      for slot in (0..<keys.count).reversed() {
        backward.append(ListEntry(key: keys[slot], id: ids[slot]))
      }
      return true
    }
    #expect(backward == model.entries.reversed())
  }
}
