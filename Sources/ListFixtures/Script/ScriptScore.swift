/// Scores of a ranked feed: integers, the same on every machine.
struct ScriptScore: Sendable {
  /// The most votes that count.
  static let voteLimit = 65_535
  /// log2(1 + i/64) in units of 2^-32.
  ///
  /// Bit by bit: squaring a number doubles its logarithm.
  static let logarithms: [Int64] = (0...64).map { step in
    if step == 64 { return 1 << 32 }
    var mantissa = UInt64(64 + step) << 24
    var logarithm: Int64 = 0
    for _ in 0..<32 {
      mantissa = (mantissa * mantissa) >> 30
      logarithm <<= 1
      if mantissa >= 1 << 31 {
        mantissa >>= 1
        logarithm |= 1
      }
    }
    return logarithm
  }

  private let halfLife: Int64

  init(_ score: StepScript.Score) {
    halfLife = Int64(score.halfLifeMicroseconds)
  }

  /// log2(1 + votes) in units of 2^-32, rising with every vote; `votes` is in `0...voteLimit`.
  static func logarithm(ofVotes votes: Int) -> Int64 {
    let number = votes + 1
    let exponent = Int.bitWidth - 1 - number.leadingZeroBitCount
    // The mantissa has 16 bits below the leading one: 6 choose the table's entry.
    let fraction = (number << (16 - exponent)) & 0xFFFF
    let entry = fraction >> 10
    let low = logarithms[entry]
    let rise = logarithms[entry + 1] - low
    return Int64(exponent) << 32 + low + (rise * Int64(fraction & 1023)) >> 10
  }

  /// The key of an item that was born at a time and has some votes.
  func key(birth: Int64, votes: Int) -> Int64 {
    let missing = 16 << 32 - Self.logarithm(ofVotes: votes)
    let product = halfLife.multipliedFullWidth(by: missing)
    // Half-lives of 2^44 microseconds times 2^36 stay below 2^80: the shifted product fits.
    return birth - (product.high << 32 | Int64(product.low >> 32))
  }
}
