import BenchHarness
import ProcessSupport

extension Program {
  /// Tests the gate.
  static func selfTest(_ arguments: Arguments) throws -> ExitCode {
    throw EnvironmentError("not there yet")
  }
}
