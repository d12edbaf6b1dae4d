/// Heights and places of rows: integers of 1/64 pt, so that sums are exact however long the list is.
///
/// A height is an `Int32` in `RowHeight.range`; a y is an `Int64` from the top of the list. The largest
/// list, 2^31 - 1 rows of the largest height, is 2^56 high, so no sum overflows.
public enum RowHeight {
  /// How many units make a point.
  public static var unitsPerPoint: Int64 { 64 }

  /// The largest height: 524,287 63/64 pt, some six hundred screens.
  ///
  /// 64 rows of it still fit the 32-bit running totals in which both layouts keep rows.
  public static var maximum: Int32 { (1 << 25) - 1 }

  /// The heights that rows can have, in 1/64 pt.
  public static var range: ClosedRange<Int32> { 0...maximum }

  @inline(__always)
  static func check(_ height: Int32) {
    // One unsigned comparison: a negative height is a huge one.
    precondition(
      UInt32(bitPattern: height) <= UInt32(bitPattern: maximum), "row height out of range")
  }
}

/// A place in a list: a row, and how far below the row's top edge.
@frozen
public struct RowPosition: Hashable, Sendable {
  /// The row's rank.
  public var rank: Int
  /// The distance from the row's top edge, in 1/64 pt, less than the row's height.
  public var distance: Int64

  /// Makes a position.
  @inlinable
  public init(rank: Int, distance: Int64) {
    self.rank = rank
    self.distance = distance
  }
}

/// What a list's rows measure, whichever form of layout holds them.
public protocol RowGeometry: ~Copyable {
  /// How many rows there are.
  var count: Int { get }
  /// The sum of all heights, in 1/64 pt.
  var totalHeight: Int64 { get }
  /// The top edge of a row, in 1/64 pt; of rank `count`, the total height.
  ///
  /// Traps unless `0 <= rank <= count`.
  func y(ofRank rank: Int) -> Int64
  /// The height of a row, in 1/64 pt.
  ///
  /// Traps unless `0 <= rank < count`.
  func height(ofRank rank: Int) -> Int32
  /// The row at a y: the one with `top <= y < bottom`, which no row of height 0 is.
  ///
  /// Traps unless `0 <= y < totalHeight`.
  func position(atY y: Int64) -> RowPosition
}

/// Where a row is put in the viewport when a list jumps to it.
@frozen
public enum RowAlignment: UInt8, Hashable, Sendable, CaseIterable {
  /// The row's top edge at the viewport's.
  case start
  /// The row's middle in the viewport's, rounded up to 1/64 pt.
  case center
  /// The row's bottom edge at the viewport's.
  case end
}

/// The rows that a viewport shows.
@frozen
public struct VisibleRows: Hashable, Sendable {
  /// The ranks of the rows, empty where nothing is visible.
  public var ranks: Range<Int>
  /// The top edge of the first row in the list, in 1/64 pt.
  public var y: Int64

  /// Makes a range of visible rows.
  @inlinable
  public init(ranks: Range<Int>, y: Int64) {
    self.ranks = ranks
    self.y = y
  }
}

extension RowGeometry where Self: ~Copyable {
  /// The rows that intersect `top ..< bottom`, in 1/64 pt; both may lie outside the list.
  ///
  /// A row of height 0 is visible only between two rows that are.
  ///
  /// - Complexity: two searches; no allocation.
  public func visibleRows(top: Int64, bottom: Int64) -> VisibleRows {
    let total = totalHeight
    let top = Swift.max(0, top)
    let bottom = Swift.min(bottom, total)
    guard top < bottom else {
      return top < total && total > 0
        ? VisibleRows(ranks: 0..<0, y: 0) : VisibleRows(ranks: count..<count, y: total)
    }
    let first = position(atY: top)
    let last = position(atY: bottom - 1)
    return VisibleRows(ranks: first.rank..<(last.rank + 1), y: top - first.distance)
  }

  /// The top of a viewport that shows a row as aligned, as near as the ends of the list allow.
  ///
  /// Traps unless `0 <= rank < count` and `viewportHeight >= 0`. All lengths are in 1/64 pt.
  ///
  /// - Complexity: two searches; no allocation.
  public func viewportTop(
    showing rank: Int, _ alignment: RowAlignment, viewportHeight: Int64
  ) -> Int64 {
    precondition(viewportHeight >= 0, "viewport height negative")
    let spare = viewportHeight - Int64(height(ofRank: rank))
    let top =
      switch alignment {
      case .start: y(ofRank: rank)
      case .center: y(ofRank: rank) - (spare >> 1)
      case .end: y(ofRank: rank) - spare
      }
    return Swift.max(0, Swift.min(top, totalHeight - viewportHeight))
  }
}
