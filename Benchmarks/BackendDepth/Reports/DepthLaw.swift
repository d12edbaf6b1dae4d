import BenchHarness

/// A count as a line in depth: so much at the head, so much more for each row that is skipped.
struct DepthLaw: Equatable {
  /// The count of the first page.
  var atZero: Double
  /// What each skipped row adds.
  var perRow: Double

  /// The line through the least and the largest depth; nil for fewer than two depths.
  init?(_ points: [(depth: Double, count: Double)]) {
    guard let first = points.min(by: { $0.depth < $1.depth }),
      let last = points.max(by: { $0.depth < $1.depth }), last.depth > first.depth
    else { return nil }
    perRow = (last.count - first.count) / (last.depth - first.depth)
    atZero = first.count - perRow * first.depth
  }
}

extension BackendDepth {
  /// What each design costs as a law in depth and, where several page sizes ran, in rows of a page.
  ///
  /// A line a design: `SQLite, offset: 3.00 VM steps a skipped row, 8.00 a row of the page`.
  static func laws(_ results: [BenchmarkResult]) -> [String] {
    guard let size = sizes(of: results).last else { return [] }
    let rows = results.filter {
      $0.identity.benchmark == "page at depth" && $0.parameter("items") == size
    }
    return DepthDesign.countedEngines.flatMap { engine, metric in
      let own = rows.filter { $0.engine == engine }
      return implementations(in: own).compactMap { name in
        law(of: name, metric, in: own)
      }
    }
  }

  private static func law(
    of name: String, _ metric: CountedMetric, in rows: [BenchmarkResult]
  ) -> String? {
    let usual = rows.filter(isUsualPage)
    guard let law = DepthLaw(points(of: name, metric.name, in: usual)) else { return nil }
    let head = rows.filter {
      $0.identity.implementation == name && $0.parameter("depth") == 0
    }.compactMap { row in
      row.parameter("page").flatMap { page in row[metric.name]?.value.map { (Double(page), $0) } }
    }
    let perPageRow = DepthLaw(head.map { (depth: $0.0, count: $0.1) }).map {
      ", \(hundredths($0.perRow)) a row of the page"
    }
    return "\(name): \(hundredths(max(0, law.perRow))) \(metric.words) a skipped row"
      + (perPageRow ?? "")
  }
}
