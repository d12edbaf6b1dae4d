/// When the items of a list's snapshot and its events are.
public struct ClockShape: Sendable, Equatable {
  /// Events that come in bursts, and the quiet between them.
  public struct Bursts: Sendable, Equatable {
    /// The share of items and events that follow another one fast, per thousand.
    public let permille: Int
    /// How many times faster than the mean gap they follow.
    public let speedup: Int

    /// The accepted shares.
    static let permilleRange = 1...900
    /// The accepted factors.
    static let speedupRange = 8...10_000
  }

  /// The time of the snapshot's newest item (newest first) or oldest item (oldest first),
  /// microseconds.
  public let startMicroseconds: Int64
  /// The mean time between two items of the snapshot, microseconds.
  public let itemGapMicroseconds: Int
  /// The mean time between two events, microseconds.
  public let eventGapMicroseconds: Int
  /// How much happens in each hour from the start on, relative to the others: 24 for a day, 168 for
  /// a week, repeated before and after; empty when all hours are alike.
  public let hourlyQuotas: [Int]
  /// Bursts; nil when gaps are even.
  public let bursts: Bursts?

  /// The accepted starts, to 2112.
  static let startRange = -(Int64(1) << 52)...1 << 52
  /// The accepted gaps, to a day.
  static let gapRange = 1...86_400_000_000
  /// The accepted quotas.
  static let quotaRange = 0...1_000_000
}
