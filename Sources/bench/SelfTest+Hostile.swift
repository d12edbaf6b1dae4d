import BenchHarness

extension SelfTest {
  /// What every form must carry unharmed: mark-up, line ends, control characters, a name of more than 2,000
  /// characters, and figures at the ends of their ranges.
  static let hostileText =
    "pipe | \"quote\" <b>&amp;</b> ]]> 'tick' `code` @owner #1 $x$ %0A,: *_~ \\ é \u{1}\u{1b}[31m\n\r\t"
  /// The hostile benchmarks' own metrics.
  static let hostileMetrics = ["iterations", "all | \"of\" <it> ]]>", "tiny", "ratePerSecond"]

  /// One that measures, a second one of nearly the same name, and one that fails with a hostile reason.
  static var hostile: [BenchmarkCase] {
    let long = hostileText + String(repeating: "long ", count: 400)
    return [
      hostile(long + "1", measureHostile), hostile(long + "2", measureHostile),
      hostile("hostile failure") { run in
        run.measure(operations: 1) {}
        try run.expect(false, hostileText)
      },
    ]
  }

  private static func hostile(
    _ benchmark: String, file: String = #filePath, line: Int = #line,
    _ body: @escaping @Sendable (Run) throws -> Void
  ) -> BenchmarkCase {
    BenchmarkCase(
      suite: "SelfTestBroken", benchmark: benchmark, implementation: "hostile, 50%: \(hostileText)",
      parameters: [Parameter("a|b \"c\"", .max), Parameter("implementation", -1)],
      fixtureKey: "none", file: file, line: line, fixture: { "sha256:none" }, body: body)
  }

  private static func measureHostile(_ run: Run) throws {
    try multiply(run, operations: 1)
    run.count("iterations", 0)
    run.record("all | \"of\" <it> ]]>", unit: .bytes, 1e17)
    run.record("tiny", unit: .exponent, .leastNonzeroMagnitude)
    run.record("ratePerSecond", unit: .bytesPerSecond, 1.5e300)
  }
}
