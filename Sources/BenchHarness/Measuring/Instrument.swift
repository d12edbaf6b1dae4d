/// What a process run does round each of its regions.
enum Instrument {
  /// Reads the thread's clock; `cost` is what two reads differ by with nothing between them.
  ///
  /// `slowdown` is nil but in tests of `bench compare`.
  case clock(cost: Int, slowdown: TestSlowdown?)
  /// Reads the allocator's counters; `empty` is what an empty region shows.
  case allocator(AllocatorMeter, empty: AllocatedRegion.Use)
  /// Calls the region through a function that valgrind knows by name.
  case marker
  /// Switches jemalloc's heap profile on.
  case heapProfile(HeapRecorder)
  /// Switches perf on.
  case sampler(SamplerControl)

  /// - Throws: `AllocatorError` or `EnvironmentError` when there is no such instrument here.
  init(for pass: Pass, meter: AllocatorMeter?) throws(AllocatorError) {
    switch (pass, meter) {
    case (.heap, _): self = .heapProfile(try HeapRecorder())
    case (_, let meter?):
      let region = AllocatedRegion(meter)
      self = .allocator(meter, empty: region.end(meter))
    case (.instructions, _): self = .marker
    case (.samples, _): self = .sampler(SamplerControl())
    default:
      self = .clock(cost: Clock.threadClockCost(), slowdown: TestSlowdown.ofThisProcess)
    }
  }

  /// What one region took, of what is measured.
  struct Reading {
    var nanoseconds = 0
    var allocations = 0
    var allocatedBytes = 0
  }

  /// Runs a region.
  ///
  /// Between the two readings stands the region alone: nothing of the harness that allocates.
  func measure(_ body: () throws -> Void) rethrows -> Reading {
    switch self {
    case .clock(let cost, let slowdown):
      let start = Clock.threadNanoseconds()
      try body()
      if let slowdown { slowdown.spin(since: start) }
      let elapsed = Clock.threadNanoseconds() - start
      return Reading(nanoseconds: max(0, elapsed - cost))
    case .allocator(let meter, let empty):
      let region = AllocatedRegion(meter)
      try body()
      let used = region.end(meter)
      return Reading(
        allocations: used.requests - empty.requests, allocatedBytes: used.bytes - empty.bytes)
    case .marker:
      try callMeasuredRegion(body)
    case .heapProfile(let recorder):
      recorder.start()
      defer { recorder.stop() }
      try body()
    case .sampler(let control):
      control.start()
      defer { control.stop() }
      try body()
    }
    return Reading()
  }

  /// Notes the baseline.
  func reachBaseline() {
    if case .heapProfile(let recorder) = self { recorder.start() }
  }

  /// Notes that the body has ended.
  func finish() {
    if case .heapProfile(let recorder) = self { recorder.finish() }
  }

  /// Notes a checkpoint, in or between regions.
  func reachCheckpoint() {
    if case .heapProfile(let recorder) = self { recorder.reachCheckpoint() }
  }
}

/// The function that valgrind toggles at: what it calls is what is counted.
///
/// Not generic and never inlined, so that there is one symbol of it, with the name below.
@inline(never)
func callMeasuredRegion(_ body: () throws -> Void) rethrows {
  try body()
}

/// The symbol of `callMeasuredRegion`, by the language's stable mangling.
let measuredRegionSymbol = "$s12BenchHarness18callMeasuredRegionyyyyKXEKF"

/// Where a region of the memory pass began.
struct AllocatedRegion {
  /// What was asked for in a region.
  struct Use {
    var requests: Int
    var bytes: Int
  }

  private let requests: Int
  private let bytes: Int

  init(_ meter: AllocatorMeter) {
    requests = meter.requestCount()
    bytes = meter.allocatedBytes
  }

  /// What was asked for since then.
  func end(_ meter: AllocatorMeter) -> Use {
    let bytes = meter.allocatedBytes - self.bytes
    return Use(requests: meter.requestCount() - requests, bytes: bytes)
  }
}
