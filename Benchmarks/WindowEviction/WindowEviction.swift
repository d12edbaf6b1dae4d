import BenchHarness
import ListCore
import Workload

/// Measures what it costs to scroll a list that does not fit: a page in, a page out.
///
/// `PageWindow` beside a dictionary of pages with least-recently-used eviction; with
/// `SuiteOptions.includesPeers` also beside arrays of rows and windows in C++. All take in the same
/// pages of rows of 200 bytes, at the same moves of a viewport.
public enum WindowEviction {
  /// The suite.
  public static let suite = Suite(
    name: "WindowEviction",
    question: "What does a page in and a page out cost, under a budget? Beside an LRU of pages.",
    metrics: ["pagesAdmitted", "pagesEvicted", "pagesReloaded"],
    cases: cases)

  /// Rows of a page.
  static let pageSize = 50
  /// Pages that the window holds.
  static let windowPages = 20
  /// Bytes that the window may take: 20 pages of 50 rows of 216 bytes, and what it notes beside them.
  static let windowBytes = 224 << 10

  static func cases(_ options: SuiteOptions) throws -> [BenchmarkCase] {
    try WorkloadSource.list(options).flatMap { source in
      let ours = makeCase("PageWindow", source, budgetBytes: windowBytes) {
        try scrollWindow(source, $0)
      }
      let usual = reference("LRU of pages", source) { LRUPages(pageLimit: windowPages) }
      return [ours, usual] + (options.includesPeers ? peers(source, beside: ours) : [])
    }
  }

  /// A window in Swift that ours is compared with.
  static func reference<Pages: ScrolledPages>(
    _ implementation: String, _ source: WorkloadSource, file: String = #filePath, line: Int = #line,
    make: @escaping @Sendable () -> Pages
  ) -> BenchmarkCase {
    makeCase(
      implementation, source, isReference: true, budgetBytes: windowBytes, file: file, line: line
    ) {
      try scroll(source, $0, make: make)
    }
  }

  private static func makeCase(
    _ implementation: String, _ source: WorkloadSource, isReference: Bool = false,
    budgetBytes: Int, file: String = #filePath, line: Int = #line,
    body: @escaping @Sendable (Run) throws -> Void
  ) -> BenchmarkCase {
    BenchmarkCase(
      suite: "WindowEviction", benchmark: "window step", implementation: implementation,
      isReference: isReference,
      parameters: [Parameter("items", source.items), Parameter("page", pageSize)],
      budgetBytes: budgetBytes, timeLimitSeconds: source.timeLimitSeconds,
      fixtureKey: source.fixtureKey, file: file, line: line, fixture: source.fixture, body: body)
  }
}
