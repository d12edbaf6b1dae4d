extension RowLayout {
  /// Inserts a row of a measured height, in 1/64 pt, before the row of a rank.
  ///
  /// Traps unless `0 <= rank <= count` and the height is in `RowHeight.range`, or beyond
  /// `maximumCount` rows.
  ///
  /// - Complexity: O(log n); allocates only where a slab grows.
  public mutating func insert(_ height: Int32, atRank rank: Int) {
    insert(height, atRank: rank, isEstimated: false)
  }

  /// Inserts a row of an estimated height, in 1/64 pt, before the row of a rank.
  ///
  /// Traps unless `0 <= rank <= count` and the height is in `RowHeight.range`, or beyond
  /// `maximumCount` rows.
  ///
  /// - Complexity: O(log n); allocates only where a slab grows.
  public mutating func insert(estimatedHeight: Int32, atRank rank: Int) {
    insert(estimatedHeight, atRank: rank, isEstimated: true)
  }

  @inline(__always)
  private mutating func insert(_ height: Int32, atRank rank: Int, isEstimated: Bool) {
    RowHeight.check(height)
    checkRoom(for: 1, at: rank)
    var (number, slot) = walk(toInsertAt: rank)
    if leaf(number).rowCount == leafCapacity {
      (number, slot) = makeRoom(for: 1, inLeaf: number, at: slot)
      addToAncestors(ofLeaf: number, rows: 1, height: Int64(height))
    } else {
      for level in 0..<depth {
        let step = step(level)
        step.branch.addRows(1, to: step.slot, lanes)
        step.branch.addHeight(Int64(height), to: step.slot, lanes)
      }
    }
    let leaf = leaf(number)
    leaf.insert(height, at: slot)
    leaf.estimatedBits = RowBits.inserting(
      1, at: slot, into: leaf.estimatedBits, isSet: isEstimated)
    leaf.rowCount &+= 1
    count &+= 1
    estimatedCount &+= isEstimated ? 1 : 0
  }

  /// Inserts a run of rows of measured heights, in 1/64 pt, before the row of a rank.
  ///
  /// Traps unless `0 <= rank <= count` and each height is in `RowHeight.range`, or beyond
  /// `maximumCount` rows.
  ///
  /// - Complexity: O(k + log n) for k heights; allocates only where a slab grows.
  public mutating func insert(_ heights: Span<Int32>, atRank rank: Int) {
    checkRoom(for: heights.count, at: rank)
    for index in heights.indices { RowHeight.check(heights[index]) }
    insert(heights, atRank: rank, areEstimated: false)
  }

  /// Inserts rows of one estimated height, in 1/64 pt, before the row of a rank.
  ///
  /// Traps unless `0 <= rank <= count`, `added >= 0` and the height is in `RowHeight.range`, or beyond
  /// `maximumCount` rows.
  ///
  /// - Complexity: O(k + log n) for k rows; allocates only where a slab grows.
  public mutating func insert(count added: Int, estimatedHeight: Int32, atRank rank: Int) {
    RowHeight.check(estimatedHeight)
    checkRoom(for: added, at: rank)
    // Temporary allocations of more than 1,024 bytes come from the heap.
    let most = 256
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: most) { buffer in
      unsafe buffer.initialize(repeating: estimatedHeight)
      var done = 0
      while done < added {
        let run = Swift.min(most, added - done)
        // SAFETY: the buffer is initialised and outlives the span.
        let heights = unsafe Span(_unsafeElements: UnsafeBufferPointer(rebasing: buffer[..<run]))
        insert(heights, atRank: rank + done, areEstimated: true)
        done += run
      }
    }
  }

  /// Throws unless so many rows can be inserted; then none of the next so many inserts traps.
  ///
  /// To be called once before a batch whose size the world decides.
  ///
  /// - Parameter added: 0 or more. Traps otherwise.
  /// - Throws: `tooManyRows` if there would be more than `maximumCount`; the layout is as it was.
  /// - Complexity: O(1), no allocation.
  public func checkRoom(forInserting added: Int) throws(ListCoreError) {
    try ListCoreError.check(room: added, beside: count, limit: rowLimit, .tooManyRows, of: "rows")
  }

  private func checkRoom(for added: Int, at rank: Int) {
    precondition(rank >= 0 && rank <= count, "rank out of range")
    precondition(added >= 0 && added <= rowLimit &- count, "row count out of range")
  }

  private mutating func insert(_ heights: Span<Int32>, atRank rank: Int, areEstimated: Bool) {
    guard heights.count > 0 else { return }
    // MEASURED: long runs leave an eighth of each leaf free, or the first inserts split all of them.
    let limit =
      heights.count >= 2 * leafCapacity ? leafCapacity - leafCapacity / 8 : leafCapacity
    var (number, slot) = walk(toInsertAt: rank)
    var index = 0
    while index < heights.count {
      let left = heights.count - index
      while leaf(number).rowCount >= limit {
        (number, slot) = makeRoom(for: left, inLeaf: number, at: slot)
      }
      let leaf = leaf(number)
      let run = Swift.min(limit - leaf.rowCount, left)
      let height = leaf.insert(run, at: slot, heights, from: index)
      leaf.estimatedBits = RowBits.inserting(
        run, at: slot, into: leaf.estimatedBits, isSet: areEstimated)
      leaf.rowCount += run
      addToAncestors(ofLeaf: number, rows: Int32(run), height: Int64(height))
      slot += run
      index += run
    }
    count += heights.count
    if areEstimated { estimatedCount += heights.count }
  }

  /// Adds to the rows and heights of every branch above a leaf.
  private func addToAncestors(ofLeaf number: UInt32, rows: Int32, height: Int64) {
    var child = number
    var parent = leaf(number).parent
    while true {
      let branch = branch(parent)
      let slot = branch.slot(ofChild: child)
      branch.addRows(rows, to: slot, lanes)
      branch.addHeight(height, to: slot, lanes)
      if parent == root { return }
      child = parent
      parent = branch.parent
    }
  }

  // MARK: - Splitting

  /// Splits a leaf in which `rows` rows are to be inserted before a slot; returns where that is now.
  ///
  /// At its ends nothing is moved, so that lists that grow there stay dense; a run that fills half a leaf
  /// splits where it is inserted, anything less in the middle.
  private mutating func makeRoom(
    for rows: Int, inLeaf number: UInt32, at slot: Int
  ) -> (leaf: UInt32, slot: Int) {
    let all = leaf(number).rowCount
    let split = slot == 0 || slot == all || rows >= leafCapacity / 2 ? slot : all / 2
    let right = appendLeaf(parent: leaf(number).parent)
    leaf(number).split(at: split, to: leaf(right))
    let child = RowBranch.Child(
      number: right, rows: Int32(all - split), height: Int64(leaf(right).totalHeight))
    link(child, splitFrom: number, in: leaf(number).parent)
    return slot > split || split == all ? (right, slot - split) : (number, slot)
  }

  /// Links a new child behind the one that gave it its rows.
  private mutating func link(
    _ child: RowBranch.Child, splitFrom old: UInt32, in parent: UInt32
  ) {
    var home = parent
    if branch(parent).childCount == fanOut {
      let slot = branch(parent).slot(ofChild: old)
      // As in leaves, lists that grow at an end stay dense.
      let few = Swift.max(1, fanOut / 8)
      let kept = slot == 0 ? few : slot == fanOut - 1 ? fanOut - few : fanOut / 2
      let right = split(parent, keeping: kept)
      if slot >= kept { home = right }
    }
    branch(home).insert(
      child, splitFrom: branch(home).slot(ofChild: old), spare: spareBranch, lanes)
    setParent(of: child.number, isLeaf: branch(home).hasLeaves, to: home)
  }

  /// Moves the children of a branch from a slot on to a new branch behind it; returns that.
  private mutating func split(_ number: UInt32, keeping kept: Int) -> UInt32 {
    let right = appendBranch()
    let left = branch(number)
    branch(right).hasLeaves = left.hasLeaves
    branch(right).fill(left.childCount - kept) { left.child(kept + $0) }
    left.removeChildren(from: kept, spare: spareBranch)
    for slot in 0..<branch(right).childCount {
      setParent(of: branch(right).number(slot), isLeaf: left.hasLeaves, to: right)
    }
    let half = child(right)
    if number != root {
      link(half, splitFrom: number, in: left.parent)
      return right
    }
    precondition(depth < RowPath.largestDepth, "row layout too deep")
    let top = appendBranch()
    let other = child(number)
    branch(top).fill(2) { $0 == 0 ? other : half }
    branch(number).parent = top
    branch(right).parent = top
    root = top
    depth += 1
    return right
  }

  /// A branch as its parent's child.
  private func child(_ number: UInt32) -> RowBranch.Child {
    let totals = branch(number).totals
    return RowBranch.Child(number: number, rows: totals.rows, height: totals.height)
  }

  func setParent(of child: UInt32, isLeaf: Bool, to parent: UInt32) {
    if isLeaf { leaf(child).parent = parent } else { branch(child).parent = parent }
  }
}
