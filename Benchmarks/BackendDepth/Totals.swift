import BenchHarness
import ListCore
import ListSource
import PostgresSource
import SQLiteSource
import Workload

/// Measures what it costs to say how many rows there are: counted, kept, capped, estimated.
enum Totals {
  private static let cap = 1_000

  static func cases(_ sources: [WorkloadSource]) -> [BenchmarkCase] {
    let obstacle = PostgresServer.obstacle
    return sources.flatMap { source in
      sqlite.map { name, way in
        makeCase(source, "SQLite, \(name)", isReference: way == .scan) { run, count in
          let file = try SQLiteFile(source, scratchFolder: run.scratchFolder)
          if way == .statistics {
            try SQLiteSource(
              path: file.path, secret: SQLiteFile.secret, options: .init(isWritable: true)
            ).analyze()
          }
          let list = try SQLiteSource(path: file.path, secret: SQLiteFile.secret)
          var counters = SQLiteSource.Counters()
          _ = try list.total(by: way, counting: &counters)
          count("vmSteps", counters.vmSteps)
          count("pagesTouched", counters.pagesTouched)
          return (file.model.count, { _ = try list.total(by: way, counting: &counters) }, {
            try list.total(by: way, counting: &counters)
          })
        }
      } + [
        makeCase(source, "memory, exact") { run, _ in
          let (model, rows) = try StoredRows.load(source, scratchFolder: run.scratchFolder)
          var loader = MemoryLoader(
            identity: SQLiteFile.identity, minimumCapacity: rows.rows.count)
          try loader.append(rows)
          let list = loader.finish(authenticator: try HMACAuthenticator(secret: SQLiteFile.secret))
          return (model.count, { _ = list.count() }, { try list.total(.exact) })
        }
      ]
        + postgres.map { name, kind in
          makeCase(source, "PostgreSQL, \(name)", isRemote: true, missing: obstacle) { run, count in
            let (model, _) = try StoredRows.load(source, scratchFolder: run.scratchFolder)
            let list = try PostgresServer.list(of: source, form: .cursor)
            let question = kind.map(PostgresQuestion.total) ?? .countByScan
            count("blocksTouched", try list.counters(of: question).blocksTouched)
            func total() throws -> Total {
              try kind.map { try list.total($0) } ?? Total(try list.countByScan())
            }
            return (model.count, { _ = try total() }, total)
          }
        }
    }
  }

  private static let sqlite: [(String, SQLiteSource.Counting)] = [
    ("COUNT(*)", .scan), ("kept count", .kept), ("capped count", .capped(cap)),
    ("statistics", .statistics),
  ]

  private static let postgres: [(String, TotalKind?)] = [
    ("COUNT(*)", nil), ("kept count", .exact), ("capped count", .capped(cap)),
    ("statistics", .estimated),
  ]

  /// - Parameter open: Returns how many rows there are, what is timed, and the answer to check.
  private static func makeCase(
    _ source: WorkloadSource, _ implementation: String, isReference: Bool = false,
    isRemote: Bool = false, missing: String? = nil,
    open: @escaping @Sendable (Run, (String, Int) -> Void) throws -> (
      Int, () throws -> Void, () throws -> Total
    )
  ) -> BenchmarkCase {
    BenchmarkCase(
      suite: "BackendDepth", benchmark: "totals", implementation: implementation,
      isReference: isReference || isRemote, missing: missing, isGated: !isRemote,
      parameters: [Parameter("items", source.items)], timeLimitSeconds: source.timeLimitSeconds,
      fixtureKey: source.fixtureKey + (isRemote ? " in PostgreSQL" : ""),
      fixture: isRemote && missing == nil
        ? { try PostgresServer.fixture(of: source) } : source.fixture
    ) { run in
      var counts: [(String, Int)] = []
      let (count, ask, answer) = try open(run) { counts.append(($0, $1)) }
      let total = try answer()
      // Statistics of a list that has changed are near, the rest is exact up to its cap.
      let isRight =
        total.isEstimate
        ? abs(total.count - count) <= count / 10 + 10
        : total.hasMore ? total.count == cap && count > cap : total.count == count
      try run.expect(isRight, "the total is \(total), the list has \(count) rows")
      let rounds = implementation.hasSuffix("COUNT(*)") ? 5 : 200
      try run.measure(operations: rounds) { for _ in 0..<rounds { try ask() } }
      for (metric, count) in counts { run.count(metric, count) }
    }
  }
}
