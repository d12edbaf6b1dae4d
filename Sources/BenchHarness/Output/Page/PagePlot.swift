/// What gnuplot is to draw in one chart: axes, layers and marks.
struct PagePlot {
  /// An axis with its marks.
  struct Axis: Equatable {
    var low: Double
    var high: Double
    var isLogarithmic: Bool
    var ticks: [Tick]
  }

  /// A mark of an axis.
  struct Tick: Equatable {
    var value: Double
    var text: String
  }

  /// Pixels of the picture's own; the page makes it as wide as there is room.
  static let width = 420

  var height = 270
  /// Whether lines go from the marks through the picture.
  var hasGrid = true
  var x: Axis
  var y: Axis
  /// What the horizontal axis counts.
  var title: String
  private var data = ""
  private var blocks = 0
  private var layers: [String] = []
  private var labels: [String] = []

  init(x: Axis, y: Axis, title: String) {
    self.x = x
    self.y = y
    self.title = title
  }

  /// Adds a layer.
  ///
  /// - Parameters:
  ///   - rows: Numbers of one count each.
  ///   - words: How they are drawn: `with lines linewidth 2`.
  mutating func add(_ rows: [[Double]], _ words: String) {
    let lines = rows.map { $0.map { "\($0)" }.joined(separator: " ") }
    data += "$data\(blocks) << END\n\(lines.joined(separator: "\n"))\nEND\n"
    let columns = (1...(rows.first?.count ?? 2)).map(String.init).joined(separator: ":")
    layers.append("$data\(blocks) using \(columns) \(words)")
    blocks += 1
  }

  /// Adds a text.
  ///
  /// - Parameters:
  ///   - place: gnuplot's coordinates: `first 3, graph 0.5`.
  ///   - words: More about it: `center offset 0,1`.
  mutating func add(label text: String, at place: String, _ words: String, colour: PageColour) {
    labels.append(
      "set label \(labels.count + 1) \(Gnuplot.quoted(text)) at \(place) \(words) noenhanced "
        + "front textcolor rgb \(colour.script)")
  }

  /// The whole script.
  var script: String {
    let widest = y.ticks.map(\.text.count).max() ?? 0
    var lines = [
      "set terminal svg size \(Self.width),\(height) dynamic font \"sans-serif,12\"",
      "set encoding utf8",
      "set key off",
      "set border 1 linecolor rgb \(PageColour.axis.script) linewidth 1",
      "set tics scale 0 nomirror textcolor rgb \(PageColour.label.script)",
      hasGrid
        ? "set grid xtics ytics linetype 1 linecolor rgb \(PageColour.grid.script) linewidth 1"
        : "unset grid",
      "set lmargin \(widest == 0 ? 1.0 : Double(widest) * 0.95 + 1.5)",
      "set rmargin 3.5", "set tmargin 0.8", "set bmargin 2.8",
      "set xlabel \(Gnuplot.quoted(title)) noenhanced offset 0,0.4 "
        + "textcolor rgb \(PageColour.label.script)",
      "set xrange [\(x.low):\(x.high)]", "set yrange [\(y.low):\(y.high)]",
      "set xtics (\(Self.words(x.ticks)))",
      y.ticks.isEmpty ? "unset ytics" : "set ytics (\(Self.words(y.ticks)))",
    ]
    if x.isLogarithmic { lines.append("set logscale x") }
    if y.isLogarithmic { lines.append("set logscale y") }
    return lines.joined(separator: "\n") + "\n" + data + labels.map { "\($0)\n" }.joined()
      + "plot \(layers.joined(separator: ", "))"
  }

  /// The text of a mark is a format to gnuplot.
  private static func words(_ ticks: [Tick]) -> String {
    ticks.map { tick in
      let format = tick.text.map { $0 == "%" ? "%%" : String($0) }.joined()
      return "\(Gnuplot.quoted(format)) \(tick.value)"
    }.joined(separator: ", ")
  }
}

extension PagePlot.Axis {
  /// A logarithmic axis round some values.
  ///
  /// - Parameters:
  ///   - values: Above 0 and finite, at least one.
  ///   - text: A mark's text.
  static func logarithmic(_ values: [Double], margin: Double = 1.5, text: (Double) -> String)
    -> Self
  {
    let low = (values.min() ?? 1) / margin
    let high = (values.max() ?? 1) * margin
    let decades = stride(from: -12, through: 24, by: 1).map { power(of: $0) }
      .filter { $0 >= low && $0 <= high }
    var ticks = decades
    if decades.count < 2 {
      ticks = stride(from: -12, through: 24, by: 1).flatMap { exponent in
        [1, 2, 5].map { $0 * power(of: exponent) }
      }.filter { $0 >= low && $0 <= high }
    }
    if ticks.count < 2 { ticks = [low * margin, high / margin] }
    let step = (ticks.count + 5) / 6
    let kept = ticks.enumerated().filter { $0.offset % step == 0 }.map(\.element)
    return Self(
      low: low, high: high, isLogarithmic: true,
      ticks: kept.map { PagePlot.Tick(value: $0, text: text($0)) })
  }

  /// A linear axis from one value to another.
  ///
  /// - Parameters:
  ///   - base: What marks are rounded in: 10, or 2 for bytes.
  static func linear(
    from low: Double, to high: Double, base: Int = 10, text: (Double) -> String
  ) -> Self {
    let span = max(high - low, 1e-9)
    let steps =
      base == 2
      ? (0...62).map { Double(1 << $0) }
      : stride(from: -12, through: 24, by: 1).flatMap { exponent in
        [1, 2, 5].map { $0 * power(of: exponent) }
      }
    let step = steps.first { span / $0 <= 5 } ?? span
    let first = (low / step).rounded(.up)
    let last = (high / step).rounded(.down)
    let ticks = first <= last ? stride(from: first, through: last, by: 1).map { $0 * step } : []
    return Self(
      low: low, high: high, isLogarithmic: false,
      ticks: ticks.map { PagePlot.Tick(value: $0, text: text($0)) })
  }

  /// Ten to a whole power, to the last digit.
  private static func power(of exponent: Int) -> Double { Double("1e\(exponent)") ?? 1 }
}
