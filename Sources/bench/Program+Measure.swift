import BenchHarness
import ProcessSupport

extension Program {
  /// Runs benchmarks, holds them against thresholds where that is asked for, prints them.
  static func measure(_ arguments: Arguments, isCheck: Bool) throws -> ExitCode {
    let call = try Call(arguments, defaultProfile: isCheck ? .quick : .standard)
    let integration = try ContinuousIntegration(arguments, call)
    do {
      return try measure(arguments, call, isCheck: isCheck, integration)
    } catch let error as WrittenError {
      throw error.reason
    } catch {
      integration?.write(failure: error)
      throw error
    }
  }

  private static func measure(
    _ arguments: Arguments, _ call: Call, isCheck: Bool, _ integration: ContinuousIntegration?
  ) throws -> ExitCode {
    let selection = try Selection(from: Suites.all, filter: call.filter, options: call.options)
    let environment = try MeasuringEnvironment(package: packageFolder())
    let output = try Output(call)
    var thresholds: ThresholdFolder?
    if isCheck || call.thresholds != nil {
      let path = Call.thresholdsFolder(call.thresholds)
      guard var folder = ThresholdFolder(path: path, environment: environment.key) else {
        writeToStandardError("bench: \(noThresholds(path))\n")
        integration?.write(failure: noThresholds(path))
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
    let measured = try runSuitesWithNoise(
      selection, call.options, isQuiet: call.isQuiet,
      countingAlso: thresholds?.casesWithInstructions ?? [])
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
    var report = Report(environment: environment, suites: suites, noise: measured.noise)
    report.call = call.words(
      of: isCheck ? ["check"] : [], usual: isCheck ? .quick : .standard)
    let history = call.html == nil ? [] : baselines(arguments).reports(limit: 30)
    let unwritten = output.failure(writing: report, history: history)
    let isWhole = integration?.write(report) ?? true
    if let unwritten { throw WrittenError(reason: unwritten) }
    let code = ExitCode(verdicts: suites.flatMap(\.verdicts), isStrict: call.isStrict)
    return isWhole ? code : .environment
  }

  /// Runs the cases with a scratch folder of their own, which is gone afterwards.
  static func runSuites(
    _ selection: Selection, _ options: SuiteOptions, isQuiet: Bool,
    reference: ReferenceWorkload? = nil, countingAlso held: Set<CaseIdentity> = []
  ) throws -> [SuiteReport] {
    try runSuitesWithNoise(
      selection, options, isQuiet: isQuiet, reference: reference, countingAlso: held
    ).suites
  }

  /// The same, with what else the machine did meanwhile.
  static func runSuitesWithNoise(
    _ selection: Selection, _ options: SuiteOptions, isQuiet: Bool,
    reference: ReferenceWorkload? = nil, countingAlso held: Set<CaseIdentity> = []
  ) throws -> (suites: [SuiteReport], noise: Noise) {
    let scratch = try ScratchFolder()
    var options = options
    options.scratchFolder = scratch.path
    let runner = try Runner(
      selection, options: options, progress: Progress(isQuiet: isQuiet), countingAlso: held)
    runner.reference = reference
    let suites = try withExtendedLifetime(scratch) { try runner.run() }
    return (suites.map { $0.placed(below: sourceFolder) }, runner.noise)
  }

  static func noThresholds(_ path: String) -> String {
    "there is no folder of thresholds '\(path)'; make it by bench thresholds update --why TEXT"
  }

  static func refusal(_ problem: ThresholdFolder.Problem, count: Int) -> EnvironmentError {
    let more = count > 1 ? " (and \(count - 1) more: bench thresholds lint)" : ""
    return EnvironmentError("\(problem.line)\(more)")
  }
}

/// What went wrong when the results were written, which a CI system has by then.
private struct WrittenError: Error {
  var reason: any Error
}

/// Where results go: standard output, or files that are opened before anything runs.
struct Output {
  private let format: ReportFormat
  private let isQuiet: Bool
  private let isStrict: Bool
  private let isPrinted: Bool
  private let files: [OutputFile]
  private let page: PageFile?

  /// - Throws: `FileError` when a file cannot be made; `EnvironmentError` when a path is that of a
  ///   folder, a device or a pipe.
  init(_ call: Call) throws {
    format = call.format
    isQuiet = call.isQuiet
    isStrict = call.isStrict
    isPrinted = call.output == nil
    let main = try call.output.map { [try OutputFile(call.format, path: $0, option: "--output")] }
    page = try PageFile(call)
    files =
      try (main ?? [])
      + call.also.map { try OutputFile($0.format, path: $0.path, option: "--also") }
  }

  /// Writes all, whatever becomes of one of them.
  ///
  /// - Parameter history: Earlier reports for the page, the oldest first.
  /// - Throws: The first error.
  func write(_ report: Report, history: [NamedReport] = []) throws {
    if let failure = failure(writing: report, history: history) { throw failure }
  }

  /// Writes all, whatever becomes of one of them; returns the first error.
  func failure(writing report: Report, history: [NamedReport] = []) -> (any Error)? {
    var failure: (any Error)?
    func attempt(_ write: () throws -> String?) {
      do {
        if let text = try write(), !isQuiet { writeToStandardError("bench: \(text)\n") }
      } catch { failure = failure ?? error }
    }
    if isPrinted {
      attempt {
        let isColoured = format == .text && TextColours.areWanted()
        try writeToStandardOutput(
          isColoured
            ? report.text(isColoured: true) : report.text(as: format, isStrict: isStrict))
        return nil
      }
    }
    attempt {
      try page?.write(report, history: history)
      return nil
    }
    for file in files { attempt { try file.write(report, isStrict: isStrict) } }
    // The table has it.
    if !isPrinted || format != .text { remark(report) }
    return failure
  }

  /// Says on standard error what the exit code is for, where the table does not.
  private func remark(_ report: Report) {
    if isQuiet { return }
    for problem in report.problems { writeToStandardError("bench: \(problem)\n") }
  }
}
