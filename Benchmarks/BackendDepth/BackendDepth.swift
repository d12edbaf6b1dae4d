import BenchHarness
import ListCore
import ListSource
import SQLiteSource
import Workload

/// Measures what a page costs that lies deep in the list, by offset, by keyset and by cursor.
///
/// Every query form on one SQLite file; offset is the reference that the others stand beside.
public enum BackendDepth {
  /// The suite.
  public static let suite = Suite(
    name: "BackendDepth",
    question: "What does page 5,000 cost, by offset, keyset and cursor? On one SQLite file.",
    metrics: ["vmSteps", "fullScanSteps", "pagesTouched"],
    library: "SQLite \(SQLiteSource.libraryVersion)",
    remarks: crossings,
    cases: cases)

  /// Rows of a page.
  static let pageSize = 20

  /// The forms that stand beside each other.
  static let forms: [QueryForm] = [.offset, .keysetRowValues, .keysetTwoSeeks, .cursor]

  static func cases(_ options: SuiteOptions) throws -> [BenchmarkCase] {
    try WorkloadSource.list(options, sizes: sizes).flatMap { source in
      depths(of: source).flatMap { depth in
        forms.map { makeCase(source, depth: depth, form: $0) }
      }
    }
  }

  private static func sizes(_ profile: Profile) -> [Int] {
    switch profile {
    case .quick: [100_000]
    case .standard: [1_000_000]
    case .full: [1_000_000, 10_000_000]
    }
  }

  /// The powers of ten that the list has, and its last page.
  static func depths(of source: WorkloadSource) -> [Int] {
    let last = max(0, source.items - pageSize)
    return [0, 100, 1_000, 10_000, 100_000].filter { $0 < last } + [last]
  }

  private static func makeCase(
    _ source: WorkloadSource, depth: Int, form: QueryForm
  ) -> BenchmarkCase {
    BenchmarkCase(
      suite: "BackendDepth", benchmark: "page at depth", implementation: form.implementation,
      isReference: form == .offset, isGated: true,
      parameters: [
        Parameter("items", source.items), Parameter("page", pageSize), Parameter("depth", depth),
      ],
      growth: Growth(of: "vmSteps", over: "depth"), timeLimitSeconds: source.timeLimitSeconds,
      fixtureKey: source.fixtureKey,
      fixture: source.fixture
    ) { run in
      try page(source, depth: depth, form: form, run)
    }
  }

  /// Fetches one page again and again; every page is compared with the model.
  private static func page(
    _ source: WorkloadSource, depth: Int, form: QueryForm, _ run: Run
  ) throws {
    let backend = try Backend(source, scratchFolder: run.scratchFolder)
    let list = try SQLiteSource(
      path: backend.path, secret: Backend.secret, options: .init(form: form))
    let depth = min(depth, max(0, backend.model.count - pageSize))
    // The model ascends; the backend's list starts at its end.
    let newestFirst = backend.model.reversed()
    let before = depth > 0 ? newestFirst.dropFirst(depth - 1).first?.entry : nil
    let request = PageRequest(try list.place(depth: depth, after: before), limit: pageSize)
    let expected = Array(newestFirst.dropFirst(depth).prefix(pageSize))
    var page = Page()
    // The first page warms the statement and the page cache, and shows whether the answer is right.
    try list.fill(&page, with: request)
    try expect(run, page, equals: expected, depth: depth)
    let pages = form == .offset ? max(3, min(200, 1_000_000 / (depth + 1))) : 200
    try run.measure(operations: pages) {
      for _ in 0..<pages { try list.fill(&page, with: request) }
    }
    try expect(run, page, equals: expected, depth: depth)
    var counters = SQLiteSource.Counters()
    try list.fill(&page, with: request, counting: &counters)
    run.count("vmSteps", counters.vmSteps)
    run.count("fullScanSteps", counters.fullScanSteps)
    run.count("pagesTouched", counters.pagesTouched)
  }

  private static func expect(
    _ run: Run, _ page: Page, equals expected: [Workload.Row], depth: Int
  ) throws {
    try run.expect(
      page.rows.elementsEqual(expected) { $0.entry == $1.entry && $0.version == $1.version },
      "the page at depth \(depth) differs from the model's")
  }
}
