/// What a process run is for.
public enum Pass: String, Sendable {
  /// CPU time: nothing but the clock is read.
  case time
  /// Allocations, live bytes and counted work.
  case memory
  /// What the body leaves behind when it runs a second time in one process.
  case leaks
  /// Instructions, under valgrind.
  case instructions
  /// Allocation sites, by jemalloc's heap profile.
  case heap
  /// Samples of the program counter, by perf.
  case samples

  /// Those that a body can tell apart.
  public static let seenByBodies = [Pass.time, .memory]

  /// What a body is to do: that of the time pass, which may repeat the work, or that of the memory pass.
  var forBody: Pass { self == .time || self == .samples ? .time : .memory }
}

/// A result that differs from the model's.
public struct WrongResult: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was expected, and what came instead.
  public var description: String
}

/// What a benchmark's body measures through; it has one owner and one thread.
///
/// The order in a body: set up · `baseline()` · make the structure · `measure` with `checkpoint`s
/// in it · `count` and `record` · `expect`.
public final class Run {
  /// What the body is to do: `time` or `memory`, whatever else the process run is for.
  public let pass: Pass
  /// A folder that all children of one run share.
  public let scratchFolder: String
  let budgetBytes: Int?
  let limitsAddressSpace: Bool
  let report: ReportWriter?
  let meter: AllocatorMeter?
  let instrument: Instrument
  private let curve = LiveCurve()
  private var recorded = Measurements()
  private var frameMeters: [FrameMeter] = []
  private var baselineBytes: Int?
  private var peakName: StaticString?
  private var lastReportedName: StaticString?
  private var lastReportedBytes = 0

  /// What was measured so far.
  public var measurements: Measurements {
    var result = recorded
    result.peakCheckpoint = peakName?.description
    result.liveCurve = curve.readings
    for meter in frameMeters { result.take(meter) }
    return result
  }

  /// Makes a run inside this process, for tests: nothing is limited or reported.
  ///
  /// Byte figures are those of the calling thread; requests are counted over all threads, so they
  /// are exact only while no other thread allocates.
  ///
  /// - Throws: `AllocatorError` in the memory pass when `malloc` is not jemalloc's.
  public convenience init(pass: Pass, scratchFolder: String = "") throws(AllocatorError) {
    try self.init(
      pass: pass, scratchFolder: scratchFolder, budgetBytes: nil, limitsAddressSpace: false,
      report: nil)
  }

  init(
    pass: Pass, scratchFolder: String, budgetBytes: Int?, limitsAddressSpace: Bool,
    report: ReportWriter?
  ) throws(AllocatorError) {
    self.pass = pass.forBody
    self.scratchFolder = scratchFolder
    self.budgetBytes = budgetBytes
    self.limitsAddressSpace = limitsAddressSpace
    self.report = report
    meter = pass == .memory || pass == .leaks || pass == .heap ? try AllocatorMeter() : nil
    instrument = try Instrument(for: pass, meter: meter)
    // Room for what bodies record, so that it is there before they begin.
    recorded.values.reserveCapacity(16)
    frameMeters.reserveCapacity(4)
  }

  /// Measures a region: CPU time of this thread in the time pass, allocations in the memory pass,
  /// instructions of this thread under valgrind.
  ///
  /// May be called several times; the regions add up. The clock's cost and the figures of an empty
  /// region are subtracted. A region of the time pass should last at least 100 us, or its time is
  /// reported as inconclusive.
  ///
  /// - Parameters:
  ///   - operations: What the region's time is divided by, at least 1.
  ///   - body: The region. It must leave its results where the body can check them.
  public func measure(operations: Int, _ body: () throws -> Void) rethrows {
    precondition(operations >= 1, "a region without operations")
    let reading = try instrument.measure(body)
    recorded.nanoseconds += reading.nanoseconds
    recorded.allocations += reading.allocations
    recorded.allocatedBytes += reading.allocatedBytes
    recorded.operations += operations
    recorded.regions += 1
  }

