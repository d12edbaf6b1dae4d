extension RowLayout {
  /// Removes a row.
  ///
  /// Traps unless `0 <= rank < count`.
  ///
  /// - Complexity: O(log n); allocates only where a small slab shrinks by copying.
  public mutating func remove(atRank rank: Int) {
    check(rank)
    let (number, slot) = walk(toRank: rank)
    let leaf = leaf(number)
    let height = leaf.height(of: slot)
    leaf.remove(at: slot)
    for level in 0..<depth {
      let step = step(level)
      step.branch.addRows(-1, to: step.slot, lanes)
      step.branch.addHeight(-Int64(height), to: step.slot, lanes)
    }
    let old = leaf.estimatedBits
    leaf.estimatedBits = RowBits.removing(1, at: slot, from: old)
    leaf.rowCount &-= 1
    estimatedCount &-= Int(truncatingIfNeeded: old &>> UInt64(truncatingIfNeeded: slot) & 1)
    count &-= 1
    if leaf.rowCount &* 4 <= leafCapacity { mergeIfSparse(leaf: number) }
  }

  /// Removes the rows of a range of ranks.
  ///
  /// Traps unless it lies in `0..<count`.
  ///
  /// - Complexity: O(k / 63 * log n) for k rows; allocates only where a small slab shrinks by copying.
  public mutating func removeRows(in ranks: Range<Int>) {
    precondition(ranks.lowerBound >= 0 && ranks.upperBound <= count, "rank out of range")
    var left = ranks.count
    while left > 0 {
      let (number, slot) = walk(toRank: ranks.lowerBound)
      let leaf = leaf(number)
      let run = Swift.min(leaf.rowCount - slot, left)
      let height = leaf.remove(run, at: slot)
      for level in 0..<depth {
        let step = step(level)
        step.branch.addRows(Int32(-run), to: step.slot, lanes)
        step.branch.addHeight(-Int64(height), to: step.slot, lanes)
      }
      let old = leaf.estimatedBits
      leaf.estimatedBits = RowBits.removing(run, at: slot, from: old)
      leaf.rowCount -= run
      estimatedCount -= old.nonzeroBitCount - leaf.estimatedBits.nonzeroBitCount
      count -= run
      left -= run
      if leaf.rowCount * 4 <= leafCapacity { mergeIfSparse(leaf: number) }
    }
  }

  // MARK: - Merging

  /// Removes a leaf without rows, or merges a sparse one with a neighbour if both fill no more than
  /// three quarters of a leaf, so that the next insert does not split them again.
  private mutating func mergeIfSparse(leaf number: UInt32) {
    let parent = leaf(number).parent
    let rows = leaf(number).rowCount
    if rows == 0 {
      if count > 0 { unlink(leaf: number) }
      return
    }
    let branch = branch(parent)
    let slot = branch.slot(ofChild: number)
    for left in (slot - 1)...slot where left >= 0 && left + 1 < branch.childCount {
      let (first, second) = (branch.number(left), branch.number(left + 1))
      let (kept, moved) = (leaf(first).rowCount, leaf(second).rowCount)
      if (kept + moved) * 4 > leafCapacity * 3 { continue }
      leaf(first).append(leaf(second))
      branch.mergeNext(into: left, spare: spareBranch)
      free(leaf: second)
      mergeIfSparse(branch: parent)
      return
    }
  }

  /// Merges a sparse branch with a neighbour, as leaves are; a root with one child gives way to it.
  private mutating func mergeIfSparse(branch number: UInt32) {
    if number == root {
      while depth > 1, branch(root).childCount == 1 {
        let old = root
        root = branch(old).number(0)
        depth -= 1
        _ = free(branch: old, following: root)
      }
      return
    }
    if branch(number).childCount * 4 > fanOut { return }
    let parent = branch(number).parent
    let slot = branch(parent).slot(ofChild: number)
    for left in (slot - 1)...slot where left >= 0 && left + 1 < branch(parent).childCount {
      let (first, second) = (branch(parent).number(left), branch(parent).number(left + 1))
      let (kept, moved) = (branch(first).childCount, branch(second).childCount)
      if (kept + moved) * 4 > fanOut * 3 { continue }
      let other = branch(second)
      for place in 0..<moved {
        branch(first).append(other.child(place), lanes)
        setParent(of: other.number(place), isLeaf: other.hasLeaves, to: first)
      }
      other.childCount = 0
      branch(parent).mergeNext(into: left, spare: spareBranch)
      let home = free(branch: second, following: parent)
      mergeIfSparse(branch: home)
      return
    }
  }

  /// Removes a leaf without rows that is not the only leaf, and the branches that have no other.
  private mutating func unlink(leaf number: UInt32) {
    var parent = leaf(number).parent
    if branch(parent).childCount > 1 {
      branch(parent).remove(at: branch(parent).slot(ofChild: number), spare: spareBranch)
      free(leaf: number)
      mergeIfSparse(branch: parent)
      return
    }
    branch(parent).childCount = 0
    free(leaf: number)
    while true {
      let emptied = parent
      parent = branch(emptied).parent
      let isLast = branch(parent).childCount > 1
      if isLast {
        branch(parent).remove(at: branch(parent).slot(ofChild: emptied), spare: spareBranch)
      } else {
        branch(parent).childCount = 0
      }
      parent = free(branch: emptied, following: parent)
      if isLast { break }
    }
    mergeIfSparse(branch: parent)
  }

  // MARK: - Freeing

  /// Frees a leaf that no branch names any more: the last one gets its number.
  private mutating func free(leaf number: UInt32) {
    let last = UInt32(leafCount - 1)
    if last != number {
      let parent = branch(leaf(last).parent)
      parent.setNumber(parent.slot(ofChild: last), number)
    }
    removeLastLeaf(movingTo: number)
  }

  /// Frees a branch that no branch names any more: the last one gets its number.
  ///
  /// Returns the number that the branch `followed` has now.
  private mutating func free(branch number: UInt32, following followed: UInt32) -> UInt32 {
    let last = UInt32(branchCount - 1)
    if last != number {
      let moved = branch(last)
      if last == root {
        root = number
      } else {
        let parent = branch(moved.parent)
        parent.setNumber(parent.slot(ofChild: last), number)
      }
      for slot in 0..<moved.childCount {
        setParent(of: moved.number(slot), isLeaf: moved.hasLeaves, to: number)
      }
    }
    removeLastBranch(movingTo: number)
    return followed == last ? number : followed
  }
}
