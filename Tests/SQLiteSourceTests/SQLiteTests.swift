import SQLite
import Testing

/// The wrapper of SQLite.
@Suite struct SQLiteTests {
  private func memory() throws -> Connection {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute("CREATE TABLE t(a INTEGER, b TEXT, c BLOB)")
    return connection
  }

  private func error(_ body: () throws -> Void) throws -> SQLiteError {
    try #require(throws: SQLiteError.self) { try body() }
  }

  @Test func valuesComeBackAsTheyWereBound() throws {
    let connection = try memory()
    let insert = try connection.prepare("INSERT INTO t VALUES (?1, ?2, ?3)")
    let texts: [[UInt8]] = [[], Array("é漢👩‍👧".utf8), [0], [65, 0, 66], [0, 0, 0]]
    let integers: [Int64] = [.min, -1, 0, 1, .max]
    for (integer, text) in zip(integers, texts) {
      try insert.bind(integer, at: 1)
      try insert.bind(text: text.span, at: 2)
      try insert.bind(blob: text.span, at: 3)
      try insert.run()
      #expect(connection.changedRowCount == 1)
    }
    // A span without an address is empty, not NULL.
    try insert.bind(text: Span(), at: 2)
    try insert.bind(blob: Span(), at: 3)
    try insert.run()
    #expect(try connection.integer("SELECT count(*) FROM t WHERE b = '' AND c = x''") == 2)
    try connection.execute("DELETE FROM t WHERE rowid = 6")
    try insert.bindNull(at: 1)
    try insert.bindNull(at: 2)
    try insert.bindNull(at: 3)
    try insert.run()

    let select = try connection.prepare("SELECT a, b, c, typeof(b), typeof(c) FROM t")
    #expect(select.columnCount == 5)
    for (integer, text) in zip(integers, texts) {
      #expect(try select.step())
      #expect(select.integer(at: 0) == integer)
      #expect(select.withText(at: 1) { span in span.indices.map { span[$0] } } == text)
      #expect(select.withBlob(at: 2) { span in span.indices.map { span[$0] } } == text)
      #expect(select.withText(at: 3) { $0.count } == 4)
      #expect(!select.isNull(at: 2))
    }
    #expect(try select.step())
    #expect(select.isNull(at: 0) && select.isNull(at: 1) && select.isNull(at: 2))
    #expect(select.integer(at: 0) == 0)
    #expect(select.withText(at: 1) { $0.count } == 0)
    #expect(select.withBlob(at: 2) { $0.count } == 0)
    #expect(try !select.step())
    #expect(try select.step(), "a statement starts anew after its last row")
  }

  @Test func unsignedIntegersAbove63BitsAreRefused() throws {
    let connection = try memory()
    let insert = try connection.prepare("INSERT INTO t(a) VALUES (?1)")
    try insert.bind(UInt64(Int64.max), at: 1)
    try insert.run()
    #expect(try error { try insert.bind(UInt64(1) << 63, at: 1) }.code == .range)
    #expect(try error { try insert.bind(UInt64.max, at: 1) }.code == .range)
    #expect(try connection.integer("SELECT max(a) FROM t") == .max)
  }

