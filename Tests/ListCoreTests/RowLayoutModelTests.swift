import ListCoreFuzz
import Testing

@testable import ListCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Random operations against plain arrays; `LONGLIST_TEST_SEED` replays a run.
@Suite struct RowLayoutModelTests {
  private static let seed: UInt64 = {
    let given = getenv("LONGLIST_TEST_SEED").flatMap { UInt64(String(cString: $0)) }
    let seed = given ?? UInt64(bitPattern: Int64(time(nil)))
    print("LONGLIST_TEST_SEED=\(seed)")
    return seed
  }()

  /// One random operation: what it is, and the numbers that it draws.
  private struct Operation {
    var kind: Int
    var seed: UInt64
  }

  private static func operations(_ count: Int, _ rng: inout TestRandom) -> [Operation] {
    var result: [Operation] = []
    for _ in 0..<count { result.append(Operation(kind: rng.below(100), seed: rng.next())) }
    return result
  }

  /// Runs operations on a layout and the model; returns the first difference.
  private static func run(
    _ operations: [Operation], leafCapacity: Int, fanOut: Int, checkEvery: Int
  ) -> String? {
    var layout = RowLayout(leafCapacity: leafCapacity, fanOut: fanOut)
    var model = RowLayoutModel()
    for (step, operation) in operations.enumerated() {
      apply(operation, &layout, &model)
      if step % checkEvery == 0 || step == operations.count - 1 {
        layout.checkInvariants()
        let problem = model.difference(
          from: layout, estimatedCount: layout.estimatedCount
        ) { layout.isEstimated(rank: $0) }
        if let problem { return "after operation \(step) of kind \(operation.kind): \(problem)" }
      }
    }
    return nil
  }

  private static func apply(
    _ operation: Operation, _ layout: inout RowLayout, _ model: inout RowLayoutModel
  ) {
    var rng = TestRandom(state: operation.seed)
    let count = model.heights.count
    let height = rng.height()
    switch operation.kind {
    case 0..<25:
      let rank = rng.below(count + 1)
      layout.insert(height, atRank: rank)
      model.insert([height], at: rank, areEstimated: false)
    case 25..<35:
      let rank = rng.below(4) == 0 ? 0 : rng.below(4) == 0 ? count : rng.below(count + 1)
      layout.insert(estimatedHeight: height, atRank: rank)
      model.insert([height], at: rank, areEstimated: true)
    case 35..<60 where count > 0:
      let rank = rng.below(count)
      layout.remove(atRank: rank)
      model.remove(rank..<(rank + 1))
    case 60..<75 where count > 0:
      let rank = rng.below(count)
      layout.setHeight(height, ofRank: rank)
      model.set(height, rank, isEstimated: false)
    case 75..<80 where count > 0:
      let rank = rng.below(count)
      layout.setEstimatedHeight(height, ofRank: rank)
      model.set(height, rank, isEstimated: true)
    default: applyRun(operation, &rng, &layout, &model)
    }
  }

  private static func applyRun(
    _ operation: Operation, _ rng: inout TestRandom, _ layout: inout RowLayout,
    _ model: inout RowLayoutModel
  ) {
    let count = model.heights.count
    let rank = rng.below(count + 1)
    let run = rng.below(rng.below(8) == 0 ? 300 : 20)
    switch operation.kind {
    case 80..<86:
      let heights = rng.heights(run)
      layout.insert(heights.span, atRank: rank)
      model.insert(heights, at: rank, areEstimated: false)
    case 86..<90:
      let height = rng.height()
      layout.insert(count: run, estimatedHeight: height, atRank: rank)
      model.insert(Array(repeating: height, count: run), at: rank, areEstimated: true)
    case 90..<94:
      let heights = rng.heights(min(run, count - rank))
      layout.setHeights(heights.span, fromRank: rank)
      for (offset, height) in heights.enumerated() {
        model.set(height, rank + offset, isEstimated: false)
      }
    case 94..<97:
      let end = min(count, rank + run)
      layout.removeRows(in: rank..<end)
      model.remove(rank..<end)
    case 97:
      let height = rng.height()
      layout.reestimate(at: height)
      model.reestimate(at: height)
    case 98:
      let numerator = Int64(rng.below(300))
      layout.forgetMeasurements(numerator: numerator, denominator: 100)
      model.forget(numerator: numerator, denominator: 100)
    default:
      if rng.below(20) == 0 {
        layout.removeAll()
        model = RowLayoutModel()
      }
    }
  }

