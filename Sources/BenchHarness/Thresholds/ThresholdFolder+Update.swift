import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension ThresholdFolder {
  /// Exponents of counts are exact for one set of data, yet a changed count should not fail twice.
  static let exponentTolerance = Threshold.Tolerance.within(0.05)
  /// MEASURED: an unrelated function in the same file moves the count by 0.015%, another link order by less
  /// than 0.1%; 1% more work shows as 0.9%.
  static let instructionTolerance = Threshold.Tolerance.percent(0.5)

  /// The tolerance of a metric that has none yet.
  static func tolerance(of metric: Metric) -> Threshold.Tolerance {
    if metric.unit == .exponent { return exponentTolerance }
    return metric.name == MetricName.instructions ? instructionTolerance : .none
  }

  /// Writes the figures of results as thresholds, each file in one step.
  ///
  /// A benchmark's file is replaced whole, so all of its cases must be among the results. A
  /// threshold keeps the tolerance that it had, and its figure too where the metric cannot be measured here.
  /// The gates of ratios stay as they are, and a goal that has none gets one.
  ///
  /// A file is written where it was found, a new one into the plain folder.
  ///
  /// - Parameters:
  ///   - suites: What was measured, all of it passing but for the thresholds.
  ///   - environment: Where.
  ///   - why: The reason, kept in each file that changes.
  ///   - key: Whether to write into the folder for this platform and toolchain alone, wherever a file was
  ///     found.
  /// - Returns: The thresholds that changed.
  /// - Throws: `FileError`; files not yet written are then as they were. `EnvironmentError` where two
  ///   benchmarks would share a file.
  public func update(
    from suites: [SuiteReport], environment: EnvironmentKey, why: String, key: Bool = false
  ) throws -> [ThresholdChange] {
    var changes: [ThresholdChange] = []
    for suite in suites {
      if let line = Self.sharedName(in: suite.name, suite.results.map(\.identity.benchmark)) {
        throw EnvironmentError(line)
      }
    }
    if key { try Self.makeFolder("\(path)/\(environment.folder)") }
    // A folder that got no file is as needless as before.
    defer { if key { unsafe rmdir("\(path)/\(environment.folder)") } }
    for suite in suites {
      let gated = suite.results.filter(\.isGated)
      for benchmark in Set(gated.map(\.identity.benchmark)).sorted() {
        let results = gated.filter { $0.identity.benchmark == benchmark }
        let name = ThresholdFile.fileName(suite: suite.name, benchmark: benchmark)
        let folder = key ? environment.folder : located(name)?.folder ?? ""
        let old = files[name]
        let new = ThresholdFile(
          suite: suite.name, benchmark: benchmark, why: why, environment: environment,
          library: suite.library, entries: results.map { entry(of: $0, old: old, in: environment) },
          ratios: Self.gates(of: old, benchmark: benchmark, goals: suite.goals))
        let changed = ThresholdChange.between(old, new)
        let isSame = changed.isEmpty && old.map { $0.describesSame(as: new) } == true
        if isSame, located(name)?.folder == folder, located(name)?.isSorted == true { continue }
        changes += changed
        let place = folder.isEmpty ? path : "\(path)/\(folder)"
        let file = try AtomicFile(path: "\(place)/\(name)")
        try file.write(new.text)
        try file.commit()
      }
    }
    return changes
  }

  /// Says which benchmarks of a suite would share a file.
  static func sharedName(in suite: String, _ benchmarks: [String]) -> String? {
    let names = benchmarks.uniqued.grouped { ThresholdFile.fileName(suite: suite, benchmark: $0) }
    return names.first { $0.elements.count > 1 }.map {
      "the benchmarks '\($0.elements.joined(separator: "', '"))' of \(suite) would share the file "
        + "\($0.key); rename one of them"
    }
  }

  private static func makeFolder(_ path: String) throws(FileError) {
    if unsafe mkdir(path, 0o755) != 0, errno != EEXIST {
      throw FileError(path: path, action: "make", code: errno)
    }
  }

  private func entry(
    of result: BenchmarkResult, old: ThresholdFile?, in environment: EnvironmentKey
  ) -> ThresholdEntry {
    let identity = result.identity.sortedByParameter
    var entry = ThresholdEntry(
      implementation: identity.implementation, parameters: identity.parameters,
      fixture: result.fixture, metrics: [:])
    let known = old?.entries.first { $0.name == entry.name }?.metrics ?? [:]
    for metric in result.metrics where metric.isGateable {
      guard let value = metric.value else { continue }
      entry.metrics[metric.name] = Threshold(
        value: metric.unit == .exponent ? (value * 1_000).rounded() / 1_000 : value,
        tolerance: known[metric.name]?.tolerance ?? Self.tolerance(of: metric))
    }
    // An update that counts no instructions keeps the thresholds of them.
    if result[MetricName.instructions]?.value == nil {
      entry.metrics[MetricName.instructions] = known[MetricName.instructions]
    }
    return entry
  }
}

extension ThresholdFile {
  /// Whether it holds for the same environment, library and data.
  fileprivate func describesSame(as other: ThresholdFile) -> Bool {
    environment == other.environment && library == other.library && fixtures == other.fixtures
  }

  /// The data of each entry.
  private var fixtures: [String: String] {
    Dictionary(entries.map { ($0.name, $0.fixture) }) { first, _ in first }
  }
}
