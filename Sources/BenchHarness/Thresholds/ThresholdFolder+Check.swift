extension ThresholdFolder {
  /// Holds results against the thresholds.
  ///
  /// Each exact metric of each gated result needs a threshold, and each threshold of a chosen case needs a
  /// figure: what lacks its other half is `missing`. Allocation and byte figures are `skipped` where the
  /// environment is not the one that they were recorded in, and all but growth exponents where the suite's
  /// library has another version. A ratio's gate is held where both rows are there and skipped where not.
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
    guard let file = files[name] else {
      return markMissing(&result, "there is no thresholds file \(path)/\(name)")
    }
    guard
      let entry = file.entries.first(where: {
        $0.implementation == identity.implementation && $0.parameters == identity.parameters
      })
    else { return markMissing(&result, "\(path)/\(name) has no entry for it") }
    guard entry.fixture == result.fixture else {
      return markMissing(
        &result, "\(path)/\(name) is about other data (\(entry.fixture.prefix(15))...)")
    }
    for index in result.metrics.indices where result.metrics[index].isGateable {
      let metric = result.metrics[index]
      // What could not be counted has said why.
      if metric.name == MetricName.instructions, metric.value == nil { continue }
      guard let threshold = entry.metrics[metric.name] else {
        result.metrics[index].judge(.missing, "\(metric.name) has no threshold in \(path)/\(name)")
        continue
      }
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
    // Instructions are counted where they are asked for.
    for metric in entry.metrics.keys.sorted()
    where result[metric] == nil && metric != MetricName.instructions {
      result.metrics.append(
        Metric(
          metric, .count, nil, verdict: .missing,
          reason: "\(metric) has a threshold, but was not measured"))
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
    var results: [BenchmarkResult] = []
    for file in files.values.sorted(by: { $0.fileName < $1.fileName })
    where file.suite == suite.name {
      for entry in file.entries {
        let identity = entry.identity(suite: file.suite, benchmark: file.benchmark)
        let size = entry.parameters.first { $0.name == "items" }?.value
        let isAsked = items == nil || size == nil || items?.contains(size ?? 0) == true
        guard isAsked, !measured.contains(identity), filter.includes(identity) else { continue }
        var result = BenchmarkResult(
          identity: identity, isReference: false, isGated: true, fixture: entry.fixture)
        result.metrics = entry.metrics.keys.sorted().map {
          Metric(
            $0, .count, nil, verdict: .missing,
            reason: "\(path)/\(file.fileName) has thresholds for it, but it was not measured")
        }
        results.append(result)
      }
    }
    return results
  }
}

extension Metric {
  /// Whether thresholds are kept of it: what repeats exactly and is no setting.
  var isGateable: Bool { unit.isExact && !MetricName.withoutThreshold.contains(name) }

  /// Whether it holds for one allocator and toolchain alone.
  var dependsOnEnvironment: Bool {
    unit == .bytes || [MetricName.mallocCount, MetricName.instructions].contains(name)
  }

  /// Takes a verdict unless a worse one stands.
  fileprivate mutating func judge(_ verdict: Verdict, _ reason: String) {
    guard verdict > self.verdict else { return }
    self.verdict = verdict
    self.reason = reason
  }

  fileprivate mutating func compare(with threshold: Threshold) {
    guard let value else { return judge(.missing, reason ?? "\(name) has no figure") }
    let range = threshold.range
    if value > range.upperBound {
      judge(.regressed, "\(name) \(plain(value)) is above its threshold \(threshold.words)")
    } else if value < range.lowerBound {
      judge(.improved, "\(name) \(plain(value)) is below its threshold \(threshold.words)")
    }
  }
}
