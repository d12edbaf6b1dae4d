import ListCore
import ListSource
import SQLite
import SQLiteSource
import TestSupport
import Testing

/// Reading while somebody writes.
@Suite struct ReadersAndWriterTests {
  let folder: TemporaryFolder
  let rows: [ModelRow] = .spread(5_000)

  init() throws {
    folder = try TemporaryFolder()
    try load(rows, into: folder.file("list"))
  }

  @Test(arguments: SQLiteSource.Options.Journal.allCases, [QueryForm.cursor, .keysetRowValues])
  func readersSeeWholeStatesAndTheWriterEndsWithTheModels(
    journal: SQLiteSource.Options.Journal, form: QueryForm
  ) throws {
    var model = ListModel(rows)
    var random = SeededRandom(state: 6)
    let batches = (0..<60).map { _ in model.churn(10, &random) }
    let work = ReadersAndWriter(
      path: folder.file("list"), secret: secret, journal: journal, form: form,
      busyTimeoutMilliseconds: 5_000)
    let outcome = try work.run(
      applying: batches, readingAt: rows.map(\.entry), minimumPages: 50)
    #expect(outcome.batchNanoseconds.count == 60)
    #expect(outcome.pageNanoseconds.count >= 100)
    #expect(outcome.wrongPages == 0)
    #expect((outcome.pageNanoseconds + outcome.batchNanoseconds).allSatisfy { $0 > 0 })
    if journal == .writeAhead { #expect(outcome.busyPages == 0) }
    let source = try SQLiteSource(
      path: folder.file("list"), secret: secret, options: .init(isWritable: true))
    var page = Page()
    try source.fill(&page, with: PageRequest(.head, limit: 10_000))
    #expect(page.modelRows == model.rows)
  }

  @Test func errorsEndAllThreads() throws {
    var model = ListModel(rows)
    var random = SeededRandom(state: 6)
    let batches = (0..<3).map { _ in model.churn(10, &random) }
    let work = ReadersAndWriter(path: folder.file("list"), secret: secret, journal: .rollback)
    let error = try sourceError {
      _ = try work.run(applying: [batches[0], batches[2]], readingAt: [rows[0].entry])
    }
    #expect(error.code == .sequenceGap)
    var large = work
    large.pageLimit = 0
    let other = try sourceError {
      _ = try large.run(applying: [batches[1]], readingAt: [rows[0].entry])
    }
    #expect(other.code == .limitOutOfRange)
  }

  @Test func aWriteAheadLogLetsReadersReadWhileAWriterWrites() throws {
    let path = folder.file("list")
    let source = try SQLiteSource(
      path: path, secret: secret, options: .init(isWritable: true, journal: .writeAhead))
    var options = SQLiteSource.Options()
    options.busyTimeoutMilliseconds = 0
    let reader = try SQLiteSource(path: path, secret: secret, options: options)
    let other = try Connection(path: path, mode: .readWrite)
    try other.begin(.immediate)
    try other.execute("DELETE FROM item WHERE id <= 100")
    var page = Page()
    try reader.fill(&page, with: PageRequest(.offset(4_950), limit: 50))
    #expect(page.modelRows == Array(rows.suffix(50)))
    // Writers wait for each other in every journal.
    var model = ListModel(rows)
    var random = SeededRandom(state: 1)
    var hasty = SQLiteSource.Options(isWritable: true)
    hasty.busyTimeoutMilliseconds = 0
    let second = try SQLiteSource(path: path, secret: secret, options: hasty)
    let batch = model.churn(3, &random)
    #expect(try sourceError { try second.apply(batch) }.code == .busy)
    other.rollBack()
    try second.apply(batch)
    #expect(try source.sequence() == 3)
    #expect(try reader.sequence() == 3)
  }

  @Test func theJournalIsThatOfTheOptions() throws {
    let path = folder.file("list")
    func mode() throws -> String {
      let statement = try Connection(path: path, mode: .readOnly).prepare("PRAGMA journal_mode")
      _ = try statement.step()
      return statement.string(at: 0)
    }
    for journal in [SQLiteSource.Options.Journal.writeAhead, nil, .rollback] {
      let source = try SQLiteSource(
        path: path, secret: secret, options: .init(isWritable: true, journal: journal))
      #expect(try source.count() == 5_000)
      #expect(try mode() == (journal == .rollback ? "delete" : "wal"))
    }
  }

  @Test func aColdPageComesFromTheFile() throws {
    let source = try SQLiteSource(path: folder.file("list"), secret: secret)
    let request = PageRequest(.offset(2_000), limit: 20)
    var page = Page()
    func cost() throws -> SQLiteSource.Counters {
      var counters = SQLiteSource.Counters()
      try source.fill(&page, with: request, counting: &counters)
      return counters
    }
    _ = try cost()
    let warm = try cost()
    try source.coolDown()
    let cold = try cost()
    #expect(warm.pageCacheMisses == 0 && warm.pageCacheHits > 5)
    #expect(cold.pageCacheMisses > 5)
    #expect(cold.vmSteps == warm.vmSteps)
    #expect(page.modelRows == Array(rows[2_000..<2_020]))
  }
}
