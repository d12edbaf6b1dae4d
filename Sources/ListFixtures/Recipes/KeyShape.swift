/// How sort keys tie and where they are missing.
public struct KeyShape: Sendable, Equatable {
  /// The share of rows whose sort key is equal to a neighbour's, per thousand.
  public let tiePermille: Int
  /// The part of `tiePermille` that lies in long runs of equal keys.
  public let longTiePermille: Int
  /// How many equal keys a long run has: a power of two.
  public let longTieLength: Int
  /// The share of rows without a sort key, per thousand; 0 where the churn is by epochs.
  public let nullPermille: Int

  /// The accepted lengths of long runs, powers of two among them.
  static let longTieLengthRange = TieLayout.blockSize...4096
}
