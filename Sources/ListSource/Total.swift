/// How exactly a total is wanted, which is what it costs.
public enum TotalKind: Hashable, Sendable {
  /// Every row counted, or kept as a number by whoever writes.
  case exact
  /// Exact up to a cap, and "more" beyond it; costs no more than the cap.
  case capped(Int)
  /// What the engine believes, as of its last statistics.
  case estimated
}

/// How many rows a list has.
public struct Total: Hashable, Sendable {
  /// The number.
  public var count: Int
  /// Whether there are more than `count`, as beyond a cap.
  public var hasMore: Bool
  /// Whether the number is an estimate.
  public var isEstimate: Bool

  /// Makes a total.
  public init(_ count: Int, hasMore: Bool = false, isEstimate: Bool = false) {
    self.count = count
    self.hasMore = hasMore
    self.isEstimate = isEstimate
  }
}
