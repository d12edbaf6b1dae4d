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
    let workload = try Workload(source, changeLimit: SQLiteFile.changeLimit + 2_000)
    var batches: [ChangeBatch] = []
    for batch in workload.batches(of: batchSize)
    where batch.elements.first.map({ $0.change.sequence > SQLiteFile.changeLimit }) ?? false {
      batches.append(batch)
    }
    try run.expect(!batches.isEmpty, "the list has no changes to apply")
    let entries = usual.model.enumerated().filter { $0.offset % 997 == 0 }.map(\.element.entry)
    if run.pass == .memory { return try write(batches, journal, path: path, run) }
    var readers = ReadersAndWriter(path: path, secret: SQLiteFile.secret, journal: journal)
    readers.pageLimit = BackendDepth.pageSize
    var result: ReadersAndWriter.Outcome?
    try run.measure(operations: batches.count) {
      result = try readers.run(
        applying: batches, readingAt: entries, minimumPages: pageCount)
    }
    guard let outcome = result else { return }
    try run.expect(outcome.wrongPages == 0, "\(outcome.wrongPages) pages mix two states")
    record(run, "pageTimeP50", outcome.pageNanoseconds, 0.5)
    record(run, "pageTimeP99", outcome.pageNanoseconds, 0.99)
    record(run, "batchTimeP99", outcome.batchNanoseconds, 0.99)
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
