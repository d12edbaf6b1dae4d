import BenchHarness
import ProcessSupport

extension Program {
  /// Prints a completion script.
  static func completions(_ arguments: Arguments) throws -> ExitCode {
    throw EnvironmentError("not there yet")
  }
}
