#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Makes the timed regions of a process longer by a share: a regression of known size, for tests of the gate.
///
/// `LONGLIST_TEST_SLOWDOWN=20` in the environment of a child adds 20% of thread CPU time to each region, after
/// the body and inside the clock's two readings; nothing else reads it. Given to `bench compare`,
/// `head:20` or `base:20` goes to the children of one side alone.
struct TestSlowdown {
  static let variable = "LONGLIST_TEST_SLOWDOWN"

  let percent: Int

  /// That of this process; nil where there is none, which is always but in tests.
  static var ofThisProcess: TestSlowdown? { given.flatMap(parse) }

  /// The variable's text.
  static var given: String? { unsafe getenv(variable).map { unsafe String(cString: $0) } }

  /// Reads a child's; nil for 0 and for what is no percentage up to 1,000.
  static func parse(_ text: String) -> TestSlowdown? {
    guard let percent = Int(text), (1...1_000).contains(percent) else { return nil }
    return TestSlowdown(percent: percent)
  }

  /// The percentage that a comparison gives to one of its sides.
  static func percent(for role: BuildUnderTest.Role, in text: String?) -> Int {
    guard let parts = text?.split(separator: ":"), parts.count == 2,
      parts[0] == role.rawValue
    else { return 0 }
    return parse(String(parts[1]))?.percent ?? 0
  }

  /// The variable for a child, of one length for all that are below 1,000: its size moves no stack.
  static func entry(percent: Int) -> String {
    let digits = String(percent)
    return "\(variable)=\(String(repeating: "0", count: max(0, 3 - digits.count)))\(digits)"
  }

  /// Keeps the thread busy until its region is longer by the share.
  ///
  /// - Parameter start: The thread's clock when the region began.
  @inline(never)
  func spin(since start: Int) {
    let elapsed = Clock.threadNanoseconds() - start
    while Clock.threadNanoseconds() - start < elapsed + elapsed * percent / 100 {}
  }
}
