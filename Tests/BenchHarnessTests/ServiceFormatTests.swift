import ListText
import Testing

@testable import BenchHarness

/// Forms for services that keep figures: Bencher and github-action-benchmark.
struct ServiceFormatTests {
  private func json(_ text: String?) throws -> JSONValue {
    try JSONValue(text: Array(try #require(text).utf8))
  }

  @Test func measuresAreInKebabCase() throws {
    let result = FormatTests.timed(
      [10, 50],
      [
        Metric("peakLiveBytes", .bytes, 7), Metric("latency", .count, 1),
        Metric("a b/C", .count, 2),
        Metric("|", .count, 3), Metric("HTTPRequests2xx", .count, 4),
        Metric(String(repeating: "long", count: 40), .count, 5),
        Metric(MetricName.budgetBytes, .bytes, 9), Metric("none", .count, nil),
      ])
    let text = FormatTests.report([result]).text(as: .bmf)
    guard case .object(let benchmarks) = try json(text),
      case .object(let measures) = benchmarks[0].value
    else { throw NoObject() }
    #expect(benchmarks.map(\.name) == ["Sample/page at depth/Ours/items=1000"])
    try #require(measures.count == 7)
    #expect(
      measures.prefix(6).map(\.name) == [
        "latency", "peak-live-bytes", "latency-2", "a-b-c", "metric", "httprequests2xx",
      ])
    #expect(measures[6].name.utf8.count == 64)
    #expect(
      measures[0].value
        == .object([
          ("value", .integer(30)), ("lower_value", .integer(10)), ("upper_value", .integer(50)),
        ]))
    #expect(measures[1].value == .object([("value", .integer(7))]))
  }

  @Test func referencesRaiseNoAlertAndLongNamesFit() throws {
    let long = String(repeating: "x", count: 2_000)
    let results = [false, true].map {
      Samples.result([Metric("n", .count, 1)], implementation: long, isReference: $0)
    }
    guard case .object(let benchmarks) = try json(FormatTests.report(results).text(as: .bmf)) else {
      throw NoObject()
    }
    #expect(benchmarks.map { $0.name.hasSuffix("-bencher-ignore") } == [false, true])
    #expect(benchmarks.allSatisfy { $0.name.utf8.count == 1_024 })
  }

  @Test func eachDirectionHasItsFile() throws {
    var rate = Metric("rate", .bytesPerSecond, 1e9, low: 0.9e9, high: 1.1e9)
    rate.samples = [0.9e9, 1.1e9]
    let report = FormatTests.report([FormatTests.timed([10, 50], [rate, Metric("n", .count, 7)])])
    guard case .array(let smaller) = try json(report.text(as: .gab)),
      case .array(let bigger) = try json(report.gabBigger)
    else { throw NoObject() }
    try #require(smaller.count == 2)
    #expect(smaller.map { $0["value"] } == [.integer(30), .integer(7)])
    #expect(smaller[0]["range"] == .string("± 20.0") && smaller[1]["range"] == nil)
    #expect(smaller[0]["unit"] == .string("ns/op"))
    #expect(smaller[0]["extra"] == .string("verdict: pass\nn: 7 count"))
    #expect(bigger.map { $0["name"] } == [.string("Sample/page at depth/Ours/items=1000 rate")])
  }

  @Test func aDirectionWithoutFiguresHasNoFile() {
    let report = FormatTests.report([Samples.result([], failure: "crashed")])
    #expect(report.text(as: .gab) == "[]\n" && report.gabBigger == nil)
  }
}

private struct NoObject: Error {}

struct DistributionFormatTests {
  /// What HdrHistogram 2.2.2 for Java prints of 10, 20, 30 and 40 with 5 lines per half distance.
  @Test func percentilesAreThoseOfHdrHistogram() {
    let text = FormatTests.report([FormatTests.timed([20, 40, 10, 30])]).text(as: .hdr)
    #expect(
      text == """
        # Sample/page at depth/Ours/items=1000 cpuTime, ns

               Value     Percentile TotalCount 1/(1-Percentile)

              10.000 0.000000000000          1           1.00
              10.000 0.100000000000          1           1.11
              10.000 0.200000000000          1           1.25
              20.000 0.300000000000          2           1.43
              20.000 0.400000000000          2           1.67
              20.000 0.500000000000          2           2.00
              30.000 0.550000000000          3           2.22
              30.000 0.600000000000          3           2.50
              30.000 0.650000000000          3           2.86
              30.000 0.700000000000          3           3.33
              30.000 0.750000000000          3           4.00
              40.000 0.775000000000          4           4.44
              40.000 1.000000000000          4
        #[Mean    =       25.000, StdDeviation   =       11.180]
        #[Max     =       40.000, Total count    =            4]
        #[Buckets =            1, SubBuckets     =            1]

        """)
  }

  @Test func equalFiguresAreOneStep() {
    let text = FormatTests.report([FormatTests.timed([5, 5, 5])]).text(as: .hdr)
    let steps = text.split(separator: "\n").filter { $0.hasPrefix("       5.000") }
    #expect(steps.map { $0.split(separator: " ").dropFirst(2).first } == ["3", "3"])
  }

  @Test func whatHasNoRunsIsSaid() throws {
    let text = FormatTests.report([
      Samples.result([], failure: "it\ncrashed"), Samples.result([Metric("n", .count, 1)]),
    ]).text(as: .hdr)
    let lines = text.split(separator: "\n")
    try #require(lines.count == 2)
    #expect(lines.allSatisfy { $0.hasPrefix("# Sample/") })
    #expect(lines[0].hasSuffix(": no distribution (failed: it crashed)"))
  }
}
