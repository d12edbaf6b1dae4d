public import ListCore
public import ListSource

/// The stateful design: a cursor that the server keeps open for one reader.
///
/// It shows the list as it was when the cursor was declared. It holds a session, and a scroll cursor also a
/// transaction, which keeps dead rows from being removed. Nothing is tried again: when the connection breaks, the
/// cursor is gone (`connectionLost`), and the reader starts anew. Not `Sendable`.
public final class PostgresScroll {
  /// How the server keeps the cursor.
  public enum Kind: String, Sendable, CaseIterable {
    /// In an open transaction: rows are read as they are asked for, a jump walks all rows between.
    case scroll
    /// Beyond its transaction: all rows are copied when it is declared, a jump walks the copy.
    case withHold

    /// The name in results.
    public var implementation: String {
      switch self {
      case .scroll: "PostgreSQL, scroll cursor, trap"
      case .withHold: "PostgreSQL, WITH HOLD cursor"
      }
    }
  }

  /// How the server keeps the cursor.
  public let kind: Kind
  /// The server's address, without a password.
  public let place: String
  private let connection: PostgresConnection
  private let item: String

  /// Declares a cursor over a source's list, in a session of its own.
  ///
  /// - Throws: `cannotOpen`, `passwordRefused`, `datasetReplaced`.
  public init(_ kind: Kind, of source: PostgresSource) throws(SourceError) {
    self.kind = kind
    item = source.schema.item
    let item = source.schema.item
    connection = try source.read { connection throws(PostgresError) in
      let connection = try connection.another()
      let rows = "SELECT id, sort_key, version, text FROM \(item) ORDER BY sort_key DESC, id DESC"
      // Binary, as pages are read; its plan is to give the first rows soon.
      try connection.execute(
        kind == .scroll
          ? "BEGIN; DECLARE list BINARY SCROLL CURSOR FOR \(rows)"
          : "DECLARE list BINARY SCROLL CURSOR WITH HOLD FOR \(rows)")
      return connection
    }
    place = connection.place
  }

  /// Fills a page with the rows from a rank down, of the list as it was; the page has no cursors.
  ///
  /// - Throws: `limitOutOfRange`, `offsetOutOfRange`, `connectionLost`, `timedOut`; the page is then empty.
  public func fill(_ page: inout Page, at offset: Int, limit: Int) throws(SourceError) {
    page.removeAll()
    try PageRequest(.offset(offset), limit: limit).validate()
    try append(
      to: &page,
      "MOVE ABSOLUTE \(min(offset, Int(Int32.max))) IN list; FETCH FORWARD \(limit) FROM list")
  }

  /// Fills a page with the rows after those of the last page.
  public func fillNext(_ page: inout Page, limit: Int) throws(SourceError) {
    page.removeAll()
    try PageRequest(.head, limit: limit).validate()
    try append(to: &page, "FETCH FORWARD \(limit) FROM list")
  }

  /// Blocks of the table and its indexes that the session asked for in the open transaction: a scroll
  /// cursor's work so far; nil for one that is held, whose transaction is over.
  public func blocksTouched() throws(SourceError) -> Int? {
    guard kind == .scroll else { return nil }
    return try onServer { () throws(PostgresError) in
      let row = try connection.execute(
        """
        SELECT sum(pg_stat_get_xact_blocks_fetched(oid))::bigint FROM pg_class
        WHERE oid = \(PostgresConnection.literal(item))::regclass
          OR oid IN (SELECT indexrelid FROM pg_index
                     WHERE indrelid = \(PostgresConnection.literal(item))::regclass)
        """)
      return Int(row.text(0, 0)) ?? 0
    }
  }

  /// Bytes of the server's temporary files at the moment, all sessions' together: what held cursors cost.
  ///
  /// - Throws: `readOnly` for a user who may not look (superusers and `pg_monitor` may).
  public func temporaryBytes() throws(SourceError) -> Int {
    try onServer { () throws(PostgresError) in
      let row = try connection.execute("SELECT coalesce(sum(size), 0)::bigint FROM pg_ls_tmpdir()")
      return Int(row.text(0, 0)) ?? 0
    }
  }

  private func append(to page: inout Page, _ sql: String) throws(SourceError) {
    let result = try onServer { () throws(PostgresError) in try connection.execute(sql) }
    do throws(SourceError) {
      try page.append(result, place: place)
    } catch {
      page.removeAll()
      throw error
    }
  }
}
