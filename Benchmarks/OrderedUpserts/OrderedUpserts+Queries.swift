import BenchHarness
import ListCore
import Workload

extension OrderedUpserts {
  /// Neighbours that a scan reads.
  private static let scanLength = 1_000
  /// Ranks and ids that are asked for.
  private static let queryCount = 100_000
  /// Scans that are run.
  private static let scanCount = 500

  /// Ranks, items at ranks and scans on the list as its changes leave it.
  static func queries(_ source: WorkloadSource) -> [BenchmarkCase] {
    let names = ["rank of id", "id at rank", "scan"]
    return names.flatMap { name in
      [
        makeCase(name, "OrderedIndex", source) { try query(name, source, $0, ours: true) },
        makeCase(name, "sorted array", source, isReference: true) {
          try query(name, source, $0, ours: false)
        },
      ]
    } + [
      makeCase("rank of id batched", "OrderedIndex", source) {
        try query("rank of id batched", source, $0, ours: true)
      }
    ]
  }

  private static func query(
    _ name: String, _ source: WorkloadSource, _ run: Run, ours: Bool
  ) throws {
    let entries = try ChangeScript(source, run).expected.map(\.entry)
    try run.expect(!entries.isEmpty, "the list is empty, so nothing can be asked of it")
    var sample = Sample(seed: 3)
    let ranks = (0..<queryCount).map { _ in sample.next(below: entries.count) }
    if ours {
      try queryIndex(name, entries: entries, ranks: ranks, run)
    } else {
      try querySortedArray(name, entries: entries, ranks: ranks, run)
    }
  }

  private static func queryIndex(
    _ name: String, entries: [ListEntry], ranks: [Int], _ run: Run
  ) throws {
    let ids = ranks.map { entries[$0].id }
    var found = [Int](repeating: -1, count: ranks.count)
    var entriesFound = [ListEntry](repeating: ListEntry(key: 0, id: 0), count: ranks.count)
    run.baseline()
    let index = OrderedIndex(ascending: entries.span)
    run.checkpoint("list built")
    switch name {
    case "rank of id":
      run.measure(operations: ids.count) {
        for position in ids.indices { found[position] = index.rank(of: ids[position]) ?? -1 }
      }
      try run.expect(found == ranks, "a rank differs from the model's")
    case "rank of id batched":
      run.measure(operations: ids.count) {
        var ranksFound = found.mutableSpan
        index.ranks(of: ids.span, into: &ranksFound)
      }
      try run.expect(found == ranks, "a rank differs from the model's")
    case "id at rank":
      run.measure(operations: ranks.count) {
        for position in ranks.indices {
          entriesFound[position] = index.entry(atRank: ranks[position])
        }
      }
      try run.expect(entriesFound == ranks.map { entries[$0] }, "an item differs from the model's")
    default:
      try scan(entries: entries, ranks: ranks, run) { start, _, run in
        var entries = run.mutableSpan
        _ = index.copyEntries(fromRank: index.firstRank(atOrAfter: start), into: &entries)
      }
    }
    run.checkpoint("after the queries")
  }

  private static func querySortedArray(
    _ name: String, entries: [ListEntry], ranks: [Int], _ run: Run
  ) throws {
    let ids = ranks.map { entries[$0].id }
    var found = [Int](repeating: -1, count: ranks.count)
    var entriesFound = [ListEntry](repeating: ListEntry(key: 0, id: 0), count: ranks.count)
    run.baseline()
    let list = SortedArrayList(ascending: entries)
    run.checkpoint("list built")
    switch name {
    case "rank of id":
      run.measure(operations: ids.count) {
        for position in ids.indices { found[position] = list.rank(of: ids[position]) ?? -1 }
      }
      try run.expect(found == ranks, "a rank differs from the model's")
    case "id at rank":
      run.measure(operations: ranks.count) {
        for position in ranks.indices { entriesFound[position] = list.entries[ranks[position]] }
      }
      try run.expect(entriesFound == ranks.map { entries[$0] }, "an item differs from the model's")
    default:
      try scan(entries: entries, ranks: ranks, run) { start, length, run in
        let place = list.place(of: start)
        for offset in 0..<length { run[offset] = list.entries[place + offset] }
      }
    }
    run.checkpoint("after the queries")
  }

  private static func scan(
    entries: [ListEntry], ranks: [Int], _ run: Run,
    copy: (_ start: ListEntry, _ length: Int, _ output: inout [ListEntry]) -> Void
  ) throws {
    let length = min(scanLength, entries.count)
    let starts = ranks.prefix(scanCount).map { entries[min($0, entries.count - length)] }
    var output = [ListEntry](repeating: ListEntry(key: 0, id: 0), count: length)
    var sum: UInt64 = 0
    run.measure(operations: length * starts.count) {
      for start in starts {
        copy(start, length, &output)
        sum &+= output[0].id.rawValue &+ output[length - 1].id.rawValue
      }
    }
    var expected: UInt64 = 0
    for rank in ranks.prefix(scanCount) {
      let place = min(rank, entries.count - length)
      expected &+= entries[place].id.rawValue &+ entries[place + length - 1].id.rawValue
    }
    try run.expect(sum == expected, "a scanned run differs from the model's")
  }
}
