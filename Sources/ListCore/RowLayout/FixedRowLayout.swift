/// Row heights of a list whose rows keep their ranks: y of a rank and rank at a y.
///
/// Heights are measured one by one or in runs, and rows are appended; nothing is inserted or removed,
/// for which `RowLayout` is there. Lines of 16 rows hold running totals in 32 bits (`RowLine`), and an
/// implicit tree (`RowSumTree`) holds those of the lines. A y of a rank is one load for each level of
/// the tree and one from the line, none of which waits for another, and every operation touches one
/// cache line of the rows.
///
/// A row is estimated until its height is set; 64 rows share a word of bits that say so.
///
/// 4.7 bytes a row. One owner; reads never write.
///
/// Invariants:
/// 1. Line b holds the rows `16 b ..< 16 (b + 1)`, and there is no line without a row.
/// 2. In a line entries never fall, and entries behind the last row equal the total.
/// 3. The sum tree holds the heights of the lines, and `totalHeight` is their sum.
/// 4. `estimatedCount` rows have their bit set, all of them below `count`.
@safe
public struct FixedRowLayout: ~Copyable {
  enum LineNode: RowNode {
    static var byteCount: Int { RowLine.byteCount }
    static var chunkBits: UInt32 { 12 }
  }
  enum BitsNode: RowNode {
    static var byteCount: Int { 8 }
    static var chunkBits: UInt32 { 12 }
  }

  /// How many rows there are.
  public internal(set) var count = 0
  /// The sum of all heights, in 1/64 pt.
  public internal(set) var totalHeight: Int64 = 0
  /// How many rows have an estimated height.
  public internal(set) var estimatedCount = 0

  var lines = RowSlab<LineNode>()
  var bits = RowSlab<BitsNode>()
  var sums: RowSumTree

  /// Makes a layout of `count` rows of one estimated height, in 1/64 pt.
  ///
  /// Traps unless `0 <= count < 2^31` and the height is in `RowHeight.range`.
  ///
  /// - Complexity: O(count).
  public init(count: Int = 0, estimatedHeight: Int32 = 0) {
    sums = RowSumTree(blockCapacity: (count + 15) / 16)
    append(count: count, estimatedHeight: estimatedHeight)
  }

  /// Makes a layout of measured heights, in 1/64 pt, each in `RowHeight.range`.
  ///
  /// Traps otherwise.
  ///
  /// - Complexity: O(count).
  public init(heights: Span<Int32>) {
    sums = RowSumTree(blockCapacity: (heights.count + 15) / 16)
    append(heights)
  }

  /// Bytes asked of the heap.
  public var byteCount: Int { lines.byteCount + bits.byteCount + sums.byteCount }

  // MARK: - Parts

  @inline(__always)
  func line(_ number: Int) -> RowLine {
    // SAFETY: the node has the size of a line.
    unsafe RowLine(at: lines.address(of: UInt32(truncatingIfNeeded: number)))
  }

  /// One bit for each of 64 rows: whether its height is estimated.
  @inline(__always)
  func estimatedBits(_ word: Int) -> UInt64 {
    // SAFETY: the node is one 64-bit integer.
    unsafe bits.address(of: UInt32(truncatingIfNeeded: word)).load(as: UInt64.self)
  }

  @inline(__always)
  func setEstimatedBits(_ word: Int, _ value: UInt64) {
    // SAFETY: see above.
    unsafe bits.address(of: UInt32(truncatingIfNeeded: word)).storeBytes(
      of: value, as: UInt64.self)
  }

  @inline(__always)
  func check(_ rank: Int) {
    precondition(UInt(bitPattern: rank) < UInt(bitPattern: count), "rank out of range")
  }
}

// MARK: - Find

extension FixedRowLayout: RowGeometry {
  /// The top edge of a row, in 1/64 pt; of rank `count`, the total height.
  ///
  /// Traps unless `0 <= rank <= count`.
  ///
  /// - Complexity: O(log n), base 8; one cache line of the rows.
  public func y(ofRank rank: Int) -> Int64 {
    if rank == count { return totalHeight }
    check(rank)
    let number = rank &>> 4
    return Int64(line(number).total(before: rank & 15)) &+ sums.total(before: number)
  }

  /// The height of a row, in 1/64 pt.
  ///
  /// Traps unless `0 <= rank < count`.
  ///
  /// - Complexity: O(1).
  public func height(ofRank rank: Int) -> Int32 {
    check(rank)
    let line = line(rank &>> 4)
    return line[rank & 15] &- line.total(before: rank & 15)
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
    let (number, rest) = sums.position(atY: y)
    let line = line(number)
    // The rest is less than the line's height, which has 32 bits.
    let key = Int32(truncatingIfNeeded: rest)
    let slot = line.slot(atY: key)
    return RowPosition(
      rank: number &* 16 &+ slot, distance: Int64(key &- line.total(before: slot)))
  }

  /// Whether a row's height is estimated.
  ///
  /// Traps unless `0 <= rank < count`.
  public func isEstimated(rank: Int) -> Bool {
    check(rank)
    return estimatedBits(rank &>> 6) &>> UInt64(rank & 63) & 1 != 0
  }
}
