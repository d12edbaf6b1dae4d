import BenchHarness
import ProcessSupport

extension Program {
  /// Runs and keeps.
  static func saveBaseline(_ arguments: Arguments) throws -> ExitCode {
    let name = arguments.positionals[0]
    let call = try Call(arguments, defaultProfile: .standard)
    let selection = try Selection(from: Suites.all, filter: call.filter, options: call.options)
    let environment = try MeasuringEnvironment(package: packageFolder())
    let output = try Output(call)
    let folder = baselines(arguments)
    let saving = try BaselineSaving(name, in: folder, replaces: arguments.has("--force"))
    let suites = try runSuites(
      selection, call.options, isQuiet: call.isQuiet, reference: ReferenceWorkload())
    var report = Report(environment: environment, suites: suites)
    report.call = call.words(of: [], usual: .standard)
    let code = ExitCode(verdicts: suites.flatMap(\.verdicts), isStrict: call.isStrict)
    if code == .failed {
      try output.write(report)
      writeToStandardError("bench: no baseline was saved, for a benchmark failed\n")
      return code
    }
    let request = Baseline.Request(filter: call.filter, options: call.options)
    try saving.commit(
      Baseline(name: name, date: currentDate(), request: request, report: report))
    try output.write(report)
    if !call.isQuiet { writeToStandardError("bench: saved as \(folder.file(of: name))\n") }
    return code
  }

  /// Lists, and says in a line each which files are none.
  static func listBaselines(_ arguments: Arguments) throws -> ExitCode {
    let folder = baselines(arguments)
    var found: [Baseline] = []
    for name in try folder.names() {
      do {
        guard var baseline = try folder.baseline(name) else { continue }
        // Its file may have been renamed.
        baseline.name = name
        found.append(baseline)
      } catch {
        let line = "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
        writeToStandardError("bench: \(line)\n")
      }
    }
    try writeToStandardOutput(
      found.isEmpty
        ? "no baselines in \(folder.path); bench baseline save NAME makes one\n"
        : Baseline.table(found))
    return .success
  }

  /// Prints one as a report.
  static func showBaseline(_ arguments: Arguments) throws -> ExitCode {
    let name = arguments.positionals[0]
    let folder = baselines(arguments)
    let format = try Call.format(arguments)
    guard var baseline = try folder.baseline(name) else { return reportAbsence(name, folder) }
    for index in baseline.report.suites.indices {
      let suite = Suites.all.first { $0.name == baseline.report.suites[index].name }
      baseline.report.suites[index].question = suite?.question ?? "a suite that is no more"
    }
    let heading = "baseline '\(name)' of \(baseline.date)\n"
    try writeToStandardOutput(
      (format == .text ? heading : "") + baseline.report.text(as: format))
    return .success
  }

  /// Runs what the baseline has, or what is asked for, and holds it against the baseline.
  static func compareBaseline(_ arguments: Arguments) throws -> ExitCode {
    let name = arguments.positionals[0]
    let folder = baselines(arguments)
    var call = try Call(arguments, defaultProfile: .standard)
    guard let baseline = try folder.baseline(name) else { return reportAbsence(name, folder) }
    call.complete(with: baseline.request, arguments)
    let selection = try Selection(from: Suites.all, filter: call.filter, options: call.options)
    let environment = try MeasuringEnvironment(package: packageFolder())
    let output = try Output(call)
    let suites = try runSuites(
      selection, call.options, isQuiet: call.isQuiet, reference: ReferenceWorkload())
    var report = baseline.compare(
      Report(environment: environment, suites: suites),
      request: Baseline.Request(filter: call.filter, options: call.options))
    report.call = call.words(of: ["baseline", "compare", name], usual: .standard)
    try output.write(report)
    return ExitCode(verdicts: report.suites.flatMap(\.verdicts), isStrict: call.isStrict)
  }

  /// Deletes one.
  static func deleteBaseline(_ arguments: Arguments) throws -> ExitCode {
    let name = arguments.positionals[0]
    let folder = baselines(arguments)
    return try folder.delete(name) ? .success : reportAbsence(name, folder)
  }

  /// The folder given, that of the package, that of the current folder.
  static func baselines(_ arguments: Arguments) -> BaselineFolder {
    let usual = BaselineFolder.usualName
    let path = arguments.value("--baselines") ?? packageFolder().map { "\($0)/\(usual)" } ?? usual
    return BaselineFolder(path: path)
  }

  private static func reportAbsence(_ name: String, _ folder: BaselineFolder) -> ExitCode {
    writeToStandardError("bench: \(folder.absence(of: name))\n")
    return .missing
  }
}

extension Call {
  /// Takes from a baseline's request what the words do not say.
  fileprivate mutating func complete(with request: Baseline.Request, _ arguments: Arguments) {
    if !arguments.has("--suite"), !arguments.has("--filter") { filter = request.filter }
    let kept = request.options
    if !arguments.has("--profile") { options.profile = kept.profile }
    if !arguments.has("--budget") { options.budgetBytes = kept.budgetBytes }
    if !arguments.has("--peers") { options.includesPeers = kept.includesPeers }
    // Data that were given exclude size and seed, and the other way round.
    if arguments.has("--data") || arguments.has("--items") || arguments.has("--seed") {
      if !arguments.has("--data"), !arguments.has("--seed") { options.seed = kept.seed }
      return
    }
    options.items = kept.items
    options.seed = kept.seed
    options.dataFolder = kept.dataFolder
  }
}
