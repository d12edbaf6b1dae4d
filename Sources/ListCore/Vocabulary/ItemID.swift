/// The stable identity of an item: 64 bits, unsigned, every value allowed.
///
/// Ids order unsigned; they break ties between equal sort keys.
@frozen
public struct ItemID: Hashable, Comparable, Sendable {
  /// The id as an integer.
  public var rawValue: UInt64

  /// Makes an id of its integer.
  @inlinable
  public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Whether `lhs` is the smaller unsigned integer.
  @inlinable
  public static func < (lhs: ItemID, rhs: ItemID) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

extension ItemID: ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// Makes an id of a literal.
  @inlinable
  public init(integerLiteral value: UInt64) {
    self.init(value)
  }

  /// The id in decimal.
  public var description: String { String(rawValue) }
}
