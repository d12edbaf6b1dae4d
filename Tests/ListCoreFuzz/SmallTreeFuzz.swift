#if DEBUG
  @testable import ListCore

  /// Leaves of 4 and fan-out 4, four nodes to a chunk: deep trees, many chunks.
  enum LeavesOfFour: TreeShape {
    static var leafCapacity: Int { 4 }
    static var fanOut: Int { 4 }
    static var leafChunkBytes: Int { 4 * 192 }
    static var innerChunkBytes: Int { 4 * 256 }
  }

  /// The smallest shape there can be, a node to a chunk.
  enum LeavesOfTwo: TreeShape {
    static var leafCapacity: Int { 2 }
    static var fanOut: Int { 4 }
    static var leafChunkBytes: Int { 1 }
    static var innerChunkBytes: Int { 1 }
  }

  /// The tree of an `OrderedIndex` with small nodes against a sorted array.
  struct SmallTreeFuzz<Shape: TreeShape>: ~Copyable, FuzzBody {
    private var tree: CountedTree<Shape>
    private var model = OrderModel()
    private var tally = NoTally()
    private(set) var batched = 0

    init?(_ input: inout FuzzInput) {
      let kind = input.byte()
      input.hasOneKey = kind % 8 == 1
      tree = CountedTree(minimumCount: kind % 3)
    }

    var size: Int { model.entries.count }

    mutating func step(_ input: inout FuzzInput) throws(FuzzFinding) {
      let operation = input.byte() % 16
      switch operation {
      case 0..<5: try upsert(input.entry())
      case 5..<7: try upsert(ListEntry(key: input.key(), id: presentID(&input)))
      case 7, 8: try remove(input.id())
      case 9, 10: try remove(presentID(&input))
      case 11: try insertRun(&input)
      case 12: try removeRun(&input)
      case 13, 14: try read(input.entry(), input.below(1 << 16))
      default:
        if input.byte() % 8 == 0 { tree = CountedTree(ascending: model.entries.span) }
      }
      try expect(tree.count, model.entries.count, "count after operation kind \(operation)")
    }

    mutating func check() throws(FuzzFinding) {
      tree.checkInvariants()
      var forward: [ListEntry] = []
      tree.forEachRun(fromRank: 0, limit: .max - 256) { keys, ids in
        for slot in 0..<keys.count { forward.append(ListEntry(key: keys[slot], id: ids[slot])) }
        return true
      }
      try expect(forward, model.entries, "entries")
      if forward.isEmpty { return }
      var backward: [ListEntry] = []
      tree.forEachRunReversed(fromRank: forward.count - 1, limit: .max) { keys, ids in
        for slot in (0..<keys.count).reversed() {
          backward.append(ListEntry(key: keys[slot], id: ids[slot]))
        }
        return true
      }
      try expect(backward, model.entries.reversed(), "entries from the last")
    }

    private func presentID(_ input: inout FuzzInput) -> ItemID {
      model.entries.isEmpty
        ? input.id() : model.entries[input.below(1 << 16) % model.entries.count].id
    }

    private mutating func upsert(_ entry: ListEntry) throws(FuzzFinding) {
      try expect(tree.upsert(entry, tally: &tally), model.upsert(entry), "upsert of \(entry)")
    }

    private mutating func remove(_ id: ItemID) throws(FuzzFinding) {
      try expect(tree.remove(id, tally: &tally), model.remove(id), "removal of \(id)")
    }

    private mutating func insertRun(_ input: inout FuzzInput) throws(FuzzFinding) {
      let first = UInt64(input.below(256)) << 20
      let key = input.key()
      let step = Int64([1, -1, 0, 3][input.byte() % 4])
      if model.entries.count > 1000 { return try removeRun(&input) }
      let count = input.byte()
      batched += count
      for number in 0..<count {
        try upsert(
          ListEntry(
            key: SortKey(key.rawValue &+ step &* Int64(number)), id: ItemID(first + UInt64(number))
          ))
      }
    }

    private mutating func removeRun(_ input: inout FuzzInput) throws(FuzzFinding) {
      if model.entries.isEmpty { return }
      let start = input.below(1 << 16) % model.entries.count
      let removed = Array(model.entries[start...].prefix(input.byte()))
      batched += removed.count
      for entry in removed { try remove(entry.id) }
    }

    private mutating func read(_ entry: ListEntry, _ number: Int) throws(FuzzFinding) {
      try expect(tree.lowerBound(of: entry, tally: &tally), model.rank(entry), "place of \(entry)")
      let found = tree.location(of: entry.id, tally: &tally)
      try expect(
        found.map { tree.rank(of: $0, tally: &tally) },
        model.keys[entry.id].map { model.rank(ListEntry(key: $0, id: entry.id)) },
        "rank of \(entry.id)")
      if model.entries.isEmpty { return }
      let rank = number % model.entries.count
      let place = tree.locate(rank: rank, tally: &tally)
      try expect(
        tree.leaf(place.leaf).entry(at: place.slot), model.entries[rank], "entry at rank \(rank)")
    }
  }
#endif
