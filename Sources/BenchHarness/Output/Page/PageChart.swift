/// A chart of the page: what gnuplot is to draw, and the words round it.
struct PageChart {
  /// A line of the legend.
  struct Key {
    var style: SeriesStyle
    var name: String
    /// What else is to be known of the series: `1.5x`.
    var note = ""
  }

  /// What is shown: `Time by items`.
  var title: String
  /// How it is to be read: `CPU time of an operation, logarithmic; page 20`.
  var subtitle: String
  /// What is seen, for those who do not see it.
  var description: String
  var plot: PagePlot
  var keys: [Key]
  /// What the chart says, in words.
  var notes: [String] = []
}

/// The results of one benchmark, and the charts that they have enough points for.
///
/// Charts are chosen by the names of parameters and metrics, never by what a benchmark is called.
struct BenchmarkCharts {
  /// Without what the machine allows, which is no implementation.
  let results: [BenchmarkResult]
  let styles: SeriesStyles
  /// The names of the suite's own metrics, in their order.
  let ownMetrics: [String]

  init(_ results: [BenchmarkResult], styles: SeriesStyles, ownMetrics: [String]) {
    self.results = results.filter { !$0.isLimit }
    self.styles = styles
    self.ownMetrics = ownMetrics
  }

  /// All of them, but the history.
  var charts: [PageChart] { sweeps + liveCurves + processRuns }

  /// Results with equal parameters, the smallest first.
  var groups: [(parameters: [Parameter], results: [BenchmarkResult])] {
    results.grouped(by: \.identity.parameters).map { ($0.key, $0.elements) }.sorted {
      $0.parameters.map(\.value).lexicographicallyPrecedes($1.parameters.map(\.value))
    }
  }

  /// The groups that are drawn one by one: the largest, and at most 3 with a doubtful figure.
  ///
  /// - Parameter metrics: The figures that it would be about.
  func shownGroups(
    doubtfulIn metrics: [String]
  ) -> [(parameters: [Parameter], results: [BenchmarkResult])] {
    let groups = groups
    guard let largest = groups.last else { return [] }
    let doubtful = groups.dropLast().filter { group in
      group.results.flatMap(\.metrics).contains {
        metrics.contains($0.name) && $0.verdict >= .inconclusive
      }
    }
    return [largest] + doubtful.suffix(3)
  }

  /// `items 10,000, page 20`.
  static func words(_ parameters: [Parameter]) -> String {
    parameters.map { "\($0.name) \(grouped($0.value))" }.joined(separator: ", ")
  }

  /// Ours before the others.
  func keys(_ implementations: [String], note: (String) -> String = { _ in "" }) -> [PageChart.Key]
  {
    let unique = implementations.reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let keys = unique.map { PageChart.Key(style: styles[$0], name: $0, note: note($0)) }
    return keys.filter(\.style.isOurs) + keys.filter { !$0.style.isOurs }
  }
}

/// A number of things in few letters, for a mark of an axis: `10k`, `2.5M`.
func shortCount(_ number: Double) -> String {
  let units: [(divisor: Double, name: String)] = [(1e9, "G"), (1e6, "M"), (1e3, "k")]
  guard let unit = units.first(where: { number.magnitude >= $0.divisor * 0.9995 }) else {
    return trimmed(number)
  }
  return trimmed(number / unit.divisor) + unit.name
}

/// Three digits without zeros at the end of a fraction.
func trimmed(_ number: Double) -> String {
  var text = threeDigits(number)
  guard text.contains(".") else { return text }
  while text.last == "0" { text.removeLast() }
  if text.last == "." { text.removeLast() }
  return text
}
