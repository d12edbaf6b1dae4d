@testable import BenchHarness

/// Cases and results for the tests of this module.
enum Samples {
  static let environment = EnvironmentKey(
    platform: "linux-x86_64", swift: "6.3", allocator: "jemalloc 5.3.0")

  static func benchmarkCase(
    _ implementation: String = "Ours", benchmark: String = "page at depth",
    parameters: [Parameter] = [Parameter("items", 1_000)], isReference: Bool = false,
    budgetBytes: Int? = nil, growth: Growth? = nil
  ) -> BenchmarkCase {
    BenchmarkCase(
      suite: "Sample", benchmark: benchmark, implementation: implementation,
      isReference: isReference, parameters: parameters, budgetBytes: budgetBytes, growth: growth,
      fixtureKey: "key", fixture: { "sha256:1" }, body: { _ in })
  }

  static let suite = Suite(
    name: "Sample", question: "How deep? Ours against theirs.", metrics: ["steps"]
  ) { options in
    (options.items ?? [1_000]).flatMap { items in
      [false, true].map { isReference in
        benchmarkCase(
          isReference ? "Theirs" : "Ours", parameters: [Parameter("items", items)],
          isReference: isReference)
      }
    }
  }

  static func result(
    _ metrics: [Metric], implementation: String = "Ours",
    parameters: [Parameter] = [Parameter("items", 1_000)], isReference: Bool = false,
    fixture: String = "sha256:1", failure: String? = nil
  ) -> BenchmarkResult {
    BenchmarkResult(
      identity: CaseIdentity(
        suite: "Sample", benchmark: "page at depth", implementation: implementation,
        parameters: parameters), isReference: isReference, isGated: !isReference, fixture: fixture,
      metrics: metrics, failure: failure)
  }

  /// Noise of one group: so much steal, on a machine whose governor has some name.
  static func noise(stealPercent: Double = 9, governor: String? = nil) -> Noise {
    let shares = Noise.Shares(stealPercent: stealPercent)
    return Noise(
      processors: 2, governor: governor, before: Noise.Moment(), during: shares,
      groups: [Noise.Group(name: "Sample/page at depth", shares: shares)], after: Noise.Moment())
  }

  static func report(_ results: [BenchmarkResult]) -> [SuiteReport] {
    [
      SuiteReport(
        name: "Sample", question: "How deep?", ownMetrics: ["steps"], results: results)
    ]
  }

  /// What `ThresholdFolder` reads for `result` with 12 mallocs, 64 bytes and 3 steps.
  static let thresholds = """
    {
      "benchmark": "page at depth",
      "entries": [
        {
          "fixture": "sha256:1",
          "implementation": "Ours",
          "metrics": {"bytesAllocated": 64, "mallocCount": 12, "steps": 3},
          "parameters": {"items": 1000}
        }
      ],
      "environment": {"allocator": "jemalloc 5.3.0", "platform": "linux-x86_64", "swift": "6.3"},
      "schema": 1,
      "suite": "Sample",
      "why": "first figures"
    }

    """

  static let fileName = "Sample.page-at-depth.json"
}
