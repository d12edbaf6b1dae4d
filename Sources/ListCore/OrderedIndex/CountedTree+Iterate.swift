extension CountedTree {
  /// Calls `body` with stretches of keys and ids of one leaf each, `limit` entries from a rank on.
  @inline(__always)
  func forEachRun(
    fromRank rank: Int, limit: Int,
    _ body: (UnsafeBufferPointer<SortKey>, UnsafeBufferPointer<ItemID>) -> Bool
  ) {
    if rank == count || limit == 0 { return }
    var tally = NoTally()
    let place = locate(rank: rank, tally: &tally)
    unsafe forEachRun(from: place.slot, in: place.leaf, limit: limit, body)
  }

  /// As `forEachRun`, from the first entry on that is not before `entry`.
  @inline(__always)
  func forEachRun(
    from entry: ListEntry, limit: Int,
    _ body: (UnsafeBufferPointer<SortKey>, UnsafeBufferPointer<ItemID>) -> Bool
  ) {
    if limit == 0 { return }
    var number = root
    var level = height
    while level > 0 {
      let node = inner(number)
      number = node.child(at: node.slot(for: entry))
      level &-= 1
    }
    var slot = leaf(number).lowerBound(of: entry)
    if slot == leaf(number).count {
      number = leaf(number).header.next
      slot = 0
    }
    if number == noNode { return }
    unsafe forEachRun(from: slot, in: number, limit: limit, body)
  }

  /// As `forEachRun`, from a slot of a leaf on; `limit` is positive.
  @inline(__always)
  private func forEachRun(
    from slot: Int, in number: UInt32, limit: Int,
    _ body: (UnsafeBufferPointer<SortKey>, UnsafeBufferPointer<ItemID>) -> Bool
  ) {
    var (number, slot) = (number, slot)
    var rest = limit
    while true {
      let node = leaf(number)
      let slots = slot..<Swift.min(node.count, slot + rest)
      if unsafe !body(node.keys(slots), node.ids(slots)) { return }
      rest -= slots.count
      number = node.header.next
      slot = 0
      if rest == 0 || number == noNode { return }
    }
  }

  /// As `forEachRun`, towards the head: each stretch ends where the one before began.
  @inline(__always)
  func forEachRunReversed(
    fromRank rank: Int, limit: Int,
    _ body: (UnsafeBufferPointer<SortKey>, UnsafeBufferPointer<ItemID>) -> Bool
  ) {
    if limit == 0 { return }
    var tally = NoTally()
    var (number, slot) = locate(rank: rank, tally: &tally)
    var rest = limit
    while true {
      let node = leaf(number)
      let slots = Swift.max(0, slot + 1 - rest)..<(slot + 1)
      if unsafe !body(node.keys(slots), node.ids(slots)) { return }
      rest -= slots.count
      number = node.header.previous
      if rest == 0 || number == noNode { return }
      slot = leaf(number).count - 1
    }
  }
}
