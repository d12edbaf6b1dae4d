import BenchHarness
import ListCore
import ListSource
import Workload

/// A way to serve pages at depth: one implementation of `page at depth`.
struct DepthDesign: Sendable {
  /// The engine that a design is of, by the word that names begin with.
  enum Engine: String, CaseIterable {
    case sqlite = "SQLite"
    case postgres = "PostgreSQL"
    case memory

    /// The head of its table: whose figures they are.
    var title: String {
      switch self {
      case .sqlite: "which on SQLite? (CPU time of a page)"
      case .postgres: "which on PostgreSQL? (time until a page is there)"
      case .memory: "which in memory? (CPU time of a page)"
      }
    }
  }

  /// As results name it; what is slow ends in `, trap`.
  var implementation: String
  /// What it needs beside the rows, for the reader who chooses.
  var needs: String
  /// Whether it walks over what lies before a page, so that deep ones are fetched a few times alone.
  var walks: Bool
  /// Whether others stand beside it.
  var isReference = false
  /// The count whose growth over depth is fitted; nil where nothing is counted.
  var growthMetric: String?
  /// The most pages that are timed, where the usual number would take long.
  var mostPages = Int.max
  /// Whether pages have versions, which a covering index alone does not give.
  var hasVersions = true
  /// Opens the list; makes it first where that was not done.
  var open: @Sendable (WorkloadSource, Run) throws -> DepthReader
}

/// Pages of one list in one design.
struct DepthReader {
  /// The rows that the list must hold, ascending.
  var model: Model
  /// Whether a page is fetched from another process, so that its time is not this thread's CPU time.
  var isRemote = false
  /// The place of the page from a rank down, whose row before is given (nil at the head).
  var place: (_ depth: Int, _ before: ListEntry?) throws -> PageRequest.Place
  /// Fills a page.
  var fill: (inout Page, PageRequest) throws -> Void
  /// What a page costs, by the names of the suite's metrics; in a run of its own.
  var counts: (PageRequest) throws -> [(metric: String, count: Int)]
}

extension DepthDesign {
  /// A case of the design.
  func makeCase(
    _ source: WorkloadSource, depth: Int, page: Int, missing: String? = nil
  ) -> BenchmarkCase {
    let data = BackendData(source, isRemote: isRemote, isMissing: missing != nil)
    return BenchmarkCase(
      suite: "BackendDepth", benchmark: "page at depth", implementation: implementation,
      isReference: isReference || isRemote, missing: missing, isGated: !isRemote,
      parameters: [
        Parameter("items", source.items), Parameter("page", page), Parameter("depth", depth),
      ],
      growth: growthMetric.map { Growth(of: $0, over: "depth") },
      timeLimitSeconds: source.timeLimitSeconds, fixtureKey: data.key, fixture: data.fixture
    ) { run in
      try measure(try open(source, run), depth: depth, pageSize: page, run)
    }
  }

  /// Whether it is slow where another design is not.
  var isTrap: Bool { implementation.hasSuffix(", trap") }

  /// Whether the server is another process.
  var isRemote: Bool { implementation.hasPrefix(Engine.postgres.rawValue) }

  /// Pages that are timed: fewer where each walks far, but enough for a region of 100 us.
  private func repetitions(depth: Int) -> Int {
    let most = min(mostPages, isRemote ? 50 : 200)
    if !walks { return most }
    return isRemote
      ? max(1, min(most, 400_000 / (depth + 1))) : max(3, min(most, 1_000_000 / (depth + 1)))
  }

  /// Fetches one page again and again; the first and the last are compared with the model.
  func measure(_ reader: DepthReader, depth: Int, pageSize: Int, _ run: Run) throws {
    let depth = min(depth, max(0, reader.model.count - pageSize))
    // The model ascends; the backend's list starts at its end.
    let newestFirst = reader.model.reversed()
    let before = depth > 0 ? newestFirst.dropFirst(depth - 1).first?.entry : nil
    let request = PageRequest(try reader.place(depth, before), limit: pageSize)
    let expected = Array(newestFirst.dropFirst(depth).prefix(pageSize))
    var page = Page()
    func check() throws {
      try run.expect(
        page.rows.elementsEqual(expected) {
          $0.entry == $1.entry && (!hasVersions || $0.version == $1.version)
        }, "the page at depth \(depth) differs from the model's")
    }
    let pages = repetitions(depth: depth)
    // The first pages warm statement and caches, and show whether the answer is right.
    for _ in 0..<(pages > 5 ? 2 : 1) { try reader.fill(&page, request) }
    try check()
    let clock = ContinuousClock()
    let start = clock.now
    try run.measure(operations: pages) {
      for _ in 0..<pages { try reader.fill(&page, request) }
    }
    let elapsed = clock.now - start
    try check()
    if reader.isRemote {
      run.record("pageTime", unit: .nanoseconds, elapsed / .nanoseconds(1) / Double(pages))
    }
    for (metric, count) in try reader.counts(request) { run.count(metric, count) }
  }
}

/// The data of a case: a source's, and that they are in the server where it needs one.
struct BackendData {
  /// Names them.
  var key: String
  /// Returns their digest, once they are where the case finds them.
  var fixture: @Sendable () throws -> String

  init(_ source: WorkloadSource, isRemote: Bool, isMissing: Bool) {
    key = source.fixtureKey
    fixture = { try source.fixture() }
    guard isRemote, !isMissing else { return }
    key += " in PostgreSQL"
    fixture = { try PostgresServer.fixture(of: source) }
  }
}
