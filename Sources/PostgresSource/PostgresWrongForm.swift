public import ListCore
public import ListSource

/// Designs that give wrong answers, kept to show what they lose.
public enum PostgresWrongForm: String, Hashable, Sendable, CaseIterable {
  /// `k < ?` without the id: the rest of the last row's tie is lost.
  case strictKey
  /// `k < ? AND id < ?`: only rows that are smaller in both come.
  case bothSmaller
  /// `(k, id) < (?, ?)` with the key cut to milliseconds: what lies between is lost.
  case milliseconds
  /// Keys that may be NULL: PostgreSQL puts them first in descending order, and no comparison ever holds for one.
  case nullKeys
  /// A filter over what was fetched, and a short page taken for the end.
  case filterAfterFetch

  /// The name in results.
  public var implementation: String {
    switch self {
    case .strictKey: "PostgreSQL, keyset, key alone, wrong"
    case .bothSmaller: "PostgreSQL, keyset, both smaller, wrong"
    case .milliseconds: "PostgreSQL, keyset, milliseconds, wrong"
    case .nullKeys: "PostgreSQL, keyset, NULL keys, wrong"
    case .filterAfterFetch: "PostgreSQL, filter after the fetch, wrong"
    }
  }

  /// Every how many ids one has the key NULL in `nullKeys`, or is hidden in `filterAfterFetch`.
  public static let period = 10
}

extension PostgresSource {
  /// Scrolls through the whole list by pages, as a client of a wrong design would.
  ///
  /// `filterAfterFetch` is to show the rows whose id is no multiple of `period`; `nullKeys` scrolls a copy of
  /// the list in which the others have no key, made when a session first asks for it.
  /// - Parameter limit: Rows of a page.
  /// - Returns: The ids that the client saw, in its order.
  /// - Throws: `SourceError`; `readOnly` for `nullKeys` unless the source was opened for writing.
  public func scrollAll(_ form: PostgresWrongForm, limit: Int) throws(SourceError) -> [ItemID] {
    try PageRequest(.head, limit: limit).validate()
    guard form == .nullKeys else {
      return try read { connection throws(PostgresError) in
        try scroll(form, limit: limit, from: schema.item, connection)
      }
    }
    return try write { connection throws(SourceError) in
      try onServer { () throws(PostgresError) in
        let isMade = try connection.execute("SELECT to_regclass('pg_temp.nullable') IS NOT NULL")
        if isMade.text(0, 0) != "t" {
          try connection.execute(
            """
            CREATE TEMPORARY TABLE nullable AS SELECT id,
              CASE WHEN id % \(PostgresWrongForm.period) <> 0 THEN sort_key END AS sort_key
            FROM \(schema.item);
            CREATE INDEX ON nullable(sort_key DESC, id DESC); ANALYZE nullable
            """)
        }
        return try scroll(form, limit: limit, from: "nullable", connection)
      }
    }
  }

  private func scroll(
    _ form: PostgresWrongForm, limit: Int, from table: String, _ connection: PostgresConnection
  ) throws(PostgresError) -> [ItemID] {
    let rows = "SELECT id, sort_key FROM \(table)"
    let end = " ORDER BY sort_key DESC, id DESC LIMIT "
    let predicate =
      switch form {
      case .strictKey: "sort_key < $1 AND $2::bigint IS NOT NULL"
      case .bothSmaller: "sort_key < $1 AND id < $2"
      case .milliseconds, .nullKeys, .filterAfterFetch: "(sort_key, id) < ($1, $2)"
      }
    let head = PostgresStatement("wrong head \(form)", [.integer], rows + end + "$1")
    let next = PostgresStatement(
      "wrong \(form)", [.integer, .integer, .integer], rows + " WHERE " + predicate + end + "$3")
    var ids: [ItemID] = []
    var result = try connection.run(head, PostgresParameters(Int64(limit)))
    while result.rowCount > 0 {
      var shown = 0
      for row in 0..<result.rowCount {
        let id = try result.integer(row, 0)
        if form == .filterAfterFetch, id % Int64(PostgresWrongForm.period) == 0 { continue }
        shown += 1
        ids.append(ItemID(UInt64(bitPattern: id)))
      }
      guard form == .filterAfterFetch ? shown == limit : result.rowCount == limit else { break }
      let last = result.rowCount - 1
      var place = PostgresParameters()
      if result.isNull(last, 1) {
        place.appendNull()
      } else {
        let key = try result.integer(last, 1)
        place.append(form == .milliseconds ? Self.milliseconds(key) : key)
      }
      place.append(try result.integer(last, 0))
      place.append(Int64(limit))
      result = try connection.run(next, place)
    }
    return ids
  }

  /// A key of microseconds, cut to milliseconds.
  private static func milliseconds(_ key: Int64) -> Int64 {
    let rest = key % 1_000
    return key.subtractingReportingOverflow(rest < 0 ? rest + 1_000 : rest).partialValue
  }
}
