import BenchHarness
import ListCore
import ListSource
import PostgresSource
import SQLiteSource
import Workload

/// Measures a page inside of a tie, 20,000 neighbours of one sort key, where the forms of keyset differ.
enum Ties {
  private static let items = 50_000
  /// The list's name in PostgreSQL.
  static let listName = PostgresServer.prefix + "tie"
  private static let tie = 10_000..<30_000
  private static let sqlite = [
    SQLiteDesign(.keysetTwoSeeks), SQLiteDesign(.keysetRowValues),
    SQLiteDesign(.keysetRowValues, .rowidAlias), SQLiteDesign(.keysetOr), SQLiteDesign(.keysetAnd),
  ]
  private static let postgres: [PostgresForm] = [
    .keysetRowValues, .keysetTwoSeeks, .keysetOr, .keysetAnd,
  ]

  static func cases(_ options: SuiteOptions) -> [BenchmarkCase] {
    if options.dataFolder != nil { return [] }
    // Rows of the tie that lie before the page.
    let places = options.profile == .quick ? [15_000] : [1_000, 15_000]
    return places.flatMap { place in
      sqlite.map { makeCase(of: $0, place) } + postgres.map { makeCase(of: $0, place) }
    }
  }

  private static func makeCase(of design: SQLiteDesign, _ place: Int) -> BenchmarkCase {
    makeCase(
      DepthDesign(design), isReference: design == SQLiteDesign(.keysetTwoSeeks), place
    ) { run in
      let (page, model) = try list(run)
      let file = try SQLiteFile(
        rows: page, model: model, name: "tie", layout: design.layout,
        scratchFolder: run.scratchFolder)
      return try DepthReader(file, design)
    }
  }

  private static func makeCase(of form: PostgresForm, _ place: Int) -> BenchmarkCase {
    makeCase(DepthDesign(form), missing: PostgresServer.obstacle, place) { run in
      DepthReader(try inPostgres(form), try list(run).model)
    }
  }

  private static func makeCase(
    _ design: DepthDesign, isReference: Bool = false, missing: String? = nil, _ place: Int,
    open: @escaping @Sendable (Run) throws -> DepthReader
  ) -> BenchmarkCase {
    let isInServer = design.isRemote && missing == nil
    return BenchmarkCase(
      suite: "BackendDepth", benchmark: "page in a tie", implementation: design.implementation,
      isReference: isReference || design.isRemote, missing: missing, isGated: !design.isRemote,
      parameters: [
        Parameter("items", items), Parameter("page", BackendDepth.pageSize),
        Parameter("depth", place),
      ],
      growth: design.growthMetric.map { Growth(of: $0, over: "depth") },
      fixtureKey: "a tie of \(tie.count)\(isInServer ? " in PostgreSQL" : "")",
      fixture: {
        if isInServer { _ = try inPostgres(.cursor) }
        return "sha256:none"
      }
    ) { run in
      try design.measure(
        try open(run), depth: tie.lowerBound + place, pageSize: BackendDepth.pageSize, run)
    }
  }

  private static func inPostgres(_ form: PostgresForm) throws -> PostgresSource {
    try PostgresServer.list(listName, form: form) {
      var rows = rows()
      rows.shuffle(seed: 2)
      return page(of: rows)
    }
  }

  private static func list(_ run: Run) throws -> (page: Page, model: Model) {
    let rows = rows()
    return (page(of: rows), try Model("tie.model", in: run.scratchFolder) { rows })
  }

  /// The rows, ascending: distinct keys but for the tie, ids in no order.
  private static func rows() -> [Workload.Row] {
    let entries = (0..<items).map { number in
      ListEntry(
        key: SortKey(Int64(items - number)),
        id: ItemID(UInt64(number) &* 2_654_435_761 % 2_147_483_647))
    }
    return Tie.tied(tie, in: entries).reversed().map { Workload.Row(entry: $0, version: 1) }
  }

  private static func page(of rows: [Workload.Row]) -> Page {
    var page = Page()
    let text = Array("a row of no more than a few words".utf8)
    for row in rows { page.append(entry: row.entry, version: row.version, text: text.span) }
    return page
  }
}
