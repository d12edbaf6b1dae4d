import ListText
import Testing

@testable import BenchHarness

/// Results that are hard to write down, and what every form makes of them.
struct FormatTests {
  static let hostile = "a|b \"c\" <d> & ]]> \\ `e` @f #1 \u{0}\u{1}\u{1b}[31m\r\n\u{2028}é\u{fffe}"

  static let environment = MeasuringEnvironment(
    system: "Linux 6.1", architecture: "x86_64", processor: "CPU | <x>", swift: "6.3",
    build: "release", allocator: "jemalloc 5.3.0", allocatorOptions: "narenas:1", revision: "abc")

  static let origin = ReportOrigin(
    seconds: 1_709_210_096, host: "host", executable: "/bin/bench", processors: 2,
    megahertz: 2_400, caches: [.init(type: "Data", level: 1, bytes: 32_768, sharing: 1)],
    load: [0.5, 0.25, 0.125])

  static func report(_ results: [BenchmarkResult], noise: Noise? = nil) -> Report {
    Report(environment: environment, suites: Samples.report(results), noise: noise)
  }

  static func timed(_ samples: [Double], _ more: [Metric] = []) -> BenchmarkResult {
    var time = Metric(MetricName.cpuTime, .nanoseconds, 30, low: 10, high: 50)
    time.samples = samples
    return Samples.result([time] + more)
  }

  /// One result for each way in which a figure can be hard to write down.
  static var hardResults: [BenchmarkResult] {
    let figures: [Double?] = [
      nil, 0, -0.0, 0.1, -1.5, 1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .nan,
      .infinity, 9_007_199_254_740_992,
    ]
    var results = figures.enumerated().map { index, figure in
      var metrics = MetricUnit.all.map {
        Metric("of \($0.name)", $0, figure, low: figure, high: .nan)
      }
      var time = Metric(MetricName.cpuTime, .nanoseconds, figure, low: figure, high: figure)
      time.samples = index % 2 == 0 ? [] : [figure ?? .nan, 1, .infinity]
      metrics.append(time)
      return Samples.result(metrics, implementation: "figure \(index)")
    }
    for verdict in Verdict.allCases {
      results.append(
        Samples.result(
          [Metric(hostile, .count, 1, verdict: verdict, reason: hostile)],
          implementation: hostile + verdict.rawValue,
          parameters: [Parameter(hostile, .min), Parameter("implementation", .max)]))
    }
    let long = String(repeating: "é|", count: 1_000)
    results.append(Samples.result([], implementation: long + "1"))
    results.append(Samples.result([Metric("x", .count, 1)], implementation: long + "2"))
    results.append(Samples.result([Metric("x", .count, 2)], implementation: long + "3"))
    results.append(Samples.result([], implementation: "failed", failure: hostile))
    var absent = Samples.result([], implementation: "absent", isReference: true)
    absent.missing = "no library"
    absent.place = SourcePlace(file: "a \"b\".swift", line: 3)
    return results + [absent]
  }

  @Test(arguments: [ReportFormat.json, .jmh, .gbench, .bmf, .gab])
  func everyFormIsJSONWhateverItIsMadeOf(_ format: ReportFormat) throws {
    for results in [[], Self.hardResults] {
      let text = Self.report(results).text(as: format)
      // A name that stands twice is refused too.
      _ = try JSONValue(text: Array(text.utf8))
    }
  }

