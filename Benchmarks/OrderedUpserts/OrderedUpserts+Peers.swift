import BenchHarness
import ListCore
import Peers
import Workload

extension OrderedUpserts {
  /// The peer that long lists are compared with.
  private static let strongest = "absl::btree_set + flat_hash_map"

  /// The same changes and questions by ordered sets and tables in C++, and what the machine allows.
  static func peers(_ source: WorkloadSource) -> [BenchmarkCase] {
    // A lookup by id, or a rank, has to read at least one line of a table of all rows.
    let read = MachineLimit.dependentReads(entries: source.items)
    let scanned = MachineLimit.copy(bytes: scanLength * 16, operations: scanLength)
    let block = MachineLimit.allocatorPair(bytes: 48)
    let changed = cases("upsert", .ordered, source, limits: [read, block]) {
      try upsert($0, source, $1)
    }
    let ranked = cases("rank of id", .ranked, source, limits: [read]) { try rank($0, source, $1) }
    let selected = cases("id at rank", .ranked, source, limits: [read]) {
      try select($0, source, $1)
    }
    let scans = cases("scan", .ordered, source, limits: [scanned]) { try scan($0, source, $1) }
    let stored = cases("store", .store, source, limits: [read, block]) {
      try store($0, source, $1)
    }
    // It has no batches, so it takes the changes one by one.
    let batch = makeCase(
      "upsert batched", "", source, parameters: [Parameter("batch", batchSize)]
    ) { _ in }
    let changedInBatches = PeerKind.all(.ordered).filter {
      $0.name == strongest
    }.map { kind in batch.beside(kind) { try upsert($0, source, $1) } }
    let batched = makeCase("rank of id batched", "", source) { _ in }
      .beside(.independentReads(entries: source.items))
    return changed + changedInBatches + ranked + selected + scans + stored + [batched]
  }

  private static func cases(
    _ benchmark: String, _ workload: PeerWorkload, _ source: WorkloadSource,
    limits: [MachineLimit], file: String = #filePath, line: Int = #line,
    body: @escaping @Sendable (PeerKind, Run) throws -> Void
  ) -> [BenchmarkCase] {
    let ours = makeCase(benchmark, "", source) { _ in }
    return PeerKind.all(workload).map { ours.beside($0, file: file, line: line, body: body) }
      + limits.map { ours.beside($0, file: file, line: line) }
  }

  // MARK: - Changes

  /// The most changes that a peer makes: all where it is the strongest.
  ///
  /// A row that makes fewer than its list has items states them as `changes`. Of ten million changes a
  /// ranked tree makes 30 s, in each process run.
  private static func changeLimit(_ kind: PeerKind, _ source: WorkloadSource) -> Int {
    switch kind.name {
    case "sorted vector + hash": movingChangeLimit(source)
    case strongest: .max
    default: source.isLongest ? 1_000_000 : .max
    }
  }

  private static func upsert(_ kind: PeerKind, _ source: WorkloadSource, _ run: Run) throws {
    let script = try ChangeScript(source, run, changeLimit: changeLimit(kind, source))
    if script.changes.count < source.items { run.count("changes", script.changes.count) }
    let entries = script.entries.map(PeerEntry.init)
    let changes = script.changes.map(PeerChange.init)
    // What lived at the baseline has to live until the last checkpoint, here and below.
    defer { withExtendedLifetime((script, entries, changes)) {} }
    for _ in 0..<script.rounds(run) {
      try upsert(kind, entries, changes, run, equals: script.expected)
    }
  }

  private static func upsert(
    _ kind: PeerKind, _ entries: [PeerEntry], _ changes: [PeerChange], _ run: Run,
    equals expected: Model
  ) throws {
    run.baseline()
    let peer = try kind.make()
    try peer.call { peerBuild($0, entries, entries.count) }
    run.checkpoint("list built")
    var applied = PeerApplied()
    var unknown = 0
    try changes.withUnsafeBufferPointer { changes in
      try run.measure(operations: changes.count) {
        var start = 0
        while start < changes.count {
          let end = min(start + checkpointInterval, changes.count)
          let part = UnsafeBufferPointer(rebasing: changes[start..<end])
          try peer.call { peerApply($0, part.baseAddress, part.count, &applied) }
          unknown += applied.unknown
          run.checkpoint("during the changes")
          start = end
        }
      }
    }
    run.checkpoint("after the changes")
    let count = try peer.count()
    if let live = run.measurements.liveBytes, count > 0 {
      run.record("bytesPerItem", unit: .bytes, Double(live) / Double(count))
    }
    try run.expect(unknown == 0, "\(unknown) changes of ids that the peer lacks")
    try run.expect(
      try peer.entries().elementsEqual(expected.lazy.map(\.entry)),
      "the peer's list differs from the model")
  }

  // MARK: - Questions

  /// Makes a peer of a list, asks it through `measure` and checks the answers after it.
  private static func ask(
    _ kind: PeerKind, _ entries: [ListEntry], _ run: Run, measure: (Peer) throws -> Void
  ) throws {
    let peerEntries = entries.map(PeerEntry.init)
    defer { withExtendedLifetime((entries, peerEntries)) {} }
    run.baseline()
    let peer = try kind.make()
    try peer.call { peerBuild($0, peerEntries, peerEntries.count) }
    run.checkpoint("list built")
    try measure(peer)
    run.checkpoint("after the queries")
  }

