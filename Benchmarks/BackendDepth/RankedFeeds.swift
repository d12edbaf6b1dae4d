import BenchHarness
import ListCore
import ListSource
import SQLiteSource

/// Measures what a feed costs whose ranking changes between two pages, and what its reader repeats and misses.
///
/// Five designs on one ranking: 5% of the items move by up to 50 places between pages. The time is that of the
/// last page that a reader asks for.
enum RankedFeeds {
  private static func sizes(_ profile: Profile) -> [(items: Int, pages: Int)] {
    switch profile {
    case .quick: [(300, 5), (300, 15)]
    case .standard: [(300, 5), (300, 15), (10_000, 100)]
    case .full: [(300, 5), (300, 15), (10_000, 10), (10_000, 100), (10_000, 490)]
    }
  }

  static func cases(_ options: SuiteOptions) -> [BenchmarkCase] {
    if options.dataFolder != nil { return [] }
    return sizes(options.profile).flatMap { items, pages in
      RankedDesign.allCases.map { makeCase($0, items: items, pages: pages, seed: options.seed) }
    }
  }

  private static func makeCase(
    _ design: RankedDesign, items: Int, pages: Int, seed: UInt64
  ) -> BenchmarkCase {
    BenchmarkCase(
      suite: "BackendDepth", benchmark: "ranked page at depth",
      implementation: design.implementation, isReference: design == .plainCursor, isGated: true,
      parameters: [
        Parameter("items", items), Parameter("page", BackendDepth.pageSize),
        Parameter("depth", (pages - 1) * BackendDepth.pageSize),
      ],
      fixtureKey: "ranking of \(items), seed \(seed)", fixture: { "sha256:none" }
    ) { run in
      var script = RankedScript()
      (script.items, script.pageSize, script.seed) = (items, BackendDepth.pageSize, seed)
      let authenticator = try HMACAuthenticator(secret: SQLiteFile.secret)
      var scroll = RankedScroll(
        design, script, identity: SQLiteFile.identity, authenticator: authenticator)
      try scroll.play(pages: pages - 1)
      let rounds = run.pass == .time ? 200 : 1
      try scroll.fetchAgain()
      try run.measure(operations: rounds) {
        for _ in 0..<rounds { try scroll.fetchAgain() }
      }
      try scroll.play()
      let counters = scroll.counters
      run.count("rowsRepeated", counters.repeats)
      run.count("neverShown", counters.neverShown)
      run.count("inversions", counters.inversions)
      run.count("operations", counters.work.operations)
      run.count("idsUpstream", counters.idsUpstream)
      run.count("bytesUpstream", counters.bytesUpstream)
      run.count("sessionBytes", counters.sessionBytes)
      let isRight = counters.repeats == 0 && counters.neverShown == 0
      try run.expect(
        isRight == (design != .plainCursor),
        "\(counters.repeats) rows came twice and \(counters.neverShown) never")
    }
  }
}
