import Testing

@testable import BackendDepth
@testable import BenchHarness

/// What BackendDepth says below its table, on made results.
@Suite struct DepthReportTests {
  private func result(
    _ implementation: String, depth: Int, page: Int = 20, benchmark: String = "page at depth",
    _ count: Double, of metric: String = "vmSteps"
  ) -> BenchmarkResult {
    var result = BenchmarkResult(
      identity: CaseIdentity(
        suite: "BackendDepth", benchmark: benchmark, implementation: implementation,
        parameters: [
          Parameter("items", 100), Parameter("page", page), Parameter("depth", depth),
        ]),
      isReference: false, isGated: true, fixture: "")
    result.metrics = [Metric(metric, .count, count)]
    return result
  }

  private func times(
    _ implementation: String, depth: Int, _ metric: String, _ nanoseconds: Double
  ) -> BenchmarkResult {
    var result = result(implementation, depth: depth, 0)
    result.metrics = [Metric(metric, .nanoseconds, nanoseconds)]
    return result
  }

  // MARK: - Laws

  @Test func aLawIsTheLineThroughTheLeastAndTheLargestDepth() {
    let law = DepthLaw([
      (depth: 1_000, count: 3_193), (depth: 10, count: 223), (depth: 100, count: 0),
    ])
    #expect(law?.perRow == 3)
    #expect(law?.atZero == 193)
  }

  @Test func oneDepthHasNoLaw() {
    #expect(DepthLaw([]) == nil)
    #expect(DepthLaw([(depth: 5, count: 1), (depth: 5, count: 2)]) == nil)
  }

  @Test func lawsNameStepsOfSkippedRowsAndOfRowsOfThePage() {
    let rows = [
      result("SQLite, offset", depth: 0, 193), result("SQLite, offset", depth: 1_000, 3_193),
      // Of another page and depth, so part of neither law.
      result("SQLite, offset", depth: 2_000, page: 50, 99_999),
      result("SQLite, offset", depth: 0, page: 50, 433),
      result("PostgreSQL, cursor", depth: 0, 23, of: "blocksTouched"),
      result("PostgreSQL, cursor", depth: 1_000, 23, of: "blocksTouched"),
    ]
    #expect(
      BackendDepth.laws(rows) == [
        "SQLite, offset: 3.00 VM steps a skipped row, 8.00 a row of the page",
        "PostgreSQL, cursor: 0.00 blocks a skipped row",
      ])
  }

  @Test func lawsOfShardsNameWhatAllServersSend() {
    func row(_ name: String, servers: Int, depth: Int, _ rows: Double) -> BenchmarkResult {
      var row = result(
        "PostgreSQL, shards, \(name)", depth: depth, benchmark: "page over shards", rows,
        of: "rowsShipped")
      row.identity.parameters.append(Parameter("shards", servers))
      return row
    }
    let rows = [
      row("offset", servers: 2, depth: 1_000, 2_040),
      row("offset", servers: 2, depth: 10_000, 20_040),
      row("keyset", servers: 2, depth: 1_000, 40), row("keyset", servers: 2, depth: 10_000, 40),
      row("offset", servers: 4, depth: 10_000, 40_080),
    ]
    #expect(
      BackendDepth.remarks(rows) == [
        "PostgreSQL, shards, offset: 40 rows shipped for a page, and 2.00 a skipped row (2 servers)",
        "PostgreSQL, shards, keyset: 40 rows shipped for a page, and 0.00 a skipped row (2 servers)",
      ])
  }

  // MARK: - Crossing

  @Test func crossingNamesTheFirstCheaperPage() {
    let rows = [0, 1_000].flatMap { depth in
      [
        result("SQLite, offset", depth: depth, 200 + 3 * Double(depth)),
        result("SQLite, cursor", depth: depth, 260),
        result("SQLite, keyset, OR, trap", depth: depth, 1),
      ]
    }
    // Offset takes 260 steps at depth 20, no fewer than the cursor; at depth 40 it takes 320.
    #expect(
      BackendDepth.crossings(rows) == [
        "from page 3 on, fewer VM steps than offset (3.00 a skipped row; 20 rows a page, "
          + "100 items): SQLite, cursor"
      ])
  }

  @Test func withoutResultsThereIsNothingToSay() {
    #expect(BackendDepth.suite.remarks([]).isEmpty)
    #expect(BackendDepth.crossings([result("SQLite, cursor", depth: 0, 1)]).isEmpty)
  }

  // MARK: - Guide

  @Test func theGuideHasCostAnswerAndNeedsOfEveryDesign() {
    var lost = result(
      "SQLite, keyset, key alone, wrong", depth: 0, benchmark: "whole list", 1_260, of: "rowsLost")
    lost.identity.parameters = []
    let rows = [
      times("SQLite, offset", depth: 0, MetricName.cpuTime, 13_540),
      times("SQLite, offset", depth: 1_000, MetricName.cpuTime, 45_000_000),
      times("SQLite, offset, WITHOUT ROWID, trap", depth: 1_000, MetricName.cpuTime, 2_100_000),
      times("PostgreSQL, cursor", depth: 0, "pageTime", 120_400),
      times("PostgreSQL, cursor", depth: 1_000, "pageTime", 80_000), lost,
    ]
    #expect(
      BackendDepth.guide(rows) == [
        "which on SQLite? (CPU time of a page)     at 0  at 1,000  answer                     needs",
        "SQLite, offset                         13.5 us   45.0 ms  right                      "
          + "index (sort_key, id)",
        "SQLite, offset, WITHOUT ROWID, trap               2.1 ms  right, slow                "
          + "index (sort_key, id)",
        "SQLite, keyset, key alone, wrong                          loses 1,260 of 1,000 rows",
        "",
        "which on PostgreSQL? (time until a page is there)    at 0  at 1,000  answer  needs",
        "PostgreSQL, cursor                                 120 us   80.0 us  right   "
          + "index (sort_key, id); a secret",
      ])
  }
}
