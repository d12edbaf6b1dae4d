/// One of the equal parts that a dataset is cut into, so that many machines make it.
///
/// Each stream is cut at the borders of its digest's blocks, so the digests of the shards' blocks are those
/// of the whole. A shard may have no rows.
public struct Shard: Hashable, Sendable {
  /// The most shards that a dataset is cut into.
  public static let limit = 4_096
  /// The only shard of a dataset that is not cut.
  public static let whole = Shard(number: 1, count: 1)

  /// Which shard it is, from 1.
  public let number: Int
  /// How many there are.
  public let count: Int

  private init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  /// Makes a shard; nil unless `number` is in `1...count` and `count` in `1...limit`.
  public init?(_ number: Int, of count: Int) {
    guard (1...Self.limit).contains(count), (1...count).contains(number) else { return nil }
    self.init(number: number, count: count)
  }

  /// Reads `K/N`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]) else {
      return nil
    }
    self.init(number, of: count)
  }

  /// Whether it is all there is.
  public var isWhole: Bool { count == 1 }

  /// The rows of a stream that belong to the shard, numbered from 0.
  ///
  /// - Parameter rowCount: The rows of the whole stream.
  public func rows(of rowCount: Int) -> Range<Int> {
    let blocks = (rowCount + RowDigest.rowsPerBlock - 1) / RowDigest.rowsPerBlock
    let first = blocks * (number - 1) / count
    let end = blocks * number / count
    let border = RowDigest.rowsPerBlock
    return min(rowCount, first * border)..<min(rowCount, end * border)
  }
}
