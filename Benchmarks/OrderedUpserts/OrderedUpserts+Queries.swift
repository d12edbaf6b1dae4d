import BenchHarness
import ListCore
import Workload

extension OrderedUpserts {
  /// Neighbours that a scan reads.
  static let scanLength = 1_000
  /// Ranks and ids that are asked for.
  private static let queryCount = 100_000
  /// Scans that are run.
  private static let scanCount = 500

  /// Ranks, items at ranks and scans on the list as it is at first.
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

  /// The list that is asked, ascending, and the ranks that it is asked for.
  static func questions(
    _ source: WorkloadSource, _ run: Run
  ) throws -> (entries: [ListEntry], ranks: [Int]) {
    let entries: [ListEntry] = try ScriptFile.load(
      "entries-\(source.fileKey)", in: run.scratchFolder
    ) { file in
      var workload = try Workload(source, changeLimit: source.isEmptyAtFirst ? .max : 0)
      workload.playIfEmpty()
      try file.append(workload.entries)
    } read: {
      try $0.array()
    }
    try run.expect(!entries.isEmpty, "the list is empty, so nothing can be asked of it")
    var sample = Sample(seed: 3)
    return (entries, (0..<queryCount).map { _ in sample.next(below: entries.count) })
  }

  private static func query(
    _ name: String, _ source: WorkloadSource, _ run: Run, ours: Bool
  ) throws {
    let (entries, ranks) = try questions(source, run)
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
      try scan(entries: entries, ranks: ranks, run) { start, length in
        var sum: UInt64 = 0
        index.forEachRun(from: start, limit: length) { _, ids in
          for slot in ids.indices { sum &+= ids[slot].rawValue }
        }
        return sum
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
      try scan(entries: entries, ranks: ranks, run) { start, length in
        let place = list.place(of: start)
        var sum: UInt64 = 0
        for entry in list.entries[place..<place + length] { sum &+= entry.id.rawValue }
        return sum
      }
    }
    run.checkpoint("after the queries")
  }

  /// Reads runs of neighbours; `read` sums the ids of one.
  private static func scan(
    entries: [ListEntry], ranks: [Int], _ run: Run,
    read: (_ start: ListEntry, _ length: Int) -> UInt64
  ) throws {
    let script = ScanScript(entries: entries, ranks: ranks)
    var sum: UInt64 = 0
    run.measure(operations: script.operations) {
      for start in script.starts { sum &+= read(start, script.length) }
    }
    try run.expect(sum == script.expectedSum, "a scanned run differs from the model's")
  }

  /// Runs of neighbours that are read.
  struct ScanScript {
    /// Rows of each run.
    let length: Int
    /// The first row of each run.
    let starts: [ListEntry]
    /// The sum of all ids in all runs.
    let expectedSum: UInt64

    var operations: Int { length * starts.count }

    init(entries: [ListEntry], ranks: [Int]) {
      let length = min(scanLength, entries.count)
      let places = ranks.prefix(scanCount).map { min($0, entries.count - length) }
      var sum: UInt64 = 0
      for place in places {
        for entry in entries[place..<place + length] { sum &+= entry.id.rawValue }
      }
      self.length = length
      starts = places.map { entries[$0] }
      expectedSum = sum
    }
  }
}
