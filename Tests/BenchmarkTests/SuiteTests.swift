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
    // What has a size of its own is the same at every other size.
    let cases = try suite.cases(options).filter { benchmarkCase in
      benchmarkCase.missing == nil
        && (options.items == [57] || benchmarkCase.identity.items == options.items?.first)
    }
    for benchmarkCase in cases {
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
