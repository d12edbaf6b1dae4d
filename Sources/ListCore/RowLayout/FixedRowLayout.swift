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
/// 4.7 bytes a row. One owner; reads never write. Limit: `maximumCount` rows; an append beyond traps, and
/// `checkRoom(forAppending:)` throws before it.
///
/// Invariants:
/// 1. Line b holds the rows `16 b ..< 16 (b + 1)`, and there is no line without a row.
/// 2. In a line entries never fall, and entries behind the last row equal the total.
/// 3. The sum tree holds the heights of the lines, and `totalHeight` is their sum.
/// 4. `estimatedCount` rows have their bit set, all of them below `count`.
/// 5. `count` is at most `maximumCount`.
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

  private struct State: ~Copyable {
    var count = 0
    var totalHeight: Int64 = 0
    var estimatedCount = 0
    var lines = RowSlab<LineNode>()
    var bits = RowSlab<BitsNode>()
    var sums: RowSumTree
    let lanes = RowLanes()
    let maximumCount: Int

    init(blockCapacity: Int, maximumCount: Int) {
      sums = RowSumTree(blockCapacity: blockCapacity)
      self.maximumCount = maximumCount
    }
  }

  // MEASURED: one pointer, for the reason given at `RowLayout`.
  private let state: UnsafeMutablePointer<State>

  /// The most rows: 2^31 - 1.
  public static var maximumCount: Int { RowLayout.maximumCount }

  /// Makes a layout of `count` rows of one estimated height, in 1/64 pt.
  ///
  /// Traps unless `0 <= count <= maximumCount` and the height is in `RowHeight.range`.
  ///
  /// - Complexity: O(count).
  public init(count: Int = 0, estimatedHeight: Int32 = 0) {
    self.init(capacity: count)
    append(count: count, estimatedHeight: estimatedHeight)
  }

  /// Makes a layout of measured heights, in 1/64 pt, each in `RowHeight.range`.
  ///
  /// Traps otherwise.
  ///
  /// - Complexity: O(count).
  public init(heights: Span<Int32>) {
    self.init(capacity: heights.count)
    append(heights)
  }

  /// Makes an empty layout with room for so many rows; tests give the most rows that it takes.
  init(capacity: Int, maximumCount: Int = FixedRowLayout.maximumCount) {
    precondition(capacity >= 0 && capacity <= maximumCount, "row count out of range")
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(
      to: State(blockCapacity: (capacity + 15) / 16, maximumCount: maximumCount))
  }

  deinit {
    // SAFETY: the state was initialised when the layout was made.
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// How many rows there are.
  public internal(set) var count: Int {
    get { unsafe state.pointee.count }
    set { unsafe state.pointee.count = newValue }
  }

  /// The sum of all heights, in 1/64 pt.
  public internal(set) var totalHeight: Int64 {
    get { unsafe state.pointee.totalHeight }
    set { unsafe state.pointee.totalHeight = newValue }
  }

  /// How many rows have an estimated height.
  public internal(set) var estimatedCount: Int {
    get { unsafe state.pointee.estimatedCount }
    set { unsafe state.pointee.estimatedCount = newValue }
  }

  /// Bytes asked of the heap.
  public var byteCount: Int {
    unsafe state.pointee.lines.byteCount + state.pointee.bits.byteCount
      + state.pointee.sums.byteCount + RowLanes.byteCount + MemoryLayout<State>.size
  }

  // MARK: - Parts

  var rowLimit: Int { unsafe state.pointee.maximumCount }
  var lineCount: Int { unsafe state.pointee.lines.count }
  var wordCount: Int { unsafe state.pointee.bits.count }

  @inline(__always)
  func line(_ number: Int) -> RowLine {
    // SAFETY: the node has the size of a line.
    unsafe RowLine(at: state.pointee.lines.address(of: UInt32(truncatingIfNeeded: number)))
  }

  @inline(__always)
  var lanes: RowLanes.View { unsafe state.pointee.lanes.view }

  /// The height of all lines before a line.
  @inline(__always)
  func total(before line: Int) -> Int64 {
    unsafe state.pointee.sums.total(before: line)
  }

  @inline(__always)
  func add(_ growth: Int64, toLine line: Int) {
    unsafe state.pointee.sums.add(growth, toBlock: line, state.pointee.lanes.view)
  }

  /// Sums all lines anew, of which `height` gives the heights in order.
  func sumAll(height: (_ line: Int) -> Int64) {
    unsafe state.pointee.sums.setAll(lineCount, height: height)
  }

  mutating func appendLine() {
    _ = unsafe state.pointee.lines.append()
  }

  mutating func appendWord() {
    _ = unsafe state.pointee.bits.append()
  }

  /// Makes room for so many rows in all.
  mutating func reserve(_ rows: Int) {
    let needed = (rows + 15) / 16
    let capacity = unsafe state.pointee.sums.blockCapacity
    if needed > capacity {
      unsafe state.pointee.sums = state.pointee.sums.grown(
        to: Swift.max(needed, capacity * 2), total: totalHeight)
    }
    unsafe state.pointee.lines.reserve(needed - lineCount)
    unsafe state.pointee.bits.reserve((rows + 63) / 64 - wordCount)
  }

  func checkParts() {
    unsafe state.pointee.lines.checkInvariants()
    unsafe state.pointee.bits.checkInvariants()
    unsafe state.pointee.sums.checkInvariants(blockCount: lineCount, total: totalHeight) {
      Int64(line($0).total)
    }
  }

  /// One bit for each of 64 rows: whether its height is estimated.
  @inline(__always)
  func estimatedBits(_ word: Int) -> UInt64 {
    // SAFETY: the node is one 64-bit integer.
    unsafe state.pointee.bits.address(of: UInt32(truncatingIfNeeded: word)).load(as: UInt64.self)
  }

  @inline(__always)
  func setEstimatedBits(_ word: Int, _ value: UInt64) {
    // SAFETY: see above.
    unsafe state.pointee.bits.address(of: UInt32(truncatingIfNeeded: word)).storeBytes(
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
    return Int64(line(number).total(before: rank & 15, lanes)) &+ total(before: number)
  }

  /// The height of a row, in 1/64 pt.
  ///
  /// Traps unless `0 <= rank < count`.
  ///
  /// - Complexity: O(1).
  public func height(ofRank rank: Int) -> Int32 {
    check(rank)
    let line = line(rank &>> 4)
    return line[rank & 15] &- line.total(before: rank & 15, lanes)
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
    let (number, rest) = unsafe state.pointee.sums.position(atY: y)
    let line = line(number)
    // The rest is less than the line's height, which has 32 bits.
    let key = Int32(truncatingIfNeeded: rest)
    let slot = line.slot(atY: key)
    return RowPosition(
      rank: number &* 16 &+ slot, distance: Int64(key &- line.total(before: slot, lanes)))
  }

  /// Whether a row's height is estimated.
  ///
  /// Traps unless `0 <= rank < count`.
  public func isEstimated(rank: Int) -> Bool {
    check(rank)
    return estimatedBits(rank &>> 6) &>> UInt64(rank & 63) & 1 != 0
  }
}
