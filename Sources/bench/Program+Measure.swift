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
      guard let folder = ThresholdFolder(path: path) else {
        writeToStandardError("bench: \(noThresholds(path))\n")
        return .missing
      }
      let problems = try folder.problems(suites: Suites.all).filter { !$0.isStale }
      if let first = problems.first { throw refusal(first, count: problems.count) }
      thresholds = folder
    }
    if arguments.has("--ci"), let thresholds, call.format == .text || call.output != nil {
      try writeToStandardOutput(thresholds.changesInHistory() + "\n")
    }
    var suites = try runSuites(selection, call.options, isQuiet: call.isQuiet)
    if let thresholds {
      suites = thresholds.check(
        suites, environment: environment.key, filter: call.filter, items: call.options.items)
      // A ratio is called regressed when fresh runs of its rows say so too.
      if let doubtful = selection.part(ofRegressed: suites) {
        let fresh = try runSuites(doubtful, call.options, isQuiet: call.isQuiet)
        suites = thresholds.confirm(suites, by: fresh)
      }
    }
    var report = Report(environment: environment, suites: suites)
    report.call = call.words(isCheck: isCheck)
    try output.write(report)
    return ExitCode(verdicts: suites.flatMap(\.verdicts), isStrict: call.isStrict)
  }

  /// Runs the cases with a scratch folder of their own, which is gone afterwards.
  static func runSuites(
    _ selection: Selection, _ options: SuiteOptions, isQuiet: Bool
  ) throws -> [SuiteReport] {
    let scratch = try ScratchFolder()
    var options = options
    options.scratchFolder = scratch.path
    let runner = try Runner(selection, options: options, progress: Progress(isQuiet: isQuiet))
    return try withExtendedLifetime(scratch) { try runner.run() }
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
  private let page: PageFile?

  /// - Throws: `FileError` when the file cannot be made; `EnvironmentError` when the path is that of a
  ///   folder, a device or a pipe.
  init(_ call: Call) throws {
    format = call.format
    isQuiet = call.isQuiet
    if let path = call.output, !isFreeOrFile(path) {
      throw EnvironmentError(
        "--output takes a file; '\(path)' is none; without it results go to standard output")
    }
    page = try PageFile(call)
    file = try call.output.map { path in try AtomicFile(path: path) }
  }

  /// - Parameter history: Earlier reports for the page, the oldest first.
  func write(_ report: Report, history: [NamedReport] = []) throws {
    try page?.write(report, history: history)
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
