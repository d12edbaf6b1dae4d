extension CountedTree {
  /// Puts an id at a key: inserts it, or moves it there.
  @inline(__always)
  mutating func upsert(
    _ entry: ListEntry, tally: inout some VisitTally
  ) -> OrderedIndex.UpsertOutcome {
    let tag = IDTable.tag(of: entry.id)
    let found = find(entry.id, tag: tag, tally: &tally)
    return upsert(entry, tag: tag, found: found, tally: &tally)
  }

  /// As `upsert(_:tally:)`, knowing where the id is.
  @inline(__always)
  mutating func upsert(
    _ entry: ListEntry, tag: UInt32, found: Location, tally: inout some VisitTally
  ) -> OrderedIndex.UpsertOutcome {
    var found = found
    if found.leaf == noNode {
      precondition(count < maximumCount, "index full")
      if table.isFull {
        table.grow()
        found = find(entry.id, tag: tag, tally: &tally)
      }
      let leaf = place(entry, tag: tag, tally: &tally)
      table.insert(tag: tag, number: leaf, at: found.place)
      count &+= 1
      return .inserted
    }
    if leaf(found.leaf).key(at: found.slot) == entry.key { return .unchanged }
    // The table entry is held while the id is in no leaf: a merge retargets entries that equal it.
    table.replace(found.place, tag: tag, number: IDTable.heldNumber)
    takeOut(leaf: found.leaf, slot: found.slot, tally: &tally)
    let leaf = place(entry, tag: tag, tally: &tally)
    table.replace(found.place, tag: tag, number: leaf)
    return .moved
  }

  /// Puts an entry in order and returns its leaf; the table is the caller's.
  @inline(__always)
  private mutating func place(
    _ entry: ListEntry, tag: UInt32, tally: inout some VisitTally
  ) -> UInt32 {
    var number = finger.leaf
    if !finger.covers(entry.key) {
      if otherFinger.covers(entry.key) {
        swap(&finger, &otherFinger)
        number = finger.leaf
      } else {
        otherFinger = finger
        finger = finger(to: entry, tally: &tally)
        number = finger.leaf
      }
    }
    tally.visit()
    var node = leaf(number)
    var slot = node.lowerBound(of: entry)
    if node.count == Shape.leafCapacity {
      (number, slot) = split(number, slot: slot)
      node = leaf(number)
    }
    node.insert(entry, tag: tag, at: slot)
    addEntries(1, above: number, tally: &tally)
    return number
  }

  /// The leaf into whose range `entry` lies, and its bounds.
  @inline(never)
  func finger(to entry: ListEntry, tally: inout some VisitTally) -> Finger {
    var number = root
    var level = height
    var low = SortKey(.min)
    var high = SortKey(.max)
    while level > 0 {
      tally.visit()
      let node = inner(number)
      let slot = node.slot(for: entry)
      if slot > 0 { low = node.separator(at: slot).key }
      if slot &+ 1 < node.count { high = node.separator(at: slot &+ 1).key }
      number = node.child(at: slot)
      level &-= 1
    }
    return Finger(leaf: number, low: low, high: high)
  }

  /// Adds to, or takes from, the counts on the way from a leaf to the root, and mends slot hints.
  @inline(__always)
  mutating func addEntries(
    _ difference: Int, above number: UInt32, tally: inout some VisitTally
  ) {
    var child = number
    var header = leaf(number).header
    while header.parent != noNode {
      tally.visit()
      let parent = header.parent
      let node = inner(parent)
      let hint = header.slotHint
      let slot = node.slot(of: child, hint: hint)
      if slot != hint { header.slotHint = slot }
      node.addEntries(difference, at: slot)
      child = parent
      header = node.header
    }
  }

  // MARK: - Splits

  /// Splits a full leaf; returns the leaf and the slot where the insert at `slot` goes now.
  ///
  /// At the ends of the list, where feeds grow, the inner half stays nearly full: halves would stay
  /// halves behind a growing end.
  @inline(never)
  mutating func split(_ number: UInt32, slot: Int) -> (leaf: UInt32, slot: Int) {
    leaves.reserve(1)
    inners.reserve(height + 1)
    let right = appendLeaf()
    let node = leaf(number)
    let rightNode = leaf(right)
    let next = node.header.next
    let share = Swift.max(1, Shape.leafCapacity / 8)
    let kept: Int
    if next == noNode {
      kept = Shape.leafCapacity - share
    } else if node.header.previous == noNode, slot <= share {
      kept = share
    } else {
      kept = Shape.leafCapacity / 2
    }
    node.moveEnd(from: kept, toFrontOf: rightNode)
    rightNode.header.next = next
    rightNode.header.previous = number
    node.header.next = right
    if next != noNode { leaf(next).header.previous = right }
    retargetIDs(of: rightNode, slots: 0..<rightNode.count, from: number, to: right)
    let separator = rightNode.entry(at: 0)
    link(
      right, after: number, level: 0, separator: separator,
      leftCount: node.count, rightCount: rightNode.count)
    if otherFinger.leaf == number { otherFinger = Finger() }
    let goesRight = slot > kept
    if finger.leaf == number {
      // The part of the leaf where nothing is inserted now keeps a finger too.
      otherFinger =
        goesRight ? finger.left(of: separator.key) : finger.right(of: separator.key, in: right)
      finger =
        goesRight ? finger.right(of: separator.key, in: right) : finger.left(of: separator.key)
    }
    return goesRight ? (right, slot - kept) : (number, slot)
  }

  /// Tells the table that the ids in `slots` of a leaf have come there from another.
  mutating func retargetIDs(
    of node: TreeLeaf<Shape>, slots: Range<Int>, from: UInt32, to: UInt32
  ) {
    for slot in slots {
      table.retarget(tag: IDTable.tag(of: node.id(at: slot)), from: from, to: to)
    }
  }

  /// Makes `right` the next sibling of `left` in their parent, which may split in turn.
  ///
  /// The counts above stay right: `left`'s old count was the sum of the new ones.
  private mutating func link(
    _ right: UInt32, after left: UInt32, level: Int, separator: ListEntry,
    leftCount: Int, rightCount: Int
  ) {
    let leftHeader = header(left, level: level)
    let rightHeader = header(right, level: level)
    if leftHeader.parent == noNode {
      let top = appendInner()
      let node = inner(top)
      node.insert(left, entryCount: leftCount, separator: separator, at: 0)
      leftHeader.parent = top
      leftHeader.slotHint = 0
      root = top
      height += 1
    }
    var parent = leftHeader.parent
    var slot = inner(parent).slot(of: left, hint: leftHeader.slotHint)
    if inner(parent).count == Shape.fanOut {
      (parent, slot) = splitInner(parent, level: level + 1, slot: slot)
    }
    let node = inner(parent)
    node.setEntryCount(leftCount, at: slot)
    node.insert(right, entryCount: rightCount, separator: separator, at: slot + 1)
    rightHeader.parent = parent
    rightHeader.slotHint = slot + 1
  }

  /// Splits a full inner node; returns the node and the slot where its child in `slot` is now.
  private mutating func splitInner(
    _ number: UInt32, level: Int, slot: Int
  ) -> (node: UInt32, slot: Int) {
    let right = appendInner()
    let node = inner(number)
    let rightNode = inner(right)
    let share = Swift.max(Shape.innerMinimum, Shape.fanOut / 8)
    let kept = slot == Shape.fanOut - 1 ? Shape.fanOut - share : Shape.fanOut / 2
    node.moveEnd(from: kept, toFrontOf: rightNode)
    adoptChildren(of: right, slots: 0..<rightNode.count, level: level)
    link(
      right, after: number, level: level, separator: rightNode.separator(at: 0),
      leftCount: node.entryCount, rightCount: rightNode.entryCount)
    return slot < kept ? (number, slot) : (right, slot - kept)
  }

  /// Tells the children in `slots` of an inner node where they are.
  func adoptChildren(of number: UInt32, slots: Range<Int>, level: Int) {
    let node = inner(number)
    for slot in slots {
      let child = header(node.child(at: slot), level: level - 1)
      child.parent = number
      child.slotHint = slot
    }
  }
}
