import BenchHarness
import ListCore
import ListSource
import PostgresSource
import SQLiteSource

/// Answers "which should I use?": a table per backend with cost at depth, right or wrong, needs, and plans.
extension BackendDepth {
  /// All that the results say together.
  static func remarks(_ results: [BenchmarkResult]) -> [String] {
    let parts = [
      guide(results), crossings(results), laws(results), shardLaws(results), plans(results),
    ]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// A table per backend and length of list, as lines.
  static func guide(_ results: [BenchmarkResult]) -> [String] {
    let sizes = sizes(of: results)
    let bad = results.filter { $0.identity.benchmark == "whole list" }
    let tables = DepthDesign.Engine.allCases.flatMap { engine in
      sizes.map { size in
        table(
          of: engine, items: sizes.count > 1 ? size : nil,
          results.filter {
            $0.parameter("items") == size && isUsualPage($0) && $0.engine == engine
          },
          size == sizes.first ? bad.filter { $0.engine == engine } : [])
      }
    }
    return Array(tables.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private static func table(
    of engine: DepthDesign.Engine, items: Int?, _ rows: [BenchmarkResult], _ bad: [BenchmarkResult]
  ) -> [String] {
    let depths = rows.compactMap { $0.parameter("depth") }
    guard let deepest = depths.max(), deepest > 0 else { return [] }
    let shown = [0, 1_000, 100_000, deepest].filter { depths.contains($0) }
      .reduce(into: [Int]()) { if !$0.contains($1) { $0.append($1) } }
    var lines: [[String]] = [
      [engine.title + (items.map { ", of \(grouped($0)) items" } ?? "")]
        + shown.map { "at \(grouped($0))" } + ["answer", "needs"]
    ]
    for name in implementations(in: rows) {
      let own = rows.filter { $0.identity.implementation == name }
      lines.append(
        [name] + shown.map { depth in cost(own.first { $0.parameter("depth") == depth }) }
          + [name.hasSuffix(", trap") ? "right, slow" : "right", needs[name] ?? ""])
    }
    for row in bad where row.identity.implementation.hasSuffix(", wrong") {
      let lost = row["rowsLost"]?.value.map { grouped(Int($0)) } ?? "some"
      lines.append(
        [row.identity.implementation] + shown.map { _ in "" } + ["loses \(lost) of 1,000 rows", ""])
    }
    return aligned(lines)
  }

  /// The time of a page: latency where it comes from a server, CPU time elsewhere.
  private static func cost(_ row: BenchmarkResult?) -> String {
    guard let row, let time = row["pageTime"]?.value ?? row[MetricName.cpuTime]?.value else {
      return ""
    }
    return time < 100_000
      ? "\(tenths(time / 1_000)) us"
      : time < 1_000_000 ? "\(Int(time / 1_000)) us" : "\(tenths(time / 1_000_000)) ms"
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static let needs: [String: String] = Dictionary(
    (DepthDesign.sqliteMain + DepthDesign.sqliteMore + DepthDesign.memory
      + DepthDesign.postgresMain + DepthDesign.postgresMore).map { ($0.implementation, $0.needs) }
  ) { first, _ in first }

  /// Columns two spaces apart, the first and the last two at the left.
  private static func aligned(_ lines: [[String]]) -> [String] {
    let count = lines.first?.count ?? 0
    let widths = (0..<count).map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      let cells = line.enumerated().map { column, text in
        let padding = String(repeating: " ", count: widths[column] - text.count)
        return column == 0 || column >= count - 2 ? text + padding : padding + text
      }
      return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func grouped(_ number: Int) -> String {
    var digits = String(number)
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
      place -= 3
    }
    return digits
  }

  // MARK: - Plans

  /// PostgreSQL's plans, while its server is there.
  private static func serverPlans(_ names: [String]) -> [String] {
    let forms = PostgresForm.allCases.filter { names.contains($0.implementation) }
    return PostgresServer.plans(of: forms).flatMap { form, plan in
      ["plan of \(form.implementation): \(plan.joined(separator: "; "))"]
    }
  }

  /// The engines' plans for the designs that ran, those of SQLite on a small file of the same tables.
  static func plans(_ results: [BenchmarkResult]) -> [String] {
    let names = implementations(in: results.filter(isUsualPage))
    let sqlite = SQLiteDesign.right.filter { names.contains($0.implementation) }
    var lines: [String] = []
    for design in sqlite {
      guard let plan = try? plan(of: design) else { continue }
      lines.append("plan of \(design.implementation): \(plan.joined(separator: "; "))")
    }
    return lines + serverPlans(names)
  }

  private static func plan(of design: SQLiteDesign) throws -> [String] {
    let scratch = try ScratchFolder()
    return try withExtendedLifetime(scratch) {
      let path = scratch.path + "/plan.sqlite"
      let loader = try SQLiteLoader(
        path: path, identity: SQLiteFile.identity, layout: design.layout)
      var page = Page()
      let text = Array("row".utf8)
      for number in 0..<100 {
        let entry = ListEntry(key: SortKey(Int64(number)), id: ItemID(UInt64(number)))
        page.append(entry: entry, version: 1, text: text.span)
      }
      try loader.append(page)
      try loader.finish()
      let list = try SQLiteSource(
        path: path, secret: SQLiteFile.secret, options: .init(form: design.form))
      let entry = ListEntry(key: 50, id: 50)
      return try list.queryPlan(
        for: design.form.isByRank ? .offset(50) : try list.place(beside: entry, design.direction))
    }
  }
}
