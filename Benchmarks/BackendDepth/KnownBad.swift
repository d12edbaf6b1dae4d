import BenchHarness
import ListCore
import ListSource
import PostgresSource
import SQLiteSource
import Workload

/// Scrolls a whole list whose keys tie, in designs that lose rows beside one that does not.
///
/// 1,000 rows, of which 27 or 28 share each of 37 keys, three keys a millisecond, so that ties and milliseconds end in
/// mid-page. Where keys may be NULL, every tenth id's row has none. A wrong design passes when it loses or repeats
/// rows, so that the harness is known to catch it.
enum KnownBad {
  private static let items = 1_000
  /// The list's name in PostgreSQL.
  private static let listName = PostgresServer.prefix + "ties"
  private static let keys = 37

  /// The rows ascending, and their model.
  ///
  /// - Parameter areSomeNull: Whether rows have the key that SQLite's `nullableKey` stores as NULL: those that
  ///   PostgreSQL's `nullKeys` takes the key from.
  private static func rows(areSomeNull: Bool = false) -> (page: Page, rows: [Workload.Row]) {
    var page = Page()
    var rows: [Workload.Row] = []
    for number in 0..<items {
      // Ids in no order inside of a tie, below 2^31; keys some microseconds apart.
      let id = UInt64(number) &* 2_654_435_761 % 2_147_483_647
      let isNull = areSomeNull && id % UInt64(PostgresWrongForm.period) == 0
      let key = isNull ? .min : Int64(number % keys) * 337
      rows.append(
        Workload.Row(entry: ListEntry(key: SortKey(key), id: ItemID(id)), version: 1))
    }
    rows.sort()
    let text = Array("row".utf8)
    for row in rows { page.append(entry: row.entry, version: row.version, text: text.span) }
    return (page, rows)
  }

  private static let expected = Set(rows().rows.map(\.entry.id))

  static func cases(_ options: SuiteOptions) -> [BenchmarkCase] {
    if options.dataFolder != nil { return [] }
    let right = [SQLiteDesign(.cursor), SQLiteDesign(.offset, .nullableKey)]
    let sqlite = (right + SQLiteDesign.wrong).map { design in
      makeCase(design.implementation, isWrong: design.outcome == .wrong) { run in
        try scroll(design, run)
      }
    }
    let memory =
      [makeCase("memory, keyset", isWrong: false) { try scroll(nil, $0) }]
      + SourceFlaw.allCases.map { flaw in
        makeCase("memory, \(flaw.suffix)", isWrong: true) { try scroll(flaw, $0) }
      }
    let obstacle = PostgresServer.obstacle
    let postgres = PostgresWrongForm.allCases.map { form in
      makeCase(form.implementation, isWrong: true, isGated: false, missing: obstacle) { run in
        try scroll(form, run)
      }
    }
    return sqlite + memory + postgres
  }

  /// What a scroll came to.
  private struct Outcome: Equatable {
    var pages: Int
    var lost: Int
    var repeated: Int
  }

  private static func makeCase(
    _ implementation: String, isWrong: Bool, isGated: Bool = true, missing: String? = nil,
    scroll: @escaping @Sendable (Run) throws -> () throws -> Outcome
  ) -> BenchmarkCase {
    BenchmarkCase(
      suite: "BackendDepth", benchmark: "whole list", implementation: implementation,
      missing: missing, isGated: isGated,
      parameters: [Parameter("items", items), Parameter("page", BackendDepth.pageSize)],
      fixtureKey: "ties of 27\(isGated ? "" : " in PostgreSQL")",
      fixture: {
        if !isGated, missing == nil { _ = try inPostgres() }
        return "sha256:none"
      }
    ) { run in
      let scroll = try scroll(run)
      var outcome = try scroll()
      // Pages of a server take long enough to be timed when there are few.
      let rounds = run.pass == .time ? max(20, (isGated ? 2_000 : 200) / outcome.pages) : 1
      let first = outcome
      try run.measure(operations: rounds * outcome.pages) {
        for _ in 0..<rounds { outcome = try scroll() }
      }
      try run.expect(outcome == first, "two scrolls differ")
      run.count("pagesFetched", outcome.pages)
      run.count("rowsLost", outcome.lost)
      run.count("rowsRepeated", outcome.repeated)
      let isRight = outcome.lost == 0 && outcome.repeated == 0
      try run.expect(
        isRight != isWrong,
        "\(outcome.lost) rows are lost and \(outcome.repeated) repeated, which was to be "
          + (isWrong ? "more than none" : "none"))
    }
  }

  private static func scroll(_ design: SQLiteDesign, _ run: Run) throws -> () throws -> Outcome {
    let hasNull = design.shape == .nullableKey
    let (page, rows) = rows(areSomeNull: hasNull)
    let model = try Model(hasNull ? "no-keys.model" : "ties.model", in: run.scratchFolder) { rows }
    let file = try SQLiteFile(
      rows: page, model: model, name: "ties", layout: design.layout,
      scratchFolder: run.scratchFolder)
    let list = try SQLiteSource(
      path: file.path, secret: SQLiteFile.secret, options: .init(form: design.form))
    return {
      let outcome = try list.scroll(limit: BackendDepth.pageSize, expecting: expected)
      return Outcome(pages: outcome.pages, lost: outcome.lost, repeated: outcome.repeated)
    }
  }

  private static func scroll(_ flaw: SourceFlaw?, _ run: Run) throws -> () throws -> Outcome {
    let list = try StoredRows.list(of: rows().page)
    // A short page is taken for the end by readers who go by cursors.
    let method: ListScroll.Method = flaw == .shortPageIsTheEnd ? .cursor : .keyset
    let isHidden: @Sendable (ItemID) -> Bool = { $0.rawValue % 10 == 0 }
    let shown = flaw == .shortPageIsTheEnd ? expected.filter { !isHidden($0) } : expected
    return {
      let scroll =
        try flaw.map { flaw in
          try ListScroll(
            of: FlawedSource(list, flaw: flaw, hiding: isHidden), limit: BackendDepth.pageSize,
            by: method, expecting: shown)
        } ?? ListScroll(of: list, limit: BackendDepth.pageSize, by: method, expecting: shown)
      return Outcome(pages: scroll.pages, lost: scroll.lost, repeated: scroll.repeated)
    }
  }

  private static func inPostgres(isWritable: Bool = false) throws -> PostgresSource {
    try PostgresServer.list(listName, form: .keysetRowValues, isWritable: isWritable) {
      rows().page
    }
  }

  private static func scroll(
    _ form: PostgresWrongForm, _ run: Run
  ) throws -> () throws -> Outcome {
    // The rows without keys are a copy.
    let list = try inPostgres(isWritable: form == .nullKeys)
    let shown =
      form == .filterAfterFetch
      ? expected.filter { $0.rawValue % UInt64(PostgresWrongForm.period) != 0 } : expected
    return {
      let ids = try list.scrollAll(form, limit: BackendDepth.pageSize)
      let met = Set(ids)
      return Outcome(
        pages: ids.count / BackendDepth.pageSize + 1, lost: shown.subtracting(met).count,
        repeated: ids.count - met.count)
    }
  }
}
