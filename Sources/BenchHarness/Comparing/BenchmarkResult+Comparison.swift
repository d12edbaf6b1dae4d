extension BenchmarkResult {
  /// This build's result beside the base's.
  ///
  /// - Parameters:
  ///   - base: The base's result of the same case.
  ///   - runs: Their process runs, and what was found in their times.
  /// - Returns: The result with `ratioToBase`, `ratioToSelf` and the verdicts of its exact figures.
  func compared(with base: BenchmarkResult, runs: PairedRuns.CaseRuns) -> BenchmarkResult {
    var result = self
    if result.missing != nil { return result }
    if let failure = result.failure ?? runs.again.failure ?? base.failure {
      let isOurs = result.failure ?? runs.again.failure != nil
      result.failure = isOurs ? "this build: \(failure)" : "the base: \(failure)"
      result.metrics = []
      return result
    }
    // Bodies run once here, so that what they leave behind cannot be told from tables of first use.
    result.metrics.removeAll { $0.name == MetricName.leakedBytes }
    result.compareExact(with: base)
    if let times = runs.times.last {
      result.metrics.insert(contentsOf: Self.ratios(times, runs.finding), at: min(1, metrics.count))
    }
    if let time = base[MetricName.cpuTime]?.value,
      let index = result.metrics.firstIndex(where: { $0.name == MetricName.cpuTime })
    {
      result.metrics[index].base = time
      // What is said of a region that is too short stands at the ratio.
      result.metrics[index].verdict = .pass
    }
    return result
  }

  private static func ratios(
    _ times: PairedTimes, _ finding: (verdict: Verdict, reason: String?)
  ) -> [Metric] {
    var ratio = Metric(
      MetricName.ratioToBase, .ratio, times.ratio?.value, low: times.ratio?.low,
      high: times.ratio?.high, verdict: finding.verdict, reason: finding.reason)
    ratio.samples = zip(times.head, times.base).map { $0 / $1 }
    var floor = Metric(
      MetricName.ratioToSelf, .ratio, times.floor?.value, low: times.floor?.low,
      high: times.floor?.high)
    floor.samples = zip(times.again, times.head).map { $0 / $1 }
    return [ratio, floor]
  }

  /// Holds counts and bytes against the base's: more is worse, less is better, one side alone is missing.
  mutating func compareExact(with base: BenchmarkResult) {
    for index in metrics.indices where metrics[index].isGateable {
      let name = metrics[index].name
      guard let theirs = base[name] else {
        metrics[index].take(.missing, "\(name) is measured by this build alone; the base has none")
        continue
      }
      metrics[index].compare(withBase: theirs)
    }
    for theirs in base.metrics where theirs.isGateable && self[theirs.name] == nil {
      var metric = Metric(
        theirs.name, theirs.unit, nil, verdict: .missing,
        reason: "\(theirs.name) is measured by the base alone; this build has none")
      metric.base = theirs.value
      metrics.append(metric)
    }
  }
}

extension Metric {
  /// How far valgrind's counts of equal work may be apart.
  ///
  /// MEASURED: an unrelated function in the same file moves them by 0.015%; 1% more work by 0.87%.
  private static let instructionTolerance = 0.005

  fileprivate mutating func compare(withBase theirs: Metric) {
    base = theirs.value
    if unit != theirs.unit {
      return take(.missing, "\(name) is in \(unit.name), the base's in \(theirs.unit.name)")
    }
    guard let value, let other = theirs.value else {
      // Neither has one where both say why, as for a growth without a logarithm.
      if value == nil, theirs.value == nil { return }
      return take(.missing, "\(name) has a figure on one side alone")
    }
    let tolerance = name == MetricName.instructions ? Self.instructionTolerance : 0
    let change = "\(name) \(plain(other)) -> \(plain(value))"
    if value > other * (1 + tolerance) {
      take(.regressed, change)
    } else if value < other * (1 - tolerance) {
      take(.improved, change)
    }
  }

  /// Takes a verdict unless a worse one stands.
  fileprivate mutating func take(_ verdict: Verdict, _ reason: String) {
    guard verdict > self.verdict else { return }
    self.verdict = verdict
    self.reason = reason
  }
}
