import Testing

@testable import BenchHarness

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether malloc is jemalloc's here; under a sanitizer it is not, and there is nothing to measure.
private let hasMeter = (try? AllocatorMeter()) != nil

@Suite(.enabled(if: hasMeter, "malloc is not jemalloc's: skipped"))
struct AllocatorMeterTests {
  /// Size classes of jemalloc: 16 apart up to 128, then four per doubling.
  @Test(arguments: [(1, 8), (24, 32), (100, 112), (130, 160), (5_000, 5_120), (100_000, 114_688)])
  func bytesAreThoseOfTheSizeClass(_ asked: Int, _ given: Int) throws {
    let meter = try AllocatorMeter()
    let before = (meter.allocatedBytes, meter.liveBytes)
    let block = malloc(asked)
    #expect(meter.allocatedBytes - before.0 == given)
    #expect(meter.liveBytes - before.1 == given)
    free(block)
    let live = meter.liveBytes
    #expect(live == before.1)
  }

  @Test func readingAllocatesNothing() throws {
    let meter = try AllocatorMeter()
    _ = meter.requestCount()
    let before = meter.allocatedBytes
    var count = 0
    while count < 1_000 {
      _ = meter.liveBytes
      count += 1
    }
    _ = meter.requestCount()
    #expect(meter.allocatedBytes == before)
  }

  @Test func versionIsANumber() throws {
    let version = try #require(AllocatorMeter.version)
    #expect(version.split(separator: ".").allSatisfy { Int($0) != nil })
  }
}

@Suite(.enabled(if: hasMeter, "malloc is not jemalloc's: skipped"))
struct RunMemoryTests {
  @Test func peakAndLiveAreReadAtCheckpoints() throws {
    let run = try Run(pass: .memory)
    let before = malloc(1_000)
    run.baseline()
    let first = malloc(4_096)
    run.checkpoint("first taken")
    let second = malloc(8_192)
    run.checkpoint("second taken")
    free(first)
    run.checkpoint("first freed")
    free(second)
    free(before)
    let measured = run.measurements
    #expect(measured.peakLiveBytes == 12_288)
    #expect(measured.peakCheckpoint == "second taken")
    #expect(measured.liveBytes == 8_192)
  }

  @Test func aCheckpointAllocatesNothing() throws {
    let run = try Run(pass: .memory)
    let meter = try AllocatorMeter()
    run.baseline()
    run.checkpoint("once")
    let before = meter.allocatedBytes
    var count = 0
    while count < 1_000 {
      run.checkpoint("again and again")
      count += 1
    }
    #expect(meter.allocatedBytes == before)
  }

  @Test func nothingIsReadBeforeTheBaseline() throws {
    let run = try Run(pass: .memory)
    run.checkpoint("too early")
    #expect(run.measurements.peakLiveBytes == nil)
  }

  @Test func regionsAddUpTheirBytes() throws {
    let run = try Run(pass: .memory)
    var blocks: [UnsafeMutableRawPointer?] = [nil, nil]
    run.measure(operations: 2) { blocks[0] = malloc(4_096) }
    let between = malloc(4_096)
    run.measure(operations: 3) { blocks[1] = malloc(8_192) }
    for block in blocks + [between] { free(block) }
    #expect(run.measurements.allocatedBytes == 12_288)
    #expect(run.measurements.operations == 5)
    #expect(run.measurements.regions == 2)
    #expect(run.measurements.nanoseconds == 0)
  }
}
