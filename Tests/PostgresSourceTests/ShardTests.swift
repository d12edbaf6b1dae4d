import ListCore
import ListSource
import Testing
import TestSupport

@testable import PostgresSource

/// A list over three servers: right, and what it makes them send.
@Suite(.needsPostgres, .serialized) struct ShardTests {
  static let shardCount = 3
  static let rowCount = 6_000
  static let rows: [ModelRow] = {
    var random = SeededRandom(state: 4)
    return ListModel(
      withoutNUL(.hostile(rowCount, largestID: UInt64(Int64.max), &random))
    ).rows
  }()

  /// Three more servers, and the list on them, with 10 and with 100,000 rows to a fetch.
  private struct Servers {
    let shards: [PrivateCluster]
    let coordinator: String

    init() throws {
      var options = PrivateCluster.Options()
      options.sharedBuffersMebibytes = 32
      options.settings = PostgresShardMeter.settings.merging(["fsync": "off"]) { $1 }
      shards = try (0..<shardCount).map { _ in try PrivateCluster(options) }
      coordinator = try TestServer.database("coordinator")
      for (list, fetchSize) in [("streamed", 10), ("whole", 100_000)] {
        let loader = try PostgresShardLoader(
          coordinator: coordinator, shards: shards.map { $0.address() }, list: list,
          identity: identity, sequence: 7, fetchSize: fetchSize)
        var page = Page()
        page.append(contentsOf: rows)
        try loader.append(page)
        try loader.finish()
      }
    }

    func source(
      _ list: String, _ form: PostgresForm = .cursor, isPerShard: Bool = true
    ) throws -> PostgresSource {
      try PostgresSource(coordinator, list, form: form) { $0.isAskedPerShard = isPerShard }
    }

    func shipped(
      _ source: PostgresSource, _ place: PageRequest.Place
    ) throws -> PostgresShardMeter.Shipped {
      let meter = try PostgresShardMeter(shards: shards.map { $0.address() }, list: source.list)
      return try meter.shipped { () throws(SourceError) in
        var page = Page()
        try source.fill(&page, with: PageRequest(place, limit: 20))
      }
    }
  }

  private static let servers = Result { try Servers() }

  @Test(arguments: [PostgresForm.offset, .keysetRowValues, .keysetAnd, .cursor])
  func everyAnswerIsTheModels(form: PostgresForm) throws {
    let servers = try Self.servers.get()
    for (isPerShard, list) in [(true, "streamed"), (false, "whole")] {
      let source = try servers.source(list, form, isPerShard: isPerShard)
      #expect(source.shardCount == Self.shardCount)
      var promise = SourceContract.Promise()
      promise.largestID = UInt64(Int64.max)
      promise.keptChanges = 0
      promise.isWritable = false
      promise.cursors = (identity, TestAuthenticator())
      var contract = SourceContract(
        source, holding: ListModel(Self.rows, sequence: 7), promise: promise,
        seed: SeededRandom.seed(9))
      try contract.run(steps: 4)
      try contract.walk(limit: 3_000)
    }
  }

  @Test func keysetTakesAPageOfEachServerAndOffsetAllThatLiesBefore() throws {
    let servers = try Self.servers.get()
    for depth in [1_000, 4_000] {
      let after = PageRequest.Place.after(Self.rows[depth - 1].entry, .older)
      let keyset = try servers.shipped(try servers.source("whole"), after)
      // A page of the smaller keys, and what is left of the tie.
      #expect(keyset.rows.allSatisfy { (20...40).contains($0) }, "\(keyset)")
      #expect(keyset.bytes > 60 * 40)
      let one = try servers.shipped(try servers.source("whole", .keysetAnd), after)
      #expect(one.rows == [20, 20, 20])
      // Row values are compared here, after all rows have come.
      let trap = try servers.shipped(try servers.source("whole", .keysetRowValues), after)
      #expect(trap.rowCount > Self.rowCount / 2, "\(trap)")
      // Taken whole, every server sends limit + offset rows, or all it has.
      let whole = try servers.shipped(try servers.source("whole"), .offset(depth))
      let stored = (0..<3).map { shard in
        Self.rows.filter { $0.entry.id.rawValue % 3 == UInt64(shard) }.count
      }
      #expect(whole.rows == stored.map { min(depth + 20, $0) })
      // Taken in small parts, the merge stops when the page is full: together they send about limit + offset rows.
      let streamed = try servers.shipped(try servers.source("streamed"), .offset(depth))
      #expect((depth + 20...depth + 20 + 3 * 20).contains(streamed.rowCount), "\(streamed)")
      let streamedKeyset = try servers.shipped(try servers.source("streamed"), after)
      #expect((20...120).contains(streamedKeyset.rowCount), "\(streamedKeyset)")
    }
    // Without a limit that the servers know, a page makes each send all that is left, or a fetch of it.
    let through = try servers.source("whole", .keysetAnd, isPerShard: false)
    let rest = try servers.shipped(through, .after(Self.rows[999].entry, .older))
    #expect(rest.rowCount == Self.rows.count - 1_000)
  }