  private static func rank(_ kind: PeerKind, _ source: WorkloadSource, _ run: Run) throws {
    let (entries, ranks) = try questions(source, run)
    let ids = ranks.map { entries[$0].id.rawValue }
    var found = [UInt64](repeating: .max, count: ids.count)
    try ask(kind, entries, run) { peer in
      try run.measure(operations: ids.count) {
        try peer.call { peerRanks($0, ids, ids.count, &found) }
      }
    }
    try run.expect(found == ranks.map { UInt64($0) }, "a rank differs from the model's")
  }

  private static func select(_ kind: PeerKind, _ source: WorkloadSource, _ run: Run) throws {
    let (entries, ranks) = try questions(source, run)
    let places = ranks.map { UInt64($0) }
    var found = [UInt64](repeating: 0, count: places.count)
    // Several rounds, for a vector needs a nanosecond.
    let rounds = 4
    try ask(kind, entries, run) { peer in
      try run.measure(operations: places.count * rounds) {
        for _ in 0..<rounds {
          try peer.call { peerSelect($0, places, places.count, &found) }
        }
      }
    }
    try run.expect(
      found == ranks.map { entries[$0].id.rawValue }, "an item differs from the model's")
  }

  private static func scan(_ kind: PeerKind, _ source: WorkloadSource, _ run: Run) throws {
    let (entries, ranks) = try questions(source, run)
    let script = ScanScript(entries: entries, ranks: ranks)
    let starts = script.starts.map(PeerEntry.init)
    var sum: UInt64 = 0
    try ask(kind, entries, run) { peer in
      try run.measure(operations: script.operations) {
        try peer.call { peerScan($0, starts, starts.count, script.length, &sum) }
      }
    }
    try run.expect(sum == script.expectedSum, "a scanned run differs from the model's")
  }

  // MARK: - Items

  private static func store(_ kind: PeerKind, _ source: WorkloadSource, _ run: Run) throws {
    let script = try StoreScript(source, run)
    let first = script.rows.rows.map { PeerStoreStep(.upsert, $0) }
    let steps = zip(script.changes, script.changeRows.rows).flatMap { change, row in
      change.operation == .delete
        ? [PeerStoreStep(.delete, row)]
        : [PeerStoreStep(.upsert, row), PeerStoreStep(.lookup, row)]
    }
    // A peer's lookup reads the version too; ours read it as they upserted.
    let versions = script.changes.reduce(UInt64(0)) { sum, change in
      change.operation == .delete ? sum : sum &+ UInt64(change.version)
    }
    var stored = PeerStored()
    defer { withExtendedLifetime((script, first, steps)) {} }
    run.baseline()
    let peer = try kind.make()
    try script.rows.text.withUnsafeBufferPointer { text in
      try peer.call {
        peerStoreApply($0, first, first.count, text.baseAddress, text.count, &stored)
      }
    }
    run.checkpoint("list stored")
    try script.changeRows.text.withUnsafeBufferPointer { text in
      try run.measure(operations: script.changes.count) {
        try peer.call {
          peerStoreApply($0, steps, steps.count, text.baseAddress, text.count, &stored)
        }
      }
    }
    run.checkpoint("after the changes")
    let count = try peer.count()
    if let live = run.measurements.liveBytes {
      run.record("bytesPerItem", unit: .bytes, Double(live) / Double(max(1, count)))
    }
    try run.expect(
      stored.checksum == script.expectedSum &+ versions,
      "a title that was read back differs from the model's")
    try expect(run, peer, equals: script, count: count)
  }

  private static func expect(
    _ run: Run, _ peer: Peer, equals script: StoreScript, count: Int
  ) throws {
    try run.expect(
      count == script.expected.count,
      "the peer has \(count) items, the model \(script.expected.count)")
    var title = [UInt8](repeating: 0, count: 65_536)
    var byteCount = 0
    var version: UInt32 = 0
    var storedBytes = 0
    for row in script.expected {
      try peer.call {
        peerStoreRead($0, row.entry.id.rawValue, &title, title.count, &byteCount, &version)
      }
      try run.expect(
        version == row.version, "item \(row.entry.id) is at version \(version), not \(row.version)")
      storedBytes += byteCount
    }
    try run.expect(
      storedBytes == script.expectedTextBytes,
      "the titles have \(storedBytes) bytes, the model's \(script.expectedTextBytes)")
  }
}

extension PeerChange {
  /// Our change as the peers take it.
  fileprivate init(_ change: Change) {
    let kind: PeerChangeKind =
      switch change.operation {
      case .insert: .insert
      case .delete: .delete
      case .move: .move
      case .update: .update
      }
    self.init(key: change.key.rawValue, id: change.id.rawValue, kind: kind)
  }
}

extension PeerStoreStep {
  fileprivate init(_ operation: PeerStoreOperation, _ row: Page.Row) {
    self.init(
      id: row.entry.id.rawValue, byteOffset: UInt64(row.textByteOffset),
      byteCount: row.textByteCount, version: row.version, operation: operation)
  }
}
