extension CountedTree {
  /// Removes an id; returns its entry, or nil if it was not there.
  @inline(__always)
  mutating func remove(_ id: ItemID, tally: inout some VisitTally) -> ListEntry? {
    guard let found = location(of: id, tally: &tally) else { return nil }
    let entry = leaf(found.leaf).entry(at: found.slot)
    remove(at: found, tally: &tally)
    return entry
  }

  /// Removes the id in a place.
  @inline(__always)
  mutating func remove(at found: Location, tally: inout some VisitTally) {
    table.erase(found.place)
    takeOut(leaf: found.leaf, slot: found.slot, tally: &tally)
    count &-= 1
  }

  /// Takes an entry out of its leaf; the table is the caller's.
  @inline(__always)
  mutating func takeOut(leaf number: UInt32, slot: Int, tally: inout some VisitTally) {
    let node = leaf(number)
    node.remove(at: slot)
    addEntries(-1, above: number, tally: &tally)
    let left = node.count
    if left < Shape.leafMinimum || (left <= Shape.leafLean && left & 7 == 0),
      node.header.parent != noNode
    {
      rebalanceLeaf(number)
    }
  }

  // MARK: - Leaves

  /// Merges a sparse leaf with a neighbour under the same parent, or evens them out.
  ///
  /// A leaf of less than five eighths is asked at every eighth removal whether it fits into a
  /// neighbour with a quarter to spare, or into both with an eighth. The first and the last leaf stay as
  /// they are until they are empty: feeds grow there, and splits leave them sparse on purpose.
  ///
  /// MEASURED: 3 * 10^5 items under random churn take 38.2 bytes each; asking only for one neighbour
  /// 44.9; upserts cost the same.
  @inline(never)
  private mutating func rebalanceLeaf(_ number: UInt32) {
    let header = leaf(number).header
    if header.count > 0, header.next == noNode || header.previous == noNode { return }
    let parent = header.parent
    let node = inner(parent)
    let slot = node.slot(of: number, hint: header.slotHint)
    let leftSlot = siblingSlot(of: slot, in: node)
    let total = node.entryCount(at: leftSlot) + node.entryCount(at: leftSlot + 1)
    if header.count >= Shape.leafMinimum, total > Shape.leafCapacity * 3 / 4 {
      let first = Swift.max(0, Swift.min(slot - 1, node.count - 3))
      if node.count > 2, entries(in: first..<first + 3, of: node) <= Shape.threeLeavesLimit {
        forgetFingers()
        mergeThreeLeaves(first, of: parent)
        rebalanceInner(parent)
      }
      return
    }
    forgetFingers()
    if header.count == 0 || total <= Shape.leafMergeLimit || total < 2 * Shape.leafMinimum {
      mergeLeaves(leftSlot, of: parent)
      rebalanceInner(parent)
    } else {
      evenLeaves(leftSlot, of: parent)
    }
  }

  /// The left slot of the pair that a child makes with its smaller neighbour.
  private func siblingSlot(of slot: Int, in node: TreeInner<Shape>) -> Int {
    if slot == 0 { return 0 }
    if slot + 1 == node.count { return slot - 1 }
    return node.entryCount(at: slot - 1) <= node.entryCount(at: slot + 1) ? slot - 1 : slot
  }

  /// Moves the smaller of two neighbouring leaves into the larger.
  private mutating func mergeLeaves(_ leftSlot: Int, of parent: UInt32) {
    let node = inner(parent)
    let left = node.child(at: leftSlot)
    let right = node.child(at: leftSlot + 1)
    let leftNode = leaf(left)
    let rightNode = leaf(right)
    let leftCount = leftNode.count
    let total = leftCount + rightNode.count
    let kept: UInt32
    let emptied: UInt32
    if leftCount < rightNode.count {
      leftNode.moveEnd(from: 0, toFrontOf: rightNode)
      retargetIDs(of: rightNode, slots: 0..<leftCount, from: left, to: right)
      (kept, emptied) = (right, left)
      let previous = leftNode.header.previous
      rightNode.header.previous = previous
      if previous != noNode { leaf(previous).header.next = right }
    } else {
      rightNode.moveFront(rightNode.count, toEndOf: leftNode)
      retargetIDs(of: leftNode, slots: leftCount..<total, from: right, to: left)
      (kept, emptied) = (left, right)
      let next = rightNode.header.next
      leftNode.header.next = next
      if next != noNode { leaf(next).header.previous = left }
    }
    node.remove(at: leftSlot + 1)
    node.setChild(kept, at: leftSlot)
    node.setEntryCount(total, at: leftSlot)
    leaf(kept).header.slotHint = leftSlot
    releaseLeaf(emptied)
  }

