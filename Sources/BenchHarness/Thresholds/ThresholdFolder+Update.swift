import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What became of one threshold.
public struct ThresholdChange: Equatable, Sendable {
  /// The benchmark as `SUITE/benchmark`.
  public var benchmark: String
  /// The implementation and its parameters.
  public var entry: String
  /// The metric.
  public var metric: String
  /// What it was and what it is, in words; nil for nothing.
  var old: String?
  var new: String?

  /// A table of changes with a line per threshold.
  public static func table(_ changes: [ThresholdChange]) -> String {
    var table = Table([
      .init("benchmark"), .init("implementation"), .init("metric"), .init("old", isNumber: true),
      .init("new", isNumber: true),
    ])
    for change in changes {
      table.add([
        change.benchmark, change.entry, change.metric, change.old ?? "none", change.new ?? "none",
      ])
    }
    return table.text
  }

  /// The thresholds that differ between two states of a file.
  static func between(_ old: ThresholdFile?, _ new: ThresholdFile?) -> [ThresholdChange] {
    let all = [old, new].compactMap { $0 }
    guard let file = all.first else { return [] }
    let entries = all.flatMap(\.entries)
    let names = entries.map(\.name).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let benchmark = "\(file.suite)/\(file.benchmark)"
    return ratioChanges(old, new, benchmark)
      + names.flatMap { name -> [ThresholdChange] in
        let before = old?.entries.first { $0.name == name }?.metrics ?? [:]
        let after = new?.entries.first { $0.name == name }?.metrics ?? [:]
        return Set(before.keys).union(after.keys).sorted().compactMap { metric in
          guard before[metric] != after[metric] else { return nil }
          return ThresholdChange(
            benchmark: benchmark, entry: name, metric: metric, old: before[metric]?.words,
            new: after[metric]?.words)
        }
      }
  }

  private static func ratioChanges(
    _ old: ThresholdFile?, _ new: ThresholdFile?, _ benchmark: String
  ) -> [ThresholdChange] {
    let rows = Set([old, new].compactMap { $0 }.flatMap(\.ratios).map(\.rows))
    return rows.sorted { $0.name < $1.name }.compactMap { rows in
      let before = old?.ratios.first { $0.rows == rows }
      let after = new?.ratios.first { $0.rows == rows }
      guard before != after else { return nil }
      return ThresholdChange(
        benchmark: benchmark, entry: rows.name, metric: MetricName.ratioToPeer, old: before?.words,
        new: after?.words)
    }
  }
}

extension ThresholdFolder {
  /// Exponents of counts are exact for one set of data, yet a changed count should not fail twice.
  private static let exponentTolerance = Threshold.Tolerance.within(0.05)

  /// MEASURED: an unrelated function in the same file moves the count by 0.015%, another link order by less
  /// than 0.1%; 1% more work shows as 0.9%.
  private static let instructionTolerance = Threshold.Tolerance.percent(0.5)

  /// Writes the figures of results as thresholds, each file in one step.
  ///
  /// A benchmark's file is replaced whole, so all of its cases must be among the results. A
  /// threshold keeps the tolerance that it had. The gates of ratios stay as they are, and a goal that has
  /// none gets one.
  ///
  /// - Parameters:
  ///   - suites: What was measured, all of it passing but for the thresholds.
  ///   - environment: Where.
  ///   - why: The reason, kept in each file that changes.
  /// - Returns: The thresholds that changed.
  /// - Throws: `FileError`; files not yet written are then as they were.
  public func update(
    from suites: [SuiteReport], environment: EnvironmentKey, why: String
  ) throws(FileError) -> [ThresholdChange] {
    var changes: [ThresholdChange] = []
    for suite in suites {
      let gated = suite.results.filter(\.isGated)
      for benchmark in Set(gated.map(\.identity.benchmark)).sorted() {
        let results = gated.filter { $0.identity.benchmark == benchmark }
        let name = ThresholdFile.fileName(suite: suite.name, benchmark: benchmark)
        let old = files[name]
        let new = ThresholdFile(
          suite: suite.name, benchmark: benchmark, why: why, environment: environment,
          library: suite.library, entries: results.map { entry(of: $0, old: old) },
          ratios: Self.gates(of: old, benchmark: benchmark, goals: suite.goals))
        let changed = ThresholdChange.between(old, new)
        if changed.isEmpty, let old, old.environment == environment, old.library == new.library,
          old.fixtures == new.fixtures
        {
          continue
        }
        changes += changed
        let file = try AtomicFile(path: "\(path)/\(name)")
        try file.write(new.text)
        try file.commit()
      }
    }
    return changes
  }

  private func entry(of result: BenchmarkResult, old: ThresholdFile?) -> ThresholdEntry {
    let identity = result.identity.sortedByParameter
    var entry = ThresholdEntry(
      implementation: identity.implementation, parameters: identity.parameters,
      fixture: result.fixture, metrics: [:])
    let known = old?.entries.first { $0.name == entry.name }?.metrics ?? [:]
    for metric in result.metrics where metric.isGateable {
      guard let value = metric.value else { continue }
      let isExponent = metric.unit == .exponent
      let usual: Threshold.Tolerance =
        isExponent
        ? Self.exponentTolerance
        : metric.name == MetricName.instructions ? Self.instructionTolerance : .none
      entry.metrics[metric.name] = Threshold(
        value: isExponent ? (value * 1_000).rounded() / 1_000 : value,
        tolerance: known[metric.name]?.tolerance ?? usual)
    }
    // An update that counts no instructions keeps the thresholds of them.
    if result[MetricName.instructions]?.value == nil {
      entry.metrics[MetricName.instructions] = known[MetricName.instructions]
    }
    return entry
  }
}

extension ThresholdFile {
  /// The data of each entry.
  fileprivate var fixtures: [String: String] {
    Dictionary(entries.map { ($0.name, $0.fixture) }) { first, _ in first }
  }
}
