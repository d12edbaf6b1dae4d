import BenchHarness
import ProcessSupport

extension Program {
  /// Holds this build against another one.
  static func compare(_ arguments: Arguments) throws -> ExitCode {
    let call = try Call(arguments, defaultProfile: .quick)
    let (binary, commit) = (arguments.value("--base"), arguments.value("--base-commit"))
    guard (binary == nil) != (commit == nil) else {
      throw UsageError(
        binary == nil
          ? "say what to compare with: --base BINARY or --base-commit REV"
          : "--base and --base-commit exclude each other; give one of them")
    }
    let selection = try Selection(from: Suites.all, filter: call.filter, options: call.options)
    let environment = try MeasuringEnvironment(package: packageFolder())
    let output = try Output(call)
    let progress = Progress(isQuiet: call.isQuiet)
    let base =
      try binary
      ?? BaseBuild(revision: commit ?? "", package: packageFolder(), swift: environment.swift)
      .executable(progress: progress)
    let comparison = try Comparison(
      base: base, selection, options: call.options, environment: environment, progress: progress)
    var report = try comparison.run()
    report.suites = report.suites.map { $0.placed(below: sourceFolder) }
    report.call = call.words(
      of: ["compare"] + (binary.map { ["--base", $0] } ?? ["--base-commit", commit ?? ""]),
      usual: .quick)
    try output.write(report)
    return ExitCode(verdicts: report.suites.flatMap(\.verdicts), isStrict: call.isStrict)
  }
}
