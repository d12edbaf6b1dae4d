import BenchHarness
import ListCore
import ListSource
import PostgresSource
import SQLiteSource
import Workload

extension DepthDesign {
  /// What every profile measures of PostgreSQL.
  static let postgresMain = [PostgresForm.offset, .keysetRowValues, .cursor].map { DepthDesign($0) }

  /// What else there is, from the standard profile on.
  static let postgresMore =
    [PostgresForm.deferredJoin, .keysetOr, .keysetTwoSeeks].map { DepthDesign($0) }
    + PostgresScroll.Kind.allCases.map { DepthDesign($0) }

  /// A form of query on PostgreSQL.
  init(_ form: PostgresForm) {
    self.init(
      implementation: form.implementation, needs: Self.needs(of: form),
      walks: form.isByRank || form == .keysetOr,
      growthMetric: "blocksTouched"
    ) { source, run in
      let list = try PostgresServer.list(of: source, form: form)
      let model = try StoredRows.model(source, scratchFolder: run.scratchFolder)
      return DepthReader(list, model)
    }
  }

  private static func needs(of form: PostgresForm) -> String {
    switch form {
    case .cursor: "index (sort_key, id); a secret"
    default: "index (sort_key, id)"
    }
  }

  /// A cursor that the server keeps open for one reader.
  init(_ kind: PostgresScroll.Kind) {
    self.init(
      implementation: kind.implementation,
      needs: kind == .scroll
        ? "a session and a transaction a reader" : "a session and a copy of the list a reader",
      walks: kind == .scroll, growthMetric: kind == .scroll ? "blocksTouched" : nil
    ) { source, run in
      let list = try PostgresServer.list(of: source, form: .offset)
      let model = try StoredRows.model(source, scratchFolder: run.scratchFolder)
      let scroll = try PostgresScroll(kind, of: list)
      return DepthReader(model: model, isRemote: true) { depth, _ in
        .offset(depth)
      } fill: { page, request in
        guard case .offset(let depth) = request.place else { return }
        // Back to the head first, so that every page is a jump.
        try scroll.fill(&page, at: 0, limit: 1)
        try scroll.fill(&page, at: depth, limit: request.limit)
      } counts: { request in
        // WITH HOLD reads its own copy, which is no block of the server's.
        guard kind == .scroll, case .offset(let depth) = request.place else { return [] }
        let fresh = try PostgresScroll(kind, of: list)
        var page = Page()
        let before = try fresh.blocksTouched()
        try fresh.fill(&page, at: depth, limit: request.limit)
        guard let before, let after = try fresh.blocksTouched() else { return [] }
        return [("blocksTouched", after - before)]
      }
    }
  }
}

extension DepthReader {
  /// Reads a list of PostgreSQL in the form that it was opened for.
  init(_ list: PostgresSource, _ model: Model) {
    self.init(model: model, isRemote: true) { depth, before in
      try list.place(depth: depth, after: before)
    } fill: { page, request in
      try list.fill(&page, with: request)
    } counts: { request in
      let counters = try list.counters(of: .page(request))
      return [
        ("blocksTouched", counters.blocksTouched), ("rowsScanned", counters.rowsScanned),
        ("rowsRemoved", counters.rowsRemoved),
      ]
    }
  }
}