  @Test(arguments: ReportFormat.allCases)
  func nothingButAFinalNewlineIsAControlCharacter(_ format: ReportFormat) {
    // The project's own JSON escapes them, and keeps names as they are.
    let text = Self.report(Self.hardResults, noise: Samples.noise(governor: Self.hostile)).text(
      as: format)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 })
    #expect(!text.contains("NaN\n") && !text.contains("nan") && !text.contains("inf,"))
  }

  @Test func directionFollowsTheUnit() {
    for unit in MetricUnit.all { #expect(unit.isBetterSmaller == (unit.name != "B/s")) }
  }

  @Test func decimalsAreThoseOfC() {
    #expect(decimal(1.0005, 3) == "1.000" && decimal(2.5e-9, 9) == "0.000000003")
    #expect(decimal(0, 2) == "0.00" && decimal(-1, 0) == "-1")
    #expect(decimal(.greatestFiniteMagnitude, 12).count == 309 + 1 + 12)
  }

  @Test func longNamesAreCutAndStayDifferent() {
    let name = String(repeating: "é", count: 1_000)
    let short = [name + "1", name + "2"].map { shortened($0, toBytes: 1_024) }
    #expect(short[0] != short[1])
    #expect(
      short.allSatisfy { $0.utf8.count <= 1_024 && $0.utf8.count > 1_000 && $0.hasPrefix("éé") })
    #expect(shortened("abc", toBytes: 3) == "abc")
  }

  @Test func linesAreJoinedAndControlsGo() {
    #expect(oneLine("a\r\n\tb\u{1b}[0mc\n") == "a b [0mc")
    #expect(oneLine("\n") == "" && oneLine("é ü") == "é ü")
  }
}

struct JMHTests {
  private func run(_ results: BenchmarkResult...) throws -> [JSONValue] {
    let text = FormatTests.report(results).text(as: .jmh)
    guard case .array(let runs) = try JSONValue(text: Array(text.utf8)) else { return [] }
    return runs
  }

  @Test func timesStandInTheOrderOfTheirRuns() throws {
    let run = try #require(try run(FormatTests.timed([50, 10, 30])).first)
    #expect(run["benchmark"] == .string("Sample.page at depth.Ours") && run["forks"] == .integer(3))
    #expect(run["params"] == .object([("items", .string("1000"))]))
    let metric = try #require(run["primaryMetric"])
    #expect(
      metric["rawData"] == .array([50, 10, 30].map { .array([.integer($0)]) }))
    #expect(metric["score"] == .integer(30) && metric["scoreError"] == .integer(20))
    #expect(metric["scoreConfidence"] == .array([.integer(10), .integer(50)]))
    #expect(metric["scoreUnit"] == .string("ns/op"))
    let shares = try #require(metric["scorePercentiles"])
    // Three figures: the place of a share is share * 4 / 100.
    #expect(shares["0.0"] == .integer(10) && shares["50.0"] == .integer(30))
    #expect(shares["90.0"] == .integer(50) && shares["100.0"] == .integer(50))
  }

  @Test func percentilesLieBetweenFigures() throws {
    let run = try #require(try run(FormatTests.timed((1...9).map { Double($0 * 10) })).first)
    // The place is 50 * 10 / 100 = 5, and 90 * 10 / 100 = 9, the last.
    #expect(run["primaryMetric"]?["scorePercentiles"]?["50.0"] == .integer(50))
    let even = try #require(try self.run(FormatTests.timed([10, 20, 30, 40])).first)
    #expect(even["primaryMetric"]?["scorePercentiles"]?["50.0"] == .integer(25))
  }

  @Test func metricsDoNotLeakIntoTheNextResult() throws {
    let runs = try run(
      FormatTests.timed([1, 2], [Metric("steps", .count, 7)]), FormatTests.timed([3, 4]))
    try #require(runs.count == 2)
    #expect(runs[0]["secondaryMetrics"]?["steps"]?["score"] == .integer(7))
    #expect(runs[0]["secondaryMetrics"]?["steps"]?["scoreError"] == .integer(0))
    #expect(runs[1]["secondaryMetrics"] == .object([]))
  }

  @Test func whatIsNoNumberIsAText() throws {
    let one = try #require(try run(FormatTests.timed([7])).first?["primaryMetric"])
    #expect(one["scoreError"] == .string("NaN"))
    let untimed = try run(Samples.result([Metric("steps", .count, 7)]))
    try #require(untimed.count == 1)
    #expect(untimed[0]["primaryMetric"]?["score"] == .string("NaN"))
    #expect(untimed[0]["primaryMetric"]?["rawData"] == .array([]))
    #expect(try run(Samples.result([], failure: "crashed")).isEmpty)
  }
}

