import ListSource
import PostgresSource
import Testing
import Workload

@testable import BackendDepth
@testable import BenchHarness

/// Which cases BackendDepth has, and what becomes of its known-bad designs.
@Suite struct DepthSuiteTests {
  private func cases(_ profile: Profile) throws -> [BenchmarkCase] {
    try BackendDepth.suite.cases(SuiteOptions(profile: profile))
  }

  private func implementations(_ benchmark: String, _ cases: [BenchmarkCase]) -> Set<String> {
    Set(cases.filter { $0.benchmark == benchmark }.map(\.implementation))
  }

  @Test(arguments: Profile.allCases)
  func everyProfileHasEveryEngineAndEveryBenchmark(profile: Profile) throws {
    let cases = try cases(profile)
    for engine in DepthDesign.Engine.allCases {
      #expect(cases.contains { $0.implementation.hasPrefix(engine.rawValue) })
    }
    #expect(
      Set(cases.map(\.benchmark)) == [
        "page at depth", "page at any depth", "page by cache", "cold page", "page in a tie",
        "whole list",
        "whole list under churn", "totals", "ranked page at depth", "writes while reading",
        "page over shards",
      ])
    #expect(implementations("ranked page at depth", cases).count == 5)
    #expect(
      implementations("writes while reading", cases) == [
        "SQLite, rollback journal", "SQLite, write-ahead log", "PostgreSQL, row versions",
      ])
  }

  @Test func theQuickProfileHasTheMainDesignsAtFiveDepths() throws {
    let cases = try cases(.quick).filter { $0.benchmark == "page at depth" }
    #expect(cases.count == 50)
    #expect(
      implementations("page at depth", cases) == [
        "SQLite, offset", "SQLite, keyset, row values", "SQLite, keyset, two seeks",
        "SQLite, cursor", "memory, offset", "memory, keyset", "memory, cursor",
        "PostgreSQL, offset", "PostgreSQL, keyset, row values", "PostgreSQL, cursor",
      ])
  }

  @Test func theFullProfileHasMorePageSizesAndLists() throws {
    let cases = try cases(.full).filter { $0.benchmark == "page at depth" }
    let value = { (name: String, benchmarkCase: BenchmarkCase) in
      benchmarkCase.parameters.first { $0.name == name }?.value
    }
    #expect(Set(cases.compactMap { value("page", $0) }) == [20, 50, 200])
    #expect(Set(cases.compactMap { value("items", $0) }) == [1_000_000, 10_000_000])
    #expect(
      cases.contains {
        $0.implementation == "memory, cursor" && value("page", $0) == 50
          && value("items", $0) == 10_000_000 && value("depth", $0) == 5_000_000
      })
  }

  @Test func shardsHaveTwoDepthsInTheQuickProfileAndMoreWaysInTheOthers() throws {
    let quick = try cases(.quick).filter { $0.benchmark == "page over shards" }
    #expect(quick.count == 4)
    #expect(
      implementations("page over shards", quick) == [
        "PostgreSQL, shards, offset", "PostgreSQL, shards, keyset",
      ])
    for benchmarkCase in quick {
      #expect(benchmarkCase.growth?.metric == "rowsShipped")
      #expect(benchmarkCase.growth?.over == "depth")
    }
    #expect(
      implementations("page over shards", try cases(.standard)) == [
        "PostgreSQL, shards, offset", "PostgreSQL, shards, keyset",
        "PostgreSQL, shards, offset, streamed", "PostgreSQL, shards, keyset, row values, trap",
      ])
  }

  @Test(arguments: Profile.allCases)
  func whatIsSlowOrWrongIsNamedSo(profile: Profile) throws {
    let cases = try cases(profile)
    let atDepth = implementations("page at depth", cases)
    #expect(!atDepth.contains { $0.hasSuffix(", wrong") })
    // The quick profile shows no trap at depth, the others those of both databases.
    let traps = atDepth.filter { $0.hasSuffix(", trap") }
    for engine in [DepthDesign.Engine.sqlite, .postgres] {
      #expect(traps.contains { $0.hasPrefix(engine.rawValue) } == (profile != .quick))
    }
    #expect(cases.contains { $0.implementation.hasSuffix(", trap") })
    #expect(cases.contains { $0.implementation.hasSuffix(", wrong") })
  }

  @Test func aCaseWithoutItsServerIsSkippedAndAsksForNoData() throws {
    let source = WorkloadSource.generated(
      recipe: .timeline, items: 10, seed: 1)
    let design = DepthDesign(PostgresForm.offset)
    let benchmarkCase = design.makeCase(source, depth: 0, page: 20, missing: "no server")
    #expect(benchmarkCase.missing == "no server")
    #expect(benchmarkCase.fixtureKey == source.fixtureKey)
    #expect(design.makeCase(source, depth: 0, page: 20).fixtureKey != source.fixtureKey)
  }

  @Test func theServerIsNoGate() throws {
    for benchmarkCase in try cases(.standard)
    where benchmarkCase.implementation.hasPrefix("PostgreSQL") {
      #expect(!benchmarkCase.isGated, "\(benchmarkCase.identity)")
    }
  }

  // MARK: - Outcomes

  private func counts(_ benchmark: String, _ implementation: String) throws -> [String: Double] {
    let scratch = try ScratchFolder()
    let found = try cases(.quick).first {
      $0.benchmark == benchmark && $0.implementation == implementation
    }
    let run = try Run(pass: .time, scratchFolder: scratch.path)
    try #require(found).body(run)
    return Dictionary(run.measurements.values.map { ($0.name, $0.value) }) { first, _ in first }
  }

  @Test(arguments: [
    ("SQLite, cursor", 0.0), ("SQLite, keyset, key alone, wrong", 260),
    ("SQLite, offset, NULL keys", 0), ("SQLite, keyset, row values, NULL keys, wrong", 104),
    ("SQLite, keyset, key and id apart, wrong", 902),
    ("SQLite, keyset, milliseconds, wrong", 731), ("memory, keyset, key alone, wrong", 260),
    ("memory, keyset, milliseconds, wrong", 731),
    ("memory, keyset, filter after fetch, wrong", 878),
  ])
  func aKnownBadDesignLosesWhatItMust(implementation: String, lost: Double) throws {
    #expect(try counts("whole list", implementation)["rowsLost"] == lost)
  }

  @Test(arguments: ["SQLite", "memory"])
  func underChurnOffsetRepeatsAndLosesAndACursorDoesNot(engine: String) throws {
    let offset = try counts("whole list under churn", "\(engine), offset")
    #expect(offset["rowsLost"] ?? 0 > 0)
    #expect(offset["rowsRepeated"] ?? 0 > 0)
    let cursor = try counts("whole list under churn", "\(engine), cursor")
    #expect(cursor["rowsLost"] == 0)
    #expect(cursor["rowsRepeated"] == 0)
  }

  @Test func trapsWalkTheRestOfTheTieAndTwoSeeksDoNot() throws {
    let seeks = try counts("page in a tie", "SQLite, keyset, two seeks")["vmSteps"] ?? .infinity
    #expect(seeks < 500)
    for trap in ["row values, rowid alias", "OR", "AND"] {
      let steps = try counts("page in a tie", "SQLite, keyset, \(trap), trap")["vmSteps"] ?? 0
      #expect(steps > 15_000 * 5, "\(trap)")
    }
  }

  // MARK: - Order of rows

  @Test func aShuffleIsAPermutationThatTheSeedDecides() {
    var one = Array(0..<1_000)
    one.shuffle(seed: 1)
    var two = Array(0..<1_000)
    two.shuffle(seed: 1)
    var other = Array(0..<1_000)
    other.shuffle(seed: 2)
    #expect(one == two)
    #expect(one != other)
    #expect(one != Array(0..<1_000))
    #expect(one.sorted() == Array(0..<1_000))
    var none: [Int] = []
    none.shuffle(seed: 1)
    #expect(none.isEmpty)
  }
}
