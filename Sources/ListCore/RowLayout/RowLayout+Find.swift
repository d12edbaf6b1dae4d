extension RowLayout: RowGeometry {
  /// The top edge of a row, in 1/64 pt; of rank `count`, the total height.
  ///
  /// Traps unless `0 <= rank <= count`.
  ///
  /// - Complexity: O(log n), base 255 at most.
  public func y(ofRank rank: Int) -> Int64 {
    if rank == count { return totalHeight }
    check(rank)
    var key = Int32(truncatingIfNeeded: rank)
    var y: Int64 = 0
    var number = root
    for _ in 0..<depth {
      let branch = branch(number)
      let slot = branch.slot(ofRank: &key)
      y &+= branch.height(before: slot)
      number = branch.number(slot)
    }
    return y &+ Int64(leaf(number).height(before: Int(key)))
  }

  /// The height of a row, in 1/64 pt.
  ///
  /// Traps unless `0 <= rank < count`.
  ///
  /// - Complexity: O(log n).
  public func height(ofRank rank: Int) -> Int32 {
    check(rank)
    let (number, slot) = place(ofRank: rank)
    return leaf(number).height(of: slot)
  }

  /// Whether a row's height is estimated.
  ///
  /// Traps unless `0 <= rank < count`.
  ///
  /// - Complexity: O(log n).
  public func isEstimated(rank: Int) -> Bool {
    check(rank)
    let (number, slot) = place(ofRank: rank)
    return leaf(number).estimatedBits &>> UInt64(slot) & 1 != 0
  }

  /// The row at a y.
  ///
  /// Traps unless `0 <= y < totalHeight`.
  ///
  /// Rows of height 0 are never at any y.
  ///
  /// - Complexity: O(log n).
  public func position(atY y: Int64) -> RowPosition {
    precondition(y >= 0 && y < totalHeight, "y out of range")
    var rest = y
    var rank = 0
    var number = root
    for _ in 0..<depth {
      let branch = branch(number)
      let slot = branch.slot(atY: &rest)
      rank &+= Int(branch.rows(before: slot))
      number = branch.number(slot)
    }
    // The rest is less than the leaf's height, which has 32 bits.
    var distance = Int32(truncatingIfNeeded: rest)
    let slot = leaf(number).slot(atY: &distance)
    return RowPosition(rank: rank &+ slot, distance: Int64(distance))
  }

  /// The leaf and slot of a row that exists.
  @inline(__always)
  func place(ofRank rank: Int) -> (leaf: UInt32, slot: Int) {
    var key = Int32(truncatingIfNeeded: rank)
    var number = root
    for _ in 0..<depth {
      let branch = branch(number)
      let slot = branch.slot(ofRank: &key)
      number = branch.number(slot)
    }
    return (number, Int(key))
  }

  /// The leaf and slot of a row that exists, and the way there in the steps.
  @inline(__always)
  mutating func walk(toRank rank: Int) -> (leaf: UInt32, slot: Int) {
    var key = Int32(truncatingIfNeeded: rank)
    var number = root
    for level in 0..<depth {
      let branch = branch(number)
      let slot = branch.slot(ofRank: &key)
      setStep(level, branch, slot)
      number = branch.number(slot)
    }
    return (number, Int(key))
  }

  /// The leaf and slot before which a row of a rank is inserted, and the way there in the steps.
  ///
  /// That is behind the row before it, so that rank `count` has a place.
  @inline(__always)
  mutating func walk(toInsertAt rank: Int) -> (leaf: UInt32, slot: Int) {
    if count == 0 {
      // No row to search for: the only leaf is the root's first child.
      setStep(0, branch(root), 0)
      return (branch(root).number(0), 0)
    }
    let (leaf, slot) = walk(toRank: Swift.max(rank &- 1, 0))
    return (leaf, rank == 0 ? 0 : slot &+ 1)
  }
}
