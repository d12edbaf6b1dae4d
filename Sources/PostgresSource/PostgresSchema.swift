internal import ListSource

/// The tables of a dataset, and the statements on them.
///
/// Each dataset has a schema of its own. The tables of a load carry its token in their names: a source that
/// was opened before the dataset is loaded anew finds its tables gone instead of somebody else's rows.
/// `metadata` has one row once the load is finished, and none before.
struct PostgresSchema: Sendable {
  /// Rises with every change of the tables.
  static let version = 1
  /// The comment on the schema: tells it from other programs' schemas.
  static let comment = "Longlist dataset, tables of version "

  let schema: String
  let token: String
  let item: String
  let log: String
  let metadata: String

  /// The tables on other servers that hold the rows; none where the rows are here.
  let shards: [String]

  /// The most servers that hold one list's rows.
  static let maximumShards = 1_000

  /// - Parameter list: The dataset's name; any name that PostgreSQL takes.
  init(list: String, token: String, shardCount: Int = 0) {
    schema = PostgresConnection.identifier(list)
    self.token = token
    item = "\(schema).item_\(token)"
    log = "\(schema).change_\(token)"
    metadata = "\(schema).metadata"
    shards = (0..<shardCount).map { [item] in "\(item)_\($0)" }
  }

  // MARK: - Making

  var createTables: String {
    """
    CREATE SCHEMA \(schema);
    COMMENT ON SCHEMA \(schema) IS '\(Self.comment)\(Self.version)';
    CREATE TABLE \(metadata)(
      token text PRIMARY KEY, dataset bytea NOT NULL, generation bigint NOT NULL,
      sequence bigint NOT NULL, row_count bigint NOT NULL, log_limit bigint NOT NULL,
      shard_count bigint NOT NULL);
    CREATE TABLE \(item)(
      id bigint NOT NULL, sort_key bigint NOT NULL, version bigint NOT NULL, text text NOT NULL)
      \(shards.isEmpty ? "WITH (autovacuum_enabled = off)" : "PARTITION BY LIST ((id % \(shards.count)))");
    CREATE TABLE \(log)(
      sequence bigint PRIMARY KEY, operation smallint NOT NULL, id bigint NOT NULL,
      sort_key bigint NOT NULL, version bigint NOT NULL, text text)
    """
  }
  var createIDIndex: String { "ALTER TABLE \(item) ADD PRIMARY KEY (id)" }
  var createOrderIndex: String {
    "CREATE UNIQUE INDEX item_\(token)_order ON \(item)(sort_key DESC, id DESC)"
  }
  var copy: String { "COPY \(item)(id, sort_key, version, text) FROM STDIN (FORMAT binary)" }

  var insertMetadata: PostgresStatement {
    PostgresStatement(
      "insert metadata", [.text, .bytes, .integer, .integer, .integer, .integer, .integer],
      "INSERT INTO \(metadata) VALUES ($1, $2, $3, $4, $5, $6, $7)")
  }

  // MARK: - Opening

  /// Gives a schema's comment; parameters: its name.
  static let describe = PostgresStatement(
    "describe", [.text],
    """
    SELECT coalesce(obj_description(oid, 'pg_namespace'), '') FROM pg_namespace WHERE nspname = $1
    """)

  static func identify(schema: String) -> PostgresStatement {
    PostgresStatement(
      "identify " + schema, [],
      """
      SELECT token, dataset, generation, shard_count, log_limit
      FROM \(PostgresConnection.identifier(schema)).metadata
      """)
  }

  /// Gives how many tables and indexes of a load are there; parameters: the schema's name, the token.
  static let countObjects = PostgresStatement(
    "count objects", [.text, .text],
    """
    SELECT count(*) FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
    WHERE nspname = $1 AND relname IN ('item_' || $2, 'item_' || $2 || '_pkey',
      'item_' || $2 || '_order', 'change_' || $2)
    """)
  static let objectCount: Int64 = 4
}
