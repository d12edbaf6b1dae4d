import BenchHarness
import Foundation
import ListCore
import ListSource
import PostgresSource
import SQLiteSource
import Workload

/// Scrolls a whole list to which inserts and deletes happen between pages: what a reader by offset sees twice and
/// never, beside one who goes by cursors.
enum Churn {
  private static let items = 2_000
  /// Inserts and deletes after every page.
  private static let changesPerPage = 10

  /// A reader of a list, and the writer beside it.
  private struct Backend {
    var isRemote = false
    var isByRank: Bool
    var source: any ListSource
    /// Removes the list.
    var end: () -> Void = {}
  }

  static func cases(_ options: SuiteOptions) -> [BenchmarkCase] {
    if options.dataFolder != nil { return [] }
    let source = WorkloadSource.generated(recipe: .timeline, items: items, seed: options.seed)
    return [
      makeCase(source, SQLiteDesign(.offset).implementation) { try sqlite(.offset, $0, $1) },
      makeCase(source, SQLiteDesign(.cursor).implementation) { try sqlite(.cursor, $0, $1) },
      makeCase(source, "memory, offset") { list, _ in
        Backend(isByRank: true, source: try StoredRows.list(of: list.page))
      },
      makeCase(source, "memory, cursor") { list, _ in
        Backend(isByRank: false, source: try StoredRows.list(of: list.page))
      },
      makeCase(source, PostgresForm.offset.implementation) { list, _ in
        try postgres(.offset, list)
      },
      makeCase(source, PostgresForm.cursor.implementation) { list, _ in
        try postgres(.cursor, list)
      },
    ]
  }

  private static func sqlite(_ form: QueryForm, _ list: List, _ run: Run) throws -> Backend {
    let path = "\(run.scratchFolder)/churn-\(ProcessInfo.processInfo.processIdentifier).sqlite"
    let end: () -> Void = { for end in ["", "-wal", "-shm", "-journal"] { unlink(path + end) } }
    end()
    let loader = try SQLiteLoader(path: path, identity: SQLiteFile.identity)
    try loader.append(list.page)
    try loader.finish()
    let source = try SQLiteSource(
      path: path, secret: SQLiteFile.secret,
      options: .init(form: form, isWritable: true, journal: .writeAhead))
    return Backend(isByRank: form.isByRank, source: source, end: end)
  }

  private static func postgres(_ form: PostgresForm, _ list: List) throws -> Backend {
    let name = PostgresServer.ownName("churn")
    let source = try PostgresServer.ownList(name, form: form, rows: list.page)
    return Backend(isRemote: true, isByRank: form.isByRank, source: source) {
      try? PostgresServer.drop(name)
    }
  }

  private static func makeCase(
    _ source: WorkloadSource, _ implementation: String,
    open: @escaping @Sendable (List, Run) throws -> Backend
  ) -> BenchmarkCase {
    let isRemote = implementation.hasPrefix(DepthDesign.Engine.postgres.rawValue)
    let missing = isRemote ? PostgresServer.obstacle : nil
    let isInServer = isRemote && missing == nil
    return BenchmarkCase(
      suite: "BackendDepth", benchmark: "whole list under churn", implementation: implementation,
      isReference: implementation == SQLiteDesign(.offset).implementation || isRemote,
      missing: missing, isGated: !isRemote,
      parameters: [Parameter("items", items), Parameter("page", BackendDepth.pageSize)],
      fixtureKey: source.fixtureKey + (isInServer ? " loaded anew" : ""),
      fixture: {
        if isInServer { _ = try PostgresServer.address() }
        return try source.fixture()
      }
    ) { run in
      let list = try List(source)
      let backend = try open(list, run)
      defer { backend.end() }
      let outcome = try scroll(list, backend, run)
      run.count("pagesFetched", outcome.pages)
      run.count("rowsLost", outcome.lost)
      run.count("rowsRepeated", outcome.repeated)
      let isWhole = outcome.lost == 0 && outcome.repeated == 0
      try run.expect(
        isWhole != backend.isByRank,
        "\(outcome.lost) rows are lost and \(outcome.repeated) repeated, which was to be "
          + (backend.isByRank ? "more than none" : "none"))
    }
  }

  /// What a scroll came to.
  private struct Outcome {
    var pages = 0
    var rows = 0
    var repeated = 0
    var met = Set<ItemID>()
    /// The time of the pages alone.
    var elapsed = Duration.zero
  }

  /// Scrolls through the list; pages and changes are timed together.
  private static func scroll(
    _ list: List, _ backend: Backend, _ run: Run
  ) throws -> (pages: Int, lost: Int, repeated: Int) {
    var outcome = Outcome()
    var page = Page()
    // The number of pages is known afterwards alone; it is nearly this.
    let pages = list.page.rows.count / BackendDepth.pageSize
    try run.measure(operations: pages) {
      var request = PageRequest(.head, limit: BackendDepth.pageSize)
      while try fill(&page, request, backend, &outcome) {
        if outcome.pages <= list.batches.count {
          try backend.source.apply(list.batches[outcome.pages - 1])
        }
        if backend.isByRank {
          request.place = .offset(outcome.rows)
        } else {
          guard let next = page.next else { break }
          request.place = .cursor(next)
        }
      }
    }
    if backend.isRemote {
      run.record(
        "pageTime", unit: .nanoseconds, outcome.elapsed / .nanoseconds(1) / Double(outcome.pages))
    }
    return (outcome.pages, list.staying.subtracting(outcome.met).count, outcome.repeated)
  }

  /// Fetches a page; returns whether it is full.
  private static func fill(
    _ page: inout Page, _ request: PageRequest, _ backend: Backend, _ outcome: inout Outcome
  ) throws -> Bool {
    let start = ContinuousClock.now
    try backend.source.fill(&page, with: request)
    outcome.elapsed += ContinuousClock.now - start
    outcome.pages += 1
    outcome.rows += page.rows.count
    for row in page.rows where !outcome.met.insert(row.entry.id).inserted { outcome.repeated += 1 }
    return page.rows.count == BackendDepth.pageSize
  }

  /// A list, and what happens to it.
  private struct List {
    /// The rows at first, ascending.
    var page = Page()
    /// The changes, a batch a page.
    var batches: [ChangeBatch] = []
    /// The items that are there all the time.
    var staying: Set<ItemID>

    /// Takes the inserts and deletes of a list's events; an item that moves may rightly be met twice.
    init(_ source: WorkloadSource) throws {
      let workload = try Workload(source)
      workload.fill(&page, with: workload.rows)
      staying = Set(workload.rows.map(\.entry.id))
      // As moves are left out, items are deleted from where they were at first.
      var keys = Dictionary(workload.rows.map { ($0.entry.id, $0.entry.key) }) { first, _ in first }
      var batch = ChangeBatch()
      var sequence: UInt64 = 0
      var text: [UInt8] = []
      for var change in workload.changes
      where change.operation == .insert || change.operation == .delete {
        sequence += 1
        change.sequence = sequence
        if change.operation == .insert {
          keys[change.id] = change.key
          text.removeAll(keepingCapacity: true)
          workload.appendTitle(of: change.id, version: change.version, to: &text)
          batch.append(change, text: text.span)
        } else {
          staying.remove(change.id)
          change.key = keys[change.id] ?? change.key
          batch.append(change)
        }
        if batch.elements.count == changesPerPage {
          batches.append(batch)
          batch = ChangeBatch()
        }
      }
    }
  }
}
