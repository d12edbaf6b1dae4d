internal import ListSource

/// The statements that read.
extension SQLiteSchema {
  static let metadata = """
    SELECT dataset, generation, sequence, row_count, shape, rank_aid, change_limit, log_floor
    FROM metadata
    """

  private static let page = "SELECT id, sort_key, version, text FROM item"

  // MARK: - By rank

  private static let descending = " ORDER BY sort_key DESC, id DESC"

  /// Parameters: limit, offset.
  static func byRank(_ form: QueryForm, _ shape: TableShape) -> String {
    switch form {
    case .deferredJoin: deferredJoin(shape)
    case .coveringOffset: "SELECT id, sort_key FROM item" + descending + " LIMIT ?1 OFFSET ?2"
    case .positionColumn: page + " WHERE position >= ?2 ORDER BY position LIMIT ?1"
    default: page + descending + " LIMIT ?1 OFFSET ?2"
    }
  }

  private static func deferredJoin(_ shape: TableShape) -> String {
    let (columns, condition) =
      switch shape {
      case .uniqueIndex, .unordered, .nullableKey:
        ("rowid AS row, sort_key, id", "item.rowid = place.row")
      case .rowidAlias, .withoutRowID: ("sort_key, id", "item.id = place.id")
      case .clustered: ("sort_key, id", "(item.sort_key, item.id) = (place.sort_key, place.id)")
      }
    return "SELECT item.id, item.sort_key, item.version, item.text FROM (SELECT \(columns)"
      + " FROM item" + descending + " LIMIT ?1 OFFSET ?2) AS place JOIN item ON \(condition)"
      + " ORDER BY place.sort_key DESC, place.id DESC"
  }

  /// Every row, newest first.
  static let all = page + descending

  /// Parameters: number.
  static let milestone = "SELECT sort_key, id FROM milestone WHERE number = ?1"

  static let buckets =
    "SELECT sort_key, id, row_count FROM bucket ORDER BY sort_key DESC, id DESC"

  /// Rows from a place down, that place among them, without some of the first.
  ///
  /// Parameters: key, id, limit, offset.
  static let fromPlace =
    page + " WHERE (sort_key, id) <= (?1, ?2)" + descending + " LIMIT ?3 OFFSET ?4"

  // MARK: - By the last row

  /// Parameters: key, id, limit.
  ///
  /// Forms by rank are asked by two seeks.
  static func keyset(_ form: QueryForm, _ direction: Direction) -> String {
    let (sign, order) = words(direction)
    let condition: String
    switch form {
    case .keysetRowValues: condition = "(sort_key, id) \(sign) (?1, ?2)"
    case .keysetByID:
      condition = "(sort_key, id) \(sign) ((SELECT sort_key FROM item WHERE id = ?2), ?2)"
    case .keysetOr: condition = "sort_key \(sign) ?1 OR (sort_key = ?1 AND id \(sign) ?2)"
    case .keysetAnd: condition = "sort_key \(sign)= ?1 AND (sort_key \(sign) ?1 OR id \(sign) ?2)"
    case .keyAlone: condition = "sort_key \(sign) ?1"
    case .keyAndID: condition = "sort_key \(sign) ?1 AND id \(sign) ?2"
    default: return twoSeeks(sign, order)
    }
    return page + " WHERE \(condition) ORDER BY sort_key \(order), id \(order) LIMIT ?3"
  }

  /// Rows from a place down, that place among them.
  ///
  /// Parameters: key, id, limit.
  static let olderOrSame = twoSeeks("<", "DESC", isClosed: true)

  private static func twoSeeks(_ sign: String, _ order: String, isClosed: Bool = false) -> String {
    page + " WHERE sort_key = ?1 AND id \(sign)\(isClosed ? "=" : "") ?2 UNION ALL "
      + page + " WHERE sort_key \(sign) ?1"
      + " ORDER BY sort_key \(order), id \(order) LIMIT ?3"
  }

  private static func words(_ direction: Direction) -> (sign: String, order: String) {
    switch direction {
    case .older: ("<", "DESC")
    case .newer: (">", "ASC")
    }
  }

  // MARK: - Items and counts

  /// Parameters: id.
  static let keyOfID = "SELECT sort_key FROM item WHERE id = ?1"

  /// Parameters: key, id, limit.
  static let countNewer = """
    SELECT count(*) FROM (SELECT 1 FROM item WHERE sort_key = ?1 AND id > ?2
    UNION ALL SELECT 1 FROM item WHERE sort_key > ?1 LIMIT ?3)
    """

  static let countAll = "SELECT count(*) FROM item"

  /// Parameters: limit.
  static let countSome = "SELECT count(*) FROM (SELECT 1 FROM item LIMIT ?1)"

  /// The first number of an index's statistics is how many rows it had.
  static let estimate = "SELECT max(CAST(stat AS INTEGER)) FROM sqlite_stat1 WHERE tbl = 'item'"

  /// Parameters: sequence.
  static let change =
    "SELECT operation, id, sort_key, version, text FROM change WHERE sequence = ?1"
}
