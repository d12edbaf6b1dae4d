public import ListSource

/// Counts what servers send to their coordinator, as they count it themselves (pg_stat_statements).
public final class PostgresShardMeter {
  /// What was sent.
  public struct Shipped: Hashable, Sendable {
    /// Rows of each server, in the order of their addresses.
    public var rows: [Int]
    /// Bytes of all of them: rows by the mean size of a row on the wire.
    public var bytes: Int

    /// Rows of all servers.
    public var rowCount: Int { rows.reduce(0, +) }
  }

  private let connections: [PostgresConnection]
  private let meanRowBytes: [Double]

  /// The settings that a server needs from its start.
  public static let settings = ["shared_preload_libraries": "pg_stat_statements"]

  /// Makes a meter of the servers that hold a list.
  ///
  /// - Throws: `cannotOpen`, `engine` where pg_stat_statements is not loaded.
  public init(
    shards: [String], list: String = PostgresLoader.defaultList
  ) throws(SourceError) {
    var connections: [PostgresConnection] = []
    var sizes: [Double] = []
    for address in shards {
      try onServer { () throws(PostgresError) in
        let connection = try PostgresConnection(try PostgresAddress(address))
        try connection.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
        let token = try connection.run(PostgresSchema.identify(schema: list)).text(0, 0)
        // A row's message: kind, length, number of values; each value's length and text.
        let row = try connection.execute(
          """
          SELECT coalesce(avg(7 + 4 * 4 + length(id::text) + length(sort_key::text)
            + length(version::text) + octet_length(text)), 0)
          FROM \(PostgresSchema(list: list, token: token).item)
          """)
        sizes.append(Double(row.text(0, 0)) ?? 0)
        connections.append(connection)
      }
    }
    self.connections = connections
    meanRowBytes = sizes
  }

  /// Returns what the servers sent while a body ran; nobody else may use them meanwhile.
  public func shipped(during body: () throws(SourceError) -> Void) throws(SourceError) -> Shipped {
    for connection in connections {
      try onServer { () throws(PostgresError) in
        _ = try connection.execute("SELECT pg_stat_statements_reset()")
      }
    }
    try body()
    var shipped = Shipped(rows: [], bytes: 0)
    for (connection, size) in zip(connections, meanRowBytes) {
      let rows = try onServer { () throws(PostgresError) in
        // The coordinator takes rows by FETCH alone.
        let row = try connection.execute(
          "SELECT coalesce(sum(rows), 0)::bigint FROM pg_stat_statements WHERE query LIKE 'FETCH %'"
        )
        return Int(row.text(0, 0)) ?? 0
      }
      shipped.rows.append(rows)
      shipped.bytes += Int((Double(rows) * size).rounded())
    }
    return shipped
  }
}
