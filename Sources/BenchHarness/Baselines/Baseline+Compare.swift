/// Holds results against a baseline.
extension Baseline {
  /// How far a time may be above the baseline's, beside the reference workload, before it is a warning.
  ///
  /// A stored time says little: it is a block of runs at another hour.
  static let timeBandPercent = 25.0

  /// Gives results the verdicts of a comparison with this baseline.
  ///
  /// Gated results alone are held. Counts must be equal; allocations and bytes too where toolchain and
  /// allocator are; instructions within 0.5%, exponents within 0.05. CPU time above the band is inconclusive,
  /// and only held where the whole key is equal. What one side has and the other lacks is missing, and so is
  /// a row whose data are other data.
  ///
  /// - Parameters:
  ///   - report: What was measured, with the reference workload.
  ///   - request: What was asked for; rows of the baseline that were not are not missing.
  /// - Returns: The report with `base`, `change` and verdict of each metric.
  public func compare(_ report: Report, request: Request) -> Report {
    compare(report, request: request, excess: report.noise?.excess)
  }

  /// The same, with the reason why no time can be judged, if there is one.
  func compare(_ report: Report, request: Request, excess: String?) -> Report {
    var report = report
    let likeness = KeyLikeness(self.report.environment, report.environment)
    report.comparison = BaselineComparison(
      name: name, date: date, revision: self.report.environment.revision, limit: likeness.limit)
    let rows = Dictionary(
      self.report.results.map { ($0.identity.sortedByParameter, $0) }
    ) { first, _ in first }
    var left = rows.filter {
      $0.value.isGated && request.filter.includes($0.key, items: request.options.items)
    }
    for suite in report.suites.indices {
      let judge = BaselineJudge(
        likeness: likeness, noise: excess, isOfSameRows: self.request.hasRows(of: request),
        profile: self.request.options.profile == request.options.profile
          ? nil : self.request.options.profile,
        library: (libraries[report.suites[suite].name], report.suites[suite].library))
      for index in report.suites[suite].results.indices {
        let identity = report.suites[suite].results[index].identity.sortedByParameter
        left[identity] = nil
        judge.hold(&report.suites[suite].results[index], against: rows[identity])
      }
    }
    let missing = self.report.results.filter { left[$0.identity.sortedByParameter] != nil }
    for (name, results) in missing.grouped(by: \.identity.suite) {
      let rows = results.map(BaselineJudge.unmeasured)
      if let place = report.suites.firstIndex(where: { $0.name == name }) {
        report.suites[place].results += rows
      } else {
        report.suites.append(
          SuiteReport(
            name: name, question: "in the baseline alone", ownMetrics: [], results: rows))
      }
    }
    return report
  }
}

/// Holds one suite's results against a baseline's.
private struct BaselineJudge {
  var likeness: KeyLikeness
  /// Why times cannot be judged at all, if so.
  var noise: String?
  /// Whether what is fitted over rows is fitted over the same ones.
  var isOfSameRows: Bool
  /// The profile of the baseline, if it is another.
  var profile: Profile?
  /// Whose work is counted, then and now.
  var library: (old: String?, new: String?)

  func hold(_ result: inout BenchmarkResult, against row: BenchmarkResult?) {
    // A failed result says enough, and one that was not run has no figures.
    guard result.failure == nil, result.missing == nil else { return }
    // What was held once is held on: a row leaves the gate by a new baseline, not by a word in its case.
    guard result.isGated || row?.isGated == true else {
      for index in result.metrics.indices { note(&result.metrics[index], row) }
      return
    }
    guard let row else {
      for index in result.metrics.indices where result.metrics[index].isHeld {
        result.metrics[index].judge(.missing, "the baseline has no such row\(hint)")
      }
      return
    }
    guard row.fixture == result.fixture else {
      for index in result.metrics.indices where result.metrics[index].isHeld {
        result.metrics[index].judge(
          .missing, "the baseline is about other data (\(row.fixture.prefix(15))...)")
      }
      return
    }
    let reference = (row[MetricName.referenceTime]?.value, result[MetricName.referenceTime]?.value)
    for index in result.metrics.indices {
      note(&result.metrics[index], row)
      guard result.metrics[index].isHeld else { continue }
      judge(&result.metrics[index], row[result.metrics[index].name], reference: reference)
    }
    for old in row.metrics where old.isHeld && result[old.name] == nil && old.value != nil {
      if old.name == MetricName.growthExponent, !isOfSameRows { continue }
      result.metrics.append(
        Self.unmeasured(old, "\(old.name) is in the baseline, but was not measured"))
    }
  }

