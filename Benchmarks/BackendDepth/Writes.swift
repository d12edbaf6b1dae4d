import BenchHarness
import Foundation
import ListCore
import ListSource
import SQLiteSource
import Workload

/// Measures pages that two readers fetch from a file while a writer changes it, by the journal that SQLite keeps.
enum Writes {
  private static let batchSize = 50
  private static let pageCount = 200
  private static let changeCount = 2_000

  static func cases(_ source: WorkloadSource) -> [BenchmarkCase] {
    SQLiteSource.Options.Journal.allCases.map { journal in
      let name = journal == .writeAhead ? "write-ahead log" : "rollback journal"
      return BenchmarkCase(
        suite: "BackendDepth", benchmark: "writes while reading", implementation: "SQLite, \(name)",
        isReference: journal == .rollback, isGated: false,
        parameters: [Parameter("items", source.items), Parameter("page", BackendDepth.pageSize)],
        timeLimitSeconds: source.timeLimitSeconds, fixtureKey: source.fixtureKey,
        fixture: source.fixture
      ) { run in
        try measure(source, journal, run)
      }
    }
  }

  private static func measure(
    _ source: WorkloadSource, _ journal: SQLiteSource.Options.Journal, _ run: Run
  ) throws {
    let usual = try SQLiteFile(source, scratchFolder: run.scratchFolder)
    let path = "\(run.scratchFolder)/written-\(ProcessInfo.processInfo.processIdentifier).sqlite"
    try FileManager.default.copyItem(atPath: usual.path, toPath: path)
    defer { for end in ["", "-wal", "-shm", "-journal"] { unlink(path + end) } }
    let batches = try batches(source, usual)
    let entries = usual.model.enumerated().filter { $0.offset % 997 == 0 }.map(\.element.entry)
    if run.pass == .memory { return try write(batches, journal, path: path, run) }
    var readers = ReadersAndWriter(path: path, secret: SQLiteFile.secret, journal: journal)
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

  /// The changes that come after those which the file has; where the list has none left, new versions of its rows.
  private static func batches(_ source: WorkloadSource, _ file: SQLiteFile) throws -> [ChangeBatch]
  {
    let sequence = try SQLiteSource(path: file.path, secret: SQLiteFile.secret).sequence()
    let workload = try Workload(source, changeLimit: SQLiteFile.changeLimit + changeCount)
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
        batch.append(change(number, sequence: sequence + UInt64(number + 1), file), text: text.span)
      }
      batches.append(batch)
    }
    return batches
  }

  /// A new version of a row, or a row for a list that has none.
  private static func change(_ number: Int, sequence: UInt64, _ file: SQLiteFile) -> Change {
    guard !file.model.isEmpty else {
      return Change(
        sequence: sequence, operation: .insert, id: ItemID(UInt64(number + 1)),
        key: SortKey(Int64(number)), version: 1)
    }
    let row = file.model[number % file.model.count]
    return Change(
      sequence: sequence, operation: .update, id: row.entry.id, key: row.entry.key,
      version: row.version + UInt32(number + 1))
  }

  /// Applies the changes without readers, as what threads take beside each other differs from run to run.
  private static func write(
    _ batches: [ChangeBatch], _ journal: SQLiteSource.Options.Journal, path: String, _ run: Run
  ) throws {
    let writer = try SQLiteSource(
      path: path, secret: SQLiteFile.secret, options: .init(isWritable: true, journal: journal))
    try run.measure(operations: batches.count) { for batch in batches { try writer.apply(batch) } }
  }

  private static func record(_ run: Run, _ metric: String, _ times: [UInt64], _ share: Double) {
    guard !times.isEmpty else { return }
    let sorted = times.sorted()
    let place = min(sorted.count - 1, Int(Double(sorted.count) * share))
    run.record(metric, unit: .nanoseconds, Double(sorted[place]))
  }
}
