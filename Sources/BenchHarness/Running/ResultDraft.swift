import ProcessSupport

/// What the process runs of one case have said so far.
struct ResultDraft {
  let benchmarkCase: BenchmarkCase
  let budgetBytes: Int?
  private let fixture: String
  private var memory: Measurements?
  private(set) var times: [Measurements] = []
  private(set) var leaks: ProcessOutcome?
  private var instructions: Callgrind.Outcome?
  private(set) var failure: String?
  /// Where a child ran out of memory.
  private var outOfMemory: (checkpoint: ChildReport.Checkpoint?, isSet: Bool) = (nil, false)

  /// A region of the time pass that is shorter says little: the clock's own cost is near 1% of it.
  private static let shortestRegionNanoseconds = 100_000

  init(of benchmarkCase: BenchmarkCase, budgetBytes: Int?, fixture: String) {
    self.benchmarkCase = benchmarkCase
    self.budgetBytes = budgetBytes
    self.fixture = fixture
  }

  /// Whether more process runs make sense.
  var isAlive: Bool { benchmarkCase.missing == nil && failure == nil && !outOfMemory.isSet }

  /// Whether ours can be compared with it.
  var isComparable: Bool { benchmarkCase.isReference && !benchmarkCase.isLimit && isAlive }

  /// The median CPU time of an operation; nil where nothing was timed.
  var medianNanoseconds: Double? {
    times.isEmpty ? nil : Statistics.median(nanosecondsPerOperation)
  }

  /// The draft before its time pass.
  var withoutTimes: ResultDraft {
    var draft = self
    draft.times = []
    return draft
  }

  mutating func takeMemory(_ outcome: ProcessOutcome) {
    take(outcome) { draft, measurements in draft.memory = measurements }
  }

  mutating func takeTime(_ outcome: ProcessOutcome) {
    take(outcome) { draft, measurements in draft.times.append(measurements) }
  }

  /// Takes what a second run of the body in one process left behind.
  mutating func takeLeaks(_ outcome: ProcessOutcome) { leaks = outcome }

  mutating func takeInstructions(_ outcome: Callgrind.Outcome) { instructions = outcome }

  /// Whether the memory pass left so much behind that it may be a leak: more than what a first use of
  /// globals and of the runtime's tables takes.
  var mayLeak: Bool {
    !benchmarkCase.isReference && memory?.leftBytes ?? 0 > Self.firstUseBytes
  }

  private mutating func take(
    _ outcome: ProcessOutcome, _ keep: (inout ResultDraft, Measurements) -> Void
  ) {
    switch outcome {
    case .measured(let measurements): keep(&self, measurements)
    case .outOfMemory(let checkpoint): outOfMemory = (checkpoint, true)
    case .failed(let reason), .impossible(let reason): failure = reason
    }
  }

  /// The result, with a ratio of two of the same group if there is one.
  ///
  /// - Parameters:
  ///   - peer: What ours is compared with.
  ///   - ours: What is compared with this reference.
  func result(peer: ResultDraft?, ours: ResultDraft? = nil) -> BenchmarkResult {
    var result = BenchmarkResult(
      identity: benchmarkCase.identity, isReference: benchmarkCase.isReference,
      isGated: benchmarkCase.isGated, fixture: fixture, place: benchmarkCase.place,
      failure: failure,
      missing: benchmarkCase.missing)
    if failure != nil || result.missing != nil { return result }
    if outOfMemory.isSet {
      result.metrics = budgetMetrics(
        peak: outOfMemory.checkpoint?.liveBytes, checkpoint: outOfMemory.checkpoint?.name,
        ranOut: true)
      return result
    }
    result.metrics = timeMetrics()
    if let peer, !benchmarkCase.isReference, let ratio = ratio(to: peer) {
      result.metrics.append(ratio)
    }
    if let ours, isComparable, let ratio = ours.ratio(to: self) { result.metrics.append(ratio) }
    if let memory {
      result.metrics += memoryMetrics(memory) + lifeMetrics(memory)
      result.liveCurve = memory.liveCurve
    }
    if let instructions { result.metrics.append(metric(of: instructions)) }
    return result
  }

  // MARK: - Time

