import ListCore

/// A keyed bijection between birth numbers and ids, both below 2^63, so that ids are unique, fit
/// every database's signed integer and say nothing about order.
struct IdentityCipher: Sendable {
  private static let mask: UInt64 = (1 << 63) - 1
  private static let multipliers: (UInt64, UInt64) = (0x1C69_B3F7_4AC4_AE35, 0x5851_F42D_4C95_7F2D)
  private static let inverses = (inverse(of: multipliers.0), inverse(of: multipliers.1))

  private let before: UInt64
  private let after: UInt64
  private let inverses: (UInt64, UInt64)

  /// Makes the cipher of a stream's key.
  init(key: UInt64) {
    before = Mixer.word(key, 1) & Self.mask
    after = Mixer.word(key, 2) & Self.mask
    inverses = Self.inverses
  }

  /// The id of the item with a birth number below 2^63.
  @inline(__always)
  func id(ofBirth birth: UInt64) -> ItemID {
    var value = birth ^ before
    value ^= value &>> 32
    value = (value &* Self.multipliers.0) & Self.mask
    value ^= value &>> 32
    value = (value &* Self.multipliers.1) & Self.mask
    value ^= value &>> 32
    return ItemID(value ^ after)
  }

  /// The birth number of an id; nil when the id has more than 63 bits.
  func birth(of id: ItemID) -> UInt64? {
    guard id.rawValue <= Self.mask else { return nil }
    var value = id.rawValue ^ after
    // A fold by at least half of the 63 bits undoes itself.
    value ^= value &>> 32
    value = (value &* inverses.1) & Self.mask
    value ^= value &>> 32
    value = (value &* inverses.0) & Self.mask
    value ^= value &>> 32
    return value ^ before
  }

  /// The inverse of an odd number modulo 2^64: each step doubles the right bits, from three.
  private static func inverse(of odd: UInt64) -> UInt64 {
    var inverse = odd
    for _ in 0..<5 { inverse = inverse &* (2 &- odd &* inverse) }
    return inverse
  }
}
