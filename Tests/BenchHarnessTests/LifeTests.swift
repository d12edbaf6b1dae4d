import Testing

@testable import BenchHarness

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct LiveCurveTests {
  /// The curve of some readings.
  private func readings(_ values: [Int]) -> [LiveReading] {
    let curve = LiveCurve()
    for value in values { curve.append(value) }
    return curve.readings
  }

  @Test func fewReadingsAreAllKept() {
    #expect(readings([]).isEmpty)
    #expect(readings([5]) == [LiveReading(step: 0, liveBytes: 5)])
    let values = (0..<510).map { $0 * 7 % 64 }
    #expect(
      readings(values)
        == values.enumerated().map { LiveReading(step: $0.offset, liveBytes: $0.element) })
  }

  @Test(arguments: [511, 512, 513, 1_020, 1_021, 5_000, 100_000])
  func manyReadingsAreFewPointsThatHaveThePeakAndTheEnd(_ count: Int) {
    var state = UInt64(count)
    let values = (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 40)
    }
    let points = readings(values)
    #expect(points.count <= LiveCurve.capacity && points.count > LiveCurve.capacity / 4)
    #expect(points.map(\.liveBytes).max() == values.max())
    #expect(points.last == LiveReading(step: count - 1, liveBytes: values[count - 1]))
    #expect(points.allSatisfy { values[$0.step] == $0.liveBytes })
    #expect(zip(points, points.dropFirst()).allSatisfy { $0.step < $1.step })
  }

  @Test func aSpikeOfOneReadingIsKeptWhereverItIs() {
    for place in stride(from: 0, to: 3_000, by: 97) {
      var values = [Int](repeating: 1, count: 3_000)
      values[place] = 9
      #expect(readings(values).contains(LiveReading(step: place, liveBytes: 9)))
    }
  }
}

struct FrameMeterTests {
  private func figures(_ times: [Int], budget: Int = 100) throws -> [String: Double] {
    let run = try Run(pass: .time)
    let meter = run.frames(budgetNanoseconds: budget, capacity: max(1, times.count))
    for time in times { meter.record(time) }
    let measured = run.measurements
    #expect(measured.frameBudgetNanoseconds == (times.isEmpty ? nil : budget))
    return Dictionary(uniqueKeysWithValues: measured.values.map { ($0.name, $0.value) })
  }

  @Test func percentilesAreThoseOfTheNearestRank() throws {
    #expect(try figures([]).isEmpty)
    #expect(
      try figures([7]) == [
        "frameTimeP50": 7, "frameTimeP99": 7, "frameTimeP999": 7, "frameTimeMax": 7,
      ])
    #expect(
      try figures(Array(1...1_000).reversed()) == [
        "frameTimeP50": 500, "frameTimeP99": 990, "frameTimeP999": 999, "frameTimeMax": 1_000,
      ])
  }

  @Test func framesBeyondTheCapacityRunUnrecorded() throws {
    let run = try Run(pass: .time)
    let meter = run.frames(budgetNanoseconds: 1, capacity: 3)
    var count = 0
    for _ in 0..<10 { meter.frame { count += 1 } }
    #expect(count == 10)
    #expect(meter.sorted.count == 3)
  }

  @Test func theMemoryPassRunsFramesAndReportsNone() throws {
    guard let run = try? Run(pass: .memory) else { return }
    var count = 0
    run.frames(budgetNanoseconds: 1, capacity: 1).frame { count += 1 }
    #expect(count == 1 && run.measurements.values.isEmpty)
  }

  @Test func callersMistakesTrap() async {
    await #expect(processExitsWith: .failure) {
      _ = try Run(pass: .time).frames(budgetNanoseconds: 0, capacity: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = try Run(pass: .time).frames(budgetNanoseconds: 1, capacity: 0)
    }
    await #expect(processExitsWith: .failure) {
      let run = try Run(pass: .time)
      _ = run.frames(budgetNanoseconds: 1, capacity: 1)
      _ = run.frames(budgetNanoseconds: 1, capacity: 1)
    }
  }
}

/// Whether malloc is jemalloc's here; under a sanitizer it is not, and there is nothing to measure.
private let hasMeter = (try? AllocatorMeter()) != nil

