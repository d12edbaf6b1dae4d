import BenchHarness
import ListCore
import ListSource
import SQLiteSource
import Workload

/// Measures the deepest page of a SQLite file by how much of the file is in memory: all of it, what SQLite keeps by
/// default, or nothing.
///
/// What offset walks over pushes everybody else's pages out of a small cache; a keyset page needs a few dozen pages
/// of the file at any depth.
enum PageCaches {
  /// SQLite's own default, and one that holds the file.
  private static let sizes = [2_000, 1 << 20]
  private static let designs = [SQLiteDesign(.offset), SQLiteDesign(.cursor)]
  private static let coldPages = 20

  static func cases(_ sources: [WorkloadSource]) -> [BenchmarkCase] {
    sources.flatMap { source in
      designs.flatMap { design in
        sizes.map { makeCase(design, cacheKiB: $0, source) } + [makeColdCase(design, source)]
      }
    }
  }

  private static func makeCase(
    _ design: SQLiteDesign, cacheKiB: Int, _ source: WorkloadSource
  ) -> BenchmarkCase {
    makeCase(
      "page by cache", design, source, parameters: [Parameter("cacheKiB", cacheKiB)]
    ) { run in
      let (reader, list) = try open(design, cacheKiB: cacheKiB, source, run)
      try DepthDesign(design).measure(
        reader, depth: depth(of: source), pageSize: BackendDepth.pageSize, run)
      try countMisses(of: list, reader, depth: depth(of: source), run)
    }
  }

  private static func makeColdCase(
    _ design: SQLiteDesign, _ source: WorkloadSource
  ) -> BenchmarkCase {
    makeCase("cold page", design, source, parameters: []) { run in
      let (reader, list) = try open(design, cacheKiB: sizes[0], source, run)
      try measureCold(reader, list, depth: depth(of: source), run)
    }
  }

  private static func makeCase(
    _ benchmark: String, _ design: SQLiteDesign, _ source: WorkloadSource,
    parameters: [Parameter], body: @escaping @Sendable (Run) throws -> Void
  ) -> BenchmarkCase {
    BenchmarkCase(
      suite: "BackendDepth", benchmark: benchmark, implementation: design.implementation,
      isReference: design == designs[0], isGated: benchmark != "cold page",
      parameters: [
        Parameter("items", source.items), Parameter("page", BackendDepth.pageSize),
        Parameter("depth", depth(of: source)),
      ] + parameters,
      timeLimitSeconds: source.timeLimitSeconds, fixtureKey: source.fixtureKey,
      fixture: source.fixture, body: body)
  }

  private static func depth(of source: WorkloadSource) -> Int {
    BackendDepth.depths(of: source).last ?? 0
  }

  private static func open(
    _ design: SQLiteDesign, cacheKiB: Int, _ source: WorkloadSource, _ run: Run
  ) throws -> (DepthReader, SQLiteSource) {
    let file = try SQLiteFile(source, layout: design.layout, scratchFolder: run.scratchFolder)
    var options = SQLiteSource.Options(form: design.form)
    options.pageCacheBytes = cacheKiB << 10
    let list = try SQLiteSource(path: file.path, secret: SQLiteFile.secret, options: options)
    return (DepthReader(list, model: file.model, design), list)
  }

  /// Counts the pages of the file that a page of the list does not find in the cache, after others like it.
  private static func countMisses(
    of list: SQLiteSource, _ reader: DepthReader, depth: Int, _ run: Run
  ) throws {
    var counters = SQLiteSource.Counters()
    var page = Page()
    try list.fill(&page, with: try request(reader, depth: depth), counting: &counters)
    run.count("pagesRead", counters.pageCacheMisses)
  }

  /// The depth itself, or that of the last full page: changes may have made the list shorter.
  private static func reach(_ reader: DepthReader, depth: Int) -> Int {
    min(depth, max(0, reader.model.count - BackendDepth.pageSize))
  }

  private static func request(_ reader: DepthReader, depth: Int) throws -> PageRequest {
    let depth = reach(reader, depth: depth)
    let before = depth > 0 ? reader.model[reader.model.count - depth].entry : nil
    return PageRequest(try reader.place(depth, before), limit: BackendDepth.pageSize)
  }

  /// Fetches the page from a file of which nothing is in memory; the time is that of the pages alone.
  private static func measureCold(
    _ reader: DepthReader, _ list: SQLiteSource, depth: Int, _ run: Run
  ) throws {
    let request = try request(reader, depth: depth)
    var page = Page()
    var elapsed = Duration.zero
    let pages = depth > 200_000 ? 2 : coldPages
    try run.measure(operations: pages) {
      for _ in 0..<pages {
        try list.coolDown()
        let start = ContinuousClock.now
        try reader.fill(&page, request)
        elapsed += ContinuousClock.now - start
      }
    }
    run.record("pageTime", unit: .nanoseconds, elapsed / .nanoseconds(1) / Double(pages))
    let rank = reach(reader, depth: depth)
    let expected = reader.model.reversed().dropFirst(rank).prefix(BackendDepth.pageSize)
    try run.expect(
      page.rows.map(\.entry) == expected.map(\.entry),
      "the page at depth \(rank) differs from the model's")
    try list.coolDown()
    try countMisses(of: list, reader, depth: depth, run)
  }
}
