/// Numbers that look random and are the same in every run: a counter, mixed.
///
/// Source: SplitMix64, Steele, Lea and Flood, OOPSLA 2014.
public struct Sample: Sendable {
  private var state: UInt64

  /// Starts a sequence that a seed names.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next number in `0..<bound`.
  ///
  /// Traps if `bound` is not positive.
  public mutating func next(below bound: Int) -> Int {
    precondition(bound > 0, "an empty range")
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    word ^= word >> 31
    return Int(word.multipliedFullWidth(by: UInt64(bound)).high)
  }
}
