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
    guard let size = sizes(of: results).first else { return [] }
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

  /// What the servers that hold a list's rows send for a page, all together.
  ///
  /// A line a design and number of servers:
  /// `PostgreSQL, shards, offset: 40 rows shipped for a page, and 2.00 a skipped row (2 servers)`.
  static func shardLaws(_ results: [BenchmarkResult]) -> [String] {
    let rows = results.filter { $0.identity.benchmark == "page over shards" }
    return rows.compactMap { $0.parameter("shards") }.reduce(into: [Int]()) {
      if !$0.contains($1) { $0.append($1) }
    }.flatMap { servers in
      let own = rows.filter { $0.parameter("shards") == servers }
      return implementations(in: own).compactMap { name in
        DepthLaw(points(of: name, "rowsShipped", in: own)).map {
          "\(name): \(Int($0.atZero.rounded())) rows shipped for a page, and \(hundredths($0.perRow)) a "
            + "skipped row (\(servers) servers)"
        }
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
