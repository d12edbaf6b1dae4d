import BenchHarness
import ProcessSupport

extension Program {
  /// Says what results mean.
  static func explain(_ arguments: Arguments) throws -> ExitCode {
    throw EnvironmentError("not there yet")
  }
}
