import BenchHarness
import Foundation
import ListCore
import ListSource
import PostgresSource
import SQLiteSource
import Workload

/// Measures pages that two readers fetch from a list while a writer changes it: on SQLite by the journal that it keeps,
/// on PostgreSQL, which keeps old versions of rows for those who read.
enum Writes {
  private static let batchSize = 50
  private static let pageCount = 200
  private static let changeCount = 2_000
  /// The longest list that is loaded into PostgreSQL anew for every process run.
  private static let longestOwnList = 100_000

  /// A list that is read and written, as it is at first.
  private struct Written {
    var model: Model
    /// The number of the last change that the list has.
    var sequence: UInt64
    var readers: ReadersAndWriter
    /// Removes the list.
    var end: () -> Void
  }

  static func cases(_ source: WorkloadSource) -> [BenchmarkCase] {
    let sqlite = SQLiteSource.Options.Journal.allCases.map { journal in
      let name = journal == .writeAhead ? "write-ahead log" : "rollback journal"
      return makeCase(
        source, "SQLite, \(name)", isReference: journal == .rollback,
        data: BackendData(source, isRemote: false, isMissing: false)
      ) { try inSQLite(source, journal, $0) }
    }
    guard let own = ownList(source) else { return sqlite }
    let missing = PostgresServer.obstacle
    var data = BackendData(own, isRemote: false, isMissing: missing != nil)
    if missing == nil {
      data.key += " loaded anew"
      data.fixture = {
        _ = try PostgresServer.address()
        return try own.fixture()
      }
    }
    let postgres = makeCase(
      own, "PostgreSQL, row versions", isReference: true, missing: missing, data: data
    ) { try inPostgres(own, $0) }
    return sqlite + [postgres]
  }

  /// The list that PostgreSQL gets: a shorter one where that can be made; nil for a long one that is given.
  private static func ownList(_ source: WorkloadSource) -> WorkloadSource? {
    if source.items <= longestOwnList { return source }
    guard case .generated(let recipe, _, let seed) = source else { return nil }
    return .generated(recipe: recipe, items: longestOwnList, seed: seed)
  }

  private static func makeCase(
    _ source: WorkloadSource, _ implementation: String, isReference: Bool, missing: String? = nil,
    data: BackendData, open: @escaping @Sendable (Run) throws -> Written
  ) -> BenchmarkCase {
    BenchmarkCase(
      suite: "BackendDepth", benchmark: "writes while reading", implementation: implementation,
      isReference: isReference, missing: missing, isGated: false,
      parameters: [Parameter("items", source.items), Parameter("page", BackendDepth.pageSize)],
      timeLimitSeconds: source.timeLimitSeconds, fixtureKey: data.key, fixture: data.fixture
    ) { run in
      let list = try open(run)
      defer { list.end() }
      try measure(list, source, run)
    }
  }

  private static func inSQLite(
    _ source: WorkloadSource, _ journal: SQLiteSource.Options.Journal, _ run: Run
  ) throws -> Written {
    let usual = try SQLiteFile(source, scratchFolder: run.scratchFolder)
    let path = "\(run.scratchFolder)/written-\(ProcessInfo.processInfo.processIdentifier).sqlite"
    try FileManager.default.copyItem(atPath: usual.path, toPath: path)
    return Written(
      model: usual.model,
      sequence: try SQLiteSource(path: path, secret: SQLiteFile.secret).sequence(),
      readers: ReadersAndWriter(path: path, secret: SQLiteFile.secret, journal: journal)
    ) {
      for end in ["", "-wal", "-shm", "-journal"] { unlink(path + end) }
    }
  }

  private static func inPostgres(_ source: WorkloadSource, _ run: Run) throws -> Written {
    let name = PostgresServer.ownName("written")
    let list = try PostgresServer.ownList(name, of: source)
    let address = try PostgresServer.address()
    let authenticator = try HMACAuthenticator(secret: SQLiteFile.secret)
    let open = { (isWritable: Bool) -> ReadersAndWriter.Opening in
      { () throws(SourceError) in
        try PostgresSource(
          address: address, list: name, authenticator: authenticator,
          options: .init(isWritable: isWritable))
      }
    }
    return Written(
      model: try StoredRows.model(source, scratchFolder: run.scratchFolder),
      sequence: try list.sequence(),
      readers: ReadersAndWriter(openReader: open(false), openWriter: open(true))
    ) {
      try? PostgresServer.drop(name)
    }
  }

  private static func measure(_ list: Written, _ source: WorkloadSource, _ run: Run) throws {
    let batches = try batches(source, list)
    let entries = list.model.enumerated().filter { $0.offset % 997 == 0 }.map(\.element.entry)
    if run.pass == .memory { return try write(batches, list, run) }
    var readers = list.readers
    readers.pageLimit = BackendDepth.pageSize
    var result: ReadersAndWriter.Outcome?
    try run.measure(operations: batches.count) {
      result = try readers.run(
        applying: batches, readingAt: entries.isEmpty ? [ListEntry(key: 0, id: 0)] : entries,
        minimumPages: pageCount)
    }
    guard let outcome = result else { return }
    try run.expect(outcome.wrongPages == 0, "\(outcome.wrongPages) pages mix two states")
    record(run, "pageTimeP50", outcome.pageNanoseconds, 0.5)
    record(run, "pageTimeP99", outcome.pageNanoseconds, 0.99)
    record(run, "batchTimeP99", outcome.batchNanoseconds, 0.99)
  }

  /// The changes that come after those which the list has; where the list has none left, new versions of its rows.
  private static func batches(_ source: WorkloadSource, _ list: Written) throws -> [ChangeBatch] {
    let sequence = list.sequence
    // A list that was made by its changes has had them all.
    let workload = try Workload(
      source, changeLimit: source.isEmptyAtFirst ? 0 : SQLiteFile.changeLimit + changeCount)
    var batches: [ChangeBatch] = []
    for batch in workload.batches(of: batchSize)
    where batch.elements.first.map({ $0.change.sequence == sequence + 1 }) ?? false
      || !batches.isEmpty
    {
      batches.append(batch)
    }
    if !batches.isEmpty { return batches }
    let text = Array("another text".utf8)
    for start in stride(from: 0, to: changeCount, by: batchSize) {
      var batch = ChangeBatch()
      for number in start..<start + batchSize {
        batch.append(
          change(number, sequence: sequence + UInt64(number + 1), list.model), text: text.span)
      }
      batches.append(batch)
    }
    return batches
  }

  /// A new version of a row, or a row for a list that has none.
  private static func change(_ number: Int, sequence: UInt64, _ model: Model) -> Change {
    guard !model.isEmpty else {
      return Change(
        sequence: sequence, operation: .insert, id: ItemID(UInt64(number + 1)),
        key: SortKey(Int64(number)), version: 1)
    }
    let row = model[number % model.count]
    return Change(
      sequence: sequence, operation: .update, id: row.entry.id, key: row.entry.key,
      version: row.version + UInt32(number + 1))
  }

  /// Applies the changes without readers, as what threads take beside each other differs from run to run.
  private static func write(_ batches: [ChangeBatch], _ list: Written, _ run: Run) throws {
    let writer = try list.readers.openWriter()
    try run.measure(operations: batches.count) { for batch in batches { try writer.apply(batch) } }
  }

  private static func record(_ run: Run, _ metric: String, _ times: [UInt64], _ share: Double) {
    guard !times.isEmpty else { return }
    let sorted = times.sorted()
    let place = min(sorted.count - 1, Int(Double(sorted.count) * share))
    run.record(metric, unit: .nanoseconds, Double(sorted[place]))
  }
}
