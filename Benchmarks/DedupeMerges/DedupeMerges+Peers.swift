import BenchHarness
import ListCore
import Peers
import Workload

extension DedupeMerges {
  /// The same pages and runs by lists and unions in C++, and what the machine allows.
  ///
  /// The peers of `page merge` keep order and ids alone; `PageMerge` keeps versions and texts as well,
  /// and `PageMerge, order alone` does what they do.
  static func peers(_ source: WorkloadSource) -> [BenchmarkCase] {
    let pages = makeCase("page merge", "", source) { _ in }
    let runs = makeCase("bulk merge", "", source) { _ in }
    // Both runs together have four thirds of the list's rows, 16 bytes each.
    let length = max(1, source.items * 4 / 3)
    return PeerKind.all(.pageMerge).map { kind in
      pages.beside(kind) { try mergePages($0, source, $1) }
    } + [pages.beside(.dependentReads(entries: source.items))]
      + PeerKind.all(.runUnion).map { kind in
        runs.beside(kind) { try mergeRuns($0, source, $1) }
      } + [runs.beside(.copy(bytes: length * 16, operations: length))]
  }

  /// Ours without items: measured only beside peers, so it has no thresholds.
  static func orderAlone(_ source: WorkloadSource) -> BenchmarkCase {
    var result = makeCase("page merge", "PageMerge, order alone", source) {
      try mergeOrder(source, $0)
    }
    result.isGated = false
    return result
  }

  // MARK: - Pages

  /// The pages merged into an index that keeps no items.
  private static func mergeOrder(_ source: WorkloadSource, _ run: Run) throws {
    let script = try MergeScript(source, run, pageCount: pageCount)
    let entries = script.held.map(\.entry)
    defer { withExtendedLifetime((script, entries)) {} }
    run.baseline()
    var index = OrderedIndex(ascending: entries.span)
    var pageMerge = PageMerge(rowsPerPage: MergeScript.pageSize)
    run.checkpoint("list built")
    var inserted = 0
    run.measure(operations: max(1, script.rowCount)) {
      for page in script.pages {
        let rows = page.rows
        inserted += pageMerge.merge(rows.span, into: &index).inserted
      }
    }
    run.checkpoint("after the pages")
    run.count("rowsInserted", inserted)
    try run.expect(
      index.count == script.expected.count
        && script.expected.indices.allSatisfy {
          index.entry(atRank: $0) == script.expected[$0].entry
        }, "the list differs from the model's")
  }

  /// The sorted vector moves half the list for a page, so it merges fewer where that is long.
  private static func pageCount(_ kind: PeerKind, _ source: WorkloadSource) -> Int {
    guard kind.name == "sorted vector + hash" else { return pageCount }
    return min(pageCount, max(4, 20_000_000 / max(1, source.items)))
  }

  private static func mergePages(
    _ kind: PeerKind, _ source: WorkloadSource, _ run: Run
  ) throws {
    let script = try MergeScript(source, run, pageCount: pageCount(kind, source))
    let entries = script.held.map { PeerEntry($0.entry) }
    // The peers' fast case is ascending rows; our pages come newest first.
    let pages = script.pages.map { $0.rows.reversed().map(PeerRow.init) }
    defer { withExtendedLifetime((script, entries, pages)) {} }
    run.baseline()
    let peer = try kind.make()
    try peer.call { peerBuild($0, entries, entries.count) }
    run.checkpoint("list built")
    var merged = PeerMerged()
    var inserted = 0
    try run.measure(operations: max(1, script.rowCount)) {
      for page in pages {
        try peer.call { peerMergePage($0, page, page.count, &merged) }
        inserted += merged.inserted
      }
    }
    run.checkpoint("after the pages")
    run.count("rowsInserted", inserted)
    try run.expect(
      try peer.entries().elementsEqual(script.expected.lazy.map(\.entry)),
      "the peer's list differs from the model's")
  }

  // MARK: - Runs

  private static func mergeRuns(_ kind: PeerKind, _ source: WorkloadSource, _ run: Run) throws {
    let script = try RunScript(source, run)
    let (first, second) = (script.first.map(PeerEntry.init), script.second.map(PeerEntry.init))
    defer { withExtendedLifetime((script, first, second)) {} }
    let peer = try kind.make()
    run.baseline()
    var output = [PeerEntry](repeating: PeerEntry(), count: first.count + second.count)
    var count = 0
    try run.measure(operations: script.operations) {
      for _ in 0..<script.rounds {
        try peer.call {
          peerUnion(
            $0, first, first.count, second, second.count, &output, output.count, &count)
        }
      }
    }
    run.checkpoint("runs merged")
    try run.expect(
      output[..<count].elementsEqual(script.expected) {
        $0.key == $1.key.rawValue && $0.id == $1.id.rawValue
      }, "the union differs from the model's")
  }
}