  private func entries(in slots: Range<Int>, of node: TreeInner<Shape>) -> Int {
    node.entries(before: slots.upperBound) - node.entries(before: slots.lowerBound)
  }

  /// Shares the middle one of three leaves out to the others.
  private mutating func mergeThreeLeaves(_ leftSlot: Int, of parent: UInt32) {
    let node = inner(parent)
    let left = node.child(at: leftSlot)
    let middle = node.child(at: leftSlot + 1)
    let right = node.child(at: leftSlot + 2)
    let leftNode = leaf(left)
    let middleNode = leaf(middle)
    let rightNode = leaf(right)
    let oldLeft = leftNode.count
    let half = (oldLeft + middleNode.count + rightNode.count) / 2
    let toLeft = Swift.min(Swift.max(0, half - oldLeft), middleNode.count)
    middleNode.moveFront(toLeft, toEndOf: leftNode)
    retargetIDs(of: leftNode, slots: oldLeft..<oldLeft + toLeft, from: middle, to: left)
    let toRight = middleNode.count
    middleNode.moveEnd(from: 0, toFrontOf: rightNode)
    retargetIDs(of: rightNode, slots: 0..<toRight, from: middle, to: right)
    leftNode.header.next = right
    rightNode.header.previous = left
    node.remove(at: leftSlot + 1)
    node.setEntryCount(leftNode.count, at: leftSlot)
    node.setEntryCount(rightNode.count, at: leftSlot + 1)
    node.setSeparator(rightNode.entry(at: 0), at: leftSlot + 1)
    rightNode.header.slotHint = leftSlot + 1
    releaseLeaf(middle)
  }

  /// Moves entries between two neighbouring leaves until they have equally many.
  private mutating func evenLeaves(_ leftSlot: Int, of parent: UInt32) {
    let node = inner(parent)
    let left = node.child(at: leftSlot)
    let right = node.child(at: leftSlot + 1)
    let leftNode = leaf(left)
    let rightNode = leaf(right)
    let oldLeft = leftNode.count
    let total = oldLeft + rightNode.count
    let newLeft = total / 2
    if newLeft < oldLeft {
      leftNode.moveEnd(from: newLeft, toFrontOf: rightNode)
      retargetIDs(of: rightNode, slots: 0..<(oldLeft - newLeft), from: left, to: right)
    } else {
      rightNode.moveFront(newLeft - oldLeft, toEndOf: leftNode)
      retargetIDs(of: leftNode, slots: oldLeft..<newLeft, from: right, to: left)
    }
    node.setEntryCount(newLeft, at: leftSlot)
    node.setEntryCount(total - newLeft, at: leftSlot + 1)
    node.setSeparator(rightNode.entry(at: 0), at: leftSlot + 1)
  }

  /// Gives back a leaf that nobody refers to: the slab's last leaf takes its number.
  private mutating func releaseLeaf(_ number: UInt32) {
    let last = leaves.lastNumber
    leaves.copyLast(over: number)
    if number != last {
      let node = leaf(number)
      let header = node.header
      if header.previous != noNode { leaf(header.previous).header.next = number }
      if header.next != noNode { leaf(header.next).header.previous = number }
      replaceChild(last, by: number, header: header)
      retargetIDs(of: node, slots: 0..<node.count, from: last, to: number)
    }
    leaves.removeLast()
  }

