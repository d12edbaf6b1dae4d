import ListCore

/// An `OrderedIndex` against a sorted array, from an empty list on.
struct OrderedIndexFuzz: ~Copyable, FuzzBody {
  private var index: OrderedIndex
  private var model: OrderModel
  /// From so many items on, runs are removed instead of inserted.
  private let limit: Int
  /// The most items of a run.
  private let longestRun: Int
  private(set) var batched = 0

  init?(_ input: inout FuzzInput) {
    let kind = input.byte()
    input.hasOneKey = kind % 8 == 0
    self.init(
      OrderedIndex(minimumCapacity: kind % 3 * 100), OrderModel(), limit: 6000, longestRun: 4096)
  }

  init(_ index: consuming OrderedIndex, _ model: OrderModel, limit: Int, longestRun: Int) {
    self.index = index
    self.model = model
    self.limit = limit
    self.longestRun = longestRun
  }

  var size: Int { model.entries.count }

  mutating func step(_ input: inout FuzzInput) throws(FuzzFinding) {
    let operation = input.byte() % 24
    switch operation {
    case 0..<6: try upsert(input.entry())
    case 6..<8: try upsert(ListEntry(key: input.key(), id: presentID(&input)))
    case 8, 9: try remove(input.id())
    case 10: try remove(presentID(&input))
    case 11, 12: try upsertBatch(&input)
    case 13, 14: try applyChanges(&input)
    case 15: try insertRun(&input)
    case 16: try removeRun(&input)
    case 17: try readItem(input.byte() % 2 == 0 ? input.id() : presentID(&input))
    case 18: try readPlace(input.entry())
    case 19: try readRanks(&input)
    case 20: try readRun(&input)
    case 21: try iterate(&input)
    case 22: rebuild(&input)
    default:
      if input.byte() == 0 {
        index.removeAll()
        model = OrderModel()
      }
    }
    try expect(index.count, model.entries.count, "count after operation kind \(operation)")
  }

  mutating func check() throws(FuzzFinding) {
    index.checkInvariants()
    try compareForward(0)
    try expect(index.isEmpty, model.entries.isEmpty, "isEmpty")
  }

  // MARK: - Changes

  private func presentID(_ input: inout FuzzInput) -> ItemID {
    model.entries.isEmpty
      ? input.id() : model.entries[input.below(1 << 16) % model.entries.count].id
  }

  private mutating func upsert(_ entry: ListEntry) throws(FuzzFinding) {
    try expect(index.upsert(entry), model.upsert(entry), "upsert of \(entry)")
  }

  private mutating func remove(_ id: ItemID) throws(FuzzFinding) {
    try expect(index.remove(id), model.remove(id), "removal of \(id)")
  }

  private mutating func upsertBatch(_ input: inout FuzzInput) throws(FuzzFinding) {
    var entries: [ListEntry] = []
    var expected = OrderedIndex.BatchOutcome()
    for _ in 0..<input.below(80) {
      let id = input.byte() % 2 == 0 ? input.id() : presentID(&input)
      entries.append(ListEntry(key: input.key(), id: id))
    }
    for entry in entries { expected.count(model.upsert(entry)) }
    batched += entries.count
    try expect(index.upsert(contentsOf: entries.span), expected, "batch of upserts")
  }

  private mutating func applyChanges(_ input: inout FuzzInput) throws(FuzzFinding) {
    var changes: [Change] = []
    for number in 0..<input.below(80) {
      let kind = input.byte()
      changes.append(
        Change(
          sequence: UInt64(number + 1), operation: Change.Operation.allCases[kind % 4],
          id: kind < 128 ? input.id() : presentID(&input), key: input.key(), version: 1))
    }
    var expected = OrderedIndex.BatchOutcome()
    for change in changes {
      if change.operation == .delete {
        if model.remove(change.id) == nil { expected.absent += 1 } else { expected.removed += 1 }
      } else {
        expected.count(model.upsert(ListEntry(key: change.key, id: change.id)))
      }
    }
    batched += changes.count
    try expect(index.apply(changes.span), expected, "batch of changes")
  }

  /// Items one after the other at the head, at the tail or in between, or all at one key.
  private mutating func insertRun(_ input: inout FuzzInput) throws(FuzzFinding) {
    let kind = input.byte()
    let count = input.below(kind % 4 == 0 ? longestRun : 300)
    if model.entries.count > limit { return try removeFrom(input.below(1 << 16), count) }
    let first = UInt64(input.below(1 << 12)) << 20
    let key: SortKey =
      switch kind / 4 % 4 {
      case 0: model.entries.first?.key ?? 0
      case 1: model.entries.last?.key ?? 0
      default: input.key()
      }
    let step = Int64([1, -1, 0, 3][kind / 16 % 4])
    batched += count
    for number in 0..<count {
      try upsert(
        ListEntry(
          key: SortKey(key.rawValue &+ step &* Int64(number)), id: ItemID(first + UInt64(number))))
    }
  }

  private mutating func removeRun(_ input: inout FuzzInput) throws(FuzzFinding) {
    try removeFrom(input.below(1 << 16), input.below(input.byte() == 0 ? longestRun : 300))
  }

  private mutating func removeFrom(_ rank: Int, _ count: Int) throws(FuzzFinding) {
    if model.entries.isEmpty { return }
    let start = rank % model.entries.count
    let removed = Array(model.entries[start...].prefix(count))
    batched += removed.count
    for entry in removed { try remove(entry.id) }
  }

