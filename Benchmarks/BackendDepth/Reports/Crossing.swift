import BenchHarness

extension BackendDepth {
  /// Says from which page on each design costs less than offset on the same backend, for each list size.
  ///
  /// Offset's cost is a line in depth, through the first and the last row of its table; the others'
  /// are taken where they are largest.
  static func crossings(_ results: [BenchmarkResult]) -> [String] {
    sizes(of: results).flatMap { size in
      let rows = results.filter { $0.parameter("items") == size && isUsualPage($0) }
      return DepthDesign.countedEngines.flatMap { engine, metric in
        crossings(rows.filter { $0.engine == engine }, of: engine, metric, items: size)
      }
    }
  }

  /// One line for all designs that win from the same page on.
  private static func crossings(
    _ rows: [BenchmarkResult], of engine: DepthDesign.Engine, _ metric: CountedMetric, items: Int
  ) -> [String] {
    guard
      let offset = DepthLaw(points(of: "\(engine.rawValue), offset", metric.name, in: rows)),
      offset.perRow > 0
    else { return [] }
    var namesByPage: [(page: Int, names: [String])] = []
    for name in implementations(in: rows)
    where !name.contains("offset") && !name.hasSuffix(", trap") {
      guard let most = points(of: name, metric.name, in: rows).map(\.count).max() else { continue }
      let depth = max(0, (most - offset.atZero) / offset.perRow)
      let page = Int(depth) / pageSize + 2
      if let place = namesByPage.firstIndex(where: { $0.page == page }) {
        namesByPage[place].names.append(name)
      } else {
        namesByPage.append((page, [name]))
      }
    }
    return namesByPage.sorted { $0.page < $1.page }.map { page, names in
      "from page \(page) on, fewer \(metric.words) than offset (\(hundredths(offset.perRow)) a skipped "
        + "row; \(pageSize) rows a page, \(items) items): \(names.joined(separator: " · "))"
    }
  }

  /// The sizes of lists in the order of their first row.
  static func sizes(of results: [BenchmarkResult]) -> [Int] {
    var sizes: [Int] = []
    for result in results where result.identity.benchmark == "page at depth" {
      if let size = result.parameter("items"), !sizes.contains(size) { sizes.append(size) }
    }
    return sizes
  }

  /// The implementations in the order of their first row.
  static func implementations(in rows: [BenchmarkResult]) -> [String] {
    rows.map(\.identity.implementation).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  static func isUsualPage(_ result: BenchmarkResult) -> Bool {
    result.identity.benchmark == "page at depth" && result.parameter("page") == pageSize
  }

  /// A count against depth.
  static func points(
    of implementation: String, _ metric: String, in rows: [BenchmarkResult]
  ) -> [(depth: Double, count: Double)] {
    rows.filter { $0.identity.implementation == implementation }.compactMap { row in
      guard let depth = row.parameter("depth"), let count = row[metric]?.value else { return nil }
      return (Double(depth), count)
    }
  }

  static func hundredths(_ value: Double) -> String {
    let whole = Int((value * 100).rounded())
    return "\(whole / 100).\(whole % 100 < 10 ? "0" : "")\(whole % 100)"
  }
}

/// What an engine counts for a page.
struct CountedMetric {
  /// The metric's name.
  var name: String
  /// What people call it.
  var words: String
}

extension DepthDesign {
  /// The engines that count their work, and what of it grows with depth.
  static let countedEngines: [(Engine, CountedMetric)] = [
    (.sqlite, CountedMetric(name: "vmSteps", words: "VM steps")),
    (.postgres, CountedMetric(name: "blocksTouched", words: "blocks")),
  ]
}

extension BenchmarkResult {
  func parameter(_ name: String) -> Int? {
    identity.parameters.first { $0.name == name }?.value
  }

  /// The engine that a row is of.
  var engine: DepthDesign.Engine? {
    DepthDesign.Engine.allCases.first { identity.implementation.hasPrefix($0.rawValue) }
  }
}
