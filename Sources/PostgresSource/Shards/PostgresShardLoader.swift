public import ListCore
public import ListSource

/// Loads a dataset that one machine does not hold: its rows onto several servers, by id modulo their number,
/// and a partitioned table over them (postgres_fdw) onto a coordinator, where `PostgresSource` opens it.
///
/// Each server's part is one transaction; the coordinator's comes last, so a dataset whose load was cut off is not
/// there for anybody. What lies on the servers then is replaced by the next load with `replacing`.
public final class PostgresShardLoader {
  private let loaders: [PostgresLoader]
  private let addresses: [String]
  private let coordinator: PostgresConnection
  private let list: String
  private let identity: DatasetIdentity
  private let sequence: UInt64
  private let fetchSize: Int
  private let isReplacing: Bool
  private var rowCount = 0
  private var pages: [Page]

  /// Starts a load.
  ///
  /// - Parameters:
  ///   - coordinator: The address of the server that clients ask; its user must be allowed to make servers.
  ///   - shards: The addresses of the servers that hold the rows, 1 to 1,000. Traps otherwise.
  ///   - fetchSize: How many rows the coordinator takes from a server at a time, at least 1.
  /// - Throws: What `PostgresLoader` throws.
  public init(
    coordinator: String, shards: [String], list: String = PostgresLoader.defaultList,
    identity: DatasetIdentity, sequence: UInt64 = 0, fetchSize: Int = 100, replacing: Bool = false
  ) throws(SourceError) {
    precondition(
      1...PostgresSchema.maximumShards ~= shards.count && fetchSize >= 1,
      "no shard or too many, or no rows at a time")
    self.coordinator = try onServer { () throws(PostgresError) in
      var options = PostgresConnection.Options()
      options.statementTimeoutMilliseconds = 0
      return try PostgresConnection(try PostgresAddress(coordinator), options: options)
    }
    if try PostgresLoader.isDataset(self.coordinator, list: list), !replacing {
      throw SourceError(
        .alreadyExists, "there is a dataset '\(list)' already: remove it, or ask to replace it",
        place: self.coordinator.place)
    }
    var loaders: [PostgresLoader] = []
    for address in shards {
      loaders.append(
        try PostgresLoader(
          address: address, list: list, identity: identity, sequence: sequence, replacing: replacing
        ))
    }
    self.loaders = loaders
    addresses = shards
    self.list = list
    self.identity = identity
    self.sequence = sequence
    self.fetchSize = fetchSize
    isReplacing = replacing
    pages = Array(repeating: Page(), count: shards.count)
  }

  /// Adds a page's rows, in any order.
  ///
  /// - Throws: What `PostgresLoader.append` throws.
  public func append(_ page: Page) throws(SourceError) {
    try PostgresLoader.checkIDs(of: page, place: coordinator.place)
    for index in pages.indices { pages[index].removeAll() }
    let text = page.text.span
    for row in page.rows {
      let start = Int(row.textByteOffset)
      pages[Int(row.entry.id.rawValue % UInt64(pages.count))].append(
        entry: row.entry, version: row.version,
        text: text.extracting(start..<start + Int(row.textByteCount)))
    }
    for (loader, page) in zip(loaders, pages) { try loader.append(page) }
    rowCount += page.rows.count
  }

  /// Commits on every server, then makes the table over them.
  ///
  /// - Throws: What `PostgresLoader.finish` throws; on the coordinator there is then no new dataset.
  public func finish() throws(SourceError) {
    for loader in loaders { try loader.finish() }
    let clock = try onServer { () throws(PostgresError) in
      try coordinator.execute(
        "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")
    }
    let schema = PostgresSchema(list: list, token: clock.text(0, 0), shardCount: loaders.count)
    var statements = ["BEGIN", "CREATE EXTENSION IF NOT EXISTS postgres_fdw"]
    if isReplacing { statements += try removal() }
    statements.append(schema.createTables)
    for (index, loader) in loaders.enumerated() {
      statements += try foreignTable(index, loader, schema)
    }
    try onServer { () throws(PostgresError) in
      do throws(PostgresError) {
        for statement in statements { try coordinator.execute(statement) }
        var values = PostgresParameters()
        values.append(schema.token)
        let digest = identity.digest
        values.append(digest.span)
        values.append(Int64(bitPattern: identity.generation))
        values.append(Int64(sequence))
        values.append(Int64(rowCount))
        values.append(0)
        values.append(Int64(loaders.count))
        try coordinator.run(schema.insertMetadata, values)
        try coordinator.commit()
      } catch {
        if !coordinator.isLost { _ = try? coordinator.execute("ROLLBACK") }
        throw error
      }
      _ = try? coordinator.execute("ANALYZE \(schema.item)")
    }
  }

  /// What removes the dataset of before, and the servers that only it used.
  private func removal() throws(SourceError) -> [String] {
    guard try PostgresLoader.isDataset(coordinator, list: list) else { return [] }
    return try onServer { () throws(PostgresError) in
      let old = try coordinator.run(PostgresSchema.identify(schema: list))
      let count = old.rowCount == 1 ? Int(try old.integer(0, 3)) : 0
      return ["DROP SCHEMA \(PostgresConnection.identifier(list)) CASCADE"]
        + (0..<count).map { "DROP SERVER IF EXISTS \(Self.server(old.text(0, 0), $0)) CASCADE" }
    }
  }

  private static func server(_ token: String, _ index: Int) -> String {
    PostgresConnection.identifier("longlist_\(token)_\(index)")
  }

  /// What makes the table of one server's rows on the coordinator.
  private func foreignTable(
    _ index: Int, _ loader: PostgresLoader, _ schema: PostgresSchema
  ) throws(SourceError) -> [String] {
    let parts = try onServer { () throws(PostgresError) in
      try PostgresConnection(try PostgresAddress(addresses[index])).parts
    }
    func option(_ name: String, _ value: String?) -> String? {
      value.map { "\(name) \(PostgresConnection.literal($0))" }
    }
    let server = Self.server(schema.token, index)
    let way = [
      option("host", parts["host"]), option("port", parts["port"]),
      option("dbname", parts["dbname"]), option("fetch_size", String(fetchSize)),
    ].compactMap(\.self).joined(separator: ", ")
    let user = [option("user", parts["user"]), option("password", parts["password"])]
      .compactMap(\.self).joined(separator: ", ")
    let table = loader.table
    return [
      "CREATE SERVER \(server) FOREIGN DATA WRAPPER postgres_fdw OPTIONS (\(way))",
      "CREATE USER MAPPING FOR CURRENT_USER SERVER \(server) OPTIONS (\(user))",
      """
      CREATE FOREIGN TABLE \(schema.shards[index]) PARTITION OF \(schema.item)
      FOR VALUES IN (\(index)) SERVER \(server) OPTIONS (
        schema_name \(PostgresConnection.literal(table.schema)),
        table_name \(PostgresConnection.literal(table.name)))
      """,
    ]
  }
}
