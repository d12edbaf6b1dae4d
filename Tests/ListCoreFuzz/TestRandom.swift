import ListCore

/// SplitMix64: random numbers that a seed repeats.
package struct TestRandom: RandomNumberGenerator, Sendable {
  package var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// An integer in `0..<bound`.
  package mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A row's height, sometimes the smallest or the largest.
  package mutating func height() -> Int32 {
    switch below(20) {
    case 0: 0
    case 1: RowHeight.maximum
    default: Int32(below(200) * 64 + 40)
    }
  }

  package mutating func heights(_ count: Int) -> [Int32] {
    var result: [Int32] = []
    for _ in 0..<count { result.append(height()) }
    return result
  }
}
