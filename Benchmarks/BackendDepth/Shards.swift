import BenchHarness
import ListCore
import ListSource
import PostgresSource
import SQLiteSource
import Workload

/// Measures pages of a list that outgrew one machine: what the servers that hold its rows send to the one that is asked.
///
/// PostgreSQL over postgres_fdw. By offset any server may hold all rows that lie before, so each sends limit + offset of
/// them; by keyset each sends a page.
enum Shards {
  /// How pages are asked for, and taken from the servers.
  private struct Way {
    var name: String
    var form: PostgresForm
    /// Rows that are taken from a server at a time: more than any list here has, or few.
    var fetchSize: Int
    var walks: Bool

    static let offset = Way(
      name: "offset", form: .offset, fetchSize: wholeAnswer, walks: true)
    static let keyset = Way(
      name: "keyset", form: PostgresEngine.foreignServers.bestForm, fetchSize: wholeAnswer,
      walks: false)
    /// As postgres_fdw does by default: the merge stops when the page is full.
    static let streamed = Way(name: "offset, streamed", form: .offset, fetchSize: 100, walks: true)
    /// postgres_fdw does not send the comparison of row values to the servers, which then send all.
    static let rowValues = Way(
      name: "keyset, row values, trap", form: .keysetRowValues, fetchSize: wholeAnswer, walks: true)

    private static let wholeAnswer = 1_000_000
  }

  /// A list over servers.
  private struct Spread {
    var items: Int
    var servers: Int
    var depths: [Int]
    var ways: [Way]
  }

  /// Long enough that every server has as many rows as it is asked for.
  private static func spreads(_ profile: Profile) -> [Spread] {
    let ways = [Way.offset, .keyset]
    let all = ways + [.streamed, .rowValues]
    let depths = [1_000, 10_000]
    return switch profile {
    case .quick: [Spread(items: 10_000, servers: 2, depths: [1_000, 4_000], ways: ways)]
    case .standard: [Spread(items: 50_000, servers: 2, depths: depths, ways: all)]
    case .full:
      [2, 4].map {
        Spread(items: 500_000, servers: $0, depths: [0] + depths + [100_000], ways: all)
      }
    }
  }

  static func cases(_ options: SuiteOptions) -> [BenchmarkCase] {
    if options.dataFolder != nil { return [] }
    let obstacle = ShardServers.obstacle
    return spreads(options.profile).flatMap { spread in
      spread.depths.flatMap { depth in
        spread.ways.map { makeCase($0, spread, depth: depth, seed: options.seed, obstacle) }
      }
    }
  }

  private static func makeCase(
    _ way: Way, _ spread: Spread, depth: Int, seed: UInt64, _ obstacle: String?
  ) -> BenchmarkCase {
    let source = WorkloadSource.generated(recipe: .timeline, items: spread.items, seed: seed)
    let design = DepthDesign(
      implementation: "PostgreSQL, shards, \(way.name)", needs: "postgres_fdw", walks: way.walks,
      growthMetric: "rowsShipped", mostPages: way.walks ? 8 : 20
    ) { source, run in
      try open(source, way, spread.servers, run)
    }
    return BenchmarkCase(
      suite: "BackendDepth", benchmark: "page over shards", implementation: design.implementation,
      isReference: true, missing: obstacle, isGated: false,
      parameters: [
        Parameter("items", spread.items), Parameter("shards", spread.servers),
        Parameter("page", BackendDepth.pageSize), Parameter("depth", depth),
      ],
      growth: design.growthMetric.map { Growth(of: $0, over: "depth") },
      fixtureKey: source.fixtureKey + " on \(spread.servers) servers by \(way.fetchSize)",
      fixture: {
        let digest = try source.fixture()
        if obstacle == nil { _ = try list(source, way, spread.servers) }
        return digest
      }
    ) { run in
      // One process at a time, as the servers count what they send to anybody.
      let turn = try waitForTurn()
      try design.measure(
        try design.open(source, run), depth: depth, pageSize: BackendDepth.pageSize, run)
      try turn.execute("SELECT pg_advisory_unlock_all()")
    }
  }

  private static func waitForTurn() throws -> PostgresConnection {
    var options = PostgresConnection.Options()
    (options.statementTimeoutMilliseconds, options.lockTimeoutMilliseconds) = (0, 0)
    let session = try PostgresServer.session(options)
    try session.execute("SELECT pg_advisory_lock(1)")
    return session
  }

  private static func name(_ source: WorkloadSource, _ way: Way, _ servers: Int) -> String {
    "\(PostgresServer.prefix)\(servers)_shards_by_\(way.fetchSize)_\(source.items)"
  }

  /// Opens the list, and loads it first if it is not there.
  private static func list(
    _ source: WorkloadSource, _ way: Way, _ servers: Int
  ) throws -> PostgresSource {
    let name = name(source, way, servers)
    if let list = try PostgresServer.opened(name, way.form) { return list }
    let coordinator = try PostgresServer.address()
    let shards = try ShardServers.addresses(servers)
    let rows = try ShuffledRows(source)
    do throws(SourceError) {
      let loader = try PostgresShardLoader(
        coordinator: coordinator, shards: shards, list: name, identity: SQLiteFile.identity,
        fetchSize: way.fetchSize, replacing: true)
      try rows.forEachPage { page throws(SourceError) in try loader.append(page) }
      try loader.finish()
    } catch {
      throw EnvironmentError("\(error)")
    }
    return try PostgresServer.reopened(name, way.form)
  }

  private static func open(
    _ source: WorkloadSource, _ way: Way, _ servers: Int, _ run: Run
  ) throws -> DepthReader {
    let list = try list(source, way, servers)
    let meter = try PostgresShardMeter(
      shards: try ShardServers.addresses(servers), list: list.list)
    var reader = DepthReader(
      list, try StoredRows.model(source, scratchFolder: run.scratchFolder))
    reader.counts = { request in
      let shipped = try meter.shipped { () throws(SourceError) in
        var page = Page()
        try list.fill(&page, with: request)
      }
      return [("rowsShipped", shipped.rowCount), ("bytesShipped", shipped.bytes)]
    }
    return reader
  }
}