  private mutating func replaceChild(_ old: UInt32, by new: UInt32, header: NodeHeader) {
    if header.parent == noNode {
      root = new
    } else {
      let parent = inner(header.parent)
      parent.setChild(new, at: parent.slot(of: old, hint: header.slotHint))
    }
  }

  // MARK: - Inner nodes

  /// Merges sparse inner nodes from `number` upwards and lowers the tree when the root has one child.
  private mutating func rebalanceInner(_ number: UInt32) {
    var number = number
    var level = 1
    while true {
      let node = inner(number)
      let parent = node.header.parent
      if parent == noNode {
        if node.count == 1 { lowerRoot() }
        return
      }
      if node.count >= Shape.innerMinimum { return }
      let parentNode = inner(parent)
      let slot = parentNode.slot(of: number, hint: node.header.slotHint)
      let leftSlot = slot == 0 ? 0 : slot - 1
      let total =
        inner(parentNode.child(at: leftSlot)).count
        + inner(parentNode.child(at: leftSlot + 1)).count
      if total <= Shape.innerMergeLimit || total < 2 * Shape.innerMinimum {
        number = mergeInners(leftSlot, of: parent, level: level)
        level += 1
      } else {
        evenInners(leftSlot, of: parent, level: level)
        return
      }
    }
  }

  /// Makes the only child of the root the root.
  private mutating func lowerRoot() {
    let old = root
    root = inner(old).child(at: 0)
    header(root, level: height - 1).parent = noNode
    height -= 1
    releaseInner(old)
  }

  /// Moves the right one of two neighbours into the left; returns the parent, which may have a new
  /// number.
  private mutating func mergeInners(_ leftSlot: Int, of parent: UInt32, level: Int) -> UInt32 {
    let node = inner(parent)
    let left = node.child(at: leftSlot)
    let right = node.child(at: leftSlot + 1)
    let leftNode = inner(left)
    let rightNode = inner(right)
    let oldCount = leftNode.count
    rightNode.moveFront(rightNode.count, toEndOf: leftNode)
    adoptChildren(of: left, slots: oldCount..<leftNode.count, level: level)
    node.setEntryCount(
      node.entryCount(at: leftSlot) + node.entryCount(at: leftSlot + 1), at: leftSlot)
    node.remove(at: leftSlot + 1)
    let parentMoves = parent == inners.lastNumber
    releaseInner(right)
    return parentMoves ? right : parent
  }

  /// Moves children between two neighbours until they have equally many.
  private mutating func evenInners(_ leftSlot: Int, of parent: UInt32, level: Int) {
    let node = inner(parent)
    let left = node.child(at: leftSlot)
    let right = node.child(at: leftSlot + 1)
    let leftNode = inner(left)
    let rightNode = inner(right)
    let oldLeft = leftNode.count
    let newLeft = (oldLeft + rightNode.count) / 2
    if newLeft < oldLeft {
      leftNode.moveEnd(from: newLeft, toFrontOf: rightNode)
    } else {
      rightNode.moveFront(newLeft - oldLeft, toEndOf: leftNode)
      adoptChildren(of: left, slots: oldLeft..<newLeft, level: level)
    }
    adoptChildren(of: right, slots: 0..<rightNode.count, level: level)
    node.setEntryCount(leftNode.entryCount, at: leftSlot)
    node.setEntryCount(rightNode.entryCount, at: leftSlot + 1)
    node.setSeparator(rightNode.separator(at: 0), at: leftSlot + 1)
  }

  /// Gives back an inner node that nobody refers to: the slab's last one takes its number.
  private mutating func releaseInner(_ number: UInt32) {
    let last = inners.lastNumber
    inners.copyLast(over: number)
    if number != last {
      let node = inner(number)
      replaceChild(last, by: number, header: node.header)
      adoptChildren(of: number, slots: 0..<node.count, level: level(ofInner: number))
    }
    inners.removeLast()
  }

  /// The level of an inner node: the height less its distance from the root.
  private func level(ofInner number: UInt32) -> Int {
    var level = height
    var header = inner(number).header
    while header.parent != noNode {
      level -= 1
      header = inner(header.parent).header
    }
    return level
  }
}
