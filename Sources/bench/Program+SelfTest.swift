import BenchHarness
import ProcessSupport

extension Program {
  /// Measures how often the gate of `compare` errs here.
  static func selfTest(_ arguments: Arguments) throws -> ExitCode {
    let trials = try arguments.integer("--trials", in: 1...10_000) ?? 30
    let busy = try arguments.integer("--busy", in: 0...256) ?? 0
    let format = try arguments.choice("--format", of: ["text", "json"]) ?? "text"
    let progress = Progress(isQuiet: arguments.has("--quiet"))
    let rates = try GateSelfTest(trials: trials, busy: busy, progress: progress).run()
    try writeToStandardOutput(format == "json" ? rates.json : rates.text)
    return rates.holds ? .success : .regression
  }
}