  /// Removes operations while the run still fails, and reports what is left.
  private static func check(
    _ operations: [Operation], leafCapacity: Int, fanOut: Int, checkEvery: Int
  ) {
    guard
      var problem = run(
        operations, leafCapacity: leafCapacity, fanOut: fanOut, checkEvery: checkEvery)
    else { return }
    var failing = operations
    var size = failing.count / 2
    while size > 0 {
      var start = 0
      while start < failing.count {
        var shorter = failing
        shorter.removeSubrange(start..<min(start + size, shorter.count))
        if let found = run(
          shorter, leafCapacity: leafCapacity, fanOut: fanOut, checkEvery: 1)
        {
          failing = shorter
          problem = found
        } else {
          start += size
        }
      }
      size /= 2
    }
    Issue.record(
      "seed \(seed), nodes \(leafCapacity) and \(fanOut), \(failing.count) operations: \(problem)")
  }

  @Test(arguments: [(2, 3), (3, 4), (4, 4), (5, 8), (16, 6), (2, 40), (3, 255), (63, 63)])
  func randomEditsEqualTheModel(leafCapacity: Int, fanOut: Int) {
    for round in 0..<2 {
      var rng = TestRandom(
        state: Self.seed &+ UInt64(leafCapacity * 1000 + fanOut * 10 + round))
      Self.check(
        Self.operations(300, &rng), leafCapacity: leafCapacity, fanOut: fanOut, checkEvery: 13)
    }
  }

  @Test func randomMeasurementsOfAFixedLayoutEqualTheModel() {
    for round in 0..<3 {
      var rng = TestRandom(state: Self.seed &+ UInt64(round))
      let first = rng.heights(rng.below(600))
      var layout = FixedRowLayout(heights: first.span)
      var model = RowLayoutModel(heights: first, areEstimated: false)
      for step in 0..<150 {
        Self.applyFixed(&rng, &layout, &model)
        if step % 15 == 0 || step == 149 {
          layout.checkInvariants()
          let problem = model.difference(
            from: layout, estimatedCount: layout.estimatedCount
          ) { layout.isEstimated(rank: $0) }
          if let problem { Issue.record("seed \(Self.seed), step \(step): \(problem)") }
        }
      }
    }
  }

  private static func applyFixed(
    _ rng: inout TestRandom, _ layout: inout FixedRowLayout, _ model: inout RowLayoutModel
  ) {
    let count = model.heights.count
    let height = rng.height()
    switch rng.below(10) {
    case 0..<4 where count > 0:
      let rank = rng.below(count)
      layout.setHeight(height, ofRank: rank)
      model.set(height, rank, isEstimated: false)
    case 4 where count > 0:
      let rank = rng.below(count)
      layout.setEstimatedHeight(height, ofRank: rank)
      model.set(height, rank, isEstimated: true)
    case 5:
      let rank = rng.below(count + 1)
      let heights = rng.heights(min(count - rank, rng.below(100)))
      layout.setHeights(heights.span, fromRank: rank)
      for (offset, height) in heights.enumerated() {
        model.set(height, rank + offset, isEstimated: false)
      }
    case 6:
      let heights = rng.heights(rng.below(40))
      layout.append(heights.span)
      model.insert(heights, at: count, areEstimated: false)
    case 7:
      let run = rng.below(100)
      layout.append(count: run, estimatedHeight: height)
      model.insert(Array(repeating: height, count: run), at: count, areEstimated: true)
    case 8:
      layout.reestimate(at: height)
      model.reestimate(at: height)
    default:
      let numerator = Int64(rng.below(300))
      layout.forgetMeasurements(numerator: numerator, denominator: 100)
      model.forget(numerator: numerator, denominator: 100)
    }
  }

  @Test func bothFormsAgree() {
    var rng = TestRandom(state: Self.seed)
    var heights: [Int32] = []
    for _ in 0..<50_000 { heights.append(Int32(40 + rng.below(20_000))) }
    var fixed = FixedRowLayout(heights: heights.span)
    var edited = RowLayout(heights: heights.span)
    for _ in 0..<2_000 {
      let rank = rng.below(heights.count)
      #expect(fixed.y(ofRank: rank) == edited.y(ofRank: rank))
      let y = Int64(rng.below(Int(fixed.totalHeight)))
      #expect(fixed.position(atY: y) == edited.position(atY: y))
      let height = Int32(rng.below(30_000))
      fixed.setHeight(height, ofRank: rank)
      edited.setHeight(height, ofRank: rank)
    }
    #expect(fixed.totalHeight == edited.totalHeight)
    fixed.checkInvariants()
    edited.checkInvariants()
  }
}
