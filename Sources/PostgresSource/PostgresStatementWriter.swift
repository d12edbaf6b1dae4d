internal import ListSource

/// Writes the statements of `PostgresStatements`, which says what they are for.
struct PostgresStatementWriter {
  private let schema: PostgresSchema
  let form: PostgresForm
  /// Whether each of other servers is asked for a page of its own.
  private let isPerShard: Bool

  init(_ schema: PostgresSchema, form: PostgresForm, isPerShard: Bool) {
    self.schema = schema
    self.form = form
    self.isPerShard = isPerShard && !schema.shards.isEmpty
  }

  private var item: String { schema.item }
  private static let columns = "SELECT id, sort_key, version, text FROM "

  private static func words(_ direction: Direction) -> (comparison: String, order: String) {
    switch direction {
    case .older: ("<", "sort_key DESC, id DESC")
    case .newer: (">", "sort_key, id")
    }
  }

  /// Compares a row with the entry of `$1` and `$2`: by row values, but expanded where the rows are on other
  /// servers, and for engines that are asked by two seeks, as theirs would not see row values.
  private func besides(_ sign: String) -> String {
    guard !schema.shards.isEmpty || form == .keysetTwoSeeks else {
      return "(sort_key, id) \(sign) ($1, $2)"
    }
    let strict = sign.prefix(1)
    return "sort_key \(strict)= $1 AND (sort_key \(strict) $1 OR id \(sign) $2)"
  }

  /// A page of the list, or of each server and then of those.
  private func page(_ select: (_ table: String) -> String, _ end: String) -> String {
    guard isPerShard else { return select(item) + end }
    return schema.shards.map { "(\(select($0)))" }.joined(separator: " UNION ALL ") + end
  }

  // MARK: - Pages

  var offset: PostgresStatement {
    let order = " ORDER BY " + Self.words(.older).order
    let end = order + " LIMIT $1 OFFSET $2"
    let sql =
      switch form {
      case .deferredJoin:
        """
        \(Self.columns)(SELECT id FROM \(item)\(end)) AS wanted
        JOIN \(item) USING (id)\(order)
        """
      case .coveringOffset: "SELECT id, sort_key, 0::bigint, ''::text FROM \(item)\(end)"
      default:
        // Any server may hold all rows that lie before.
        page(
          { Self.columns + $0 + (isPerShard ? order + " LIMIT $1::bigint + $2::bigint" : "") }, end)
      }
    return PostgresStatement("offset", [.integer, .integer], sql)
  }

  func keyset(_ direction: Direction) -> PostgresStatement {
    let end = " ORDER BY \(Self.words(direction).order) LIMIT $3"
    let sql = page({ keyset(direction, $0) + (isPerShard ? end : "") }, end)
    return PostgresStatement("keyset \(direction)", [.integer, .integer, .integer], sql)
  }

  /// The rows on one side of an entry, without order and limit but those of its parts.
  private func keyset(_ direction: Direction, _ table: String) -> String {
    let (sign, order) = Self.words(direction)
    let rows = Self.columns + table
    // postgres_fdw sends no row values to its servers, which then would give all rows.
    // Source: PostgreSQL, contrib/postgres_fdw/deparse.c, foreign_expr_walker.
    let isForeign = !schema.shards.isEmpty
    switch form == .cursor && isForeign ? .keysetTwoSeeks : form {
    case .offset, .deferredJoin, .cursor: return rows + " WHERE " + besides(sign)
    case .keysetRowValues: return rows + " WHERE (sort_key, id) \(sign) ($1, $2)"
    case .coveringOffset:
      return "SELECT id, sort_key, 0::bigint, ''::text FROM \(table) WHERE " + besides(sign)
    case .keysetOr:
      return rows + " WHERE (sort_key \(sign) $1 OR (sort_key = $1 AND id \(sign) $2))"
    case .keysetAnd:
      return rows + " WHERE sort_key \(sign)= $1 AND (sort_key \(sign) $1 OR id \(sign) $2)"
    case .keysetTwoSeeks:
      let end = " ORDER BY \(order) LIMIT $3"
      return "(\(rows) WHERE sort_key = $1 AND id \(sign) $2\(end)) UNION ALL "
        + "(\(rows) WHERE sort_key \(sign) $1\(end))"
    case .keysetByID:
      // The key is in the statement only so that all forms have the same parameters.
      return rows + " WHERE (sort_key, id) \(sign) "
        + "((SELECT sort_key FROM \(item) WHERE id = $2), $2) AND $1::bigint IS NOT NULL"
    }
  }

