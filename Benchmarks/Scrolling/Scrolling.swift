import BenchHarness
import ListCore
import Workload

/// Measures what it costs to know where each row of a scroll view is while rows are measured, come and go.
///
/// `RowLayout` and its fixed form beside prefix sums that are recomputed where they are needed and beside
/// an array of heights; with `SuiteOptions.includesPeers` also beside sums in C++.
public enum Scrolling {
  /// The suite.
  public static let suite = Suite(
    name: "Scrolling",
    question: "What does a row's y cost, and the row at a y? Beside prefix sums.",
    metrics: ["rowsMeasured", "rowEdits", "bytesPerItem"],
    cases: cases)

  static func cases(_ options: SuiteOptions) throws -> [BenchmarkCase] {
    try WorkloadSource.list(options).flatMap { source in
      let ours = [
        makeCase("heights fixed", "RowLayout, fixed", source, bytesPerItem: 8) {
          try lay(FixedRowLayout.self, source, $0)
        },
        makeCase("heights fixed", "RowLayout", source, bytesPerItem: 12) {
          try lay(RowLayout.self, isFixed: true, source, $0)
        },
        makeCase("heights edited", "RowLayout", source, bytesPerItem: 12) {
          try lay(RowLayout.self, isFixed: false, source, $0)
        },
      ]
      return ours + references(source) + (options.includesPeers ? peers(source) : [])
    }
  }

  private static func references(_ source: WorkloadSource) -> [BenchmarkCase] {
    [("heights fixed", true), ("heights edited", false)].flatMap { benchmark, isFixed in
      [
        makeCase(benchmark, "lazy prefix sums", source, isReference: true) {
          try lay(LazyPrefixSums.self, isFixed: isFixed, isLinear: true, source, $0)
        },
        makeCase(benchmark, "array of heights", source, isReference: true) {
          try lay(HeightArray.self, isFixed: isFixed, isLinear: true, source, $0)
        },
      ]
    }
  }

  static func makeCase(
    _ benchmark: String, _ implementation: String, _ source: WorkloadSource,
    isReference: Bool = false, bytesPerItem: Int? = nil, file: String = #filePath,
    line: Int = #line, body: @escaping @Sendable (Run) throws -> Void
  ) -> BenchmarkCase {
    BenchmarkCase(
      suite: "Scrolling", benchmark: benchmark, implementation: implementation,
      isReference: isReference, parameters: [Parameter("items", source.items)],
      budgetBytes: bytesPerItem.map { $0 * source.items + (256 << 10) },
      timeLimitSeconds: source.timeLimitSeconds, fixtureKey: source.fixtureKey, file: file,
      line: line, fixture: source.fixture, body: body)
  }

  /// As many steps as take a fraction of a second where each costs the whole list.
  static func linearStepLimit(_ source: WorkloadSource) -> Int {
    max(200, 100_000_000 / max(1, source.items))
  }

  // MARK: - Bodies

  /// The steps of a list whose rows keep their ranks.
  private static func lay<Rows: RowHeights & ~Copyable>(
    _: Rows.Type, _ source: WorkloadSource, _ run: Run
  ) throws {
    let script = try HeightScript(source, isFixed: true, scratchFolder: run.scratchFolder)
    try measure(run, script, makingRows: { Rows(heights: script.heights.span) }) {
      $0.apply($1, &$2)
    }
  }

  /// The steps of a list whose rows keep their ranks, or come and go.
  private static func lay<Rows: EditableRowHeights & ~Copyable>(
    _: Rows.Type, isFixed: Bool, isLinear: Bool = false, _ source: WorkloadSource, _ run: Run
  ) throws {
    let script = try HeightScript(
      source, isFixed: isFixed, stepLimit: isLinear ? linearStepLimit(source) : .max,
      scratchFolder: run.scratchFolder)
    try measure(run, script, makingRows: { Rows(heights: script.heights.span) }) {
      $0.applyWithEdits($1, &$2)
    }
  }

  private static func measure<Rows: RowHeights & ~Copyable>(
    _ run: Run, _ script: HeightScript, makingRows: () -> Rows,
    apply: (inout Rows, [HeightStep], inout [Int64]) -> Void
  ) throws {
    var answers = [Int64](repeating: -1, count: script.steps.count)
    defer { withExtendedLifetime((script, answers)) {} }
    run.baseline()
    var rows = makingRows()
    run.checkpoint("rows laid out")
    run.measure(operations: script.steps.count) { apply(&rows, script.steps, &answers) }
    run.checkpoint("after the steps")
    let last = rows.count
    try script.expect(run, answers)
    script.record(run, rowCount: last)
  }
}
