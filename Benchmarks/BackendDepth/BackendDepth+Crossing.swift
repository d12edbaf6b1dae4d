import BenchHarness
import SQLiteSource

extension BackendDepth {
  /// Says from which page on keyset and cursor take fewer VM steps than offset, for each list size.
  ///
  /// Offset's steps are a line in depth, through the first and the last row of its table; the others'
  /// are taken where they are largest.
  static func crossings(_ results: [BenchmarkResult]) -> [String] {
    var sizes: [Int] = []
    for size in results.compactMap({ $0.parameter("items") }) where !sizes.contains(size) {
      sizes.append(size)
    }
    return sizes.flatMap { size in
      crossings(results.filter { $0.parameter("items") == size }, items: size)
    }
  }

  /// One line for all forms that win from the same page on.
  private static func crossings(_ rows: [BenchmarkResult], items: Int) -> [String] {
    guard let offset = Line(points(of: "SQLite, offset", in: rows)) else { return [] }
    var formsByPage: [(page: Int, forms: [String])] = []
    for form in forms where form != .offset {
      let name = form.implementation
      guard let most = points(of: name, in: rows).map(\.steps).max() else { continue }
      let depth = max(0, (most - offset.atZero) / offset.perRow)
      let page = Int(depth) / pageSize + 2
      if let place = formsByPage.firstIndex(where: { $0.page == page }) {
        formsByPage[place].forms.append(name)
      } else {
        formsByPage.append((page, [name]))
      }
    }
    return formsByPage.map { page, forms in
      "from page \(page) on, fewer VM steps than offset (\(rounded(offset.perRow)) a skipped row; "
        + "\(pageSize) rows a page, \(items) items): \(forms.joined(separator: " · "))"
    }
  }

  private static func points(
    of implementation: String, in rows: [BenchmarkResult]
  ) -> [(depth: Double, steps: Double)] {
    rows.filter { $0.identity.implementation == implementation }.compactMap { row in
      guard let depth = row.parameter("depth"), let steps = row["vmSteps"]?.value else {
        return nil
      }
      return (Double(depth), steps)
    }
  }

  private static func rounded(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }

  /// A line through the least and the largest depth.
  private struct Line {
    var atZero: Double
    var perRow: Double

    init?(_ points: [(depth: Double, steps: Double)]) {
      guard let first = points.min(by: { $0.depth < $1.depth }),
        let last = points.max(by: { $0.depth < $1.depth }), last.depth > first.depth,
        last.steps > first.steps
      else { return nil }
      perRow = (last.steps - first.steps) / (last.depth - first.depth)
      atZero = first.steps - perRow * first.depth
    }
  }
}

extension BenchmarkResult {
  fileprivate func parameter(_ name: String) -> Int? {
    identity.parameters.first { $0.name == name }?.value
  }
}
