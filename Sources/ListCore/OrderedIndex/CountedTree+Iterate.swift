extension CountedTree {
  /// Calls `body` with stretches of keys and ids of one leaf each, `limit` entries from a rank on.
  @inline(__always)
  func forEachRun<Failure: Error>(
    fromRank rank: Int, limit: Int,
    _ body: (UnsafeBufferPointer<SortKey>, UnsafeBufferPointer<ItemID>) throws(Failure) -> Bool
  ) throws(Failure) {
    if rank == count || limit == 0 { return }
    var tally = NoTally()
    var (number, slot) = locate(rank: rank, tally: &tally)
    var rest = limit
    while true {
      let node = leaf(number)
      let slots = slot..<Swift.min(node.count, slot + rest)
      if try unsafe !body(node.keys(slots), node.ids(slots)) { return }
      rest -= slots.count
      number = node.header.next
      slot = 0
      if rest == 0 || number == noNode { return }
    }
  }

  /// As `forEachRun`, towards the head: each stretch ends where the one before began.
  @inline(__always)
  func forEachRunReversed<Failure: Error>(
    fromRank rank: Int, limit: Int,
    _ body: (UnsafeBufferPointer<SortKey>, UnsafeBufferPointer<ItemID>) throws(Failure) -> Bool
  ) throws(Failure) {
    if limit == 0 { return }
    var tally = NoTally()
    var (number, slot) = locate(rank: rank, tally: &tally)
    var rest = limit
    while true {
      let node = leaf(number)
      let slots = Swift.max(0, slot + 1 - rest)..<(slot + 1)
      if try unsafe !body(node.keys(slots), node.ids(slots)) { return }
      rest -= slots.count
      number = node.header.previous
      if rest == 0 || number == noNode { return }
      slot = leaf(number).count - 1
    }
  }
}
