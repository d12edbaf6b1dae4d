import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of thresholds files, read.
public struct ThresholdFolder {
  /// A fault of a file.
  public struct Problem: Equatable, Sendable {
    /// The file's path.
    public var path: String
    /// What is wrong, with the nearest valid name where a name is unknown.
    public var message: String
    /// Whether it is only out of date: an entry for what is no longer measured, a goal without a gate.
    public var isStale = false
    /// Whether the file could not be read, so that writing it anew would lose something.
    public var isUnreadable = false

    /// One line.
    public var line: String { "\(path): \(message)" }
  }

  /// The folder's path.
  public let path: String
  /// The files that could be read, by name.
  private(set) var files: [String: ThresholdFile] = [:]
  private var unreadable: [Problem] = []

  /// Reads all `.json` files of a folder; what cannot be read is among the problems.
  ///
  /// - Returns: nil when there is no such folder.
  public init?(path: String) {
    self.path = path
    guard let names = namesInFolder(path) else { return nil }
    for name in names where name.hasSuffix(".json") {
      do {
        files[name] = try ThresholdFile(try readFile("\(path)/\(name)"))
      } catch {
        unreadable.append(Problem(path: "\(path)/\(name)", message: "\(error)", isUnreadable: true))
      }
    }
  }

  /// What is wrong with the files.
  ///
  /// - Parameter suites: All suites; entries are held against the cases of their quick profile.
  /// - Throws: `EnvironmentError` when a suite cannot make its cases.
  public func problems(suites: [Suite]) throws -> [Problem] {
    var problems = unreadable
    for suite in suites { problems += try ratioProblems(of: suite) }
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      func add(_ message: String, isStale: Bool = false) {
        problems.append(Problem(path: "\(path)/\(name)", message: message, isStale: isStale))
      }
      guard let suite = suites.first(where: { $0.name == file.suite }) else {
        add(UsageError.unknown("suite", file.suite, known: suites.map(\.name)).message)
        continue
      }
      let cases: [BenchmarkCase]
      do { cases = try suite.cases(SuiteOptions(profile: .quick)) } catch {
        throw EnvironmentError("\(error)")
      }
      let sameBenchmark = cases.filter { $0.benchmark == file.benchmark }
      if sameBenchmark.isEmpty {
        let known = Set(cases.map(\.benchmark)).sorted()
        add(UsageError.unknown("benchmark", file.benchmark, known: known).message)
        continue
      }
      if name != file.fileName { add("its contents ask for the name \(file.fileName)") }
      let known = Self.gatedNames(of: suite)
      for entry in file.entries {
        for metric in entry.metrics.keys.sorted() where !known.contains(metric) {
          let message = UsageError.unknown("metric", metric, known: known).message
          add("'\(entry.name)': \(message)")
        }
        if let message = Self.staleness(of: entry, in: file, cases: sameBenchmark) {
          add(message, isStale: true)
        }
      }
    }
    return problems.sorted { ($0.path, $0.message) < ($1.path, $1.message) }
  }

  /// The metrics that a file of the suite may name.
  static func gatedNames(of suite: Suite) -> [String] {
    [
      MetricName.mallocCount, MetricName.bytesAllocated, MetricName.peakLiveBytes,
      MetricName.instructions,
      MetricName.liveBytes, MetricName.growthExponent,
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
