import BenchHarness
import ProcessSupport

extension Program {
  /// Shows where a benchmark spends itself.
  static func profile(_ arguments: Arguments) throws -> ExitCode {
    throw EnvironmentError("not there yet")
  }
}
