@testable import BenchHarness

/// Results with all that a page can draw, and names that are markup, formats and quotes.
enum PageSamples {
  static let hostile = "a<b> & \"c\" 'd' `e` %s \\ \u{1}\u{7F}\n@x {y}_^~ ü"

  static let environment = MeasuringEnvironment(
    system: "Linux 6", architecture: "x86_64", processor: "Some <CPU> & more", swift: "6.3",
    build: "release", allocator: "jemalloc 5.3.0", allocatorOptions: "none", revision: "abc1234")

  static func time(_ value: Double, verdict: Verdict = .pass, reason: String? = nil) -> Metric {
    var metric = Metric(
      MetricName.cpuTime, .nanoseconds, value, low: value * 0.9, high: value * 1.2,
      verdict: verdict, reason: reason)
    metric.samples = [0.9, 1.2, 1, 0.95, 1.1].map { $0 * value }
    return metric
  }

  static func result(
    _ implementation: String, _ metrics: [Metric], benchmark: String = "page at depth",
    parameters: [Parameter] = [], isReference: Bool = false, failure: String? = nil
  ) -> BenchmarkResult {
    BenchmarkResult(
      identity: CaseIdentity(
        suite: "Sample", benchmark: benchmark, implementation: implementation,
        parameters: parameters), isReference: isReference, isGated: !isReference,
      fixture: "sha256:1", metrics: metrics, failure: failure)
  }

  /// Offset grows with depth, cursor does not and is cheaper from a depth between 0 and 100.
  static var depths: [BenchmarkResult] {
    [0, 100, 10_000].flatMap { depth in
      let parameters = [Parameter("items", 100_000), Parameter("depth", depth)]
      let offset = 193 + 3 * Double(depth)
      var cursor = result(
        "cursor",
        [time(depth == 0 ? 13_000 : 14_000), Metric("steps", .count, depth == 0 ? 193 : 266)],
        parameters: parameters)
      if depth == 10_000 {
        cursor.metrics.append(Metric(MetricName.growthExponent, .exponent, 0))
      }
      return [
        cursor,
        result(
          "offset", [time(12_000 + 40 * Double(depth)), Metric("steps", .count, offset)],
          parameters: parameters, isReference: true),
      ]
    }
  }

  /// Three sizes of ours, a peer and a limit, with a session's bytes under a budget.
  static var sizes: [BenchmarkResult] {
    [1_000, 10_000, 100_000].flatMap { items -> [BenchmarkResult] in
      let parameters = [Parameter("items", items)]
      return [("Ours", 200.0), ("a peer", 900), ("limit: memcpy", 20)].map { name, nanoseconds in
        let isReference = name != "Ours"
        var row = result(
          name,
          [
            time(nanoseconds * Double(items) / 1_000), Metric(MetricName.mallocCount, .count, 3),
            Metric(MetricName.peakLiveBytes, .bytes, 200_000),
            Metric(MetricName.budgetBytes, .bytes, 229_376),
          ], benchmark: "window step", parameters: parameters, isReference: isReference)
        if !name.hasPrefix("limit") {
          row.liveCurve = (0..<1_000).map {
            LiveReading(step: $0, liveBytes: min($0 * 1_000, 200_000))
          }
        }
        return row
      }
    }
  }

  static func report(_ results: [BenchmarkResult], ownMetrics: [String] = ["steps"]) -> Report {
    Report(
      environment: environment,
      suites: [
        SuiteReport(
          name: "Sample", question: "How deep? <Really> & truly.", ownMetrics: ownMetrics,
          results: results)
      ])
  }

  static func charts(
    _ results: [BenchmarkResult], ownMetrics: [String] = ["steps"]
  ) -> BenchmarkCharts {
    BenchmarkCharts(
      results, styles: SeriesStyles(results, in: results), ownMetrics: ownMetrics)
  }

  /// How often a text occurs in another.
  static func count(_ part: String, in text: String) -> Int {
    text.ranges(of: part).count
  }
}
