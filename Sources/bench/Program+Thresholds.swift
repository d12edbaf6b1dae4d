import BenchHarness
import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Program {
  static func showThresholds(_ arguments: Arguments) throws -> ExitCode {
    let filter = try Call.filter(arguments)
    let path = Call.thresholdsFolder(arguments.value("--thresholds"))
    guard var folder = try thresholds(path) else { return reportMissing(path) }
    for suite in filter.suites where !Suites.all.contains(where: { $0.name == suite }) {
      throw UsageError.unknown("suite", suite, known: Suites.all.map(\.name))
    }
    let problems = try folder.problems(suites: Suites.all).filter { !$0.isStale }
    if let first = problems.first { throw refusal(first, count: problems.count) }
    try folder.resolve(Suites.all)
    try writeToStandardOutput(folder.table(filter: filter))
    return .success
  }

  static func lintThresholds(_ arguments: Arguments) throws -> ExitCode {
    let path = Call.thresholdsFolder(arguments.value("--thresholds"))
    guard var folder = try thresholds(path) else { return reportMissing(path) }
    try folder.resolve(Suites.all)
    let problems = try folder.problems(suites: Suites.all)
    guard let first = problems.first else {
      let lines = folder.exceptions + folder.remarks(unmeasurable: unmeasurable)
      try writeToStandardOutput(
        lines.map { "\($0)\n" }.joined() + "\(path): every file is in order\n")
      return .success
    }
    try writeToStandardOutput(problems.map { "\($0.line)\n" }.joined())
    throw EnvironmentError(
      problems.count == 1 ? first.line : "\(path) has \(problems.count) faults, listed above")
  }

  static func updateThresholds(_ arguments: Arguments) throws -> ExitCode {
    guard let why = arguments.value("--why"), !why.allSatisfy(\.isWhitespace) else {
      throw UsageError("--why is missing; say in a few words what changed the figures")
    }
    let isMarkdown = try arguments.choice("--format", of: ["text", "markdown"]) == "markdown"
    let filter = try Call.filter(arguments)
    var options = SuiteOptions(profile: .quick)
    options.countsInstructions = arguments.has("--instructions")
    let selection = try Selection(from: Suites.all, filter: filter, options: options)
    let environment = try MeasuringEnvironment(package: packageFolder())
    let path = Call.thresholdsFolder(arguments.value("--thresholds"))
    let isNew = !isFolder(path)
    if isNew {
      // Made first: that it cannot be made is better known before the run than after it.
      guard mkdir(path, 0o755) == 0 else {
        throw FileError(path: path, action: "make", code: errno)
      }
      _ = Interrupts.add { rmdir(path) }
    }
    // A folder that got no file is as needless as before.
    defer { if isNew { rmdir(path) } }
    guard let folder = try thresholds(path) else { return reportMissing(path) }
    let unreadable = try folder.problems(suites: Suites.all).filter {
      $0.isUnreadable && !$0.isStale
    }
    if let first = unreadable.first { throw refusal(first, count: unreadable.count) }

    let suites = try runSuites(
      selection, options, isQuiet: arguments.has("--quiet"),
      countingAlso: folder.casesWithInstructions)
    let report = Report(environment: environment, suites: suites)
    let code = ExitCode(verdicts: report.results.map(\.verdict), isStrict: false)
    guard code == .success else {
      writeToStandardError("bench: no threshold was written, for not all is well:\n")
      for problem in report.problems { writeToStandardError("bench: \(problem)\n") }
      return code
    }
    let changes = try folder.update(
      from: suites, environment: environment.key, why: why, key: arguments.has("--key"))
    try writeToStandardOutput(
      changes.isEmpty
        ? "no threshold changed\n"
        : isMarkdown
          ? ThresholdChange.markdown(changes, why: why) : ThresholdChange.table(changes))
    try warnOfConflicts(path, isQuiet: arguments.has("--quiet"))
    return .success
  }

  /// The folder as it counts in this environment; nil when there is none.
  private static func thresholds(_ path: String) throws -> ThresholdFolder? {
    ThresholdFolder(
      path: path, environment: try MeasuringEnvironment(package: packageFolder()).key)
  }

  /// Says at once what an update leaves for the next check to refuse.
  private static func warnOfConflicts(_ path: String, isQuiet: Bool) throws {
    guard !isQuiet, let folder = try thresholds(path) else { return }
    for problem in try folder.problems(suites: Suites.all) where !problem.isStale {
      writeToStandardError("bench: \(problem.line)\n")
    }
  }

  /// The metrics that this machine cannot measure, and why.
  private static var unmeasurable: [String: String] {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    let isThere = path.split(separator: ":").contains { access("\($0)/valgrind", X_OK) == 0 }
    return isThere ? [:] : [MetricName.instructions: "valgrind is not on PATH"]
  }

  private static func reportMissing(_ path: String) -> ExitCode {
    writeToStandardError("bench: \(noThresholds(path))\n")
    return .missing
  }
}