struct GoogleBenchmarkTests {
  private func rows(_ results: [BenchmarkResult]) throws -> [JSONValue] {
    let text = FormatTests.report(results).googleBenchmark(FormatTests.origin)
    guard case .array(let rows) = try JSONValue(text: Array(text.utf8))["benchmarks"] else {
      return []
    }
    return rows
  }

  @Test func runsComeInOrderThenTheirAggregates() throws {
    let found = try rows([FormatTests.timed([40, 10, 25], [Metric("steps", .count, 7)])])
    try #require(found.count == 3 + 4)
    #expect(found[0]["name"] == .string("Sample/page at depth/Ours/items:1000"))
    #expect(found.prefix(3).map { $0["cpu_time"] } == [40, 10, 25].map { JSONValue.integer($0) })
    #expect(found.prefix(3).map { $0["repetition_index"] } == (0..<3).map { .integer($0) })
    #expect(
      found.dropFirst(3).map { $0["aggregate_name"] }
        == ["mean", "median", "stddev", "cv"].map { .string($0) })
    #expect(found[3]["name"] == .string("Sample/page at depth/Ours/items:1000_mean"))
    #expect(found[3]["cpu_time"] == .integer(25) && found[4]["cpu_time"] == .integer(25))
    #expect(
      found[5]["cpu_time"] == .integer(15) && found[6]["aggregate_unit"] == .string("percentage"))
    #expect(found[6]["cpu_time"] == .number("0.6"))
    #expect(found.prefix(5).allSatisfy { $0["steps"] == .integer(7) })
    #expect(found[5]["steps"] == .integer(0))
  }

  @Test func sizesOfOneImplementationAreAFamily() throws {
    let found = try rows([
      Samples.result([Metric("x", .count, 1)]),
      Samples.result([Metric("x", .count, 1)], implementation: "Theirs"),
      Samples.result([Metric("x", .count, 1)], parameters: [Parameter("items", 9)]),
    ])
    #expect(found.map { $0["family_index"] } == [0, 0, 1].map { JSONValue.integer($0) })
    #expect(
      found.map { $0["per_family_instance_index"] } == [0, 1, 0].map { JSONValue.integer($0) })
  }

  @Test func whatHasNoTimeSaysWhy() throws {
    var absent = Samples.result([], implementation: "absent")
    absent.missing = "no library"
    let found = try rows([Samples.result([], failure: "it\ncrashed"), absent])
    try #require(found.count == 2)
    #expect(
      found[0]["error_occurred"] == .bool(true)
        && found[0]["error_message"] == .string("it crashed"))
    #expect(found[1]["skipped"] == .bool(true) && found[1]["skip_message"] == .string("no library"))
    #expect(found.allSatisfy { $0["cpu_time"] == .integer(0) && $0["iterations"] == .integer(0) })
  }

  @Test func aCounterTakesNoOtherPlace() throws {
    let found = try rows([FormatTests.timed([1], [Metric("iterations", .count, 7)])])
    #expect(found[0]["iterations"] == .integer(1) && found[0]["counter iterations"] == .integer(7))
  }

  @Test func theContextSaysWhereAndWhen() throws {
    let text = FormatTests.report([]).googleBenchmark(FormatTests.origin)
    let context = try #require(try JSONValue(text: Array(text.utf8))["context"])
    #expect(context["date"] == .string("2024-02-29T12:34:56+00:00"))
    #expect(context["json_schema_version"] == .integer(1) && context["num_cpus"] == .integer(2))
    #expect(context["library_build_type"] == .string("release"))
    let now = ReportOrigin.current()
    #expect(!now.host.isEmpty && now.processors > 0 && now.seconds > 1_700_000_000)
  }
}
