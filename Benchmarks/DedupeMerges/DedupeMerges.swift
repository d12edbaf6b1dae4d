import BenchHarness
import ListCore
import Workload

/// Measures what it costs to merge what a backend sends again and again into the list that is shown.
///
/// `PageMerge` into an `OrderedIndex`, beside the `Set` + filter + append + sort of app paginators; with
/// `SuiteOptions.includesPeers` also beside ordered sets with a hash table and unions in C++.
public enum DedupeMerges {
  /// The suite.
  public static let suite = Suite(
    name: "DedupeMerges",
    question:
      "What does merging a fetched page cost, per row? Beside Set + filter + append + sort.",
    metrics: ["rowsInserted", "rowsRepeated", "rowsUpdated", "rowsMoved"],
    cases: cases)

  static func cases(_ options: SuiteOptions) throws -> [BenchmarkCase] {
    try WorkloadSource.list(options).flatMap { source in
      let rows = source.items + pageCount * MergeScript.pageSize
      let ours = [
        makeCase("page merge", "PageMerge", source, budgetBytes: 200 * rows + (2 << 20)) {
          try mergePages(source, $0)
        },
        makeCase("page merge", "app paginator", source, isReference: true) {
          try paginate(source, $0)
        },
        makeCase("bulk merge", "PageMerge", source) { try mergeRuns(source, $0) },
        bulkPaginator(source),
      ]
      // What peers do comes first, so that each of them has its ratio.
      return options.includesPeers ? [orderAlone(source)] + ours + peers(source) : ours
    }
  }

  /// `Set` + filter + append + sort of two long runs.
  private static func bulkPaginator(_ source: WorkloadSource) -> BenchmarkCase {
    var result = makeCase("bulk merge", "app paginator", source, isReference: true) {
      try paginateRuns(source, $0)
    }
    if source.isLongest {
      result.missing = "left out of runs this long, where one merge takes seconds"
    }
    return result
  }

  static func makeCase(
    _ benchmark: String, _ implementation: String, _ source: WorkloadSource,
    isReference: Bool = false, budgetBytes: Int? = nil, file: String = #filePath,
    line: Int = #line, body: @escaping @Sendable (Run) throws -> Void
  ) -> BenchmarkCase {
    BenchmarkCase(
      suite: "DedupeMerges", benchmark: benchmark, implementation: implementation,
      isReference: isReference, parameters: [Parameter("items", source.items)],
      budgetBytes: budgetBytes, timeLimitSeconds: source.timeLimitSeconds,
      fixtureKey: source.fixtureKey, file: file, line: line, fixture: source.fixture, body: body)
  }
}
