import BenchHarness
import ProcessSupport

extension Program {
  /// Runs and keeps.
  static func saveBaseline(_ arguments: Arguments) throws -> ExitCode {
    throw EnvironmentError("not there yet")
  }

  /// Lists.
  static func listBaselines(_ arguments: Arguments) throws -> ExitCode {
    throw EnvironmentError("not there yet")
  }

  /// Prints one.
  static func showBaseline(_ arguments: Arguments) throws -> ExitCode {
    throw EnvironmentError("not there yet")
  }

  /// Runs and compares.
  static func compareBaseline(_ arguments: Arguments) throws -> ExitCode {
    throw EnvironmentError("not there yet")
  }

  /// Deletes one.
  static func deleteBaseline(_ arguments: Arguments) throws -> ExitCode {
    throw EnvironmentError("not there yet")
  }
}
