import Testing

@testable import BenchHarness

struct RunTests {
  @Test func theTimePassMeasuresCPUTimeAlone() throws {
    let run = try Run(pass: .time)
    run.baseline()
    var sum = 0
    run.measure(operations: 10) {
      for number in 0..<200_000 { sum &+= number &* number }
      run.checkpoint("summed")
    }
    #expect(sum != 0)
    #expect(run.measurements.nanoseconds > 10_000)
    #expect(run.measurements.allocations == 0)
    #expect(run.measurements.liveBytes == nil)
  }

  @Test func theClocksOwnCostIsSubtracted() throws {
    let run = try Run(pass: .time)
    var cost = 0
    for _ in 0..<1_000 {
      let start = Clock.threadNanoseconds()
      cost += Clock.threadNanoseconds() - start
      run.measure(operations: 1) {}
    }
    #expect(run.measurements.nanoseconds < cost / 2)
  }

  @Test func countsAreStatedInAllOrPerOperation() throws {
    let run = try Run(pass: .time)
    run.count("steps", 12)
    run.count("visits", 12, per: 8)
    run.record("share", unit: .percent, 40)
    #expect(
      run.measurements.values == [
        RecordedValue(name: "steps", unit: .count, value: 12),
        RecordedValue(name: "visits", unit: .countPerOperation, value: 1.5),
        RecordedValue(name: "share", unit: .percent, value: 40),
      ])
  }

  @Test func aWrongResultIsThrownWithItsWords() throws {
    let run = try Run(pass: .time)
    try run.expect(true, "never said")
    #expect(throws: WrongResult(description: "rank 4, not 5")) {
      try run.expect(false, "rank 4, not 5")
    }
  }

  @Test func anErrorOfTheRegionComesThrough() throws {
    let run = try Run(pass: .time)
    #expect(throws: WrongResult.self) {
      try run.measure(operations: 1) { throw WrongResult(description: "") }
    }
    #expect(run.measurements.regions == 0)
  }

  @Test func callersMistakesTrap() async {
    await #expect(processExitsWith: .failure) {
      try Run(pass: .time).measure(operations: 0) {}
    }
    await #expect(processExitsWith: .failure) {
      let run = try Run(pass: .memory)
      run.baseline()
      run.baseline()
    }
    await #expect(processExitsWith: .failure) {
      let run = try Run(pass: .time)
      run.count("steps", 1)
      run.count("steps", 1)
    }
    await #expect(processExitsWith: .failure) {
      try Run(pass: .time).record("share", unit: .percent, .nan)
    }
    await #expect(processExitsWith: .failure) { try Run(pass: .time).count("x", 1, per: 0) }
  }
}
