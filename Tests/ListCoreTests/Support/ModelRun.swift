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
    askedOperations.map { max(1, standard * $0 / 10_000) } ?? standard
  }

  /// LONGLIST_TEST_OPERATIONS itself; nil if it is not set.
  static var askedOperations: Int? { number("LONGLIST_TEST_OPERATIONS").map { Int($0) } }

  private static func number(_ name: String) -> UInt64? {
    getenv(name).flatMap { UInt64(String(cString: $0)) }
  }
}
