import ListCore
import ListSource
import ProcessSupport
import Testing
import TestSupport

@testable import PostgresSource

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tables that are damaged, disks that are full under a batch, and commits of loads whose answer is lost.
@Suite(.needsPostgres) struct DamageTests {
  @Test func aLogThatIsDamagedIsCorruptNotATrap() throws {
    let address = try TestServer.database("damaged_log")
    let connection = try session(address)
    for sql in [
      "UPDATE LOG SET operation = 9", "UPDATE LOG SET operation = -1", "UPDATE LOG SET id = -1",
      "UPDATE LOG SET version = -1", "UPDATE LOG SET text = 'x' WHERE operation = 1",
      "UPDATE LOG SET text = NULL WHERE operation = 3", "DELETE FROM LOG WHERE sequence = 20",
      "DELETE FROM LOG WHERE sequence = 40",
    ] {
      try load(.spread(50), into: address, list: "list", replacing: true)
      let source = try PostgresSource(address, "list", isWritable: true)
      var model = ListModel(.spread(50))
      var random = SeededRandom(state: 1)
      try NULTolerant(source: source).apply(model.churn(40, &random))
      try connection.execute(sql.split(separator: "LOG").joined(separator: source.schema.log))
      var batch = ChangeBatch()
      let error = try sourceError { try source.fill(&batch, after: 0, limit: 100) }
      #expect(error.code == .corrupt, "\(sql)")
      #expect(batch == ChangeBatch())
      #expect(try source.sequence() == 40, "the source goes on")
    }
  }

  @Test func numbersOfTheMetadataThatCannotBeAreCorruptNotATrap() throws {
    let address = try TestServer.database("damaged_metadata")
    try load(.spread(10), into: address, list: "list")
    let source = try PostgresSource(address, "list", isWritable: true)
    var model = ListModel(.spread(10))
    var random = SeededRandom(state: 1)
    let changes = model.churn(3, &random)
    let connection = try session(address)
    try connection.execute("UPDATE list.metadata SET sequence = -1")
    var batch = ChangeBatch()
    for call in [
      { _ = try source.sequence() }, { try source.fill(&batch, after: 0, limit: 5) },
      { try source.apply(changes) },
    ] as [() throws -> Void] {
      #expect(try sourceError(call).code == .corrupt)
    }
    try connection.execute("UPDATE list.metadata SET sequence = 0, row_count = -1")
    #expect(try sourceError { _ = try source.count() }.code == .corrupt)
    try connection.execute("UPDATE list.metadata SET row_count = 10")
    #expect(try source.count() == 10, "the source goes on")
  }

  /// A block of the table that is no block any more, as a bad disk gives it.
  @Test func aDamagedBlockIsCorruptAndTheRestIsRead() throws {
    let cluster = try PrivateCluster()
    let rows: [ModelRow] = .spread(2_000)
    try load(rows, into: cluster.address(), list: "list")
    let source = try PostgresSource(cluster.address(), "list")
    let path = try session(cluster.address()).execute(
      "SELECT pg_relation_filepath('\(source.schema.item)')")
    // So that the server does not need the block to start again.
    try session(cluster.address()).execute("CHECKPOINT")
    cluster.crash()
    let file = try #require(fopen(cluster.folder + "/data/" + path.text(0, 0), "r+"))
    #expect(fseek(file, 8_192, SEEK_SET) == 0)
    let damage = [UInt8](repeating: 0xAA, count: 8_192)
    #expect(fwrite(damage, 1, damage.count, file) == damage.count)
    #expect(fclose(file) == 0)
    try cluster.restart()
    var page = Page()
    let error = try sourceError { try source.fill(&page, with: PageRequest(.head, limit: 2_000)) }
    #expect(error.code == .corrupt, "\(error)")
    #expect(error.message.contains("load the dataset anew"))
    #expect(page == Page())
    // Rows of other blocks are there.
    try source.fill(&page, with: PageRequest(.head, limit: 5))
    #expect(page.modelRows == Array(rows.prefix(5)))
  }

