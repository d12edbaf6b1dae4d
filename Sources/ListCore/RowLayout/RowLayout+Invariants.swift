extension RowLayout {
  /// Traps unless every invariant of the layout holds.
  ///
  /// - Complexity: O(n).
  public func checkInvariants() {
    checkSlabs()
    precondition(depth >= 1 && depth <= RowPath.largestDepth, "row layout invariant 1: depth")
    var found = Found()
    check(branch: root, level: 0, &found)
    precondition(found.rows == count, "row layout invariant 6: count")
    precondition(found.height == totalHeight, "row layout invariant 6: total height")
    precondition(found.estimated == estimatedCount, "row layout invariant 6: estimated count")
    precondition(found.leaves == leafCount, "row layout invariant 7: leaves")
    precondition(found.branches == branchCount, "row layout invariant 7: branches")
    precondition(count <= rowLimit, "row layout invariant 8: count")
  }

  private struct Found {
    var rows = 0
    var height: Int64 = 0
    var estimated = 0
    var leaves = 0
    var branches = 0
  }

  private func check(branch number: UInt32, level: Int, _ found: inout Found) {
    let branch = branch(number)
    found.branches += 1
    precondition(branch.hasLeaves == (level == depth - 1), "row layout invariant 1: level")
    precondition(
      branch.childCount >= 1 && branch.childCount <= fanOut, "row layout invariant 2: children")
    branch.checkInvariants()
    for slot in 0..<branch.childCount {
      let child = branch.child(slot)
      let (rows, height) = (found.rows, found.height)
      if branch.hasLeaves {
        precondition(
          leaf(child.number).parent == number, "row layout invariant 5: leaf's parent")
        check(leaf: child.number, &found)
      } else {
        precondition(
          self.branch(child.number).parent == number, "row layout invariant 5: branch's parent")
        check(branch: child.number, level: level + 1, &found)
      }
      precondition(Int(child.rows) == found.rows - rows, "row layout invariant 4: rows")
      precondition(child.height == found.height - height, "row layout invariant 4: height")
    }
  }

  private func check(leaf number: UInt32, _ found: inout Found) {
    let leaf = leaf(number)
    found.leaves += 1
    precondition(
      leaf.rowCount >= 1 && leaf.rowCount <= leafCapacity || count == 0 && leaf.rowCount == 0,
      "row layout invariant 2: rows")
    leaf.checkInvariants()
    found.rows += leaf.rowCount
    found.height += Int64(leaf.totalHeight)
    found.estimated += leaf.estimatedBits.nonzeroBitCount
  }
}
