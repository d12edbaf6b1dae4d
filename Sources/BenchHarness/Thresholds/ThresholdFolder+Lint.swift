import ProcessSupport

extension ThresholdFolder {
  /// What is wrong with the files.
  ///
  /// - Parameter suites: All suites; entries are held against the cases of their quick profile.
  /// - Throws: `EnvironmentError` when a suite cannot make its cases.
  public func problems(suites: [Suite]) throws -> [Problem] {
    var problems = unreadable
    for suite in suites {
      problems += try ratioProblems(of: suite)
      if let line = Self.sharedName(in: suite.name, try suite.quickCases().map(\.benchmark)) {
        problems.append(Problem(path: path, message: line))
      }
    }
    for located in all { problems += try Self.problems(of: located, suites: suites, in: self) }
    problems += try foreignProblems(suites: suites)
    return problems.sorted { ($0.path, $0.message) < ($1.path, $1.message) }
  }

  /// What this machine cannot hold, a line a file: no fault of the file.
  ///
  /// - Parameter unmeasurable: The metrics that this machine cannot measure, each with the reason.
  public func remarks(unmeasurable: [String: String]) -> [String] {
    let names =
      files.keys.sorted().map { name in
        (path: filePath(name), metrics: files[name]?.entries.flatMap { Array($0.metrics.keys) })
      }
      + resolved.map { (path: "\(path)/\($0.relativePath)", metrics: Array($0.held.keys)) }
    return names.flatMap { file in
      unmeasurable.sorted { $0.key < $1.key }.filter { file.metrics?.contains($0.key) == true }
        .map { "\(file.path): '\($0.key)' is skipped on this machine: \($0.value)" }
    }
  }

  private static func problems(
    of located: LocatedThresholds, suites: [Suite], in folder: ThresholdFolder
  ) throws -> [Problem] {
    let file = located.file
    let isElsewhere = !folder.chain.contains(located.folder)
    var problems: [Problem] = []
    func add(_ message: String, isStale: Bool = false) {
      problems.append(
        Problem(
          path: "\(folder.path)/\(located.relativePath)", message: message,
          isStale: isStale || isElsewhere))
    }
    if !located.isSorted {
      add(
        "its keys or entries are not sorted; bench thresholds update writes it anew", isStale: true)
    }
    guard let suite = suites.first(where: { $0.name == file.suite }) else {
      add(UsageError.unknown("suite", file.suite, known: suites.map(\.name)).message)
      return problems
    }
    let cases = try suite.quickCases()
    let sameBenchmark = cases.filter { $0.benchmark == file.benchmark }
    if sameBenchmark.isEmpty {
      let known = Set(cases.map(\.benchmark)).sorted()
      add(UsageError.unknown("benchmark", file.benchmark, known: known).message)
      return problems
    }
    if located.name != file.fileName { add("its contents ask for the name \(file.fileName)") }
    let known = gatedNames(of: suite)
    for entry in file.entries {
      for (metric, threshold) in entry.metrics.sorted(by: { $0.key < $1.key }) {
        if let message = fault(of: metric, threshold, known: known) {
          add("'\(entry.name)': \(message)")
        }
      }
      if let message = staleness(of: entry, in: file, cases: sameBenchmark) {
        add(message, isStale: true)
      }
    }
    return problems
  }

  private static func fault(
    of metric: String, _ threshold: Threshold, known: [String]
  ) -> String? {
    guard known.contains(metric) else {
      if metric == MetricName.peakBetweenCheckpoints {
        return "'\(metric)' is approximate, so only a budget holds it; remove it"
      }
      return UsageError.unknown("metric", metric, known: known).message
    }
    guard case .percent(let percent) = threshold.tolerance, percent > 100 else { return nil }
    return "the metric '\(metric)' may be off by \(plain(percent))%, which holds nothing; "
      + "give at most 100"
  }

  /// The metrics that a file of the suite may name.
  static func gatedNames(of suite: Suite) -> [String] {
    [
      MetricName.mallocCount, MetricName.bytesAllocated, MetricName.peakLiveBytes,
      MetricName.liveBytes, MetricName.growthExponent, MetricName.instructions,
    ] + suite.metrics
  }

  private static func staleness(
    of entry: ThresholdEntry, in file: ThresholdFile, cases: [BenchmarkCase]
  ) -> String? {
    let gated = cases.filter(\.isGated)
    let identity = entry.identity(suite: file.suite, benchmark: file.benchmark)
    if gated.contains(where: { $0.identity.sortedByParameter == identity }) { return nil }
    let names = Set(gated.map(\.implementation)).sorted()
    if !names.contains(entry.implementation) {
      return UsageError.unknown("implementation", entry.implementation, known: names).message
    }
    return "'\(entry.name)' is stale: the quick profile has no such parameters; remove it"
  }
}

extension Suite {
  /// The cases that thresholds are about.
  ///
  /// - Throws: `EnvironmentError` with what the suite says.
  func quickCases() throws(EnvironmentError) -> [BenchmarkCase] {
    do { return try cases(SuiteOptions(profile: .quick)) } catch {
      throw EnvironmentError("\(error)")
    }
  }
}