  private static let otherRows = "growth is fitted over other rows than in the baseline"

  /// What may be the cause where rows are missing.
  private var hint: String {
    profile.map { " (it was saved with --profile \($0.rawValue))" } ?? ""
  }

  /// Takes the old figure, for the eye.
  private func note(_ metric: inout Metric, _ row: BenchmarkResult?) {
    guard let old = row?[metric.name], old.unit == metric.unit, let before = old.value,
      let after = metric.value
    else { return }
    metric.base = before
    metric.change = before == after ? 0 : before == 0 ? nil : (after - before) / abs(before) * 100
  }

  private func judge(
    _ metric: inout Metric, _ old: Metric?, reference: (old: Double?, new: Double?)
  ) {
    if metric.name == MetricName.growthExponent, !isOfSameRows {
      return metric.judge(.skipped, Self.otherRows)
    }
    guard let old else {
      if metric.isUnmeasurable { return }
      return metric.judge(.missing, "\(metric.name) is not in the baseline")
    }
    guard old.unit == metric.unit else {
      return metric.judge(
        .missing, "\(metric.name) is in \(old.unit.name) in the baseline, not \(metric.unit.name)")
    }
    if metric.isUnmeasurable { return }
    guard old.value != nil else {
      return metric.judge(
        .skipped, "the baseline has no figure: \(old.reason ?? "it was not measured")")
    }
    guard metric.value != nil else {
      return metric.judge(.missing, metric.reason ?? "\(metric.name) has no figure")
    }
    if metric.unit.isExact, metric.unit != .exponent, library.old != library.new {
      return metric.judge(
        .skipped, "the baseline counts the work of \(library.old ?? "no library")")
    }
    guard likeness.holds(metric) else {
      // The report's line says why, once.
      if metric.verdict < .skipped { metric.verdict = .skipped }
      return
    }
    if metric.name == MetricName.cpuTime {
      judgeTime(&metric, reference: reference)
    } else {
      judgeExact(&metric)
    }
  }

  private func judgeExact(_ metric: inout Metric) {
    guard let old = metric.base, let new = metric.value else { return }
    let threshold = Threshold(value: old, tolerance: ThresholdFolder.tolerance(of: metric))
    let words = "\(metric.name) is \(plain(new)), and was \(threshold.words) in the baseline"
    if new > threshold.range.upperBound { metric.judge(.regressed, words) }
    if new < threshold.range.lowerBound { metric.judge(.improved, words) }
  }

  private func judgeTime(_ metric: inout Metric, reference: (old: Double?, new: Double?)) {
    guard let old = metric.base, let new = metric.value, old > 0, let before = reference.old,
      let after = reference.new, before > 0, after > 0
    else { return metric.judge(.skipped, "there is no reference workload to hold its time beside") }
    let ratio = (new / after) / (old / before)
    metric.change = (ratio - 1) * 100
    if let noise { return metric.judge(.inconclusive, noise) }
    guard ratio > 1 + Baseline.timeBandPercent / 100 else { return }
    metric.judge(
      .inconclusive,
      "\(metric.name) is \(threeDigits(ratio))x the baseline's beside the reference workload, above "
        + "\(threeDigits(1 + Baseline.timeBandPercent / 100))x; a stored time proves nothing, "
        + "bench compare --base BINARY does")
  }

  /// A row that was asked for and not measured.
  static func unmeasured(_ row: BenchmarkResult) -> BenchmarkResult {
    var result = BenchmarkResult(
      identity: row.identity, isReference: row.isReference, isGated: true, fixture: row.fixture)
    result.metrics = row.metrics.filter { $0.isHeld && $0.value != nil }.map {
      unmeasured($0, "it is in the baseline, but was not measured")
    }
    return result
  }

  private static func unmeasured(_ old: Metric, _ reason: String) -> Metric {
    var metric = Metric(old.name, old.unit, nil, verdict: .missing, reason: reason)
    metric.base = old.value
    return metric
  }
}

extension Metric {
  /// Whether a comparison with a baseline judges it: CPU time, and what thresholds are kept of.
  var isHeld: Bool { isGateable || name == MetricName.cpuTime }
}
