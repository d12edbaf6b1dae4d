import BenchHarness
import ProcessSupport

extension Program {
  /// Runs benchmarks, holds them against thresholds where that is asked for, prints them.
  static func measure(_ arguments: Arguments, isCheck: Bool) throws -> ExitCode {
    let call = try Call(arguments, defaultProfile: isCheck ? .quick : .standard)
    let selection = try Selection(from: Suites.all, filter: call.filter, options: call.options)
    let environment = try MeasuringEnvironment(package: packageFolder())
    let output = try Output(call)
    var thresholds: ThresholdFolder?
    if isCheck || call.thresholds != nil {
      let path = Call.thresholdsFolder(call.thresholds)
      guard var folder = ThresholdFolder(path: path, environment: environment.key) else {
        writeToStandardError("bench: \(noThresholds(path))\n")
        return .missing
      }
      let problems = try folder.problems(suites: Suites.all).filter { !$0.isStale }
      if let first = problems.first { throw refusal(first, count: problems.count) }
      try folder.resolve(Suites.all)
      thresholds = folder
    }
    if arguments.has("--ci"), let thresholds, call.format == .text || call.output != nil {
      try writeToStandardOutput(thresholds.changesInHistory() + "\n")
    }
    let measured = try runSuitesWithNoise(selection, call.options, isQuiet: call.isQuiet)
    var suites = measured.suites
    if let thresholds {
      suites = thresholds.check(
        suites, environment: environment.key, filter: call.filter, items: call.options.items)
      // A ratio is called regressed when fresh runs of its rows say so too.
      if let doubtful = selection.part(ofRegressed: suites) {
        let fresh = try runSuites(doubtful, call.options, isQuiet: call.isQuiet)
        suites = thresholds.confirm(suites, by: fresh)
      }
    }
    let report = Report(environment: environment, suites: suites, noise: measured.noise)
    try output.write(report)
    return ExitCode(verdicts: suites.flatMap(\.verdicts), isStrict: call.isStrict)
  }

  /// Runs the cases with a scratch folder of their own, which is gone afterwards.
  static func runSuites(
    _ selection: Selection, _ options: SuiteOptions, isQuiet: Bool,
    reference: ReferenceWorkload? = nil
  ) throws -> [SuiteReport] {
    try runSuitesWithNoise(selection, options, isQuiet: isQuiet, reference: reference).suites
  }

  /// The same, with what else the machine did meanwhile.
  static func runSuitesWithNoise(
    _ selection: Selection, _ options: SuiteOptions, isQuiet: Bool,
    reference: ReferenceWorkload? = nil
  ) throws -> (suites: [SuiteReport], noise: Noise) {
    let scratch = try ScratchFolder()
    var options = options
    options.scratchFolder = scratch.path
    let runner = try Runner(selection, options: options, progress: Progress(isQuiet: isQuiet))
    runner.reference = reference
    return try withExtendedLifetime(scratch) { (try runner.run(), runner.noise) }
  }

  static func noThresholds(_ path: String) -> String {
    "there is no folder of thresholds '\(path)'; make it by bench thresholds update --why TEXT"
  }

  static func refusal(_ problem: ThresholdFolder.Problem, count: Int) -> EnvironmentError {
    let more = count > 1 ? " (and \(count - 1) more: bench thresholds lint)" : ""
    return EnvironmentError("\(problem.line)\(more)")
  }
}

/// Where results go: standard output, or a file that is opened before anything runs.
struct Output {
  private let format: ReportFormat
  private let isQuiet: Bool
  private let file: AtomicFile?

  /// - Throws: `FileError` when the file cannot be made; `EnvironmentError` when the path is that of a
  ///   folder, a device or a pipe.
  init(_ call: Call) throws {
    format = call.format
    isQuiet = call.isQuiet
    if let path = call.output, !isFreeOrFile(path) {
      throw EnvironmentError(
        "--output takes a file; '\(path)' is none; without it results go to standard output")
    }
    file = try call.output.map { path in try AtomicFile(path: path) }
  }

  func write(_ report: Report) throws {
    let text = report.text(as: format)
    guard let file else {
      try writeToStandardOutput(text)
      if format != .text { remark(report) }
      return
    }
    try file.write(text)
    try file.commit()
    remark(report)
  }

  /// Says on standard error what the exit code is for, where the table does not.
  private func remark(_ report: Report) {
    if isQuiet { return }
    for problem in report.problems { writeToStandardError("bench: \(problem)\n") }
  }
}
