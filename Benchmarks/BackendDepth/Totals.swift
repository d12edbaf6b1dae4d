import BenchHarness
import ListCore
import ListSource
import PostgresSource
import SQLiteSource
import Workload

/// Measures what it costs to say how many rows there are: counted, kept, capped, estimated.
enum Totals {
  private static let cap = 1_000

  /// A way to a total: one implementation of `totals`.
  private struct Way {
    var implementation: String
    var isReference = false
    var isRemote = false
    /// Answers that are timed.
    var rounds: Int
    var open: @Sendable (WorkloadSource, Run) throws -> Answer
  }

  /// A list that is asked for its total.
  private struct Answer {
    /// How many rows there are.
    var count: Int
    var total: () throws -> Total
    /// What the answer costs, by the names of the suite's metrics.
    var counts: () throws -> [(metric: String, count: Int)]
  }

  static func cases(_ sources: [WorkloadSource]) -> [BenchmarkCase] {
    let ways = sqlite + [memory] + postgres
    return sources.flatMap { source in ways.map { makeCase(source, $0) } }
  }

  private static let sqlite: [Way] = {
    let ways: [(String, SQLiteSource.Counting)] = [
      ("COUNT(*)", .scan), ("kept count", .kept), ("capped count", .capped(cap)),
      ("statistics", .statistics),
    ]
    return ways.map { name, way in
      Way(
        implementation: "SQLite, \(name)", isReference: way == .scan,
        rounds: way == .scan ? 5 : 1_000
      ) { source, run in
        let file = try SQLiteFile(source, scratchFolder: run.scratchFolder)
        if way == .statistics {
          try SQLiteSource(
            path: file.path, secret: SQLiteFile.secret, options: .init(isWritable: true)
          ).analyze()
        }
        let list = try SQLiteSource(path: file.path, secret: SQLiteFile.secret)
        var counters = SQLiteSource.Counters()
        _ = try list.total(by: way, counting: &counters)
        return Answer(count: file.model.count) {
          var counters = SQLiteSource.Counters()
          return try list.total(by: way, counting: &counters)
        } counts: {
          [("vmSteps", counters.vmSteps), ("pagesTouched", counters.pagesTouched)]
        }
      }
    }
  }()

  private static let memory = Way(implementation: "memory, exact", rounds: 100_000) { source, run in
    let (model, list) = try StoredRows.list(source, scratchFolder: run.scratchFolder)
    return Answer(count: model.count) {
      try list.total(.exact)
    } counts: {
      []
    }
  }

  private static let postgres: [Way] = {
    let ways: [(String, TotalKind?)] = [
      ("COUNT(*)", nil), ("kept count", .exact), ("capped count", .capped(cap)),
      ("statistics", .estimated),
    ]
    return ways.map { name, kind in
      Way(
        implementation: "PostgreSQL, \(name)", isRemote: true, rounds: kind == nil ? 12 : 50
      ) { source, run in
        let list = try PostgresServer.list(of: source, form: .cursor)
        let model = try StoredRows.model(source, scratchFolder: run.scratchFolder)
        let question = kind.map { PostgresQuestion.total($0) } ?? .countByScan
        return Answer(count: model.count) {
          guard let kind else { return Total(try list.countByScan()) }
          return try list.total(kind)
        } counts: {
          [("blocksTouched", try list.counters(of: question).blocksTouched)]
        }
      }
    }
  }()

  private static func makeCase(_ source: WorkloadSource, _ way: Way) -> BenchmarkCase {
    let missing = way.isRemote ? PostgresServer.obstacle : nil
    let data = BackendData(source, isRemote: way.isRemote, isMissing: missing != nil)
    return BenchmarkCase(
      suite: "BackendDepth", benchmark: "totals", implementation: way.implementation,
      isReference: way.isReference || way.isRemote, missing: missing, isGated: !way.isRemote,
      parameters: [Parameter("items", source.items)], timeLimitSeconds: source.timeLimitSeconds,
      fixtureKey: data.key, fixture: data.fixture
    ) { run in
      try measure(try way.open(source, run), rounds: way.rounds, run)
    }
  }

  private static func measure(_ answer: Answer, rounds: Int, _ run: Run) throws {
    var total = try answer.total()
    let clock = ContinuousClock()
    let start = clock.now
    try run.measure(operations: rounds) {
      for _ in 0..<rounds { total = try answer.total() }
    }
    let elapsed = clock.now - start
    // Statistics of a list that has changed are near, the rest is exact up to its cap.
    let isRight =
      total.isEstimate
      ? abs(total.count - answer.count) <= answer.count / 10 + 10
      : total.hasMore
        ? total.count == cap && answer.count > cap : total.count == answer.count
    try run.expect(isRight, "the total is \(total), the list has \(answer.count) rows")
    let counts = try answer.counts()
    if counts.contains(where: { $0.metric == "blocksTouched" }) {
      run.record("pageTime", unit: .nanoseconds, elapsed / .nanoseconds(1) / Double(rounds))
    }
    for (metric, count) in counts { run.count(metric, count) }
  }
}
