import ProcessSupport
import Testing

@testable import BenchHarness

struct ExplanationTests {
  private static func text(
    _ results: [BenchmarkResult], call: [String] = [], filter: String? = nil
  ) throws -> String {
    var report = PageSamples.report(results)
    report.call = call
    return try Explanation(report, filter: CaseFilter(pattern: filter), name: "r.json").text
  }

  /// Without the line feeds of paragraphs, which fall anywhere.
  private static func flat(
    _ results: [BenchmarkResult], call: [String] = []
  ) throws -> String {
    try text(results, call: call).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func row(_ metrics: [Metric]) -> BenchmarkResult {
    PageSamples.result("Ours", metrics, parameters: [Parameter("items", 10)])
  }

  @Test func countsStandBeforeMemoryRatiosAndTime() throws {
    var row = Self.row([
      PageSamples.time(100, verdict: .inconclusive, reason: "T"),
      Metric(MetricName.ratioToPeer, .ratio, 2, verdict: .regressed, reason: "R"),
      Metric(MetricName.mallocCount, .count, 9, verdict: .regressed, reason: "M"),
      Metric("steps", .count, 5, verdict: .regressed, reason: "C"),
      Metric("pages", .count, 5),
    ])
    row.ratios = [
      PeerRatio(peer: "weak", ratio: Metric("", .ratio, 0.1)),
      PeerRatio(peer: "strong", ratio: Metric("", .ratio, 2)),
    ]
    let text = try Self.flat([row], call: ["check"])
    let parts = [
      "regressed: Sample/page at depth/Ours/items=10", "Counts: C.", "Memory: M.",
      "Unchanged: pages 5.",
      "Ratios: R.", "Beside peers: 2.00x the time of strong", "0.100x the time of weak", "Time: T.",
      "An operation takes 100 ns", "no noise can do that.", "reproduce: swift run bench check",
    ]
    let places = parts.compactMap { text.range(of: $0)?.lowerBound }
    #expect(places.count == parts.count, "\(text)")
    #expect(places == places.sorted())
  }

  @Test(arguments: [
    ("steps", MetricUnit.count, "above", "does more or other work", "bench profile 'Sample"),
    (
      MetricName.growthExponent, .exponent, "above", "does more or other work",
      "bench profile 'Sample"
    ),
    (MetricName.mallocCount, .count, "above", "Work is as before and memory is not", "--with heap"),
    (
      MetricName.peakLiveBytes, .bytes, "budget exceeded by 1", "than the budget was made for",
      "--with heap"
    ),
    (MetricName.leakedBytes, .bytes, "leaked 8 bytes", "not given back in each run", "--with heap"),
    (
      MetricName.ratioToPeer, .ratio, "above", "a constant factor",
      "bench compare --base-commit main"
    ),
    (
      MetricName.cpuTime, .nanoseconds, "above", "a constant factor",
      "bench compare --base-commit main"
    ),
  ])
  func eachKindHasItsCauseAndItsNextCommand(
    _ metric: String, _ unit: MetricUnit, _ reason: String, _ cause: String, _ next: String
  ) throws {
    let text = try Self.flat([
      Self.row([Metric(metric, unit, 5, verdict: .regressed, reason: reason)])
    ])
    #expect(text.contains(cause) && text.contains(next), "\(text)")
  }

  @Test(arguments: [
    ("wrong result: expected 1, got 2", "It gave a wrong result: expected 1", "the model"),
    ("hung: ended after 1 s", "It hung: ended", "endless loop"),
    ("crashed (signal 6)", "It crashed (signal 6).", "A trap or a fault"),
    ("trapped (signal 4)", "It trapped (signal 4).", "A trap or a fault"),
    ("killed from outside (signal 9)", "It killed from outside", "outside ended it"),
    ("error: no disk", "It ended with an error: no disk.", "itself stopped"),
    ("the child's report is garbled", "It failed: the child's", "itself stopped"),
  ])
  func eachFailureHasItsCause(_ failure: String, _ what: String, _ cause: String) throws {
    let text = try Self.flat([PageSamples.result("Ours", [PageSamples.time(5)], failure: failure)])
    #expect(text.contains(what) && text.contains(cause), "\(text)")
    #expect(text.contains("reproduce:") && !text.contains("then:"))
  }

  @Test func missingAndImprovedLeadToAnUpdate() throws {
    for verdict in [Verdict.missing, .improved] {
      let text = try Self.flat([
        Self.row([Metric("steps", .count, 5, verdict: verdict, reason: "x")])
      ])
      #expect(text.contains("then: swift run bench thresholds update --why"), "\(text)")
    }
  }

  @Test func whatPassesNearALimitIsNamed() throws {
    var results = PageSamples.sizes
    for index in results.indices where !results[index].isReference {
      results[index].metrics[2].value = 225_000
    }
    results[0].ratios = [
      PeerRatio(peer: "a peer", ratio: Metric("", .ratio, 1.5, low: 1.2, high: 1.8))
    ]
    let text = try Self.flat(results)
    #expect(text.hasPrefix("All 9 verdicts are pass."))
    #expect(
      text.contains("Near their budget: Sample/window step/Ours/items=1000 at 98% (4.3 KiB of"))
    #expect(
      text.contains(
        "Slower than a peer in this run: Sample/window step/Ours/items=1000, 1.50x a peer."))
    #expect(text.contains("No thresholds were asked for"))
    #expect(text.contains("Next: swift run bench check holds"))
    #expect(!text.contains("reproduce:"))
  }

  @Test func goalsAndGatesNearTheirLimitAreNamed() throws {
    var report = PageSamples.report(PageSamples.sizes)
    var ratio = JudgedRatio(
      rows: ComparedRows(
        suite: "Sample", benchmark: "window step", implementation: "Ours", items: 1_000,
        peer: "a peer"))
    ratio.ratio = Metric(MetricName.ratioToPeer, .ratio, 0.69, low: 0.6, high: 0.8)
    (ratio.goal, ratio.gate) = (0.5, 0.7)
    report.suites[0].gatedRatios = [ratio]
    func text() throws -> String {
      try Explanation(report, filter: CaseFilter(), name: "").text
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let passing = try text()
    #expect(
      passing.contains(
        "Near or above their gate: window step/Ours items=1000 over a peer is 0.690 of at most 0.700"
      ))
    #expect(passing.contains("Goals beside peers: 0 of 1 hold"))
    report.suites[0].gatedRatios[0].verdict = .regressed
    report.suites[0].gatedRatios[0].reason = "at least 0.8"
    let failing = try text()
    #expect(
      failing.contains("regressed: Sample/window step/Ours items=1000 over a peer: at least 0.8"))
    #expect(failing.contains("reproduce: swift run bench --peers --filter"))
  }

  @Test func noiseIsSaidAtTheTop() throws {
    var report = PageSamples.report(PageSamples.sizes)
    report.noise = Samples.noise()
    let text = try Explanation(report, filter: CaseFilter(), name: "").text
    #expect(text.contains("Noise: steal 9.00%, 2 processors. That is above the limit: too"))
  }

  @Test func aFilterChoosesAndSuggests() throws {
    #expect(
      try Self.text(PageSamples.sizes, filter: "items=1000$").hasPrefix("All 3 verdicts are pass."))
    let none = #expect(throws: UsageError.self) {
      try Self.text(PageSamples.sizes, filter: "window stop")
    }
    #expect(
      none?.message == "no result of 'r.json' matches 'window stop'; did you mean 'window step'?")
    #expect(throws: EnvironmentError.self) { try Self.text([]) }
  }

  @Test func noLineOfProseIsLongerThanAHundredColumns() throws {
    var results = PageSamples.sizes + PageSamples.depths
    for index in results.indices {
      results[index].metrics[0].verdict = .inconclusive
      results[index].metrics[0].reason = "the machine was busy with something else all the time"
    }
    let text = try Self.text(results)
    #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("  ") || $0.count <= 100 })
    #expect(text.hasSuffix("\n") && !text.contains("\n\n\n"))
  }

  @Test(arguments: [1e300, -1e300, 0, 5e15, 1e12, -0.0])
  func noFigureIsTooLargeToBeExplained(_ value: Double) throws {
    let units: [MetricUnit] = MetricUnit.all
    let results = units.enumerated().map { number, unit in
      PageSamples.result(
        "\(number)",
        [
          Metric(MetricName.cpuTime, .nanoseconds, value, low: -value, high: value),
          Metric("m", unit, value, verdict: number % 2 == 0 ? .pass : .regressed),
          Metric(MetricName.peakLiveBytes, .bytes, value),
          Metric(MetricName.budgetBytes, .bytes, 1e300),
          Metric(MetricName.growthExponent, .exponent, value),
        ], parameters: [Parameter("items", .max), Parameter("depth", .min)])
    }
    #expect(try !Self.text(results, call: ["check"]).isEmpty)
    #expect(!ReportPage(PageSamples.report(results)).html.isEmpty)
    #expect(!PageSamples.report(results).text.isEmpty)
  }
}
