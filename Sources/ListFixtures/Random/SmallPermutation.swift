/// A keyed bijection of `0..<count` for at most 4,096 elements, both ways in a few nanoseconds.
///
/// Three rounds of multiplying by an odd number and folding the high half onto the low half permute
/// `0..<2^bits`, the smallest power of two that holds the domain; a value outside the domain is
/// permuted again until it falls inside (cycle walking: fewer than two rounds on average). Source:
/// Black and Rogaway, "Ciphers with Arbitrary Finite Domains", CT-RSA 2002.
struct SmallPermutation {
  /// The largest domain.
  static let countLimit = 4096

  private let count: UInt32
  private let mask: UInt32
  private let shift: UInt32
  private let multipliers: (UInt32, UInt32, UInt32)
  private let addends: (UInt32, UInt32)

  /// Makes the permutation of a key; `count` is in `1...4096`.
  @inline(__always)
  init(count: Int, key: UInt64) {
    assert(count >= 1 && count <= Self.countLimit)
    self.count = UInt32(truncatingIfNeeded: count)
    let bits = UInt32(max(1, UInt32.bitWidth - (self.count &- 1).leadingZeroBitCount))
    mask = (1 &<< bits) &- 1
    shift = (bits &+ 1) / 2
    let word = Mixer.mix(key)
    multipliers = (
      UInt32(truncatingIfNeeded: word) & 0xFFF | 1,
      UInt32(truncatingIfNeeded: word >> 12) & 0xFFF | 1,
      UInt32(truncatingIfNeeded: word >> 24) & 0xFFF | 1
    )
    addends = (
      UInt32(truncatingIfNeeded: word >> 36) & 0xFFF, UInt32(truncatingIfNeeded: word >> 48) & 0xFFF
    )
  }

  /// Where `element` goes; both are in `0..<count`.
  @inline(__always)
  func image(of element: Int) -> Int {
    assert(element >= 0 && element < Int(count))
    var value = UInt32(truncatingIfNeeded: element)
    repeat {
      value = (value &* multipliers.0 &+ addends.0) & mask
      value ^= value &>> shift
      value = (value &* multipliers.1 &+ addends.1) & mask
      value ^= value &>> shift
      value = (value &* multipliers.2) & mask
      value ^= value &>> shift
    } while value >= count
    return Int(value)
  }

  /// What goes to `image`; both are in `0..<count`.
  @inline(__always)
  func preimage(of image: Int) -> Int {
    assert(image >= 0 && image < Int(count))
    let inverses = (
      Self.inverse(of: multipliers.0), Self.inverse(of: multipliers.1),
      Self.inverse(of: multipliers.2)
    )
    var value = UInt32(truncatingIfNeeded: image)
    repeat {
      // A fold by at least half the bits undoes itself.
      value ^= value &>> shift
      value = (value &* inverses.2) & mask
      value ^= value &>> shift
      value = ((value &- addends.1) &* inverses.1) & mask
      value ^= value &>> shift
      value = ((value &- addends.0) &* inverses.0) & mask
    } while value >= count
    return Int(value)
  }

  /// The inverse of an odd number modulo 2^24: each step doubles the right bits, from three.
  @inline(__always)
  private static func inverse(of odd: UInt32) -> UInt32 {
    var inverse = odd
    inverse = inverse &* (2 &- odd &* inverse)
    inverse = inverse &* (2 &- odd &* inverse)
    return inverse &* (2 &- odd &* inverse)
  }
}
