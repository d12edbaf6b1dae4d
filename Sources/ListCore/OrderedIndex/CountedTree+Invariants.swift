extension CountedTree {
  /// Traps with the invariant's number if one does not hold.
  func checkInvariants() {
    leaves.checkInvariants()
    inners.checkInvariants()
    table.checkInvariants()
    var walk = Walk()
    check(root, level: height, low: nil, high: nil, walk: &walk)
    precondition(
      walk.previousLeaf == noNode || leaf(walk.previousLeaf).header.next == noNode,
      "index invariant 7: last leaf")
    precondition(header(root, level: height).parent == noNode, "index invariant 4: root")
    precondition(walk.entries == count, "index invariant 5: count")
    precondition(walk.leaves == leaves.nodeCount, "index invariant 1: leaves")
    precondition(walk.inners == inners.nodeCount, "index invariant 1: inner nodes")
    precondition(table.count == count, "index invariant 8: table")
    precondition(count <= maximumCount, "index invariant 11: count")
    check(finger)
    check(otherFinger)
  }

  private struct Walk {
    var entries = 0
    var leaves = 0
    var inners = 0
    var previousLeaf = noNode
    var previousEntry: ListEntry?
  }

  private func check(
    _ number: UInt32, level: Int, low: ListEntry?, high: ListEntry?, walk: inout Walk
  ) {
    if level == 0 {
      checkLeaf(number, low: low, high: high, walk: &walk)
      return
    }
    walk.inners += 1
    let node = inner(number)
    let least = node.header.parent == noNode ? 2 : Shape.innerMinimum
    precondition(
      node.count >= least && node.count <= Shape.fanOut, "index invariant 3: children")
    for slot in 0..<node.count {
      let child = node.child(at: slot)
      let childHeader = header(child, level: level - 1)
      precondition(childHeader.parent == number, "index invariant 4: parent")
      precondition(childHeader.slotHint < Shape.fanOut, "index invariant 4: hint")
      precondition(
        slot == 0 || level == 1 || inner(child).separator(at: 0) == node.separator(at: slot),
        "index invariant 6: separator of slot 0")
      let before = walk.entries
      check(
        child, level: level - 1, low: slot == 0 ? low : node.separator(at: slot),
        high: slot + 1 == node.count ? high : node.separator(at: slot + 1), walk: &walk)
      precondition(
        walk.entries - before == node.entryCount(at: slot), "index invariant 5: entry count")
    }
  }

  private func checkLeaf(
    _ number: UInt32, low: ListEntry?, high: ListEntry?, walk: inout Walk
  ) {
    walk.leaves += 1
    let node = leaf(number)
    let isAtEnd = node.header.next == noNode || node.header.previous == noNode
    let least = node.header.parent == noNode ? 0 : isAtEnd ? 1 : Shape.leafMinimum
    precondition(
      node.count >= least && node.count <= Shape.leafCapacity, "index invariant 2: entries")
    precondition(node.header.previous == walk.previousLeaf, "index invariant 7: previous")
    if walk.previousLeaf != noNode {
      precondition(
        leaf(walk.previousLeaf).header.next == number, "index invariant 7: next")
    }
    for slot in 0..<node.count {
      let entry = node.entry(at: slot)
      precondition(
        walk.previousEntry.map { $0 < entry } ?? true, "index invariant 2: order")
      precondition(low.map { $0 <= entry } ?? true, "index invariant 6: separator below")
      precondition(high.map { entry < $0 } ?? true, "index invariant 6: separator above")
      let tag = IDTable.tag(of: entry.id)
      precondition(
        node.fingerprint(at: slot) == TreeLeaf<Shape>.fingerprint(of: tag),
        "index invariant 9: fingerprint")
      var tally = NoTally()
      let found = find(entry.id, tag: tag, tally: &tally)
      precondition(
        found.leaf == number && found.slot == slot, "index invariant 8: table entry")
      walk.previousEntry = entry
    }
    walk.entries += node.count
    walk.previousLeaf = number
  }

  private func check(_ finger: Finger) {
    guard finger.low < finger.high else { return }
    var tally = NoTally()
    for id in [UInt64.min, .max] {
      for key in [finger.low.rawValue &+ 1, finger.high.rawValue &- 1] {
        let entry = ListEntry(key: SortKey(key), id: ItemID(id))
        guard finger.covers(entry.key) else { continue }
        precondition(
          leafAndRank(for: entry, tally: &tally).leaf == finger.leaf, "index invariant 10: finger")
      }
    }
  }
}
