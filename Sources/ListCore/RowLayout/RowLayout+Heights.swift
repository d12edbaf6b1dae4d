extension RowLayout {
  /// Sets the measured height of a row, in 1/64 pt.
  ///
  /// Traps unless `0 <= rank < count` and the height is in `RowHeight.range`.
  ///
  /// - Complexity: O(log n); no allocation.
  public mutating func setHeight(_ height: Int32, ofRank rank: Int) {
    set(height, ofRank: rank, isEstimated: false)
  }

  /// Gives a row, whose content has changed, a new estimate, in 1/64 pt.
  ///
  /// Traps unless `0 <= rank < count` and the height is in `RowHeight.range`.
  ///
  /// - Complexity: O(log n); no allocation.
  public mutating func setEstimatedHeight(_ height: Int32, ofRank rank: Int) {
    set(height, ofRank: rank, isEstimated: true)
  }

  @inline(__always)
  private mutating func set(_ height: Int32, ofRank rank: Int, isEstimated: Bool) {
    RowHeight.check(height)
    check(rank)
    let (number, slot) = walk(toRank: rank)
    let leaf = leaf(number)
    let growth = height &- leaf.height(of: slot)
    leaf.add(growth, to: slot)
    for level in 0..<depth {
      let step = step(level)
      step.branch.addHeight(Int64(growth), to: step.slot, lanes)
    }
    let old = leaf.estimatedBits
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: slot)
    leaf.estimatedBits = isEstimated ? old | bit : old & ~bit
    estimatedCount &-= old & bit != 0 ? 1 : 0
    estimatedCount &+= isEstimated ? 1 : 0
  }

  /// Sets the measured heights of the rows from a rank on, in 1/64 pt.
  ///
  /// Traps if there are fewer rows, or unless each height is in `RowHeight.range`.
  ///
  /// - Complexity: O(k + k / 63 * log n) for k heights; no allocation.
  public mutating func setHeights(_ heights: Span<Int32>, fromRank rank: Int) {
    precondition(rank >= 0 && heights.count <= count - rank, "rank out of range")
    for index in heights.indices { RowHeight.check(heights[index]) }
    var index = 0
    while index < heights.count {
      let (number, slot) = walk(toRank: rank + index)
      let leaf = leaf(number)
      let run = Swift.min(leaf.rowCount - slot, heights.count - index)
      let growth = leaf.replace(run, at: slot, by: heights, from: index)
      for level in 0..<depth {
        let step = step(level)
        step.branch.addHeight(Int64(growth), to: step.slot, lanes)
      }
      let old = leaf.estimatedBits
      leaf.estimatedBits = old & ~(RowBits.ones(run) << UInt64(slot))
      estimatedCount -= old.nonzeroBitCount - leaf.estimatedBits.nonzeroBitCount
      index += run
    }
  }

  // MARK: - All rows at once

  /// Gives every row that is still estimated a better estimate, in 1/64 pt.
  ///
  /// Traps unless the height is in `RowHeight.range`.
  ///
  /// - Complexity: O(n); no allocation.
  public mutating func reestimate(at height: Int32) {
    RowHeight.check(height)
    rewrite { old, isEstimated in isEstimated ? height : old }
  }

  /// Makes every height an estimate, scaled and rounded to the nearest unit: what is left of
  /// measurements when the list's width changes.
  ///
  /// Heights stay within `RowHeight.range`. Traps unless `0 <= numerator < 2^31` and
  /// `0 < denominator < 2^31`.
  ///
  /// - Complexity: O(n); no allocation.
  public mutating func forgetMeasurements(numerator: Int64 = 1, denominator: Int64 = 1) {
    let scale = RowScale(numerator: numerator, denominator: denominator)
    rewrite { old, _ in scale.apply(old) }
    for number in 0..<UInt32(leafCount) {
      leaf(number).estimatedBits = RowBits.ones(leaf(number).rowCount)
    }
    estimatedCount = count
  }

  /// Replaces every row's height.
  private mutating func rewrite(_ body: (_ height: Int32, _ isEstimated: Bool) -> Int32) {
    for number in 0..<UInt32(leafCount) { leaf(number).rewrite(body) }
    _ = sumHeights(of: root)
  }

  /// Sums the heights of a branch anew, from its leaves up.
  private func sumHeights(of number: UInt32) -> Int64 {
    let branch = branch(number)
    branch.fill(branch.childCount) { slot in
      var child = branch.child(slot)
      child.height =
        branch.hasLeaves
        ? Int64(leaf(child.number).totalHeight) : sumHeights(of: child.number)
      return child
    }
    return branch.totals.height
  }
}

/// Words of one bit a row.
enum RowBits {
  /// The lowest `count` bits, of which there are 0 to 64.
  @inline(__always)
  static func ones(_ count: Int) -> UInt64 {
    count == 0 ? 0 : UInt64.max &>> UInt64(64 - count)
  }

  /// Opens `count` bits, 1 to 63, before a slot, all of one value.
  @inline(__always)
  static func inserting(_ count: Int, at slot: Int, into bits: UInt64, isSet: Bool) -> UInt64 {
    let low = bits & ones(slot)
    let high = (bits & ~ones(slot)) &<< UInt64(count)
    return low | high | (isSet ? ones(count) &<< UInt64(slot) : 0)
  }

  /// Closes `count` bits, 1 to 63, from a slot on.
  @inline(__always)
  static func removing(_ count: Int, at slot: Int, from bits: UInt64) -> UInt64 {
    bits & ones(slot) | (bits &>> UInt64(count)) & ~ones(slot)
  }
}
