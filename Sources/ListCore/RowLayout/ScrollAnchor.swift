/// A row that stays where it is on the screen while rows around it are measured, inserted and removed.
///
/// The anchor remembers the y of one edge of its row. After any number of changes, `correction(in:)` says
/// by how much that edge has moved, exactly, since heights are integers: adding it to the scroll
/// position puts the row back. While a finger is down, corrections wait: the anchor just is not asked.
///
/// ```
/// var anchor = ScrollAnchor(rank: first, edge: .top, in: layout)
/// layout.setHeights(measured, fromRank: first)
/// layout.insert(page, atRank: 0)
/// anchor.didInsert(20, atRank: 0)
/// scrollY += anchor.correction(in: layout)
/// ```
///
/// If its row is removed, the anchor goes to the nearest row that is left, by ranks, and of two equally
/// near ones to the one below; that row then stays where it was on the screen. If no row is left, the
/// anchor is lost: `rank` is nil and corrections are 0.
@frozen
public struct ScrollAnchor: Equatable, Sendable {
  /// Which edge of the row stays.
  @frozen
  public enum Edge: UInt8, Hashable, Sendable, CaseIterable {
    /// The row's top edge: what is above it may grow, and the row itself grows downwards.
    case top
    /// The row's bottom edge: the row itself grows upwards, as the newest message at the tail does.
    case bottom
  }

  /// The anchored row; nil once no row was left.
  public private(set) var rank: Int?
  /// Which edge of the row stays.
  public let edge: Edge
  /// Where that edge was in the list when the anchor was set or corrected last, in 1/64 pt.
  public private(set) var y: Int64

  /// Anchors an edge of a row.
  ///
  /// Traps unless the rank is in the layout.
  ///
  /// - Complexity: one search; no allocation.
  public init(rank: Int, edge: Edge = .top, in layout: borrowing some RowGeometry & ~Copyable) {
    precondition(rank >= 0 && rank < layout.count, "rank out of range")
    self.rank = rank
    self.edge = edge
    y = Self.y(of: rank, edge, in: layout)
  }

  private static func y(
    of rank: Int, _ edge: Edge, in layout: borrowing some RowGeometry & ~Copyable
  ) -> Int64 {
    layout.y(ofRank: edge == .top ? rank : rank + 1)
  }

  /// Says that rows were inserted before the row of a rank.
  ///
  /// Traps unless `first >= 0` and `inserted` is in `0...RowLayout.maximumCount`.
  public mutating func didInsert(_ inserted: Int, atRank first: Int) {
    precondition(
      inserted >= 0 && inserted <= RowLayout.maximumCount && first >= 0,
      "inserted rows out of range")
    if let rank, first <= rank { self.rank = rank + inserted }
  }

  /// Says that the rows of a range of ranks are about to be removed from a layout.
  ///
  /// It is asked before, since the anchor's next row must be found while both are there.
  ///
  /// Traps unless the range lies in the layout.
  ///
  /// - Complexity: at most two searches; no allocation.
  public mutating func willRemove(
    _ ranks: Range<Int>, from layout: borrowing some RowGeometry & ~Copyable
  ) {
    precondition(ranks.lowerBound >= 0 && ranks.upperBound <= layout.count, "rank out of range")
    guard let rank, ranks.lowerBound <= rank, !ranks.isEmpty else { return }
    if rank >= ranks.upperBound {
      self.rank = rank - ranks.count
      return
    }
    let hasBelow = ranks.upperBound < layout.count
    let hasAbove = ranks.lowerBound > 0
    guard hasBelow || hasAbove else {
      self.rank = nil
      return
    }
    let below = ranks.upperBound
    let above = ranks.lowerBound - 1
    let next = hasBelow && (!hasAbove || below - rank <= rank - above) ? below : above
    // What the anchor has moved already stays owed.
    y += Self.y(of: next, edge, in: layout) - Self.y(of: rank, edge, in: layout)
    self.rank = next == below ? ranks.lowerBound : above
  }

  /// By how much the edge has moved since the last correction, in 1/64 pt; what the scroll position must
  /// change by, so that the row stays where it is on the screen.
  ///
  /// Traps if the layout has fewer rows than the anchor was told.
  ///
  /// - Complexity: one search; no allocation.
  public mutating func correction(
    in layout: borrowing some RowGeometry & ~Copyable
  ) -> Int64 {
    guard let rank else { return 0 }
    let now = Self.y(of: rank, edge, in: layout)
    defer { y = now }
    return now - y
  }
}