  private func timeMetrics() -> [Metric] {
    guard !times.isEmpty else { return [] }
    let estimate = Statistics.median95(nanosecondsPerOperation)
    let reason = shortRegion
    var time = Metric(
      MetricName.cpuTime, .nanoseconds, estimate.value, low: estimate.low, high: estimate.high,
      verdict: reason == nil ? .pass : .inconclusive, reason: reason)
    time.samples = nanosecondsPerOperation
    var metrics = [time]
    for first in times[0].values where !first.unit.isExact {
      let samples = times.flatMap(\.values).filter { $0.name == first.name }.map(\.value)
      let estimate = Statistics.median95(samples)
      var metric = Metric(
        first.name, first.unit, estimate.value, low: estimate.low, high: estimate.high)
      metric.samples = samples
      judgeFrames(&metric)
      metrics.append(metric)
    }
    return metrics
  }

  /// Its CPU time over that of another of the same group; nil where one of them was not timed.
  func ratio(to peer: ResultDraft) -> Metric? {
    let (ours, theirs) = (nanosecondsPerOperation, peer.nanosecondsPerOperation)
    guard !ours.isEmpty, ours.count == theirs.count, theirs.allSatisfy({ $0 > 0 }) else {
      return nil
    }
    let estimate = Statistics.ratio95(ours, theirs)
    let reason =
      shortRegion ?? peer.shortRegion.map { "\(peer.benchmarkCase.implementation): \($0)" }
    return Metric(
      MetricName.ratioToPeer, .ratio, estimate.value, low: estimate.low, high: estimate.high,
      verdict: reason == nil ? .pass : .inconclusive, reason: reason)
  }

  /// The CPU time of an operation, by process run.
  var nanosecondsPerOperation: [Double] {
    times.map { Double($0.nanoseconds) / Double(max(1, $0.operations)) }
  }

  /// Why the times say little, where a region is too short.
  var shortRegion: String? {
    let least = times.map { $0.nanoseconds / max(1, $0.regions) }.min() ?? 0
    guard least < Self.shortestRegionNanoseconds else { return nil }
    return "a timed region lasts \(least / 1_000) us, less than "
      + "\(Self.shortestRegionNanoseconds / 1_000) us; put more operations into it"
  }

  // MARK: - Memory

  private func memoryMetrics(_ memory: Measurements) -> [Metric] {
    var metrics = [
      Metric(MetricName.mallocCount, .count, Double(memory.allocations)),
      Metric(MetricName.bytesAllocated, .bytes, Double(memory.allocatedBytes)),
    ]
    if let live = memory.liveBytes {
      metrics += budgetMetrics(
        peak: memory.peakLiveBytes, checkpoint: memory.peakCheckpoint, ranOut: false)
      metrics.append(Metric(MetricName.liveBytes, .bytes, Double(live)))
    }
    for value in memory.values where value.unit.isExact {
      metrics.append(Metric(value.name, value.unit, value.value))
    }
    return metrics
  }

  private func budgetMetrics(peak: Int?, checkpoint: String?, ranOut: Bool) -> [Metric] {
    var metric = Metric(MetricName.peakLiveBytes, .bytes, peak.map(Double.init))
    guard let budgetBytes else { return [metric] }
    if let reason = excess(peak: peak, checkpoint: checkpoint, ranOut: ranOut, over: budgetBytes) {
      metric.reason = reason
      // A reference is there to be compared with: it is marked, and skipped where it has no
      // figures.
      metric.verdict = !benchmarkCase.isReference ? .regressed : ranOut ? .skipped : .pass
    }
    return [metric, Metric(MetricName.budgetBytes, .bytes, Double(budgetBytes))]
  }

  private func excess(peak: Int?, checkpoint: String?, ranOut: Bool, over budget: Int) -> String? {
    let place = checkpoint.map { " at the checkpoint '\($0)'" } ?? ""
    let limit = "the budget of \(grouped(budget)) bytes"
    if ranOut {
      let live = peak.map { ", where \(grouped($0)) bytes lived" } ?? ""
      return "budget exceeded: memory ran out under \(limit), last seen"
        + (place.isEmpty ? " before the first checkpoint" : place + live)
    }
    guard let peak, peak > budget else { return nil }
    return
      "budget exceeded by \(grouped(peak - budget)) bytes\(place): \(grouped(peak)) bytes live, "
      + "over \(limit)"
  }
}