  @Test func plansNameWhatIsSentToTheServers() throws {
    let servers = try Self.servers.get()
    let source = try servers.source("whole")
    let request = PageRequest(.after(Self.rows[2_000].entry, .older), limit: 20)
    let statements = try source.remoteStatements(of: .page(request))
    #expect(statements.count == 6)
    #expect(statements.allSatisfy { $0.contains("LIMIT") && $0.contains("DESC") }, "\(statements)")
    let counters = try source.counters(of: .page(request))
    #expect((20...120).contains(counters.rowsFromShards))
    #expect(counters.rowsScanned == 0)
    let rowValues = try servers.source("whole", .keysetRowValues)
    #expect(try rowValues.remoteStatements(of: .page(request)).allSatisfy { !$0.contains("WHERE") })
  }

  @Test func aServerThatIsGoneIsATypedError() throws {
    let servers = try Self.servers.get()
    let source = try servers.source("streamed")
    var page = Page()
    try source.fill(&page, with: PageRequest(.head, limit: 20))
    servers.shards[1].crash()
    let error = try sourceError {
      try source.fill(&page, with: PageRequest(.offset(50), limit: 20))
    }
    #expect(page == Page())
    #expect(error.code == .shardUnreachable, "\(error)")
    try servers.shards[1].restart()
    try source.fill(&page, with: PageRequest(.offset(50), limit: 20))
    #expect(page.modelRows.elementsEqual(Self.rows[50..<70]))
    #expect(
      try sourceError {
        _ = try PostgresSource(servers.coordinator, "streamed", isWritable: true)
      }.code == .readOnly)
  }

  @Test func aPageWithAnIDAbove63BitsIsRefusedByAllServers() throws {
    let servers = try Self.servers.get()
    let loader = try PostgresShardLoader(
      coordinator: servers.coordinator, shards: servers.shards.map { $0.address() },
      list: "large_ids", identity: identity)
    let rows: [ModelRow] = .spread(30)
    var page = Page()
    // The first server would take its rows before the last finds what is wrong.
    page.append(contentsOf: rows)
    page.append(
      contentsOf: [ModelRow(entry: ListEntry(key: 1, id: ItemID(UInt64.max - 1)), text: [])])
    #expect(try sourceError { try loader.append(page) }.code == .idOutOfRange)
    page.removeAll()
    page.append(contentsOf: rows)
    try loader.append(page)
    try loader.finish()
    #expect(try servers.source("large_ids").countByScan() == 30)
  }

  @Test func aLoadIsReplacedOrRefusedWhole() throws {
    let servers = try Self.servers.get()
    let addresses = servers.shards.map { $0.address() }
    func load(_ list: String, replacing: Bool, rows: [ModelRow]) throws {
      let loader = try PostgresShardLoader(
        coordinator: servers.coordinator, shards: addresses, list: list, identity: identity,
        replacing: replacing)
      var page = Page()
      page.append(contentsOf: rows)
      try loader.append(page)
      try loader.finish()
    }
    try load("replaced", replacing: false, rows: .spread(50))
    let reader = try servers.source("replaced")
    #expect(
      try sourceError { try load("replaced", replacing: false, rows: []) }.code == .alreadyExists)
    try load("replaced", replacing: true, rows: .spread(70))
    #expect(try sourceError { _ = try reader.count() }.code == .datasetReplaced)
    #expect(try servers.source("replaced").countByScan() == 70)
    let left = try session(servers.coordinator).execute(
      "SELECT count(*) FROM pg_foreign_server WHERE srvname LIKE 'longlist%'")
    let lists = try session(servers.coordinator).execute(
      "SELECT count(*) FROM pg_namespace WHERE obj_description(oid, 'pg_namespace') LIKE 'Longlist%'"
    )
    #expect(Int(left.text(0, 0)) == Int(lists.text(0, 0)).map { 3 * $0 }, "three servers a list")
    // Cut off before the coordinator has it, nobody sees it; the next load replaces the parts.
    do {
      let loader = try PostgresShardLoader(
        coordinator: servers.coordinator, shards: addresses, list: "cut", identity: identity)
      var page = Page()
      page.append(contentsOf: [ModelRow].spread(50) + [ModelRow].spread(1))
      try loader.append(page)
      #expect(try sourceError { try loader.finish() }.code == .duplicateID)
    }
    #expect(try sourceError { _ = try servers.source("cut") }.code == .cannotOpen)
    try load("cut", replacing: true, rows: .spread(50))
    #expect(try servers.source("cut").countByScan() == 50)
  }
}
