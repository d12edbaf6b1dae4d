import BackendDepth
@testable import BenchHarness
import DedupeMerges
import Foundation
import Generation
import OrderedUpserts
import Testing
import WindowEviction

/// Every case of every suite runs in this process on small lists; a wrong result throws.
@Suite struct SuiteTests {
  static let suites = [
    OrderedUpserts.suite, DedupeMerges.suite, WindowEviction.suite, BackendDepth.suite,
    Generation.suite,
  ]

  private func run(_ options: SuiteOptions, _ suite: BenchHarness.Suite) throws {
    let scratch = try ScratchFolder()
    for benchmarkCase in try suite.cases(options) {
      for pass in Pass.seenByBodies {
        let run = try Run(pass: pass, scratchFolder: scratch.path)
        do {
          try benchmarkCase.body(run)
        } catch {
          Issue.record("\(benchmarkCase.identity): \(error)")
        }
        #expect(run.measurements.operations > 0, "\(benchmarkCase.identity) measured nothing")
        for value in run.measurements.values {
          #expect(suite.metrics.contains(value.name), "\(value.name) is not declared")
        }
      }
    }
  }

  @Test(arguments: suites.indices, [1, 2, 57, 300])
  func casesGiveRightResultsOnSmallLists(suite: Int, items: Int) throws {
    try run(SuiteOptions(profile: .quick, items: [items], seed: 5), Self.suites[suite])
  }

  @Test func everyCaseOfOursHasAReferenceOrAsksForGrowth() throws {
    for suite in Self.suites {
      let cases = try suite.cases(SuiteOptions(profile: .quick, items: [1_000]))
      #expect(cases.contains { $0.isReference }, "\(suite.name) has no reference")
      #expect(cases.contains { !$0.isReference }, "\(suite.name) has nothing of ours")
    }
  }

  @Test func crossingNamesTheFirstCheaperPage() {
    let rows = [0, 1_000].flatMap { depth in
      [
        result("SQLite, offset", depth: depth, steps: 200 + 3 * Double(depth)),
        result("SQLite, cursor", depth: depth, steps: 260),
      ]
    }
    // Offset takes 260 steps at depth 20, no fewer than the cursor; at depth 40 it takes 320.
    #expect(
      BackendDepth.suite.remarks(rows) == [
        "from page 3 on, fewer VM steps than offset (3.00 a skipped row; 20 rows a page, "
          + "100 items): SQLite, cursor"
      ])
    #expect(BackendDepth.suite.remarks([]).isEmpty)
  }

  private func result(_ implementation: String, depth: Int, steps: Double) -> BenchmarkResult {
    var result = BenchmarkResult(
      identity: CaseIdentity(
        suite: "BackendDepth", benchmark: "page at depth", implementation: implementation,
        parameters: [Parameter("items", 100), Parameter("depth", depth)]),
      isReference: false, isGated: true, fixture: "")
    result.metrics = [Metric("vmSteps", .count, steps)]
    return result
  }
}

/// A folder that is gone when the test is over.
final class ScratchFolder {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "benchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
