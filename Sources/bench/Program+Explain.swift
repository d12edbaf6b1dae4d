import BenchHarness
import ProcessSupport

extension Program {
  /// Says what results mean that `--format json` wrote.
  static func explain(_ arguments: Arguments) throws -> ExitCode {
    let path = arguments.positionals[0]
    let report = try Report(jsonFile: path)
    let filter = try CaseFilter(pattern: arguments.value("--filter"))
    try writeToStandardOutput(try Explanation(report, filter: filter, name: path).text)
    return .success
  }
}
