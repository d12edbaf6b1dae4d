import ListCore

/// A `RowPool` against the list of views in use.
struct RowPoolFuzz: ~Copyable, FuzzBody {
  private var pool: RowPool
  private let typeCount: Int
  private var bound: [(binding: RowPool.Binding, item: ItemID, type: Int)] = []
  private var stale: [RowPool.Binding] = []
  /// Views given back and not taken again, by type, the last one last.
  private var free: [[Int]]
  private var viewCount = 0

  init?(_ input: inout FuzzInput) {
    typeCount = 1 + input.byte() % 5
    pool = RowPool(typeCount: typeCount)
    free = Array(repeating: [], count: typeCount)
  }

  var size: Int { viewCount + stale.count }

  mutating func step(_ input: inout FuzzInput) throws(FuzzFinding) {
    if input.byte() % 2 == 0 || bound.isEmpty {
      let type = input.byte() % typeCount
      let item = input.id()
      let binding = pool.take(type: type, for: item)
      try expect(binding.slot, free[type].popLast() ?? viewCount, "view that is taken")
      viewCount = Swift.max(viewCount, binding.slot + 1)
      bound.append((binding, item, type))
    } else {
      let gone = bound.remove(at: input.byte() % bound.count)
      pool.giveBack(gone.binding)
      free[gone.type].append(gone.binding.slot)
      stale.append(gone.binding)
    }
    try expect(pool.boundCount, bound.count, "views in use")
    try expect(pool.slotCount, viewCount, "views")
  }

  mutating func check() throws(FuzzFinding) {
    pool.checkInvariants()
    for use in bound {
      try expect(pool.isCurrent(use.binding), true, "view \(use.binding.slot) is current")
      try expect(pool.item(inSlot: use.binding.slot), use.item, "item of view")
      try expect(pool.type(ofSlot: use.binding.slot), use.type, "type of view")
    }
    for binding in stale {
      try expect(pool.isCurrent(binding), false, "view \(binding.slot) is current")
    }
    for slot in free.joined() { try expect(pool.item(inSlot: slot), nil, "item of free view") }
  }
}
