import BenchHarness
import ListCore
import Workload

/// Measures what it costs to keep a list in order while items come, go and move by id.
///
/// `OrderedIndex` and `ItemStore` beside the sorted array with a dictionary, and the dictionary, that apps keep;
/// with `SuiteOptions.includesPeers` also beside ordered sets and tables in C++.
public enum OrderedUpserts {
  /// The suite.
  public static let suite = Suite(
    name: "OrderedUpserts",
    question: "What does a change by id cost, and a rank? Beside a sorted array with a dictionary.",
    metrics: ["nodeVisits", "bytesPerItem", "changes"],
    cases: cases)

  static func cases(_ options: SuiteOptions) throws -> [BenchmarkCase] {
    try WorkloadSource.list(options).flatMap { source in
      let ours = upserts(source) + queries(source) + store(source)
      return ours + (options.includesPeers ? peers(source) : [])
    }
  }

  static func makeCase(
    _ benchmark: String, _ implementation: String, _ source: WorkloadSource,
    isReference: Bool = false, parameters: [Parameter] = [], budgetBytes: Int? = nil,
    file: String = #filePath, line: Int = #line, body: @escaping @Sendable (Run) throws -> Void
  ) -> BenchmarkCase {
    BenchmarkCase(
      suite: "OrderedUpserts", benchmark: benchmark, implementation: implementation,
      isReference: isReference, parameters: [Parameter("items", source.items)] + parameters,
      budgetBytes: budgetBytes, timeLimitSeconds: source.timeLimitSeconds,
      fixtureKey: source.fixtureKey, file: file, line: line, fixture: source.fixture, body: body)
  }
}

/// The changes of a list, and what it must look like after them.
struct ChangeScript {
  /// The list before, ascending.
  var entries: [ListEntry]
  /// What happens.
  var changes: [Change]
  /// The list afterwards, by the model.
  var expected: Model

  /// How often a run makes the changes, each time to a list as it was before: a short script alone
  /// would measure cold caches and the first use of memory.
  func rounds(_ run: Run) -> Int {
    run.pass == .memory ? 1 : max(1, 200_000 / max(1, changes.count, entries.count))
  }

  /// Loads a script: the events of a dataset, or mixed churn of a generated list.
  ///
  /// A dataset without events is built up row by row, oldest first.
  ///
  /// - Parameter changeLimit: The most changes to take.
  init(_ source: WorkloadSource, _ run: Run, changeLimit: Int = .max) throws {
    var limit = changeLimit
    // A generated list has as many changes as rows.
    if case .generated(_, let items, _) = source { limit = min(items, limit) }
    (entries, changes, expected) = try ScriptFile.load(
      "changes-\(source.fileKey)-\(limit)", in: run.scratchFolder
    ) { file in
      let workload = try Self.workload(source, changeLimit: limit)
      try file.append(workload.entries)
      try file.append(workload.changes)
      try file.append(workload.outcome)
    } read: { file in
      (try file.array(), try file.array(), try Model(&file))
    }
  }

  private static func workload(_ source: WorkloadSource, changeLimit: Int) throws -> Workload {
    guard case .generated(_, let items, let seed) = source else {
      var workload = try Workload(source, changeLimit: changeLimit)
      workload.unbuildIfUnchanging(limit: changeLimit)
      return workload
    }
    var workload = try Workload(source, changeLimit: 0)
    workload.mixChurn(count: min(items, changeLimit), seed: seed)
    return workload
  }
}
