/// How an implementation is drawn, the same in all charts of a suite.
struct SeriesStyle: Hashable {
  /// Whether it is ours: drawn thick and on top.
  var isOurs: Bool
  /// Its place among ours, or among the others.
  var number: Int

  /// Its colour.
  var colour: PageColour { PageColour(isOurs: isOurs, number: number) }

  /// Shapes, so that colour is not all that tells series apart.
  private static let shapes: [(pointType: Int, path: String)] = [
    (7, "M5 0a5 5 0 1 0-10 0a5 5 0 1 0 10 0z"), (5, "M-4.5-4.5h9v9h-9z"),
    (9, "M0-6L5.5 4h-11z"), (13, "M0-6L6 0L0 6L-6 0z"), (11, "M0 6L5.5-4h-11z"),
    (15, "M0-6L5.7-1.9L3.5 4.9h-7L-5.7-1.9z"),
  ]

  private var shape: (pointType: Int, path: String) { Self.shapes[number % Self.shapes.count] }

  /// gnuplot's words for lines and points.
  var words: String { "\(line) pointtype \(shape.pointType) pointsize \(isOurs ? 0.75 : 0.55)" }

  /// gnuplot's words for lines alone.
  var line: String {
    "linecolor rgb \(colour.script) linewidth \(isOurs ? 2.8 : 1.4)"
      + (isOurs && number >= 4 ? " dashtype 2" : "")
  }

  /// The line and the point before the name.
  var swatch: HTML {
    let colour = self.colour.rawValue
    return """
      <svg class="swatch" viewBox="-14 -7 28 14" aria-hidden="true"><path class="s\(colour)" \
      d="M-14 0h28" stroke-width="\(isOurs ? 3 : 2)"/><path class="f\(colour)" \
      d="\(HTML(markup: shape.path))"/></svg>
      """
  }
}

/// The styles of a benchmark's implementations.
struct SeriesStyles {
  private var styles: [String: SeriesStyle] = [:]

  /// Numbers ours in the order of the benchmark's results, so that the first of ours looks the same in every
  /// benchmark, and the others in the order of the suite's, so that each peer looks the same in all of them.
  init(_ results: [BenchmarkResult], in suite: [BenchmarkResult]) {
    add(suite.filter { $0.isReference && !$0.isLimit }, isOurs: false)
    add(results.filter { !$0.isReference }, isOurs: true)
  }

  private mutating func add(_ results: [BenchmarkResult], isOurs: Bool) {
    for (number, group) in results.grouped(by: \.identity.implementation).enumerated() {
      styles[group.key] = SeriesStyle(isOurs: isOurs, number: number)
    }
  }

  /// That of an implementation.
  subscript(_ implementation: String) -> SeriesStyle {
    styles[implementation] ?? SeriesStyle(isOurs: false, number: 0)
  }
}
