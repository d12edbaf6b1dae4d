/// How a page at depth is asked of PostgreSQL, or of an engine that speaks its protocol.
public enum PostgresForm: String, Hashable, Sendable, CaseIterable {
  /// `LIMIT` and `OFFSET`: walks all rows that lie before.
  case offset
  /// The ids by offset from the index alone, then their rows: walks the index.
  case deferredJoin
  /// Key and id by offset from the index alone: rows come without version (0) and text.
  case coveringOffset
  /// The last row's key and id, compared as one row value.
  case keysetRowValues
  /// `k < ? OR (k = ? AND id < ?)`: PostgreSQL filters by it and so walks all rows that lie before.
  case keysetOr
  /// `k <= ? AND (k < ? OR id < ?)`: walks the rest of a tie.
  case keysetAnd
  /// Two seeks, joined by `UNION ALL`: the rest of the tie, then the smaller keys.
  case keysetTwoSeeks
  /// The last row's id alone, its key by a subselect: without the row there is no page.
  case keysetByID
  /// An opaque, authenticated cursor over row values.
  case cursor

  /// The name in results.
  public var implementation: String {
    switch self {
    case .offset: "PostgreSQL, offset"
    case .deferredJoin: "PostgreSQL, deferred join"
    case .coveringOffset: "PostgreSQL, covering offset"
    case .keysetRowValues: "PostgreSQL, keyset, row values"
    case .keysetOr: "PostgreSQL, keyset, OR, trap"
    case .keysetAnd: "PostgreSQL, keyset, AND, trap"
    case .keysetTwoSeeks: "PostgreSQL, keyset, two seeks"
    case .keysetByID: "PostgreSQL, keyset, by id, wrong"
    case .cursor: "PostgreSQL, cursor"
    }
  }

  /// Whether every page is that of the list as it is, whatever happened to the row that it goes on from.
  public var isRight: Bool { self != .keysetByID && self != .coveringOffset }

  /// Whether pages at depth are asked for by their rank.
  public var isByRank: Bool {
    switch self {
    case .offset, .deferredJoin, .coveringOffset: true
    case .keysetRowValues, .keysetOr, .keysetAnd, .keysetTwoSeeks, .keysetByID, .cursor: false
    }
  }
}

/// An engine that speaks PostgreSQL's protocol, with the form of predicate that it does best by.
public enum PostgresEngine: String, Hashable, Sendable, CaseIterable {
  /// PostgreSQL itself. MEASURED: row values touch 23 blocks for 20 rows at every depth.
  case postgres
  /// YugabyteDB evaluates row values after the fetch, not in its store; two seeks are plain comparisons.
  ///
  /// Source: yugabyte-db issue 11794, 998,000 rows removed by recheck.
  case yugabyte
  /// CockroachDB advises keyset for all depth; two seeks constrain the index by plain comparisons.
  ///
  /// Source: cockroachlabs.com/docs/stable/pagination.
  case cockroach
  /// PostgreSQL over postgres_fdw: row values are not sent to the servers that hold the rows, plain comparisons
  /// and limits are. MEASURED: 5,999 rows shipped instead of 60 for a page of 20 of 6,000 rows.
  case foreignServers
  /// Citus sends row values and limit to each shard; by offset each shard gives limit + offset rows.
  ///
  /// Source: citus issue 6522.
  case citus

  /// The form that the engine does best by.
  public var bestForm: PostgresForm {
    switch self {
    case .postgres, .citus: .keysetRowValues
    case .yugabyte, .cockroach, .foreignServers: .keysetTwoSeeks
    }
  }
}
