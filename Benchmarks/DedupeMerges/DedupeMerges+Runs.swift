import BenchHarness
import ListCore
import Workload

extension DedupeMerges {
  /// Two long runs of one list that share half of their rows: a stored list and a fetched one.
  struct RunScript {
    var first: [ListEntry]
    var second: [ListEntry]
    var expected: [ListEntry]

    init(_ source: WorkloadSource, _ run: Run) throws {
      (first, second, expected) = try ScriptFile.load(
        "runs-\(source.fileKey)", in: run.scratchFolder
      ) {
        try Self.make(source, &$0)
      } read: { file in
        (try file.array(), try file.array(), try file.array())
      }
    }

    /// Each row by a draw: in the first run, in both, or in the second, so that no branch on where the
    /// next row comes from can be foreseen.
    private static func make(_ source: WorkloadSource, _ file: inout ScriptFile.Writer) throws {
      var workload = try Workload(source)
      workload.play()
      var (first, second): ([ListEntry], [ListEntry]) = ([], [])
      var sample = Sample(seed: 9)
      for row in workload.rows {
        let draw = sample.next(below: 3)
        if draw < 2 { first.append(row.entry) }
        if draw > 0 { second.append(row.entry) }
      }
      try file.append(first)
      try file.append(second)
      try file.append(workload.entries)
    }

    /// How often the merge is repeated, so that short runs fill a region that a clock can measure.
    var rounds: Int { max(1, 400_000 / max(1, first.count + second.count)) }
    var operations: Int { max(1, first.count + second.count) * rounds }
  }

  /// The union of two ascending runs by (key, id).
  static func mergeRuns(_ source: WorkloadSource, _ run: Run) throws {
    let script = try RunScript(source, run)
    run.baseline()
    var output = [ListEntry](
      repeating: ListEntry(key: 0, id: 0), count: script.first.count + script.second.count)
    var count = 0
    run.measure(operations: script.operations) {
      for _ in 0..<script.rounds {
        var span = output.mutableSpan
        count = PageMerge.union(script.first.span, script.second.span, into: &span)
      }
    }
    run.checkpoint("runs merged")
    try run.expect(
      output[..<count].elementsEqual(script.expected), "the union differs from the model's")
  }

  /// The same by `Set` + filter + append + sort.
  static func paginateRuns(_ source: WorkloadSource, _ run: Run) throws {
    let script = try RunScript(source, run)
    let rows = script.second.map { AppPaginator.Row(id: $0.id, key: $0.key, version: 1) }
    run.baseline()
    var shown = rows
    run.measure(operations: script.operations) {
      for _ in 0..<script.rounds {
        shown = rows
        let ids = Set(shown.map(\.id))
        shown += script.first.filter { !ids.contains($0.id) }
          .map { AppPaginator.Row(id: $0.id, key: $0.key, version: 1) }
        shown.sort { ($0.key, $0.id) < ($1.key, $1.id) }
      }
    }
    run.checkpoint("runs merged")
    try run.expect(
      shown.map { ListEntry(key: $0.key, id: $0.id) } == script.expected,
      "the paginator's rows differ from the model's")
  }
}
