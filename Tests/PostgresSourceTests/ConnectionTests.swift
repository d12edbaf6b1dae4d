import ListCore
import ListSource
import Testing
import TestSupport

@testable import PostgresSource

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sessions that break, wait and end: what is tried again, and what never.
@Suite(.needsPostgres) struct ConnectionTests {
  static let rows: [ModelRow] = .spread(100)

  private func list(
    _ name: String, isWritable: Bool = false,
    change: (inout PostgresSource.Options) -> Void = { _ in }
  ) throws -> (source: PostgresSource, address: String) {
    let address = try TestServer.database(name)
    try load(Self.rows, into: address, list: "list")
    return (try PostgresSource(address, "list", isWritable: isWritable, change: change), address)
  }

  private func backend(of source: PostgresSource) throws -> Int {
    try source.read { connection throws(PostgresError) in connection.backendNumber }
  }

  /// Waits until a backend waits for a lock.
  private func waitUntilBlocked(_ backend: Int, _ connection: PostgresConnection) throws {
    let question = "SELECT count(*) FROM pg_locks WHERE NOT granted AND pid = \(backend)"
    for _ in 0..<6_000 where try connection.execute(question).text(0, 0) == "0" { usleep(10_000) }
  }

  private func isThere(_ backend: Int, _ connection: PostgresConnection) throws -> Bool {
    let question = "SELECT count(*) FROM pg_stat_activity WHERE pid = \(backend)"
    return try connection.execute(question).text(0, 0) != "0"
  }

  private func batch(_ sequence: UInt64, _ count: Int = 1) -> ChangeBatch {
    var batch = ChangeBatch()
    let text = Array("new".utf8)
    for number in 0..<UInt64(count) {
      batch.append(
        Change(
          sequence: sequence + number, operation: .insert, id: ItemID(1_000 + sequence + number),
          key: 5, version: 1), text: text.span)
    }
    return batch
  }

  @Test func aReadIsSentOnceMoreOverANewConnection() throws {
    let (source, address) = try list("dropping")
    let other = try session(address)
    var page = Page()
    for _ in 0..<3 {
      let number = try backend(of: source)
      try other.execute("SELECT pg_terminate_backend(\(number), 5000)")
      try source.fill(&page, with: PageRequest(.offset(10), limit: 5))
      #expect(page.modelRows.elementsEqual(Self.rows[10..<15]))
      #expect(try backend(of: source) != number)
    }
  }

  @Test func aConnectionDroppedInMidPageGivesTheWholePage() throws {
    let (source, address) = try list("mid_page") { $0.session.lockTimeoutMilliseconds = 0 }
    // The page stops at its 30th row until nobody has the lock.
    let other = try session(address)
    try other.execute(
      """
      ALTER TABLE \(source.schema.item) RENAME TO rest;
      CREATE VIEW \(source.schema.item) AS SELECT id, sort_key, version, CASE
        WHEN id = \(Self.rows[30].entry.id.rawValue) AND pg_advisory_xact_lock_shared(1) IS NULL THEN ''
        ELSE text END AS text FROM \(source.schema.schema).rest;
      SELECT pg_advisory_lock(1)
      """)
    let number = try backend(of: source)
    let holder = other.backendNumber
    let killer = try Helper(after: 0) {
      let killer = try session(address)
      try waitUntilBlocked(number, killer)
      for process in [number, holder] {
        try killer.execute("SELECT pg_terminate_backend(\(process), 60000)")
      }
    }
    var page = Page()
    try source.fill(&page, with: PageRequest(.head, limit: 50))
    try killer.wait()
    #expect(page.modelRows.elementsEqual(Self.rows.prefix(50)))
    #expect(try backend(of: source) != number)
  }

  @Test func aWriteIsNeverSentTwice() throws {
    let (source, address) = try list("writing", isWritable: true)
    let other = try session(address)
    let number = try backend(of: source)
    try other.execute("SELECT pg_terminate_backend(\(number), 5000)")
    let error = try sourceError { try source.apply(batch(1)) }
    #expect(error.code == .connectionLost)
    #expect(try source.sequence() == 0)
    #expect(try source.count() == 100)
    try source.apply(batch(1))
    #expect(try source.count() == 101)
  }

  /// The connection goes while the server commits: the sequence number tells what became of it.
  @Test(arguments: [true, false]) func aCommitWhoseAnswerIsLostIsUnknown(isKept: Bool) throws {
    let (source, address) = try list("commit_\(isKept)", isWritable: true) {
      $0.session.lockTimeoutMilliseconds = 0
    }
    // Runs at the commit, which waits until nobody has the lock.
    let other = try session(address)
    try other.execute(
      """
      CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON \(source.schema.item)
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait();
      SELECT pg_advisory_lock(1)
      """)
    let number = try backend(of: source)
    let descriptor = try source.read { connection throws(PostgresError) in connection.descriptor }
    let breaker = try Helper(after: 0) {
      let breaker = try session(address)
      try waitUntilBlocked(number, breaker)
      if isKept {
        // Only our end of the connection goes: the server commits, and nobody hears of it.
        shutdown(descriptor, Int32(SHUT_RDWR))
      } else {
        try breaker.execute("SELECT pg_terminate_backend(\(number), 5000)")
      }
    }
    let error = try sourceError { try source.apply(batch(1, 2)) }
    try breaker.wait()
    #expect(error.code == .commitUnknown)
    #expect(error.message.contains("sequence()"))
    try other.execute("SELECT pg_advisory_unlock(1)")
    for _ in 0..<3_000 where try isThere(number, other) { usleep(10_000) }
    #expect(try source.sequence() == (isKept ? 2 : 0))
    #expect(try source.count() == (isKept ? 102 : 100))
  }

