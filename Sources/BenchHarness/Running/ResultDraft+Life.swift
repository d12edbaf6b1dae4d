/// What is judged without thresholds: the peak between checkpoints, leaks, frames, instructions.
extension ResultDraft {
  /// What the allocator may be wrong by between checkpoints, and what a spike may be above the budget.
  static let coarseBytes = 128 << 10
  /// The peak between checkpoints is rounded up to this, so that it repeats.
  private static let roundingBytes = 64 << 10
  /// What a first run may leave behind before a second one is asked whether it leaks.
  ///
  /// MEASURED: the suites leave 1.5 to 1.9 KB, tables of the Swift runtime; the first to use generated data
  /// or SQLite leave 224 KB or 128 KB more, and nothing when they run again in the same process. So no fixed
  /// allowance would do.
  static let firstUseBytes = 4 << 10
  /// How many times over its budget the frames' 99th percentile must be, in the lower end of its interval.
  private static let frameSlack = 2.0

  /// The approximate peak and what leaked.
  func lifeMetrics(_ memory: Measurements) -> [Metric] {
    var metrics: [Metric] = []
    if let peak = memory.peakLiveBytes {
      metrics.append(between(memory.peakBetweenCheckpoints, exactPeak: peak))
    }
    if let left = memory.leftBytes { metrics.append(leaked(left)) }
    return metrics
  }

  private func between(_ reading: Int?, exactPeak: Int) -> Metric {
    let name = MetricName.peakBetweenCheckpoints
    guard let reading else {
      return Metric(
        name, .bytes, nil, verdict: .skipped,
        reason: "jemalloc 5.3 or later tells of peaks between checkpoints")
    }
    let peak = max(reading, exactPeak)
    let rounded = (peak + Self.roundingBytes - 1) / Self.roundingBytes * Self.roundingBytes
    var metric = Metric(name, .bytes, Double(rounded))
    // A peak at a checkpoint has a verdict of its own.
    guard let budgetBytes, exactPeak <= budgetBytes, reading > budgetBytes + Self.coarseBytes
    else { return metric }
    metric.reason =
      "budget exceeded between checkpoints: some \(grouped(rounded)) bytes lived at once, over the "
      + "budget of \(grouped(budgetBytes)) bytes; a checkpoint there says where"
    if !benchmarkCase.isReference { metric.verdict = .regressed }
    return metric
  }

  /// Nothing where a first use explains what was left; else what a second run left again.
  private func leaked(_ left: Int) -> Metric {
    let name = MetricName.leakedBytes
    guard mayLeak else { return Metric(name, .bytes, 0) }
    guard case .measured(let second) = leaks, let bytes = second.leftBytes,
      let blocks = second.leftBlocks
    else {
      let why = if case .failed(let reason) = leaks { ": \(reason)" } else { "" }
      return Metric(
        name, .bytes, Double(left), verdict: .inconclusive,
        reason:
          "\(grouped(left)) bytes were left behind, and whether a second run leaves as many is not "
          + "known\(why)")
    }
    guard bytes > 0 else { return Metric(name, .bytes, 0) }
    return Metric(
      name, .bytes, Double(bytes), verdict: .regressed,
      reason: "leaked \(grouped(bytes)) bytes (\(grouped(blocks)) blocks)")
  }

  /// Holds the 99th percentile of frames against the frames' budget.
  func judgeFrames(_ metric: inout Metric) {
    guard metric.name == MetricName.frameTimeP99, !benchmarkCase.isReference,
      let budget = times.first?.frameBudgetNanoseconds.map(Double.init), let low = metric.low,
      low > Self.frameSlack * budget
    else { return }
    metric.verdict = .regressed
    metric.reason =
      "frame budget missed: one frame in 100 takes over \(duration(low)), more than "
      + "\(plain(Self.frameSlack)) times the budget of \(duration(budget))"
  }

  /// The count, or why there is none.
  func metric(of outcome: Callgrind.Outcome) -> Metric {
    let name = MetricName.instructions
    return switch outcome {
    case .counted(let counts): Metric(name, .count, Double(counts.total))
    case .skipped(let reason): Metric(name, .count, nil, verdict: .skipped, reason: reason)
    case .failed(let reason), .impossible(let reason):
      Metric(name, .count, nil, verdict: .failed, reason: reason)
    }
  }
}
