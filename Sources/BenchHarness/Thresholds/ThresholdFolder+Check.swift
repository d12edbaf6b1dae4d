extension ThresholdFolder {
  /// Holds results against the thresholds.
  ///
  /// Each exact metric of each gated result needs a threshold, and each threshold of a chosen case needs a
  /// figure: what lacks its other half is `missing`. Allocation and byte figures are `skipped` where the
  /// environment is not the one that they were recorded in, and all but growth exponents where the suite's
  /// library has another version. A ratio's gate is held where both rows are there and skipped where not.
  /// A case that none of our files holds is held by package-benchmark's file for it, if `resolve` found one.
  ///
  /// - Parameters:
  ///   - suites: What was measured.
  ///   - environment: Where.
  ///   - filter: What was chosen; thresholds of other cases are not asked for.
  ///   - items: The sizes that were chosen, if any; thresholds of other sizes are not asked for.
  /// - Returns: The same results with their verdicts, and one more for each threshold without a result.
  public func check(
    _ suites: [SuiteReport], environment: EnvironmentKey, filter: CaseFilter, items: [Int]?
  ) -> [SuiteReport] {
    suites.map { suite in
      var suite = suite
      for index in suite.results.indices where suite.results[index].isGated {
        hold(&suite.results[index], environment: environment, library: suite.library)
      }
      suite.gatedRatios = suite.judge(
        files.values.filter { $0.suite == suite.name }.flatMap(\.ratios))
      suite.results += unmeasured(in: suite, filter: filter, items: items)
      return suite
    }
  }

  private func hold(
    _ result: inout BenchmarkResult, environment: EnvironmentKey, library: String?
  ) {
    let identity = result.identity.sortedByParameter
    let name = ThresholdFile.fileName(suite: identity.suite, benchmark: identity.benchmark)
    let place = filePath(name)
    let (file, entry) = (files[name], files[name]?.entry(of: identity))
    if entry == nil, let foreign = resolved.first(where: { $0.identity == identity }) {
      return hold(&result, against: foreign)
    }
    guard let file else {
      return markMissing(&result, "there is no thresholds file \(place)")
    }
    guard file.suite == identity.suite, file.benchmark == identity.benchmark else {
      return markMissing(&result, "\(place) is about '\(file.suite)/\(file.benchmark)'")
    }
    guard let entry else { return markMissing(&result, "\(place) has no entry for it") }
    guard entry.fixture == result.fixture else {
      return markMissing(
        &result, "\(place) is about other data (\(entry.fixture.prefix(15))...)")
    }
    for index in result.metrics.indices where result.metrics[index].isGateable {
      let metric = result.metrics[index]
      guard let threshold = entry.metrics[metric.name] else {
        if metric.isUnmeasurable { continue }
        result.metrics[index].judge(.missing, "\(metric.name) has no threshold in \(place)")
        continue
      }
      // The machine's want, not the benchmark's; it stays skipped with its own reason.
      if metric.isUnmeasurable, metric.unit != .exponent { continue }
      if file.library != library, metric.unit != .exponent {
        let recorded = file.library ?? "no library"
        result.metrics[index].judge(.skipped, "these thresholds count the work of \(recorded)")
        continue
      }
      if metric.dependsOnEnvironment, file.environment != environment {
        result.metrics[index].judge(
          .skipped, "memory thresholds are those of \(file.environment.description)")
        continue
      }
      result.metrics[index].compare(with: threshold)
    }
    // A failed result says enough.
    guard result.failure == nil else { return }
    for metric in entry.metrics.keys.sorted() where result[metric] == nil {
      result.metrics.append(.unmeasured(metric, "\(metric) has a threshold, but was not measured"))
    }
  }

  private func markMissing(_ result: inout BenchmarkResult, _ reason: String) {
    for index in result.metrics.indices where result.metrics[index].isGateable {
      result.metrics[index].judge(.missing, reason)
    }
  }

  private func unmeasured(
    in suite: SuiteReport, filter: CaseFilter, items: [Int]?
  ) -> [BenchmarkResult] {
    let measured = Set(suite.results.map(\.identity.sortedByParameter))
    var held: [(identity: CaseIdentity, place: String, fixture: String, metrics: [String])] = []
    for (name, file) in files.sorted(by: { $0.key < $1.key }) where file.suite == suite.name {
      held += file.entries.map {
        (
          $0.identity(suite: file.suite, benchmark: file.benchmark), filePath(name), $0.fixture,
          $0.metrics.keys.sorted()
        )
      }
    }
    for file in resolved where file.identity.suite == suite.name {
      held.append(
        (file.identity, "\(path)/\(file.relativePath)", "unknown", file.held.keys.sorted()))
    }
    return held.filter { entry in
      filter.includes(entry.identity, items: items) && !measured.contains(entry.identity)
    }.map { entry in
      var result = BenchmarkResult(
        identity: entry.identity, isReference: false, isGated: true, fixture: entry.fixture)
      result.metrics = entry.metrics.map {
        .unmeasured($0, "\(entry.place) has thresholds for it, but it was not measured")
      }
      return result
    }
  }
}

extension Metric {
  /// Whether thresholds are kept of it: what repeats exactly (instructions nearly so) and is no setting.
  var isGateable: Bool { unit.isExact && !MetricName.withoutThreshold.contains(name) }

  /// Whether it holds for one allocator and toolchain alone.
  var dependsOnEnvironment: Bool {
    unit == .bytes || name == MetricName.mallocCount || name == MetricName.instructions
  }

  /// Takes a verdict unless a worse one stands.
  mutating func judge(_ verdict: Verdict, _ reason: String) {
    guard verdict > self.verdict else { return }
    self.verdict = verdict
    self.reason = reason
  }

  mutating func compare(with threshold: Threshold) {
    guard let value else { return judge(.missing, reason ?? "\(name) has no figure") }
    let range = threshold.range
    if value > range.upperBound {
      judge(.regressed, "\(name) \(plain(value)) is above its threshold \(threshold.words)")
    } else if value < range.lowerBound {
      judge(.improved, "\(name) \(plain(value)) is below its threshold \(threshold.words)")
    }
  }
}

extension CaseFilter {
  /// Whether a case is asked for, where only some sizes may have been.
  func includes(_ identity: CaseIdentity, items: [Int]?) -> Bool {
    guard let items, let size = identity.items else { return includes(identity) }
    return items.contains(size) && includes(identity)
  }
}
