import BenchHarness
import ProcessSupport

extension Program {
  /// Prints a shell's completion script.
  static func completions(_ arguments: Arguments) throws -> ExitCode {
    let name = arguments.positionals[0]
    guard let shell = Shell(rawValue: name) else {
      throw UsageError.unknown("shell", name, known: Shell.allCases.map(\.rawValue))
    }
    try writeToStandardOutput(shell.script(program: "bench", commands: Commands.all))
    return .success
  }
}
