import BenchHarness
import ListCore
import Workload

extension DedupeMerges {
  static let pageCount = 1_000

  /// Pages merged one after the other into the list and its items.
  static func mergePages(_ source: WorkloadSource, _ run: Run) throws {
    let script = try MergeScript(source, run, pageCount: pageCount)
    let titles = try MergeScript.heldTitles(source, run)
    // What lived at the baseline has to live until the last checkpoint.
    defer { withExtendedLifetime((script, titles)) {} }
    run.baseline()
    var list = MergedList(script, titles)
    run.checkpoint("list built")
    run.measure(operations: max(1, script.rowCount)) {
      for position in script.pages.indices {
        list.merge(script.pages[position])
        run.checkpoint("page merged")
      }
    }
    run.checkpoint("after the pages")
    run.count("rowsInserted", list.total.inserted)
    run.count("rowsRepeated", list.total.repeated)
    run.count("rowsUpdated", list.total.updated)
    run.count("rowsMoved", list.total.moved)
    if let rank = list.firstDifference(from: script.expected) {
      try run.expect(false, "the list differs from the model at rank \(rank)")
    }
  }

  /// The same by the app paginator; fewer pages where each costs milliseconds, one where it costs seconds.
  static func paginate(_ source: WorkloadSource, _ run: Run) throws {
    let least = source.isLongest ? 1 : 4
    let pages = min(pageCount, max(least, 3_000_000 / max(1, source.items)))
    let script = try MergeScript(source, run, pageCount: pages)
    run.baseline()
    var paginator = AppPaginator(rows: script.held.map(AppPaginator.Row.init))
    run.checkpoint("list built")
    var inserted = 0
    run.measure(operations: max(1, script.rowCount)) {
      for page in script.pages { inserted += paginator.merge(page.rows) }
    }
    run.checkpoint("after the pages")
    run.count("rowsInserted", inserted)
    try expect(run, paginator, equals: script.expected)
  }

  static func expect(
    _ run: Run, _ paginator: AppPaginator, equals expected: Model
  ) throws {
    let rows = paginator.rows.lazy.map {
      Workload.Row(entry: ListEntry(key: $0.key, id: $0.id), version: $0.version)
    }
    try run.expect(
      rows.elementsEqual(expected), "the paginator's rows differ from the model's")
  }
}

extension AppPaginator.Row {
  init(_ row: Workload.Row) {
    self.init(id: row.entry.id, key: row.entry.key, version: row.version)
  }
}

/// The list that pages are merged into: its order and its items.
private struct MergedList: ~Copyable {
  private var index: OrderedIndex
  private var store = ItemStore()
  private var pageMerge = PageMerge(rowsPerPage: MergeScript.pageSize)
  /// What all pages were, row by row.
  private(set) var total = PageMerge.Report()

  init(_ script: MergeScript, _ titles: Page) {
    let entries = script.held.map(\.entry)
    index = OrderedIndex(ascending: entries.span)
    for (row, title) in zip(script.held, titles.rows) {
      let start = Int(title.textByteOffset)
      store.upsert(
        row.entry.id, version: row.version,
        text: titles.text.span.extracting(start..<start + Int(title.textByteCount)))
    }
  }

  mutating func merge(_ page: Page) {
    let report = pageMerge.merge(page, into: &index, store: &store)
    total.inserted += report.inserted
    total.repeated += report.repeated
    total.updated += report.updated
    total.moved += report.moved
  }

  /// The first rank at which the list is not as the model has it; nil if there is none.
  func firstDifference(from expected: Model) -> Int? {
    for rank in 0..<max(index.count, expected.count) {
      guard rank < index.count, rank < expected.count,
        index.entry(atRank: rank) == expected[rank].entry,
        store.version(of: expected[rank].entry.id) == expected[rank].version
      else { return rank }
    }
    return nil
  }
}
