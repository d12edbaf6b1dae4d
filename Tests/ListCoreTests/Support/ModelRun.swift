#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What every model test takes from the environment: LONGLIST_TEST_SEED and LONGLIST_TEST_OPERATIONS.
enum ModelRun {
  /// The seed of a run; printed so that a failure can be repeated.
  static func seed(_ test: String) -> UInt64 {
    let seed = number("LONGLIST_TEST_SEED") ?? UInt64(20_240_601)
    print("\(test): LONGLIST_TEST_SEED=\(seed)")
    return seed
  }

  /// Operations of a run: `standard`, times what LONGLIST_TEST_OPERATIONS is to 10,000.
  static func operations(_ standard: Int) -> Int {
    guard let asked = number("LONGLIST_TEST_OPERATIONS") else { return standard }
    return max(1, standard * Int(asked) / 10_000)
  }

  private static func number(_ name: String) -> UInt64? {
    getenv(name).flatMap { UInt64(String(cString: $0)) }
  }
}

/// SplitMix64.
struct TestRandom {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// An integer in `0..<bound`.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}
