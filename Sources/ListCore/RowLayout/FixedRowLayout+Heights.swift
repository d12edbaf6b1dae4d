extension FixedRowLayout {
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
    let number = rank &>> 4
    let slot = rank & 15
    let line = line(number)
    let growth = height &- (line[slot] &- line.total(before: slot, lanes))
    line.add(growth, to: slot, lanes)
    add(Int64(growth), toLine: number)
    totalHeight &+= Int64(growth)

    let old = estimatedBits(rank &>> 6)
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: rank & 63)
    setEstimatedBits(rank &>> 6, isEstimated ? old | bit : old & ~bit)
    estimatedCount &-= old & bit != 0 ? 1 : 0
    estimatedCount &+= isEstimated ? 1 : 0
  }

  /// Sets the measured heights of the rows from a rank on, in 1/64 pt.
  ///
  /// Traps if there are fewer rows, or unless each height is in `RowHeight.range`.
  ///
  /// - Complexity: O(k + k / 16 * log n) for k heights; no allocation.
  public mutating func setHeights(_ heights: Span<Int32>, fromRank rank: Int) {
    precondition(rank >= 0 && heights.count <= count - rank, "rank out of range")
    for index in heights.indices { RowHeight.check(heights[index]) }
    var index = 0
    while index < heights.count {
      let slot = (rank + index) & 15
      let run = Swift.min(16 - slot, heights.count - index)
      let number = (rank + index) >> 4
      let growth = Int64(line(number).replace(run, at: slot, by: heights, from: index))
      add(growth, toLine: number)
      totalHeight += growth
      mark(run, fromRank: rank + index, isEstimated: false)
      index += run
    }
  }

  /// Marks rows of one word.
  private mutating func mark(_ run: Int, fromRank rank: Int, isEstimated: Bool) {
    let old = estimatedBits(rank >> 6)
    let ones = (UInt64.max >> UInt64(64 - run)) << UInt64(rank & 63)
    let new = isEstimated ? old | ones : old & ~ones
    setEstimatedBits(rank >> 6, new)
    estimatedCount += new.nonzeroBitCount - old.nonzeroBitCount
  }

  // MARK: - Append

  /// Appends rows of measured heights, in 1/64 pt.
  ///
  /// Traps unless each is in `RowHeight.range`, or beyond `maximumCount` rows.
  ///
  /// - Complexity: O(k + k / 16 * log n) for k heights; amortised, as growth copies the sums of lines.
  public mutating func append(_ heights: Span<Int32>) {
    let first = count
    append(count: heights.count, estimatedHeight: 0)
    setHeights(heights, fromRank: first)
  }

  /// Appends rows of one estimated height, in 1/64 pt.
  ///
  /// Traps unless `added >= 0` and the height is in `RowHeight.range`, or beyond `maximumCount` rows.
  ///
  /// - Complexity: O(k / 16 * log n) for k rows; amortised, as growth copies the sums of lines.
  public mutating func append(count added: Int, estimatedHeight: Int32) {
    RowHeight.check(estimatedHeight)
    precondition(added >= 0 && added <= rowLimit - count, "row count out of range")
    reserve(count + added)
    var left = added
    while left > 0 {
      let slot = count & 15
      if slot == 0 { appendLine() }
      if count & 63 == 0 { appendWord() }
      let run = Swift.min(16 - slot, left)
      let line = line(count >> 4)
      for entry in slot..<16 {
        line[entry] += estimatedHeight * Int32(Swift.min(entry - slot + 1, run))
      }
      mark(run, fromRank: count, isEstimated: true)
      add(Int64(estimatedHeight) * Int64(run), toLine: count >> 4)
      totalHeight += Int64(estimatedHeight) * Int64(run)
      count += run
      left -= run
    }
  }

  /// Throws unless so many rows can be appended; then none of the next so many traps.
  ///
  /// To be called once before a batch whose size the world decides.
  ///
  /// - Parameter added: 0 or more. Traps otherwise.
  /// - Throws: `tooManyRows` if there would be more than `maximumCount`; the layout is as it was.
  /// - Complexity: O(1), no allocation.
  public func checkRoom(forAppending added: Int) throws(ListCoreError) {
    try ListCoreError.check(room: added, beside: count, limit: rowLimit, .tooManyRows, of: "rows")
  }

  // MARK: - All rows at once

  /// Gives every row that is still estimated a better estimate, in 1/64 pt.
  ///
  /// Traps unless the height is in `RowHeight.range`.
  ///
  /// - Complexity: O(n); allocates nothing.
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
  /// - Complexity: O(n); allocates nothing.
  public mutating func forgetMeasurements(numerator: Int64 = 1, denominator: Int64 = 1) {
    let scale = RowScale(numerator: numerator, denominator: denominator)
    rewrite { old, _ in scale.apply(old) }
    var left = count
    for word in 0..<wordCount {
      setEstimatedBits(word, UInt64.max >> UInt64(64 - Swift.min(left, 64)))
      left -= 64
    }
    estimatedCount = count
  }

  /// Replaces every row's height.
  private mutating func rewrite(_ body: (_ height: Int32, _ isEstimated: Bool) -> Int32) {
    var total: Int64 = 0
    let rows = count
    sumAll { number in
      let line = line(number)
      let bits = estimatedBits(number >> 2) >> UInt64((number & 3) * 16)
      var before: Int32 = 0
      var running: Int32 = 0
      for slot in 0..<16 {
        let end = line[slot]
        if number * 16 + slot < rows {
          running += body(end - before, bits >> UInt64(slot) & 1 != 0)
        }
        line[slot] = running
        before = end
      }
      total += Int64(running)
      return Int64(running)
    }
    totalHeight = total
  }
}

/// A factor for heights.
struct RowScale {
  private let numerator: Int64
  private let denominator: Int64

  init(numerator: Int64, denominator: Int64) {
    precondition(
      numerator >= 0 && numerator < 1 << 31 && denominator > 0 && denominator < 1 << 31,
      "scale out of range")
    self.numerator = numerator
    self.denominator = denominator
  }

  func apply(_ height: Int32) -> Int32 {
    let scaled = (Int64(height) * numerator + denominator / 2) / denominator
    return Int32(Swift.min(scaled, Int64(RowHeight.maximum)))
  }
}
