import BenchHarness
import ProcessSupport

extension Program {
  /// Draws results that `--format json` wrote.
  static func plot(_ arguments: Arguments) throws -> ExitCode {
    guard let path = arguments.value("--output") else {
      throw UsageError("--output is missing; say which file the picture goes to")
    }
    guard isFreeOrFile(path) else {
      throw EnvironmentError("--output takes a file; '\(path)' is none")
    }
    let chosen = arguments.all("--benchmark")
    let picture = try PeersPicture(
      results: arguments.positionals[0],
      benchmarks: chosen.isEmpty ? ["upsert", "rank of id", "page merge"] : chosen)
    let file = try AtomicFile(path: path)
    try file.write(try picture.svg())
    try file.commit()
    return .success
  }
}