  /// Tables on a file system of 24 MiB, which only root can make; the server's log is elsewhere.
  @Test(.enabled(if: geteuid() == 0, "skipped: only root can mount a small file system"))
  func aBatchOntoAFullDiskIsUndone() throws {
    let cluster = try PrivateCluster()
    let disk = cluster.folder + "/disk"
    #expect(mkdir(disk, 0o700) == 0)
    let owner = try #require(cluster.programs.user)
    let mount = [
      "mount", "-t", "tmpfs", "-o", "size=24m,mode=700,uid=\(owner.id),gid=\(owner.group)", "none",
      disk,
    ]
    guard try ProgramRun.run(mount, timeLimitSeconds: 10) == .exited(0) else { return }
    defer {
      _ = try? ProgramRun.run(["umount", "-l", disk], timeLimitSeconds: 10)
      cluster.stop()
    }
    let connection = try session(cluster.address())
    try connection.execute("CREATE TABLESPACE small LOCATION '\(disk)'")
    try connection.execute("CREATE DATABASE small TABLESPACE small")
    let address = cluster.address(database: "small")
    try session(address).execute(
      "CREATE TABLE ballast AS SELECT repeat(md5(n::text), 20) FROM generate_series(1, 3000) AS n")
    try load(.spread(100), into: address, list: "list")
    let source = try PostgresSource(address, "list", isWritable: true)
    var model = ListModel(.spread(100))
    var random = SeededRandom(state: 3)
    func batch() -> (ChangeBatch, ListModel) {
      var after = model
      var batch = ChangeBatch()
      for number in 1...50 as ClosedRange<UInt64> {
        let text = (0..<3_000).map { _ in 32 + UInt8(random.next(below: 90)) }
        let id = ItemID(1_000_000 + model.sequence + number)
        batch.append(
          ModelChange(
            Change(
              sequence: model.sequence + number, operation: .insert, id: id,
              key: SortKey(Int64(number)), version: 1), text: text))
      }
      after.apply(batch)
      return (batch, after)
    }
    func expectIntact() throws {
      #expect(try source.sequence() == model.sequence)
      #expect(try source.countByScan() == model.rows.count)
      var page = Page()
      try source.fill(&page, with: PageRequest(.head, limit: 10_000))
      #expect(page.modelRows == model.rows)
    }
    var failure: SourceError?
    while failure == nil, model.sequence < 10_000 {
      let (changes, after) = batch()
      do throws(SourceError) {
        try source.apply(changes)
        model = after
      } catch {
        failure = error
      }
    }
    #expect(failure?.code == .full, "\(String(describing: failure))")
    #expect(failure?.message.contains("make room") == true)
    #expect(model.sequence > 0)
    try expectIntact()
    try session(address).execute("DROP TABLE ballast")
    let (changes, after) = batch()
    try source.apply(changes)
    model = after
    try expectIntact()
  }

  /// The session ends while the server commits a load.
  @Test func aLoadWhoseCommitIsLostIsUnknown() throws {
    let address = try TestServer.database("load_commit")
    // Runs at the commit of the load, which waits until nobody has the lock.
    let other = try session(address)
    try other.execute(
      """
      CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END $$;
      CREATE FUNCTION delay() RETURNS event_trigger LANGUAGE plpgsql AS $$
        DECLARE made record;
        BEGIN
          FOR made IN SELECT * FROM pg_event_trigger_ddl_commands() LOOP
            IF made.object_type = 'table' AND made.object_identity LIKE '%.metadata' THEN
              EXECUTE 'CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON ' || made.object_identity
                || ' DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.wait()';
            END IF;
          END LOOP;
        END $$;
      CREATE EVENT TRIGGER delay ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION delay();
      SELECT pg_advisory_lock(1)
      """)
    var options = PostgresConnection.Options()
    options.lockTimeoutMilliseconds = 0
    let loader = try PostgresLoader(
      address: address, list: "list", identity: identity, session: options)
    var page = Page()
    page.append(contentsOf: [ModelRow].spread(100))
    try loader.append(page)
    let killer = try Helper(after: 0) {
      let killer = try session(address)
      let question = "SELECT pid FROM pg_locks WHERE NOT granted AND locktype = 'advisory'"
      for _ in 0..<6_000 {
        let blocked = try killer.execute(question)
        guard blocked.rowCount == 0 else {
          try killer.execute("SELECT pg_terminate_backend(\(blocked.text(0, 0)), 60000)")
          break
        }
        usleep(10_000)
      }
    }
    let error = try sourceError { try loader.finish() }
    try killer.wait()
    #expect(error.code == .commitUnknown)
    #expect(error.message.contains("open the list"))
    #expect(try sourceError { try loader.append(page) } == error)
    #expect(try sourceError { _ = try PostgresSource(address, "list") }.code == .cannotOpen)
    try other.execute("SELECT pg_advisory_unlock(1)")
    try load(.spread(100), into: address, list: "list")
    #expect(try PostgresSource(address, "list").count() == 100)
  }

  @Test func everyFailureHasItsMeaning() {
    let meanings: [(PostgresError.Code, SourceError.Code)] = [
      (.addressMalformed, .cannotOpen), (.cannotConnect, .cannotOpen),
      (.notInstalled, .cannotOpen), (.cannotStart, .cannotOpen),
      (.passwordRefused, .passwordRefused), (.noAnswer, .timedOut), (.queryCanceled, .timedOut),
      (.connectionLost, .connectionLost), (.commitUnknown, .commitUnknown),
      (.lockNotAvailable, .busy), (.serializationFailure, .busy), (.deadlock, .busy),
      (.tooManyConnections, .busy), (.undefinedTable, .datasetReplaced),
      (.undefinedSchema, .datasetReplaced), (.diskFull, .full), (.limitExceeded, .full),
      (.readOnlyTransaction, .readOnly), (.insufficientPrivilege, .readOnly),
      (.notInEncoding, .textRefused), (.outOfRange, .idOutOfRange),
      (.foreignServerUnreachable, .shardUnreachable),
      (.foreignConnectionFailure, .shardUnreachable), (.foreignConnectionGone, .shardUnreachable),
      (.dataCorrupted, .corrupt), (.indexCorrupted, .corrupt), (.unexpectedAnswer, .corrupt),
      (.outOfMemory, .engine), (PostgresError.Code(rawValue: "0A000"), .engine),
    ]
    for (code, expected) in meanings {
      let error = SourceError(PostgresError(code, "what happened", place: "here"))
      #expect(error.code == expected, "\(code)")
      #expect(error.message.hasPrefix("what happened") && error.place == "here")
    }
  }
}
