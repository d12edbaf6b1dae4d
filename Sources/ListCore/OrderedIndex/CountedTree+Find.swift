extension CountedTree {
  /// Where an id is, or the place where the table would have it and `noNode`.
  @inline(__always)
  func find(_ id: ItemID, tag: UInt32, tally: inout some VisitTally) -> Location {
    var place = table.firstPlace(of: tag)
    while true {
      let entry = table.entry(at: place)
      if !IDTable.isEntry(entry, of: tag) {
        return Location(place: place, leaf: noNode, slot: -1)
      }
      let number = IDTable.number(ofEntry: entry)
      tally.visit()
      let slot = leaf(number).slot(of: id, tag: tag)
      if slot >= 0 { return Location(place: place, leaf: number, slot: slot) }
      place &+= 1
    }
  }

  /// Where an id is, if it is in the tree.
  @inline(__always)
  func location(of id: ItemID, tally: inout some VisitTally) -> Location? {
    let found = find(id, tag: IDTable.tag(of: id), tally: &tally)
    return found.leaf == noNode ? nil : found
  }

  /// The rank of an entry that is in the tree.
  @inline(__always)
  func rank(of location: Location, tally: inout some VisitTally) -> Int {
    var rank = location.slot
    var child = location.leaf
    var header = leaf(child).header
    while header.parent != noNode {
      tally.visit()
      let parent = header.parent
      let node = inner(parent)
      rank &+= node.entries(before: node.slot(of: child, hint: header.slotHint))
      child = parent
      header = node.header
    }
    return rank
  }

  /// The leaf and the slot of a rank in `0..<count`.
  @inline(__always)
  func locate(rank: Int, tally: inout some VisitTally) -> (leaf: UInt32, slot: Int) {
    var number = root
    var rest = rank
    var level = height
    while level > 0 {
      tally.visit()
      let node = inner(number)
      let step = node.slot(atRank: rest)
      number = node.child(at: step.slot)
      rest = step.rank
      level &-= 1
    }
    tally.visit()
    return (number, rest)
  }

  /// The leaf into whose range `entry` lies, and how many entries are before that leaf.
  @inline(__always)
  func leafAndRank(for entry: ListEntry, tally: inout some VisitTally) -> (
    leaf: UInt32, entriesBefore: Int
  ) {
    var number = root
    var before = 0
    var level = height
    while level > 0 {
      tally.visit()
      let node = inner(number)
      let slot = node.slot(for: entry)
      before &+= node.entries(before: slot)
      number = node.child(at: slot)
      level &-= 1
    }
    tally.visit()
    return (number, before)
  }

  /// How many entries are before `entry`.
  @inline(__always)
  func lowerBound(of entry: ListEntry, tally: inout some VisitTally) -> Int {
    let found = leafAndRank(for: entry, tally: &tally)
    return found.entriesBefore &+ leaf(found.leaf).lowerBound(of: entry)
  }

  /// The entry before a place, in order; nil at the start.
  func entry(before slot: Int, in number: UInt32) -> ListEntry? {
    if slot > 0 { return leaf(number).entry(at: slot - 1) }
    let previous = leaf(number).header.previous
    if previous == noNode { return nil }
    let node = leaf(previous)
    return node.entry(at: node.count - 1)
  }

  /// The entry after a place, in order; nil at the end.
  func entry(after slot: Int, in number: UInt32) -> ListEntry? {
    let node = leaf(number)
    if slot + 1 < node.count { return node.entry(at: slot + 1) }
    let next = node.header.next
    return next == noNode ? nil : leaf(next).entry(at: 0)
  }
}
