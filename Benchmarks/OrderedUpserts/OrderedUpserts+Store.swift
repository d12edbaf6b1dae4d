import BenchHarness
import ListCore
import Workload

extension OrderedUpserts {
  /// The list's items by id, with their titles, written and read as the events ask for.
  static func store(_ source: WorkloadSource) -> [BenchmarkCase] {
    [
      makeCase("store", "ItemStore", source, budgetBytes: 160 * source.items + (1 << 20)) {
        try storeItems(source, $0)
      },
      makeCase("store", "Dictionary", source, isReference: true) {
        try storeInDictionary(source, $0)
      },
    ]
  }

  /// The events of a list with the titles they bring, and what the store must hold afterwards.
  struct StoreScript {
    var rows: Page
    var changes: [Change]
    var changeRows: Page
    var expected: Model
    /// UTF-8 bytes of all titles at the end.
    var expectedTextBytes: Int

    /// The sum over the titles that are read back, one after every change that is no delete.
    var expectedSum: UInt64 {
      zip(changes, changeRows.rows).reduce(0) { sum, pair in
        pair.0.operation == .delete ? sum : sum &+ OrderedUpserts.sum(title(of: pair.1).span)
      }
    }

    /// The title that a change's row brings.
    func title(of row: Page.Row) -> [UInt8] {
      let start = Int(row.textByteOffset)
      return Array(changeRows.text[start..<start + Int(row.textByteCount)])
    }

    init(_ source: WorkloadSource, _ run: Run) throws {
      var byteCounts: [Int]
      (rows, changes, changeRows, expected, byteCounts) = try ScriptFile.load(
        "store-\(source.fileKey)", in: run.scratchFolder
      ) {
        try Self.make(source, &$0)
      } read: { file in
        (
          try file.page(), try file.array(), try file.page(), try Model(&file), try file.array()
        )
      }
      expectedTextBytes = byteCounts.reduce(0, +)
      if changes.isEmpty {
        // A list without changes is written a second time: every row is a repeat.
        changes = rows.rows.enumerated().map { offset, row in
          Change(
            sequence: UInt64(offset + 1), operation: .update, id: row.entry.id, key: row.entry.key,
            version: row.version)
        }
        changeRows = rows
      }
    }

    private static func make(_ source: WorkloadSource, _ file: inout ScriptFile.Writer) throws {
      let workload = try Workload(source, changeLimit: 200_000)
      var page = Page()
      workload.fill(&page, with: workload.rows)
      try file.append(page)
      try file.append(workload.changes)
      let written = workload.changes.map {
        Workload.Row(entry: ListEntry(key: $0.key, id: $0.id), version: $0.version)
      }
      workload.fill(&page, with: written)
      try file.append(page)
      let expected = workload.outcome
      try file.append(expected)
      workload.fill(&page, with: expected)
      try file.append([page.text.count])
    }
  }

  /// What reading a title adds: its length, its first and its last byte.
  @inline(__always)
  static func sum(_ title: Span<UInt8>) -> UInt64 {
    let count = title.count
    return count == 0 ? 0 : UInt64(count) &+ UInt64(title[0]) &+ UInt64(title[count - 1])
  }

  private static func storeItems(_ source: WorkloadSource, _ run: Run) throws {
    let script = try StoreScript(source, run)
    run.baseline()
    var store = ItemStore()
    insert(script.rows, into: &store)
    run.checkpoint("list stored")
    var sum: UInt64 = 0
    run.measure(operations: script.changes.count) {
      for position in script.changes.indices {
        let change = script.changes[position]
        if change.operation == .delete {
          store.remove(change.id)
        } else {
          let row = script.changeRows.rows[position]
          let start = Int(row.textByteOffset)
          let text = script.changeRows.text.span.extracting(start..<start + Int(row.textByteCount))
          store.upsert(change.id, version: change.version, text: text)
          sum &+= store.withText(of: change.id) { Self.sum($0) } ?? 0
        }
      }
    }
    run.checkpoint("after the changes")
    try run.expect(sum == script.expectedSum, "a title that was read back differs from the model's")
    try run.expect(
      store.count == script.expected.count,
      "the store has \(store.count) items, the model \(script.expected.count)")
    var storedBytes = 0
    for row in script.expected {
      try run.expect(
        store.version(of: row.entry.id) == row.version,
        "item \(row.entry.id) is not at version \(row.version)")
      storedBytes += store.withText(of: row.entry.id) { $0.count } ?? 0
    }
    try run.expect(
      storedBytes == script.expectedTextBytes,
      "the titles have \(storedBytes) bytes, the model's \(script.expectedTextBytes)")
    if let live = run.measurements.liveBytes {
      run.record("bytesPerItem", unit: .bytes, Double(live) / Double(max(1, store.count)))
    }
  }

  private static func insert(_ page: Page, into store: inout ItemStore) {
    for row in page.rows {
      let start = Int(row.textByteOffset)
      store.upsert(
        row.entry.id, version: row.version,
        text: page.text.span.extracting(start..<start + Int(row.textByteCount)))
    }
  }

  private struct StoredItem {
    var version: UInt32
    var title: [UInt8]
  }

  private static func storeInDictionary(_ source: WorkloadSource, _ run: Run) throws {
    let script = try StoreScript(source, run)
    run.baseline()
    var store: [ItemID: StoredItem] = [:]
    for row in script.rows.rows {
      store[row.entry.id] = StoredItem(version: row.version, title: title(of: row, in: script.rows))
    }
    run.checkpoint("list stored")
    var sum: UInt64 = 0
    run.measure(operations: script.changes.count) {
      for position in script.changes.indices {
        let change = script.changes[position]
        if change.operation == .delete {
          store[change.id] = nil
        } else {
          let row = script.changeRows.rows[position]
          if store[change.id]?.version ?? 0 < change.version {
            store[change.id] = StoredItem(
              version: change.version, title: title(of: row, in: script.changeRows))
          }
          sum &+= store[change.id].map { Self.sum($0.title.span) } ?? 0
        }
      }
    }
    run.checkpoint("after the changes")
    try run.expect(sum == script.expectedSum, "a title that was read back differs from the model's")
    try run.expect(
      store.count == script.expected.count
        && script.expected.allSatisfy { store[$0.entry.id]?.version == $0.version },
      "the dictionary differs from the model")
    if let live = run.measurements.liveBytes {
      run.record("bytesPerItem", unit: .bytes, Double(live) / Double(max(1, store.count)))
    }
  }

  private static func title(of row: Page.Row, in page: Page) -> [UInt8] {
    let start = Int(row.textByteOffset)
    return Array(page.text[start..<start + Int(row.textByteCount)])
  }
}
