import BenchHarness
import FixtureFormats
import ListFixtures
import Workload

/// Measures how fast a list's rows are made: straight into memory, and into a dataset's folder.
///
/// All on one thread, so that an operation's CPU time is a row's, whatever other threads do; a copy of as
/// many bytes stands beside it. Lists of `--data` are not generated: there is nothing to measure on them.
public enum Generation {
  /// The suite.
  public static let suite = Suite(
    name: "Generation",
    question: "What does a row cost to make, and to write? One thread, beside a copy of its bytes.",
    metrics: ["bytesPerRow", "bytesPerSecond"],
    cases: cases)

  static func cases(_ options: SuiteOptions) throws -> [BenchmarkCase] {
    guard options.dataFolder == nil else { return [] }
    return try WorkloadSource.list(options, sizes: sizes).flatMap { source in
      Stage.all.flatMap { stage in
        let ours = makeCase(source, stage)
        // One copy stands beside all of a benchmark's.
        if case .dataset(let layout) = stage, layout != DatasetLayout() { return [ours] }
        let limit = MachineLimit.copy(
          bytes: RowChunks.rowCount * usualRowBytes, operations: RowChunks.rowCount)
        return [ours, ours.beside(limit)]
      }
    }
  }

  private static func sizes(_ profile: Profile) -> [Int] {
    switch profile {
    case .quick: [20_000]
    case .standard: [50_000]
    case .full: [2_000_000]
    }
  }

  /// The bytes of a row of `timeline`, about: what the copy beside it copies.
  private static let usualRowBytes = 450

  private static func makeCase(_ source: WorkloadSource, _ stage: Stage) -> BenchmarkCase {
    var benchmarkCase = BenchmarkCase(
      suite: "Generation", benchmark: stage.benchmark, implementation: stage.implementation,
      parameters: [Parameter("items", source.items)], fixtureKey: source.fixtureKey,
      fixture: source.fixture
    ) { run in
      try stage.measure(source, run)
    }
    // MEASURED: nine datasets are 1 to 3 * 10^9 instructions each, a minute under valgrind.
    if case .dataset = stage { benchmarkCase.isCounted = false }
    return benchmarkCase
  }
}
