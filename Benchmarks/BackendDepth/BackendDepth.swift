import BenchHarness
import ListCore
import ListSource
import SQLiteSource
import Workload

/// Measures what a page costs that lies deep in the list, on which backend, by which query, and whether its
/// answer is right.
///
/// SQLite, PostgreSQL and a list in memory; offset on SQLite is the reference that the others stand beside.
public enum BackendDepth {
  /// The suite.
  public static let suite = Suite(
    name: "BackendDepth",
    question:
      "What does page 5,000 cost, on which backend, by which query? Beside offset on SQLite.",
    metrics: [
      "vmSteps", "fullScanSteps", "sorts", "pagesTouched", "pagesRead", "nodeVisits",
      "blocksTouched", "rowsScanned", "rowsRemoved", "rowsShipped", "bytesShipped", "pageTime",
      "rowsLost", "rowsRepeated", "pagesFetched", "operations", "neverShown", "inversions",
      "idsUpstream", "bytesUpstream", "sessionBytes", "pageTimeP50", "pageTimeP99", "batchTimeP99",
      "busyPages",
    ],
    library: "SQLite \(SQLiteSource.libraryVersion)",
    remarks: remarks,
    cases: cases)

  /// Makes this process and its children use a server of PostgreSQL that runs, in place of a private one.
  ///
  /// - Parameter address: A URL or connection string of libpq.
  /// - Throws: `EnvironmentError` when it lets nobody in.
  public static func usePostgres(at address: String) throws(EnvironmentError) {
    try PostgresServer.use(address)
  }

  /// Rows of a page.
  static let pageSize = 20

  static func cases(_ options: SuiteOptions) throws -> [BenchmarkCase] {
    let sources = try WorkloadSource.list(options, sizes: sizes)
    return sources.flatMap { pages(of: $0, options.profile) }
      + RandomDepths.cases(sources) + PageCaches.cases(sources) + Ties.cases(options)
      + Shards.cases(options)
      + KnownBad.cases(options) + Churn.cases(options) + Totals.cases(sources)
      + RankedFeeds.cases(options)
      + sources.prefix(1).flatMap { Writes.cases($0) }
  }

  private static func sizes(_ profile: Profile) -> [Int] {
    switch profile {
    case .quick: [100_000]
    case .standard: [200_000]
    case .full: [1_000_000, 10_000_000]
    }
  }

  /// The pages of one list: the main designs at every depth, the others where they differ.
  private static func pages(of source: WorkloadSource, _ profile: Profile) -> [BenchmarkCase] {
    let obstacle = PostgresServer.obstacle
    func cases(_ designs: [DepthDesign], _ depths: [Int], page: Int) -> [BenchmarkCase] {
      depths.flatMap { depth in
        designs.map { design in
          design.makeCase(
            source, depth: depth, page: page, missing: design.isRemote ? obstacle : nil)
        }
      }
    }
    let all = depths(of: source)
    let stored = DepthDesign.sqliteMain + DepthDesign.postgresMain
    let main = DepthDesign.sqliteMain + DepthDesign.memory + DepthDesign.postgresMain
    // Every process loads a list in memory anew, which for 10^7 rows takes longer than all else together.
    let few = source.isLongest ? Set([0, 1_000] + all.suffix(1)) : Set(all)
    var result = all.flatMap { cases(few.contains($0) ? main : stored, [$0], page: pageSize) }
    if profile == .full {
      let half = max(0, min(source.items / 2, source.items - 50))
      let ends = Set([0] + all.suffix(1)).subtracting([half]).sorted()
      result += cases(main, [half], page: 50)
      result += [50, 200].flatMap { cases(source.isLongest ? stored : main, ends, page: $0) }
    }
    // The others cost what they cost by depth, not by length: the shorter list shows it.
    if profile == .quick || source.isLongest { return result }
    // What walks far and slowly is shown to a depth at which that is plain.
    let some = all.filter { $0 == 1_000 || $0 == 100_000 }
    let more = DepthDesign.sqliteMore
    result += cases(more.filter { !$0.isTrap }, some + all.suffix(1), page: pageSize)
    result += cases(more.filter(\.isTrap) + DepthDesign.postgresMore, some, page: pageSize)
    return result
  }

  /// The powers of ten that the list has, and its last page.
  static func depths(of source: WorkloadSource) -> [Int] {
    let last = max(0, source.items - pageSize)
    return [0, 100, 1_000, 10_000, 100_000].filter { $0 < last } + [last]
  }
}
