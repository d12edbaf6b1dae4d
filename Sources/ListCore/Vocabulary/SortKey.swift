/// What orders a list: a signed 64-bit integer, ascending.
///
/// Keys that are times count microseconds since 1970, UTC. Generated keys stay within ±2^53 so that
/// JSON readers in every language keep them exact; the structures take all of `Int64`.
@frozen
public struct SortKey: Hashable, Comparable, Sendable {
  /// The key as an integer.
  public var rawValue: Int64

  /// Makes a key of its integer.
  @inlinable
  public init(_ rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// Whether `lhs` is the smaller integer.
  @inlinable
  public static func < (lhs: SortKey, rhs: SortKey) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

extension SortKey: ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// Makes a key of a literal.
  @inlinable
  public init(integerLiteral value: Int64) {
    self.init(value)
  }

  /// The key in decimal.
  public var description: String { String(rawValue) }
}
