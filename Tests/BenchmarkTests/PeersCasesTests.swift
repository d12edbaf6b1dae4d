import BenchHarness
import DedupeMerges
import OrderedUpserts
import Peers
import Scrolling
import Testing
import WindowEviction

/// The cases that `--peers` adds run in this process on small lists; a wrong result throws.
@Suite struct PeersCasesTests {
  private static let suites = [
    OrderedUpserts.suite, DedupeMerges.suite, WindowEviction.suite, Scrolling.suite,
  ]

  private static func added(
    _ suite: BenchHarness.Suite, items: [Int] = [300]
  ) throws -> [BenchmarkCase] {
    let plain = Set(
      try suite.cases(SuiteOptions(profile: .quick, items: items)).map(\.identity))
    return try suite.cases(SuiteOptions(profile: .quick, items: items, includesPeers: true))
      .filter { !plain.contains($0.identity) }
  }

  @Test(arguments: suites.indices, [1, 300])
  func everyPeerGivesRightResults(suite: Int, items: Int) throws {
    try Self.run(Self.suites[suite], items: items)
  }

  /// A shorter list fits into the window, so that no page ever comes in at the other end.
  @Test func windowsThatTurnAndJumpGiveRightResults() throws {
    try Self.run(WindowEviction.suite, items: 3_000)
  }

  private static func run(_ suite: BenchHarness.Suite, items: Int) throws {
    let scratch = try ScratchFolder()
    for benchmarkCase in try added(suite, items: [items])
    where benchmarkCase.missing == nil {
      for pass in Pass.seenByBodies {
        let run = try Run(pass: pass, scratchFolder: scratch.path)
        do {
          try benchmarkCase.body(run)
        } catch {
          Issue.record("\(benchmarkCase.identity): \(error)")
        }
        #expect(run.measurements.operations > 0, "\(benchmarkCase.identity) measured nothing")
        for value in run.measurements.values {
          #expect(suite.metrics.contains(value.name), "\(value.name) is not declared")
        }
      }
    }
  }

  @Test(arguments: [
    ("upsert", ["std::set + hash", "absl::btree_set + flat_hash_map", "sorted vector + hash"]),
    ("rank of id", ["pb_ds + hash", "boost ranked + hashed", "sorted vector + hash"]),
    ("id at rank", ["pb_ds + hash", "boost ranked + hashed", "sorted vector + hash"]),
    ("scan", ["std::set + hash", "boost ranked + hashed", "limit: memcpy"]),
    ("store", ["absl::flat_hash_map", "limit: malloc pair"]),
    ("rank of id batched", ["limit: random read, independent"]),
    ("page merge", ["absl::btree_set + flat_hash_map", "limit: random read, dependent"]),
    ("bulk merge", ["std::set_union", "limit: memcpy"]),
    ("window step", ["C++ page slab", "deque of pages", "limit: memcpy"]),
    ("window step", ["deque of row arrays", "array of row arrays"]),
    ("heights fixed", ["Fenwick tree", "blocked sums"]),
    ("heights edited", ["Fenwick tree", "blocked sums"]),
  ])
  func peersStandInTheBenchmarkUnderTheirNames(_ benchmark: String, _ names: [String]) throws {
    let cases = try Self.suites.flatMap { try Self.added($0) }
    for name in names {
      let found = cases.filter { $0.benchmark == benchmark && $0.implementation == name }
      #expect(found.count == 1, "\(name)")
      #expect(found.allSatisfy { $0.isReference && !$0.isGated })
    }
  }

  @Test func aPeerWithoutItsLibrarySaysWhy() throws {
    var count = 0
    let descriptors = UnsafeBufferPointer(start: peersAll(&count), count: count)
    let missing = Set(descriptors.filter { $0.missing != nil }.map { String(cString: $0.name) })
    let cases = try Self.suites.flatMap { try Self.added($0) }
    let skipped = Set(cases.filter { $0.missing != nil }.map(\.implementation))
    #expect(skipped == missing)
  }

  @Test func whatIsLeftOutOfTheLongestListsSaysWhy() throws {
    let options = SuiteOptions(profile: .full, includesPeers: true)
    for benchmarkCase in try Self.suites.flatMap({ try $0.cases(options) }) {
      let items = try #require(benchmarkCase.parameters.first { $0.name == "items" }?.value)
      let isLeftOut = benchmarkCase.missing?.hasPrefix("left out of ") == true
      let isSlow =
        benchmarkCase.implementation == "pb_ds + hash"
        || (benchmarkCase.benchmark, benchmarkCase.implementation)
          == ("bulk merge", "app paginator")
      #expect(isLeftOut == (isSlow && items == 10_000_000), "\(benchmarkCase.identity)")
    }
  }

  @Test func ratiosAreNotTakenToLimits() throws {
    for benchmarkCase in try Self.suites.flatMap({ try Self.added($0) }) {
      #expect(benchmarkCase.isLimit == benchmarkCase.implementation.hasPrefix("limit: "))
    }
  }
}