  @Test func errorsCarryCodesMessageAndStatement() throws {
    let connection = try memory()
    let absent = try error { _ = try connection.prepare("SELECT * FROM absent") }
    #expect(absent.code == .error)
    #expect(absent.message == "no such table: absent")
    #expect(absent.sql == "SELECT * FROM absent")
    #expect(
      absent.description == "no such table: absent (SQLite 1, extended 1) in SELECT * FROM absent")
    try connection.execute("CREATE UNIQUE INDEX u ON t(a); INSERT INTO t(a) VALUES (1)")
    let insert = try connection.prepare("INSERT INTO t(a) VALUES (?1)")
    try insert.bind(Int64(1), at: 1)
    let twice = try error { try insert.run() }
    #expect(twice.code == .constraint)
    #expect(twice.extendedCode == 2067)
    // Statement and connection go on.
    try insert.bind(Int64(2), at: 1)
    try insert.run()
    #expect(try connection.integer("SELECT count(*) FROM t") == 2)
    #expect(try error { try insert.bind(Int64(1), at: 2) }.code == .range)
    #expect(try error { try insert.bind(Int64(1), at: 0) }.code == .range)
    #expect(try error { _ = try connection.prepare(" -- nothing") }.code == .error)
    #expect(try error { try connection.execute("SELECT 1; nonsense") }.code == .error)
  }

  @Test func transactionsAreKeptOrUndone() throws {
    let connection = try memory()
    for locking in Connection.Locking.allCases {
      try connection.begin(locking)
      #expect(connection.isInTransaction)
      try connection.execute("INSERT INTO t(a) VALUES (1)")
      connection.rollBack()
      #expect(!connection.isInTransaction)
      try connection.begin(locking)
      try connection.execute("INSERT INTO t(a) VALUES (1)")
      try connection.commit()
    }
    connection.rollBack()
    #expect(try connection.integer("SELECT count(*) FROM t") == 3)
    #expect(try error { try connection.commit() }.code == .error)
    #expect(try connection.integer("SELECT a FROM t WHERE a = 2") == nil)
  }

  @Test func countersCountAndStartAnew() throws {
    let connection = try memory()
    try connection.execute(
      """
      INSERT INTO t(a) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 500)
      SELECT i FROM n
      """)
    let select = try connection.prepare("SELECT a FROM t ORDER BY b")
    _ = connection.takePageCacheCounters()
    try select.run()
    let counters = select.takeCounters()
    #expect(counters.vmSteps > 500)
    #expect(counters.fullScanSteps == 499)
    #expect(counters.sorts == 1)
    #expect(connection.takePageCacheCounters().hits > 0)
    let none = select.takeCounters()
    #expect(none.vmSteps == 0 && none.fullScanSteps == 0 && none.sorts == 0)
    #expect(connection.takePageCacheCounters().hits == 0)
    #expect(try connection.queryPlan(select.sql) == ["SCAN t", "USE TEMP B-TREE FOR ORDER BY"])
  }

  @Test func statementsKeepTheirConnectionOpen() throws {
    var connection: Connection? = try memory()
    let select = try #require(try connection?.prepare("SELECT 7"))
    connection = nil
    #expect(try select.step())
    #expect(select.integer(at: 0) == 7)
  }

  @Test func filesOpenAsAsked() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("db")
    #expect(try error { _ = try Connection(path: path, mode: .readOnly) }.code == .cannotOpen)
    #expect(try error { _ = try Connection(path: path, mode: .readWrite) }.code == .cannotOpen)
    let absent = folder.file("absent/db")
    #expect(try error { _ = try Connection(path: absent, mode: .create) }.code == .cannotOpen)
    let nul = path + "\u{0}x"
    #expect(try error { _ = try Connection(path: nul, mode: .create) }.code == .cannotOpen)
    #expect(folder.names.isEmpty)

    try Connection(path: path, mode: .create).execute("CREATE TABLE t(a)")
    let reader = try Connection(path: path, mode: .readOnly)
    #expect(reader.isReadOnly)
    #expect(try error { try reader.execute("INSERT INTO t VALUES (1)") }.code == .readOnly)
    let writer = try Connection(path: path, mode: .readWrite)
    #expect(!writer.isReadOnly)
    try writer.begin(.exclusive)
    #expect(try error { _ = try reader.integer("SELECT count(*) FROM t") }.code == .busy)
    writer.rollBack()
    #expect(try reader.integer("SELECT count(*) FROM t") == 0)
  }

  @Test func aColumnThatDoesNotExistTraps() async {
    await #expect(processExitsWith: .failure) {
      let connection = try Connection(path: ":memory:", mode: .create)
      let select = try connection.prepare("SELECT 1")
      _ = try select.step()
      _ = select.integer(at: 1)
    }
  }
}