/// What the harness itself costs.
///
/// Requests are counted over all threads, of which tests have many: here bytes of this thread tell, and
/// `BenchVerdictTests` counts requests in a process of its own.
struct OverheadTests {
  /// The least time of a batch over some rounds, for a busy machine only ever adds.
  private func leastNanoseconds(
    rounds: Int, batches: Int, _ batch: () throws -> Void
  ) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<rounds {
      let start = Clock.monotonicNanoseconds()
      for _ in 0..<batches { try batch() }
      least = min(least, Double(Clock.monotonicNanoseconds() - start) / Double(batches))
    }
    return least
  }

  @Test(.enabled(if: hasMeter, "sanitizers slow it down: skipped"))
  func aTimedBatchCostsUnder100NanosecondsByTheMonotonicClock() throws {
    let meter = try Run(pass: .time).frames(budgetNanoseconds: 1_000_000, capacity: 200_000)
    let overhead = leastNanoseconds(rounds: 100, batches: 2_000) { meter.frame {} }
    #expect(meter.sorted.count == 200_000)
    // An unoptimised build counts as well, for most of it is the clock.
    #expect(overhead < 100, "\(overhead) ns")
    print("a frame costs \(overhead) ns")
  }

  @Test func anEmptyRegionIsReportedAsNextToNothing() throws {
    let run = try Run(pass: .time)
    let cost = Clock.threadClockCost()
    var readings: [Int] = []
    for _ in 0..<1_001 {
      let before = run.measurements.nanoseconds
      run.measure(operations: 1) {}
      readings.append(run.measurements.nanoseconds - before)
    }
    // The median region has less than a tenth of the clock's cost left, so one of 100 us has under 0.1%.
    #expect(
      readings.sorted()[500] <= max(100, cost / 10), "\(readings.sorted()[500]) of \(cost) ns")
  }

  @Test(.enabled(if: hasMeter, "malloc is not jemalloc's: skipped"))
  func emptyRegionsAllocateNothing() throws {
    let run = try Run(pass: .memory)
    for _ in 0..<100 { run.measure(operations: 1) {} }
    #expect(run.measurements.regions == 100)
    #expect(run.measurements.allocatedBytes == 0)
  }

  @Test(.enabled(if: hasMeter, "malloc is not jemalloc's: skipped"))
  func checkpointsInARegionAllocateNothing() throws {
    let run = try Run(pass: .memory)
    run.baseline()
    run.measure(operations: 1) {
      for _ in 0..<10_000 { run.checkpoint("again and again") }
    }
    let measured = run.measurements
    #expect(measured.allocatedBytes == 0)
    #expect(measured.liveBytes == 0 && measured.liveCurve.count > 200)
  }

  @Test(.enabled(if: hasMeter, "malloc is not jemalloc's: skipped"))
  func framesInARegionAllocateNothing() throws {
    let run = try Run(pass: .memory)
    let frames = run.frames(budgetNanoseconds: 1, capacity: 20_000)
    run.measure(operations: 1) { for _ in 0..<10_000 { frames.frame {} } }
    #expect(run.measurements.allocatedBytes == 0)
    #expect(frames.sorted.count == 10_000)
  }
}

@Suite(.enabled(if: hasMeter, "malloc is not jemalloc's: skipped"), .serialized)
struct LifeTests {
  @Test func severalRegionsSubtractAnEmptyOneEach() throws {
    let run = try Run(pass: .memory)
    var blocks: [UnsafeMutableRawPointer?] = Array(repeating: nil, count: 50)
    for index in blocks.indices { run.measure(operations: 1) { blocks[index] = malloc(64) } }
    for block in blocks { free(block) }
    #expect(run.measurements.allocatedBytes == 50 * 64)
  }

  @Test func aSpikeBetweenCheckpointsIsSeenToWithin128KiB() throws {
    for size in [1 << 20, 3 << 20, 20 << 20] {
      let run = try Run(pass: .memory)
      run.baseline()
      run.checkpoint("before")
      let block = malloc(size)
      block?.storeBytes(of: 1, as: UInt8.self)
      free(block)
      run.checkpoint("after")
      let measured = run.measurements
      let between = try #require(measured.peakBetweenCheckpoints)
      #expect(measured.peakLiveBytes == 0)
      #expect(between <= size && between > size - ResultDraft.coarseBytes, "\(between) of \(size)")
    }
  }

  @Test func whatComesAfterTheLastCheckpointIsNotItsPeak() throws {
    let run = try Run(pass: .memory)
    run.baseline()
    run.checkpoint("the end")
    let block = malloc(4 << 20)
    block?.storeBytes(of: 1, as: UInt8.self)
    free(block)
    #expect(run.measurements.peakBetweenCheckpoints.map { $0 < 1 << 20 } == true)
  }

  @Test func heldBytesAndBlocksAreThoseOfTheProcess() throws {
    let meter = try AllocatorMeter()
    // Other tests allocate beside this one, so it asks for more than they do.
    let before = meter.held()
    let blocks = (0..<100).map { _ in malloc(1 << 20) }
    let during = meter.held()
    for block in blocks { free(block) }
    #expect(during.bytes - before.bytes > 90 << 20)
    #expect(during.blocks - before.blocks > 50)
  }
}