  /// Makes what lives now the zero of `liveBytes` and `peakLiveBytes`.
  ///
  /// Call it once, after the set-up and before the structure under test exists. From here on a
  /// memory child with a budget has an address space of its size + 2 x the budget + 256 MiB
  /// (Linux).
  public func baseline() {
    guard let meter else { return }
    precondition(baselineBytes == nil, "a second baseline")
    if limitsAddressSpace, let budgetBytes {
      report?.limited(residentBytes: AddressSpace.peakResidentBytes())
      AddressSpace.limit(toMoreBytes: 2 * budgetBytes + AddressSpace.slackBytes)
    }
    baselineBytes = meter.liveBytes
    meter.resetPeak()
    instrument.reachBaseline()
  }

  /// Reads the live bytes above the baseline; the largest reading is the peak, the last one
  /// `liveBytes`.
  ///
  /// Costs nothing in the time pass and does nothing before the baseline. Allocates nothing.
  ///
  /// - Parameter name: Where this is in the structure's life: `page filled`.
  /// - Complexity: O(1), two loads; a line to the parent when the name or the peak changed much.
  public func checkpoint(_ name: StaticString) {
    guard let meter, let baselineBytes else { return }
    let live = meter.liveBytes - baselineBytes
    recorded.liveBytes = live
    curve.append(live)
    instrument.reachCheckpoint()
    // What lives before the baseline is the zero of both. Read here, for what comes after the last
    // checkpoint, as the model's checks, is not the structure's.
    recorded.peakBetweenCheckpoints = meter.peakBytes()
    if live > recorded.peakLiveBytes ?? .min {
      recorded.peakLiveBytes = live
      peakName = name
    }
    guard let report else { return }
    let isNew = unsafe name.utf8Start != lastReportedName?.utf8Start
    if isNew || live > lastReportedBytes + lastReportedBytes / 64 {
      lastReportedName = name
      lastReportedBytes = live
      report.checkpoint(name, liveBytes: live)
    }
  }

  /// Makes a meter of frames: steps that each have a budget of time, as those of a scroll.
  ///
  /// The time pass reports `frameTimeP50`, `P99`, `P999` and `Max`. Make it before the regions: it is
  /// the only thing here that allocates.
  ///
  /// - Parameters:
  ///   - budgetNanoseconds: What a frame may take, as 16,666,667 or 8,333,333; above 0.
  ///   - capacity: The most frames, at least 1; later ones are run and not recorded.
  public func frames(budgetNanoseconds: Int, capacity: Int) -> FrameMeter {
    precondition(frameMeters.isEmpty, "a second meter of frames")
    let meter = FrameMeter(budgetNanoseconds: budgetNanoseconds, capacity: capacity)
    if pass == .time { frameMeters.append(meter) }
    return meter
  }

  /// States how much counted work was done, which must repeat exactly.
  ///
  /// Taken from the memory pass. Call it outside of measured regions, once per metric.
  ///
  /// - Parameters:
  ///   - metric: One of the suite's `metrics`.
  ///   - value: The count.
  ///   - operations: What to divide it by, if it is to be stated per operation.
  public func count(_ metric: String, _ value: Int, per operations: Int? = nil) {
    if let operations {
      precondition(operations >= 1, "a count per no operations")
      record(metric, unit: .countPerOperation, Double(value) / Double(operations))
    } else {
      record(metric, unit: .count, Double(value))
    }
  }

  /// States a figure that the body worked out, as `bytesPerItem`.
  ///
  /// A figure of a noisy unit is taken from the time pass (median over process runs), an exact one
  /// from the memory pass. Call it outside of measured regions, once per metric.
  public func record(_ metric: String, unit: MetricUnit, _ value: Double) {
    precondition(
      !recorded.values.contains { $0.name == metric }, "a metric that is recorded already")
    precondition(value.isFinite, "a figure that is not finite")
    recorded.values.append(RecordedValue(name: metric, unit: unit, value: value))
  }

  /// Ends the benchmark as failed when a result is not what the model says.
  ///
  /// - Parameters:
  ///   - condition: Whether the result is right.
  ///   - what: What was expected and what came, for the reader of exit code 3.
  /// - Throws: `WrongResult` when the condition does not hold.
  public func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws(WrongResult) {
    if !condition { throw WrongResult(description: what()) }
  }
}
