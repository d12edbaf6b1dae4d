import ListText
import ProcessSupport
import Testing

@testable import BenchHarness

struct VerdictTests {
  @Test(arguments: [
    ([Verdict](), ExitCode.success), ([.pass, .pass], .success), ([.pass, .skipped], .success),
    ([.inconclusive], .success), ([.improved, .skipped], .improvement),
    ([.improved, .missing], .missing), ([.missing, .regressed, .improved], .regression),
    ([.regressed, .failed, .missing], .failed),
  ])
  func theFirstOfThreeTwoFiveFourDecides(_ verdicts: [Verdict], _ code: ExitCode) {
    #expect(ExitCode(verdicts: verdicts, isStrict: false) == code)
  }

  @Test(arguments: [
    (Verdict.pass, ExitCode.success), (.skipped, .regression), (.inconclusive, .regression),
    (.improved, .improvement), (.missing, .missing), (.failed, .failed),
  ])
  func strictFailsWhatWasNotJudged(_ verdict: Verdict, _ code: ExitCode) {
    #expect(ExitCode(verdicts: [verdict], isStrict: true) == code)
  }

  @Test func aResultIsAsBadAsItsWorstMetric() {
    let metrics = Verdict.allCases.dropLast().map { Metric($0.rawValue, .count, 1, verdict: $0) }
    #expect(Samples.result(metrics).verdict == .regressed)
    #expect(Samples.result(metrics, failure: "crashed").verdict == .failed)
    #expect(Samples.result([]).verdict == .missing)
  }

  @Test func theWorstReasonStandsFirst() {
    let metrics = [
      Metric("a", .count, 1, verdict: .skipped, reason: "other allocator"),
      Metric("b", .count, 1, verdict: .regressed, reason: "above"),
      Metric("c", .count, 1, reason: "a remark"),
      Metric("d", .count, 1, verdict: .regressed, reason: "above"),
    ]
    #expect(Samples.result(metrics).reasons == ["above", "other allocator"])
  }
}

struct TableTests {
  @Test func columnsLineUp() {
    var table = Table([.init("name"), .init("n", isNumber: true), .init("verdict")])
    table.add(["é long name", "1", "pass"])
    table.add(["x", "1,000", ""])
    #expect(
      table.text == """
        name             n  verdict
        -----------  -----  -------
        é long name      1  pass
        x            1,000

        """)
  }

  @Test func titlesStandOnTheRuleAndHeadingsAboveTheirRows() {
    var table = Table([.init("name"), .init("node\nVisits", isNumber: true)])
    table.addHeading("upsert")
    table.add(["a", "1"])
    table.add(["b", "2"])
    table.addHeading("scan")
    table.add(["a", "3"])
    #expect(
      table.text == """
                  node
          name  Visits
          ----  ------
        upsert
          a          1
          b          2
        scan
          a          3

        """)
  }

  @Test func emptyColumnsGo() {
    var table = Table([.init("a"), .init("b"), .init("c")])
    table.add(["1", "", "3"])
    table.dropEmptyColumns()
    #expect(table.columns.map(\.title) == ["a", "c"])
    #expect(table.rows == [["1", "3"]])
  }

  @Test func constantsAreSaidOnce() {
    var table = Table([.init("benchmark"), .init("items"), .init("depth")])
    table.add(["page", "10", "0"])
    table.add(["page", "10", "1"])
    #expect(
      table.pullConstants(among: ["benchmark", "items", "depth"]) == ["benchmark page", "items 10"])
    #expect(table.rows == [["0"], ["1"]])
  }
}

struct ReportTests {
  private var report: Report {
    get throws {
      Report(
        environment: try MeasuringEnvironment(package: nil),
        suites: Samples.report([
          Samples.result([
            Metric(MetricName.cpuTime, .nanoseconds, 1_500, low: 1_400, high: 1_600),
            Metric(MetricName.ratioToPeer, .ratio, 0.005, low: 0.004, high: 0.006),
            Metric(MetricName.mallocCount, .count, 0),
            Metric(
              MetricName.peakLiveBytes, .bytes, 2_048, verdict: .regressed,
              reason: "budget exceeded by 1,024 bytes"),
            Metric(MetricName.budgetBytes, .bytes, 1_024),
            Metric("steps", .countPerOperation, 3.25),
          ]),
          Samples.result([], implementation: "Theirs", isReference: true, failure: "crashed"),
        ]))
    }
  }

  @Test func theTableHasWhatAReaderAsksFor() throws {
    let lines = try report.text.split(separator: "\n").map(String.init)
    let titles = try #require(lines.first { $0.hasPrefix("  implementation") })
    let words = titles.split(separator: " ").map(String.init)
    #expect(
      words == [
        "implementation", "cpu/op", "runs", "ratio", "mallocs", "peak", "budget", "steps",
        "verdict",
      ])
    #expect(lines.contains("page at depth"))
    let row = try #require(lines.first { $0.hasPrefix("  Ours") })
    #expect(row.contains("1.50 us") && row.contains("1.40-1.60 ") && row.contains("0.00500x"))
    #expect(row.contains("2.0 KiB") && row.contains("3.25") && row.hasSuffix("regressed"))
    #expect(
      lines.contains(
        "regressed: Sample/page at depth/Ours/items=1000: budget exceeded by 1,024 bytes"))
    #expect(lines.last == "failed: Sample/page at depth/Theirs/items=1000: crashed")
    #expect(
      lines.contains { $0.hasPrefix("Sample: How deep? [items 1,000]") })
  }

  @Test func jsonFollowsTheSchema() throws {
    let json = try JSONValue(Array(report.json.utf8).span)
    let results = try #require(json["results"])
    #expect(json["schema"] == .real(1))
    for key in ["os", "arch", "cpu", "swift", "build", "allocator", "options"] {
      guard case .string(let text) = json["environment"]?[key] else {
        Issue.record("environment without \(key)")
        continue
      }
      #expect(!text.isEmpty)
    }
    guard case .array(let rows) = results else {
      Issue.record("results are no array")
      return
    }
    #expect(rows[0]["suite"] == .string("Sample") && rows[0]["verdict"] == .string("regressed"))
    #expect(rows[0]["parameters"] == .object([("items", .integer(1_000))]))
    #expect(rows[0]["fixture"] == .string("sha256:1"))
    #expect(
      rows[0]["metrics"]?["cpuTime"]
        == .sorted([
          ("unit", .string("ns")), ("value", .real(1_500)), ("low", .real(1_400)),
          ("high", .real(1_600)), ("verdict", .string("pass")),
        ]))
    #expect(rows[1]["reason"] == .string("crashed"))
  }
}