struct JudgedLifeTests {
  private func result(
    between: Int? = 0, peak: Int = 500, left: Int? = 0, budget: Int? = 1_000,
    isReference: Bool = false, leaks: ProcessOutcome? = nil, instructions: Callgrind.Outcome? = nil
  ) -> BenchmarkResult {
    var measured = Measurements()
    (measured.liveBytes, measured.peakLiveBytes, measured.peakCheckpoint) = (0, peak, "filled")
    (measured.peakBetweenCheckpoints, measured.leftBytes, measured.leftBlocks) = (between, left, 3)
    measured.liveCurve = [LiveReading(step: 0, liveBytes: peak)]
    let benchmarkCase = Samples.benchmarkCase(isReference: isReference, budgetBytes: budget)
    var draft = ResultDraft(of: benchmarkCase, budgetBytes: budget, fixture: "sha256:1")
    draft.takeMemory(.measured(measured))
    if let leaks { draft.takeLeaks(leaks) }
    if let instructions { draft.takeInstructions(instructions) }
    return draft.result(peer: nil)
  }

  @Test func aSpikeBeyondBudgetAndSlackIsARegression() {
    let most = 1_000 + ResultDraft.coarseBytes
    #expect(result(between: most).verdict == .pass)
    let over = result(between: most + 1)
    #expect(over.verdict == .regressed)
    #expect(over.reasons.count == 1 && over.reasons[0].hasPrefix("budget exceeded between"))
    #expect(result(between: most + 1, budget: nil).verdict == .pass)
    #expect(result(between: most + 1, isReference: true).verdict == .pass)
  }

  @Test func aPeakAtACheckpointHasOneReason() {
    let over = result(between: 10 << 20, peak: 9 << 20)
    #expect(over.reasons.count == 1 && over.reasons[0].contains("at the checkpoint 'filled'"))
  }

  @Test func thePeakBetweenIsNeverBelowTheExactOneAndRounded() {
    #expect(result(between: 10, peak: 65_537)["peakBetweenCheckpoints"]?.value == 131_072)
    #expect(result(between: 10, peak: 65_536)["peakBetweenCheckpoints"]?.value == 65_536)
    #expect(result(between: 65_537, peak: 5)["peakBetweenCheckpoints"]?.value == 131_072)
    #expect(result(between: nil)["peakBetweenCheckpoints"]?.verdict == .skipped)
  }

  @Test func aLeakIsWhatASecondRunLeavesToo() {
    func second(_ bytes: Int) -> ProcessOutcome {
      var measured = Measurements()
      (measured.leftBytes, measured.leftBlocks) = (bytes, 7)
      return .measured(measured)
    }
    let few = ResultDraft.firstUseBytes
    #expect(result(left: few)["leakedBytes"]?.value == 0)
    #expect(result(left: few + 1, leaks: second(0))["leakedBytes"]?.value == 0)
    #expect(result(left: few + 1, leaks: second(-16)).verdict == .pass)
    let leaking = result(left: few + 1, leaks: second(48))
    #expect(leaking.verdict == .regressed)
    #expect(leaking.reasons == ["leaked 48 bytes (7 blocks)"])
    let unknown = result(left: few + 1, leaks: .failed("hung"))
    #expect(unknown.verdict == .inconclusive && unknown.reasons[0].hasSuffix("not known: hung"))
    #expect(result(left: few + 1).verdict == .inconclusive)
    #expect(result(left: few + 1, isReference: true).verdict == .pass)
  }

  @Test func theCurveIsTheMemoryPasses() {
    #expect(result().liveCurve == [LiveReading(step: 0, liveBytes: 500)])
  }

  @Test func instructionsAreCountedSkippedOrFailed() {
    let counts = CallgrindFile(total: 5, functions: [:])
    #expect(result(instructions: .counted(counts))["instructions"]?.value == 5)
    let skipped = result(instructions: .skipped(Tool.valgrind.absence))
    #expect(skipped.verdict == .skipped)
    #expect(skipped.reasons == ["valgrind is not installed (apt-get install valgrind)"])
    let failed = result(instructions: .failed("under valgrind: crashed (signal 11)"))
    #expect(failed.verdict == .failed && failed.reasons == ["under valgrind: crashed (signal 11)"])
    #expect(result()["instructions"] == nil)
  }

  @Test func noneOfThemNeedsAThreshold() {
    for name in ["peakBetweenCheckpoints", "leakedBytes", "budgetBytes"] {
      #expect(!Metric(name, .bytes, 1).isGateable)
    }
    #expect(Metric("instructions", .count, 1).isGateable)
    #expect(Metric("instructions", .count, 1).dependsOnEnvironment)
  }
}
