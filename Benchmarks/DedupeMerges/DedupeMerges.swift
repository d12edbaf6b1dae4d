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

  /// Rows of a page.
  static let pageSize = 50

  static func cases(_ options: SuiteOptions) throws -> [BenchmarkCase] {
    try WorkloadSource.list(options).flatMap { source in
      let ours = [
        makeCase("page merge", "PageMerge", source, budgetBytes: 200 * source.items + (2 << 20)) {
          try mergePages(source, $0)
        },
        makeCase("page merge", "app paginator", source, isReference: true) {
          try paginate(source, $0)
        },
        makeCase("bulk merge", "PageMerge", source) { try mergeRuns(source, $0) },
        makeCase("bulk merge", "app paginator", source, isReference: true) {
          try paginateRuns(source, $0)
        },
      ]
      // What peers do comes first, so that each of them has its ratio.
      return options.includesPeers ? [orderAlone(source)] + ours + peers(source) : ours
    }
  }

  static func makeCase(
    _ benchmark: String, _ implementation: String, _ source: WorkloadSource,
    isReference: Bool = false, budgetBytes: Int? = nil,
    body: @escaping @Sendable (Run) throws -> Void
  ) -> BenchmarkCase {
    BenchmarkCase(
      suite: "DedupeMerges", benchmark: benchmark, implementation: implementation,
      isReference: isReference, parameters: [Parameter("items", source.items)],
      budgetBytes: budgetBytes, fixtureKey: source.fixtureKey, fixture: source.fixture, body: body)
  }
}

/// A client that holds most of a list as it was, and the pages that it fetches after the list changed.
///
/// The client lacks every fourth run of ten rows, as if it had never scrolled there. Its pages lie in turn
/// at the head, at a random place and at the tail, so each has rows that are new, repeated, newer or moved.
struct MergeScript {
  /// What the client holds, ascending.
  var held: [Workload.Row]
  /// The titles of what it holds.
  var heldTitles = Page()
  /// What it fetches, newest row first.
  var pages: [Page]
  /// What it must hold afterwards, ascending.
  var expected: [Workload.Row]

  /// Rows of all pages.
  var rowCount: Int { pages.reduce(0) { $0 + $1.rows.count } }

  init(_ source: WorkloadSource, _ run: Run, pageCount: Int) throws {
    var workload = try Workload(source)
    try workload.playIfEmpty(scratchFolder: run.scratchFolder)
    held = workload.rows.enumerated().filter { $0.offset / 10 % 4 != 3 }.map(\.element)
    workload.fill(&heldTitles, with: held)
    try workload.play(scratchFolder: run.scratchFolder)
    let backend = workload.rows
    var sample = Sample(seed: 5)
    pages = []
    for number in 0..<pageCount {
      let rows = Self.page(number, of: backend, &sample)
      var page = Page()
      workload.fill(&page, with: rows.reversed())
      pages.append(page)
    }
    expected = Self.merged(held, pages)
  }

  private static func page(
    _ number: Int, of backend: [Workload.Row], _ sample: inout Sample
  ) -> ArraySlice<Workload.Row> {
    let size = min(DedupeMerges.pageSize, backend.count)
    let last = backend.count - size
    let distance = min(last, number / 3 * size)
    let start =
      switch number % 3 {
      case 0: last - distance
      case 1: sample.next(below: last + 1)
      default: distance
      }
    return backend[start..<start + size]
  }

  /// The model: the newest version of each id wins, then a sort.
  private static func merged(_ held: [Workload.Row], _ pages: [Page]) -> [Workload.Row] {
    var fetched: [ItemID: Workload.Row] = [:]
    for row in pages.lazy.flatMap(\.rows) {
      fetched[row.entry.id] = Workload.Row(entry: row.entry, version: row.version)
    }
    var kept: [Workload.Row] = []
    for row in held {
      if let newer = fetched[row.entry.id], newer.version > row.version { continue }
      fetched[row.entry.id] = nil
      kept.append(row)
    }
    return (kept + fetched.values).sorted()
  }
}
