import BenchHarness
import ProcessSupport

extension Program {
  /// Holds this build against another one.
  static func compare(_ arguments: Arguments) throws -> ExitCode {
    throw EnvironmentError("not there yet")
  }
}