  private mutating func rebuild(_ input: inout FuzzInput) {
    if input.byte() % 4 == 0 { index = OrderedIndex(ascending: model.entries.span) }
  }

  // MARK: - Reads

  private func readItem(_ id: ItemID) throws(FuzzFinding) {
    let key = model.keys[id]
    let rank = key.map { model.rank(ListEntry(key: $0, id: id)) }
    try expect(index.contains(id), key != nil, "whether \(id) is there")
    try expect(index.key(of: id), key, "key of \(id)")
    try expect(index.rank(of: id), rank, "rank of \(id)")
    let neighbours = index.neighbours(of: id)
    try expect(neighbours != nil, rank != nil, "whether \(id) has neighbours")
    guard let rank else { return }
    try expect(
      neighbours?.before, rank > 0 ? model.entries[rank - 1] : nil, "entry before \(id)")
    let after = rank + 1 < model.entries.count ? model.entries[rank + 1] : nil
    try expect(neighbours?.after, after, "entry after \(id)")
    try expect(index.entry(atRank: rank).id, id, "id at rank \(rank)")
  }

  private func readPlace(_ entry: ListEntry) throws(FuzzFinding) {
    try expect(index.firstRank(atOrAfter: entry), model.rank(entry), "place of \(entry)")
  }

  private func readRanks(_ input: inout FuzzInput) throws(FuzzFinding) {
    var ids: [ItemID] = []
    for _ in 0..<input.below(80) {
      ids.append(input.byte() % 2 == 0 ? input.id() : presentID(&input))
    }
    var ranks = [Int](repeating: -2, count: ids.count)
    var span = ranks.mutableSpan
    index.ranks(of: ids.span, into: &span)
    let expected = ids.map { id in
      model.keys[id].map { model.rank(ListEntry(key: $0, id: id)) } ?? -1
    }
    try expect(ranks, expected, "ranks")
  }

  private func readRun(_ input: inout FuzzInput) throws(FuzzFinding) {
    let rank = input.below(1 << 16) % (model.entries.count + 1)
    let limit = input.below(300)
    let expected = Array(model.entries[rank...].prefix(limit))
    var found: [ListEntry] = []
    index.forEachRun(fromRank: rank, limit: limit) { keys, ids in
      for slot in keys.indices { found.append(ListEntry(key: keys[slot], id: ids[slot])) }
    }
    try expect(found, expected, "run from rank \(rank)")
    let blank = ListEntry(key: 0, id: 0)
    var output = [ListEntry](repeating: blank, count: limit)
    var span = output.mutableSpan
    try expect(
      index.copyEntries(fromRank: rank, into: &span), expected.count, "entries copied")
    try expect(Array(output.prefix(expected.count)), expected, "copy from rank \(rank)")
  }

  private func iterate(_ input: inout FuzzInput) throws(FuzzFinding) {
    let entry = input.entry()
    let limit = input.byte()
    let rank = model.rank(entry)
    var found: [ListEntry] = []
    index.forEach(from: entry) {
      if found.count == limit { return false }
      found.append($0)
      return true
    }
    try expect(found, Array(model.entries[rank...].prefix(limit)), "entries from \(entry)")
    found = []
    index.forEachReversed(before: entry) {
      if found.count == limit { return false }
      found.append($0)
      return true
    }
    try expect(
      found, model.entries[..<rank].suffix(limit).reversed(), "entries before \(entry)")
  }

  private func compareForward(_ rank: Int) throws(FuzzFinding) {
    var next = rank
    var difference: ListEntry?
    index.forEach(fromRank: rank) { entry in
      guard next < model.entries.count, model.entries[next] == entry else {
        difference = entry
        return false
      }
      next += 1
      return true
    }
    if let difference { throw FuzzFinding("entry at rank \(next): \(difference)") }
    try expect(next, model.entries.count, "entries visited")
  }
}

extension OrderedIndex.BatchOutcome {
  /// Counts what one upsert did.
  mutating func count(_ outcome: OrderedIndex.UpsertOutcome) {
    switch outcome {
    case .inserted: inserted += 1
    case .moved: moved += 1
    case .unchanged: unchanged += 1
    }
  }
}

/// An `OrderedIndex` against a sorted array, from 78,600 items on: batches plan ahead, and a few more
/// ids make the table grow bit by bit.
struct LargeIndexFuzz: ~Copyable, FuzzBody {
  private var list: OrderedIndexFuzz

  init?(_ input: inout FuzzInput) {
    let model = Self.model
    let entries = model.entries.span
    var index: OrderedIndex
    if input.byte() % 2 == 0 {
      index = OrderedIndex(ascending: entries)
    } else {
      // As many as fit the table.
      index = OrderedIndex(minimumCapacity: entries.count)
      index.upsert(contentsOf: entries)
    }
    list = OrderedIndexFuzz(index, model, limit: 90_000, longestRun: 600)
  }

  var size: Int { list.size }
  var batched: Int { list.batched }

  mutating func step(_ input: inout FuzzInput) throws(FuzzFinding) { try list.step(&input) }

  mutating func check() throws(FuzzFinding) { try list.check() }

  private static let model = OrderModel(
    ascending: (0..<78_600).map {
      ListEntry(key: SortKey(Int64($0 - 40_000)), id: ItemID(UInt64($0) &* 0x1234_5678_9ABC))
    })
}
