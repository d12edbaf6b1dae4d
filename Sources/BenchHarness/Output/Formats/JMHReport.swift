import ListText

/// Results as the Java Microbenchmark Harness writes them with `-rf json`.
///
/// Source: `JSONResultFormat.java` of JMH 1.37.
extension Report {
  /// The text of `--format jmh`: an element per result, the CPU time of an operation its primary metric.
  ///
  /// A process run is a fork of one iteration. As in JMH, what failed or was not run is not there.
  var jmh: String {
    JSONValue.array(results.compactMap { $0.jmh(environment: environment) }).text
  }
}

extension BenchmarkResult {
  fileprivate func jmh(environment: MeasuringEnvironment) -> JSONValue? {
    let figures = metrics.filter { $0.isMeasured && $0.figure != nil }
    if figures.isEmpty { return nil }
    let time = time ?? Metric(MetricName.cpuTime, .nanoseconds, nil)
    var members: [(name: String, value: JSONValue)] = [
      ("jmhVersion", .string("1.37")), ("benchmark", .string(jmhName)), ("mode", .string("avgt")),
      ("threads", .integer(1)), ("forks", .integer(Int64(max(1, time.samples.count)))),
      ("jvm", .string("Swift \(environment.swift)")), ("jvmArgs", .array([])),
      ("jdkVersion", .string(environment.swift)), ("vmName", .string("Swift")),
      ("vmVersion", .string(environment.swift)), ("warmupIterations", .integer(0)),
      ("warmupTime", .string("single-shot")), ("warmupBatchSize", .integer(1)),
      ("measurementIterations", .integer(1)), ("measurementTime", .string("single-shot")),
      ("measurementBatchSize", .integer(1)),
    ]
    if !identity.parameters.isEmpty {
      members.append(
        ("params", .object(identity.parameters.map { ($0.name, .string("\($0.value)")) })))
    }
    members.append(("primaryMetric", time.jmh))
    let secondary = figures.filter { $0.name != time.name }.map { ($0.name, $0.jmh) }
    members.append(("secondaryMetrics", .object(secondary)))
    return .object(members)
  }

  /// `Suite.benchmark.implementation`: readers take what stands behind the last dot for a method, and what
  /// stands before it for its class.
  private var jmhName: String {
    [identity.suite, identity.benchmark, identity.implementation].map { part in
      oneLine(String(part.map { $0 == "." ? "_" : $0 }))
    }.joined(separator: ".")
  }
}

extension Metric {
  /// Shares of a hundred that JMH states.
  private static let percentiles: [(name: String, share: Double)] = [
    ("0.0", 0), ("50.0", 50), ("90.0", 90), ("95.0", 95), ("99.0", 99), ("99.9", 99.9),
    ("99.99", 99.99), ("99.999", 99.999), ("99.9999", 99.9999), ("100.0", 100),
  ]

  /// Score, interval, percentiles and the figures of the forks.
  fileprivate var jmh: JSONValue {
    let finite = finiteSamples
    let runs = finite.isEmpty ? [figure].compactMap { $0 } : finite
    let sorted = runs.sorted()
    // One run says nothing of the spread.
    let ends = unit.isExact ? figure.map { ($0, $0) } : finite.count < 2 ? nil : interval95
    return .object([
      ("score", Self.number(figure)), ("scoreError", Self.number(ends.map { ($0.1 - $0.0) / 2 })),
      ("scoreConfidence", .array([Self.number(ends?.0), Self.number(ends?.1)])),
      (
        "scorePercentiles",
        .object(
          Self.percentiles.map { ($0.name, Self.number(Self.percentile($0.share, of: sorted))) })
      ),
      ("scoreUnit", .string(unit == .nanoseconds ? "ns/op" : unit.name)),
      ("rawData", .array(runs.map { .array([.real($0)]) })),
    ])
  }

  /// A number; JMH writes one that is none as a text.
  private static func number(_ value: Double?) -> JSONValue {
    guard let value, value.isFinite else { return .string("NaN") }
    return .real(value)
  }

  /// The figure below which such a share of ascending ones lies; nil of none.
  ///
  /// Source: `Percentile` of Apache Commons Math 3, estimation type LEGACY, which JMH uses.
  private static func percentile(_ share: Double, of sorted: [Double]) -> Double? {
    guard let first = sorted.first, let last = sorted.last else { return nil }
    let position = share * Double(sorted.count + 1) / 100
    if position < 1 { return first }
    if position >= Double(sorted.count) { return last }
    let lower = sorted[Int(position) - 1]
    return lower + (position - position.rounded(.down)) * (sorted[Int(position)] - lower)
  }
}
