import ProcessSupport
import Testing

@testable import BenchHarness

struct PeersPictureTests {
  /// Results of ours, of a peer and of a limit at two sizes, as a file.
  private func results(sizes: [Int] = [10, 1_000]) throws -> ScratchFolder {
    let rows = sizes.flatMap { items in
      ["Ours", "a_peer", "limit: memcpy"].map { name in
        var row = Samples.result(
          [Metric(MetricName.cpuTime, .nanoseconds, Double(items) * (name == "Ours" ? 2 : 8))],
          implementation: name, parameters: [Parameter("items", items)],
          isReference: name != "Ours")
        if name == "Ours" {
          row.ratios = [
            PeerRatio(peer: "a_peer", ratio: Metric(MetricName.ratioToPeer, .ratio, 0.25))
          ]
        }
        return row
      }
    }
    let report = Report(
      environment: try MeasuringEnvironment(package: nil), suites: Samples.report(rows))
    let scratch = try ScratchFolder()
    let file = try AtomicFile(path: "\(scratch.path)/r.json")
    try file.write(report.json)
    try file.commit()
    return scratch
  }

  @Test func aPictureHasASeriesForEachImplementationAndNoLimit() throws {
    let scratch = try results()
    let picture = try PeersPicture(
      results: "\(scratch.path)/r.json", benchmarks: ["page at depth"])
    #expect(picture.panels.count == 1)
    let series = picture.panels[0].series
    #expect(series.map(\.implementation) == ["Ours", "a_peer"])
    #expect(series.map(\.isOurs) == [true, false])
    #expect(series[1].points.map(\.items) == [10, 1_000])
    #expect(series[1].points.map(\.nanoseconds) == [80, 8_000])
    #expect(picture.script.contains("title \"a\\\\_peer\""))
  }

  @Test func whatVariesByMoreThanSizeIsRefused() throws {
    let scratch = try results(sizes: [10, 10])
    let error = #expect(throws: EnvironmentError.self) {
      try PeersPicture(results: "\(scratch.path)/r.json", benchmarks: ["page at depth"])
    }
    #expect(error?.description.contains("--html") == true)
  }

  @Test func whatIsNoResultOrLacksABenchmarkIsRefused() throws {
    let scratch = try results()
    let path = "\(scratch.path)/r.json"
    let unknown = #expect(throws: EnvironmentError.self) {
      try PeersPicture(results: path, benchmarks: ["page at death"])
    }
    #expect(unknown?.description.contains("did you mean 'page at depth'?") == true)
    let file = try AtomicFile(path: path)
    try file.write("{}")
    try file.commit()
    let empty = #expect(throws: EnvironmentError.self) {
      try PeersPicture(results: path, benchmarks: ["page at depth"])
    }
    #expect(empty?.description.contains("holds no results") == true)
  }
}
