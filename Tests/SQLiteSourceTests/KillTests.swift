import ListCore
import ListSource
import SQLite
import SQLiteSource
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Processes that are killed while they load or write: nothing is lost and nothing is there twice.
@Suite(.serialized) struct KillTests {
  #if DEBUG
    static let killCount = 10
  #else
    static let killCount = 50
  #endif

  static let loadedRows: [ModelRow] = .spread(20_000)
  static let writtenRows: [ModelRow] = .spread(2_000)

  /// Kills this process at a moment that its work does not know.
  private static func die(afterMicroseconds delay: Int) {
    signal(SIGALRM) { _ in kill(getpid(), SIGKILL) }
    var timer = itimerval()
    timer.it_value = timeval(tv_sec: delay / 1_000_000, tv_usec: .init(1 + delay % 1_000_000))
    #if canImport(Glibc)
      setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    #else
      setitimer(ITIMER_REAL, &timer, nil)
    #endif
  }

  private static func waitForTheEnd() {
    while true { pause() }
  }

  private func all(_ source: SQLiteSource, upTo count: Int) throws -> [ModelRow] {
    var rows: [ModelRow] = []
    var page = Page()
    try source.fill(&page, with: PageRequest(.head, limit: 10_000))
    rows += page.modelRows
    while let next = page.next, rows.count <= count {
      try source.fill(&page, with: PageRequest(.cursor(next), limit: 10_000))
      rows += page.modelRows
    }
    return rows
  }

  private func expectIntact(_ path: String) throws {
    let check = try Connection(path: path, mode: .readWrite).prepare("PRAGMA integrity_check")
    #expect(try check.step())
    #expect(check.string(at: 0) == "ok")
  }

  @Test(arguments: [TableShape.uniqueIndex, .clustered])
  func aLoadThatIsKilledIsNotThereOrWhole(shape: TableShape) async throws {
    var random = SeededRandom(state: SeededRandom.seed(31))
    let folder = try TemporaryFolder()
    let path = folder.file("list")
    let start = ContinuousClock.now
    try load(Self.loadedRows, into: path, layout: SQLiteLayout(shape: shape))
    let duration = Int((ContinuousClock.now - start) / .microseconds(1))
    unlink(path)
    var (wholeCount, partialCount) = (0, 0)
    for _ in 0..<Self.killCount {
      let delay = random.next(below: duration)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, delay = delay as Int, shape = shape.rawValue as String] in
        let rows = Self.loadedRows
        let shape = try #require(TableShape(rawValue: shape))
        Self.die(afterMicroseconds: delay)
        try load(rows, into: path, layout: SQLiteLayout(shape: shape))
        Self.waitForTheEnd()
      }
      for name in folder.names where name != "list" {
        partialCount += 1
        #expect(name.hasPrefix("list.partial-"))
        // Even a whole one, killed between its commit and its name, is of the rows and no others.
        if let source = try? SQLiteSource(path: folder.file(name), secret: secret) {
          #expect(try source.count() == Self.loadedRows.count)
        }
        unlink(folder.file(name))
      }
      guard folder.names == ["list"] else { continue }
      wholeCount += 1
      let source = try SQLiteSource(path: path, secret: secret)
      #expect(try all(source, upTo: Self.loadedRows.count) == Self.loadedRows)
      try expectIntact(path)
      unlink(path)
    }
    #expect(partialCount > 0, "every kill came too late")
    print("\(shape): \(partialCount) partial files, \(wholeCount) whole of \(Self.killCount) kills")
    try load(Self.loadedRows, into: path, layout: SQLiteLayout(shape: shape))
    #expect(try SQLiteSource(path: path, secret: secret).count() == Self.loadedRows.count)
  }

  /// The batches of a writer, the same in every process.
  struct Batches {
    var model = ListModel(KillTests.writtenRows)
    private var random = SeededRandom(state: 17)

    mutating func next() -> ChangeBatch { model.churn(20, &random) }
  }

  @Test(arguments: SQLiteSource.Options.Journal.allCases)
  func aWriterThatIsKilledLeavesWholeBatches(
    journal: SQLiteSource.Options.Journal
  ) async throws {
    var random = SeededRandom(state: SeededRandom.seed(32))
    let folder = try TemporaryFolder()
    let path = folder.file("list")
    try load(Self.writtenRows, into: path)
    var sequence: UInt64 = 0
    for number in 0..<Self.killCount {
      // On a busy machine a process may need longer for its first batch.
      let patience = sequence == 0 ? number * 50_000 : 0
      let delay = patience + random.next(below: 150_000)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [
          path = path as String, delay = delay as Int, applied = sequence as UInt64,
          journal = journal.rawValue as String, isEarly = (number % 2 == 0) as Bool
        ] in
        let journal = try #require(SQLiteSource.Options.Journal(rawValue: journal))
        var batches = Batches()
        while batches.model.sequence < applied { _ = batches.next() }
        // Every other time what the last kill left is not repaired yet.
        if isEarly { Self.die(afterMicroseconds: delay) }
        let source = try SQLiteSource(
          path: path, secret: secret, options: .init(isWritable: true, journal: journal))
        if !isEarly { Self.die(afterMicroseconds: delay) }
        while true { try source.apply(batches.next()) }
      }
      let source = try SQLiteSource(path: path, secret: secret, options: .init(isWritable: true))
      let reached = try source.sequence()
      #expect(reached >= sequence && reached % 20 == 0)
      var batches = Batches()
      var last = ChangeBatch()
      while batches.model.sequence < reached { last = batches.next() }
      #expect(try source.count() == batches.model.rows.count)
      #expect(try all(source, upTo: 100_000) == batches.model.rows)
      if reached > 0 {
        var log = ChangeBatch()
        #expect(try source.fill(&log, after: reached - 20, limit: 100) == reached)
        #expect(log == last)
      }
      sequence = reached
      try expectIntact(path)
    }
    print("\(journal): \(sequence / 20) batches through \(Self.killCount) kills")
    #expect(sequence > 0)
  }
}
