import BenchHarness
import ListFixtures
import Testing
import Workload

@testable import Scrolling

@Suite struct ScrollingTests {
  private static func source(_ items: Int) -> WorkloadSource {
    .generated(recipe: .timeline, items: items, seed: 3)
  }

  @Test(arguments: [1, 2, 57, 300, 3_000])
  func everyFormOfHeightsGivesRightResults(_ items: Int) throws {
    let options = SuiteOptions(profile: .quick, items: [items], seed: 3)
    let scratch = try ScratchFolder()
    for benchmarkCase in try Scrolling.suite.cases(options) {
      for pass in Pass.seenByBodies {
        let run = try Run(pass: pass, scratchFolder: scratch.path)
        do {
          try benchmarkCase.body(run)
        } catch {
          Issue.record("\(benchmarkCase.identity): \(error)")
        }
        #expect(run.measurements.operations > 0)
        for value in run.measurements.values {
          #expect(Scrolling.suite.metrics.contains(value.name))
        }
      }
    }
  }

  /// The model against an array that is added up.
  @Test func theModelAnswersAsAnArrayOfHeights() throws {
    let script = try HeightScript(Self.source(500), isFixed: false, scratchFolder: "")
    var array = HeightArray(heights: script.heights.span)
    var answers = [Int64](repeating: -1, count: script.steps.count)
    array.applyWithEdits(script.steps, &answers)
    #expect(answers == script.answers)
    var heights = script.heights
    var model = HeightModel(heights: heights)
    var sample = Sample(seed: 1)
    for _ in 0..<2_000 {
      let rank = sample.next(below: heights.count + 1)
      if rank < heights.count, sample.next(below: 2) == 0 {
        heights.remove(at: rank)
        model.remove(atRank: rank)
      } else {
        heights.insert(Int32(sample.next(below: 100)), at: rank)
        model.insert(heights[rank], atRank: rank)
      }
      #expect(model.count == heights.count)
      #expect(model.total == heights.reduce(0) { $0 + Int64($1) })
      let asked = sample.next(below: heights.count + 1)
      #expect(model.y(ofRank: asked) == heights[..<asked].reduce(0) { $0 + Int64($1) })
    }
  }

  @Test func aScriptHasTheStepsThatItPromises() throws {
    let edited = try HeightScript(Self.source(20_000), isFixed: false, scratchFolder: "")
    #expect(edited.steps.count == 20_000)
    func share(_ script: HeightScript, _ operations: Set<HeightStep.Operation>) -> Int {
      script.steps.count { operations.contains($0.operation) } * 100 / script.steps.count
    }
    #expect((8...12).contains(share(edited, [.insert, .remove])))
    #expect((18...22).contains(share(edited, [.measure])))
    let fixed = try HeightScript(Self.source(20_000), isFixed: true, scratchFolder: "")
    #expect(share(fixed, [.insert, .remove]) == 0)
    #expect((18...22).contains(share(fixed, [.measure])))
    #expect(fixed.steps.last?.operation == .yOfRank && fixed.steps.last?.position == 20_000)
  }

  @Test func aScriptReadsBackFromTheScratchFolder() throws {
    let scratch = try ScratchFolder()
    func script(limit: Int = .max) throws -> HeightScript {
      try HeightScript(
        Self.source(300), isFixed: false, stepLimit: limit, scratchFolder: scratch.path)
    }
    let first = try script()
    let second = try script()
    #expect(first.heights == second.heights && first.answers == second.answers)
    #expect(
      zip(first.steps, second.steps).allSatisfy {
        $0.position == $1.position && $0.height == $1.height && $0.operation == $1.operation
      })
    #expect(try script(limit: 50).answers == Array(first.answers.prefix(50)))
  }
}
