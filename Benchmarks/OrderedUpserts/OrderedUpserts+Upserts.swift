import BenchHarness
import ListCore
import Workload

extension OrderedUpserts {
  /// Changes between two readings of the live bytes.
  static let checkpointInterval = 4_096
  /// Changes in a batch, as one poll or one socket message brings them.
  static let batchSize = 32

  /// The events of the list, applied one at a time and in batches.
  static func upserts(_ source: WorkloadSource) -> [BenchmarkCase] {
    // A third more items than at first, and a table that is in two blocks while it grows.
    let budget = 72 * source.items + (1 << 20)
    let ours = makeCase("upsert", "OrderedIndex", source, budgetBytes: budget) { run in
      try upsert(source, run, visits: visitsOneByOne) { index, changes in
        for position in changes.indices {
          let change = changes[position]
          if change.operation == .delete {
            index.remove(change.id)
          } else {
            index.upsert(ListEntry(key: change.key, id: change.id))
          }
        }
      }
    }
    let batched = makeCase(
      "upsert batched", "OrderedIndex", source, parameters: [Parameter("batch", batchSize)],
      budgetBytes: budget
    ) { run in
      try upsert(source, run, visits: visitsInBatches) { index, changes in
        forEachBatch(of: changes) { _ = index.apply(changes[$0].span) }
      }
    }
    let reference = makeCase("upsert", "sorted array", source, isReference: true) { run in
      try upsertSortedArray(source, run)
    }
    return [ours, reference, batched]
  }

  /// As many changes as take a fraction of a second where each moves half the list.
  static func movingChangeLimit(_ source: WorkloadSource) -> Int {
    max(200, 200_000_000 / max(1, source.items))
  }

  private static func upsert(
    _ source: WorkloadSource, _ run: Run, visits: ([Change], inout OrderedIndex) -> Int,
    apply: (inout OrderedIndex, ArraySlice<Change>) -> Void
  ) throws {
    let script = try ChangeScript(source, run)
    for _ in 0..<script.rounds(run) { try upsert(script, run, apply: apply) }
    if run.pass == .memory {
      var index = OrderedIndex(ascending: script.entries.span)
      run.count("nodeVisits", visits(script.changes, &index), per: script.changes.count)
    }
  }

  private static func upsert(
    _ script: ChangeScript, _ run: Run,
    apply: (inout OrderedIndex, ArraySlice<Change>) -> Void
  ) throws {
    run.baseline()
    var index = OrderedIndex(ascending: script.entries.span)
    run.checkpoint("list built")
    run.measure(operations: script.changes.count) {
      var start = 0
      while start < script.changes.count {
        let end = min(start + checkpointInterval, script.changes.count)
        apply(&index, script.changes[start..<end])
        run.checkpoint("during the changes")
        start = end
      }
    }
    run.checkpoint("after the changes")
    if let live = run.measurements.liveBytes, !index.isEmpty {
      run.record("bytesPerItem", unit: .bytes, Double(live) / Double(index.count))
    }
    try expect(run, index, equals: script.expected)
  }

  private static func forEachBatch(of changes: ArraySlice<Change>, _ body: (Range<Int>) -> Void) {
    var start = changes.startIndex
    while start < changes.endIndex {
      let end = min(start + batchSize, changes.endIndex)
      body(start..<end)
      start = end
    }
  }

  /// Nodes that changes touch one at a time, counted in a replay of their own.
  private static func visitsOneByOne(_ changes: [Change], _ index: inout OrderedIndex) -> Int {
    var visits = 0
    for change in changes {
      if change.operation == .delete {
        index.remove(change.id, nodeVisits: &visits)
      } else {
        index.upsert(ListEntry(key: change.key, id: change.id), nodeVisits: &visits)
      }
    }
    return visits
  }

  /// The same in batches.
  private static func visitsInBatches(_ changes: [Change], _ index: inout OrderedIndex) -> Int {
    var visits = 0
    forEachBatch(of: changes[...]) { _ = index.apply(changes[$0].span, nodeVisits: &visits) }
    return visits
  }

  private static func expect(
    _ run: Run, _ index: borrowing OrderedIndex, equals expected: Model
  ) throws {
    var position = 0
    index.forEach { entry in
      guard position < expected.count, expected[position].entry == entry else { return false }
      position += 1
      return true
    }
    try run.expect(
      index.count == expected.count && position == expected.count,
      "the list has \(index.count) items, the model \(expected.count); "
        + "they first differ at rank \(position)")
  }

  private static func upsertSortedArray(_ source: WorkloadSource, _ run: Run) throws {
    let script = try ChangeScript(source, run, changeLimit: movingChangeLimit(source))
    if script.changes.count < source.items { run.count("changes", script.changes.count) }
    run.baseline()
    var list = SortedArrayList(ascending: script.entries)
    run.checkpoint("list built")
    run.measure(operations: script.changes.count) {
      for change in script.changes { list.apply(change) }
    }
    run.checkpoint("after the changes")
    if let live = run.measurements.liveBytes, !list.entries.isEmpty {
      run.record("bytesPerItem", unit: .bytes, Double(live) / Double(list.entries.count))
    }
    try run.expect(
      list.entries.elementsEqual(script.expected.lazy.map(\.entry)),
      "the sorted array differs from the model")
  }
}