  var window: PostgresStatement {
    PostgresStatement(
      "window", [.integer, .integer, .integer, .integer],
      """
      (\(Self.columns)\(item) WHERE \(besides(">")) ORDER BY sort_key, id LIMIT $3) UNION ALL
      (\(Self.columns)\(item) WHERE \(besides("<=")) ORDER BY sort_key DESC, id DESC LIMIT $4)
      ORDER BY sort_key DESC, id DESC
      """)
  }

  var entry: PostgresStatement {
    PostgresStatement("entry", [.integer], "SELECT sort_key FROM \(item) WHERE id = $1")
  }

  // MARK: - Counts

  var countNewer: PostgresStatement {
    PostgresStatement(
      "count newer", [.integer, .integer, .integer],
      """
      SELECT count(*) FROM
        (SELECT 1 FROM \(item) WHERE \(besides(">")) ORDER BY sort_key, id LIMIT $3) AS newer
      """)
  }

  var state: PostgresStatement {
    PostgresStatement(
      "state", [],
      "SELECT sequence, row_count FROM \(schema.metadata) WHERE token = '\(schema.token)'")
  }

  var countAll: PostgresStatement {
    PostgresStatement("count all", [], "SELECT count(*) FROM \(item)")
  }

  var countCapped: PostgresStatement {
    PostgresStatement(
      "count capped", [.integer],
      "SELECT count(*) FROM (SELECT 1 FROM \(item) LIMIT $1) AS counted")
  }

  var estimate: PostgresStatement {
    PostgresStatement(
      "estimate", [],
      "SELECT reltuples::bigint FROM pg_class WHERE oid = \(PostgresConnection.literal(item))::regclass"
    )
  }

  // MARK: - Changes

  var changes: PostgresStatement {
    PostgresStatement(
      "changes", [.integer, .integer],
      """
      SELECT m.sequence, (SELECT min(sequence) FROM \(schema.log)), c.sequence, c.operation, c.id,
        c.sort_key, c.version, c.text
      FROM \(schema.metadata) AS m LEFT JOIN LATERAL
        (SELECT * FROM \(schema.log) WHERE sequence > $1 ORDER BY sequence LIMIT $2) AS c ON true
      WHERE m.token = '\(schema.token)' ORDER BY c.sequence
      """)
  }

  var lockState: PostgresStatement {
    PostgresStatement("lock state", [], state.sql + " FOR UPDATE")
  }

  var insert: PostgresStatement {
    PostgresStatement(
      "insert", [.integer, .integer, .integer, .text], "INSERT INTO \(item) VALUES ($1, $2, $3, $4)"
    )
  }

  var delete: PostgresStatement {
    PostgresStatement(
      "delete", [.integer, .integer], "DELETE FROM \(item) WHERE id = $1 AND sort_key = $2")
  }

  var move: PostgresStatement {
    PostgresStatement(
      "move", [.integer, .integer, .integer],
      "UPDATE \(item) SET sort_key = $2, version = $3 WHERE id = $1")
  }

  var moveWithText: PostgresStatement {
    PostgresStatement(
      "move with text", [.integer, .integer, .integer, .text],
      "UPDATE \(item) SET sort_key = $2, version = $3, text = $4 WHERE id = $1")
  }

  var update: PostgresStatement {
    PostgresStatement(
      "update", [.integer, .integer, .integer, .text],
      "UPDATE \(item) SET version = $3, text = $4 WHERE id = $1 AND sort_key = $2")
  }

  var insertChange: PostgresStatement {
    PostgresStatement(
      "insert change", [.integer, .integer, .integer, .integer, .integer, .text],
      "INSERT INTO \(schema.log) VALUES ($1, $2, $3, $4, $5, $6)")
  }

  var trimLog: PostgresStatement {
    PostgresStatement("trim log", [.integer], "DELETE FROM \(schema.log) WHERE sequence <= $1")
  }

  var updateState: PostgresStatement {
    PostgresStatement(
      "update state", [.integer, .integer],
      """
      UPDATE \(schema.metadata) SET sequence = $1, row_count = row_count + $2
      WHERE token = '\(schema.token)'
      """)
  }
}
