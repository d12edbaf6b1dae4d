#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Random numbers that a seed repeats.
///
/// Source: SplitMix64.
package struct SeededRandom: Sendable {
  package var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A number from 0 to below `bound`.
  package mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// One of some.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[next(below: elements.count)]
  }

  /// The seed of this run: LONGLIST_TEST_SEED, or the given one.
  package static func seed(_ standard: UInt64) -> UInt64 {
    getenv("LONGLIST_TEST_SEED").flatMap { UInt64(String(cString: $0)) } ?? standard
  }
}