  @Test func aStatementThatTakesTooLongIsEnded() throws {
    let (source, _) = try list("slow") { $0.session.statementTimeoutMilliseconds = 2_000 }
    let start = ContinuousClock.now
    let error = try sourceError {
      try source.read { connection throws(PostgresError) in
        _ = try connection.execute("SELECT pg_sleep(600)")
      }
    }
    #expect(error.code == .timedOut)
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(try source.count() == 100, "the source goes on")
  }

  @Test func aServerThatStopsToAnswerIsGivenUp() throws {
    let (source, _) = try list("stopped") { $0.session.statementTimeoutMilliseconds = 2_000 }
    let number = Int32(try backend(of: source))
    kill(number, SIGSTOP)
    defer { kill(number, SIGCONT) }
    let start = ContinuousClock.now
    let error = try sourceError { _ = try source.count() }
    #expect(error.code == .timedOut)
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(try source.count() == 100, "over a new connection")
  }

  @Test func aLockThatDoesNotComeIsBusy() throws {
    let (source, address) = try list("locked", isWritable: true) {
      $0.session.lockTimeoutMilliseconds = 200
    }
    let other = try session(address)
    try other.execute("BEGIN; LOCK TABLE \(source.schema.item)")
    var page = Page()
    #expect(
      try sourceError { try source.fill(&page, with: PageRequest(.head, limit: 5)) }.code == .busy)
    #expect(try sourceError { try source.apply(batch(1)) }.code == .busy)
    try other.execute("ROLLBACK")
    try source.fill(&page, with: PageRequest(.head, limit: 5))
    #expect(page.rows.count == 5)
    try source.apply(batch(1))
    #expect(try source.sequence() == 1)
  }

  @Test func twoWritersTakeTurns() async throws {
    let (source, address) = try list("writers", isWritable: true)
    let other = try PostgresSource(address, "list", isWritable: true)
    await withTaskGroup(of: Void.self) { group in
      for writer in [source, other] {
        group.addTask {
          for _ in 0..<100 {
            guard let last = try? source.sequence(), last < 60 else { break }
            do throws(SourceError) {
              try writer.apply(batch(last + 1, 3))
            } catch {
              #expect(error.code == .sequenceGap, "\(error)")
            }
          }
        }
      }
    }
    let last = try source.sequence()
    #expect(last >= 60)
    #expect(try source.count() == 100 + Int(last))
    var changes = ChangeBatch()
    try source.fill(&changes, after: 0, limit: 1_000)
    #expect(changes.elements.map(\.change.sequence) == Array(1...last))
  }

  @Test func textWithNULIsRefusedWhole() throws {
    let (source, address) = try list("texts", isWritable: true)
    for text in [[65, 0, 66], [0xFF, 0xFE], [0xC3]] as [[UInt8]] {
      var changes = batch(1)
      changes.append(
        Change(sequence: 2, operation: .insert, id: 9_999, key: 5, version: 1), text: text.span)
      let error = try sourceError { try source.apply(changes) }
      #expect(error.code == .textRefused)
      #expect(try source.sequence() == 0)
      let row = ModelRow(entry: ListEntry(key: 1, id: 1), text: text)
      #expect(
        try sourceError {
          try load(
            .spread(5) + [ModelRow(entry: ListEntry(key: 1, id: 9), text: row.text)], into: address,
            list: "texts")
        }.code == .textRefused)
    }
    #expect(try sourceError { _ = try PostgresSource(address, "texts") }.code == .cannotOpen)
    try source.apply(batch(1))
    #expect(try source.count() == 101)
  }

  @Test func threadsTakeTurns() async throws {
    let (source, _) = try list("threads", isWritable: true)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        #expect(throws: Never.self) {
          for number in 1...50 as ClosedRange<UInt64> { try source.apply(batch(number)) }
        }
      }
      for seed in 0..<3 as Range<UInt64> {
        group.addTask {
          var random = SeededRandom(state: seed)
          var page = Page()
          for _ in 0..<100 {
            let request = PageRequest(.offset(random.next(below: 50)), limit: 50)
            #expect(throws: Never.self) { try source.fill(&page, with: request) }
            let entries = page.rows.map(\.entry)
            #expect(zip(entries, entries.dropFirst()).allSatisfy { $0 > $1 })
            #expect(entries.count == 50)
          }
        }
      }
    }
    #expect(try source.count() == 150)
  }
}
