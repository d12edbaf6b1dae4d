import ListText
import ProcessSupport

/// A picture of results: time of an operation against size, both logarithmic, a panel a benchmark.
public struct PeersPicture {
  /// One implementation in one panel.
  struct Series: Equatable {
    var implementation: String
    var isOurs: Bool
    /// By size.
    var points: [Point]
  }

  /// One size of a series.
  struct Point: Equatable {
    var items: Int
    var nanoseconds: Double
  }

  /// The panels, in the order asked for.
  private(set) var panels: [(benchmark: String, series: [Series])] = []
  /// The machine, as the results name it.
  private let machine: String

  /// Reads what `--format json` wrote.
  ///
  /// Ours are the rows that have ratios to others; what the machine allows is left out.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - benchmarks: One panel each.
  /// - Throws: `EnvironmentError` when the file is none of ours, lacks a benchmark, or has one with several times
  ///   at one size.
  public init(results path: String, benchmarks: [String]) throws {
    let json: JSONValue
    do { json = try JSONValue(text: readFile(path)) } catch {
      throw EnvironmentError("'\(path)' cannot be read as results: \(error)")
    }
    guard case .array(let rows) = json["results"] else {
      throw EnvironmentError("'\(path)' holds no results; bench --format json writes them")
    }
    machine = [json["environment"]?["cpu"], json["environment"]?["swift"]].compactMap {
      if case .string(let text) = $0 { text } else { nil }
    }.joined(separator: ", Swift ")
    let measured = rows.compactMap(Row.init)
    for benchmark in benchmarks {
      let series = measured.filter { $0.benchmark == benchmark }.grouped(by: \.implementation).map {
        implementation, rows in
        Series(
          implementation: implementation, isOurs: rows.contains(where: \.isOurs),
          points: rows.map(\.point).sorted { $0.items < $1.items })
      }
      guard !series.isEmpty else {
        let known = measured.map(\.benchmark).reduce(into: [String]()) {
          if !$0.contains($1) { $0.append($1) }
        }
        throw EnvironmentError(
          UsageError.unknown("benchmark", benchmark, known: known).message + " in '\(path)'")
      }
      guard series.allSatisfy({ Set($0.points.map(\.items)).count == $0.points.count }) else {
        throw EnvironmentError(
          "'\(benchmark)' varies by more than the list's size; the page of 'bench --html FILE' has its curves"
        )
      }
      panels.append((benchmark, series))
    }
  }

  /// The picture, drawn by gnuplot.
  ///
  /// - Throws: `EnvironmentError` when there is no gnuplot or it fails; `FileError` for the scratch folder.
  public func svg() throws -> String {
    guard let picture = try Gnuplot.draw([script])[0] else { throw Gnuplot.missing }
    return picture
  }

  // MARK: - Script

  /// Colours that people with colour blindness tell apart; the first are ours.
  ///
  /// Source: Okabe and Ito, Color Universal Design (2008), with reds for ours and without yellow.
  private static let ourColours = ["#d62728", "#ff7f0e", "#8b0000", "#e377c2"]
  private static let colours = [
    "#0072b2", "#009e73", "#e69f00", "#cc79a7", "#56b4e9", "#7f7f7f", "#8c564b",
  ]

  /// Panels side by side above one legend, on white so that it can be read on a page of any colour.
  var script: String {
    let styles = self.styles
    var text = """
      set terminal svg size \(420 * panels.count),560 dynamic font "sans-serif,13" background "#ffffff"
      set multiplot title "\(Self.escaped(title))" font ",12"
      set logscale xy
      set grid xtics ytics linecolor "#dddddd"
      set format x "10^{%L}"
      set format y "%.0s %cs"
      set xlabel "items" offset 0,0.5
      set key off

      """
    for (number, panel) in panels.enumerated() {
      let points = panel.series.flatMap(\.points)
      let plots = panel.series.enumerated().map { index, series in
        let block = "$data\(number)_\(index)"
        let lines = series.points.map { "\($0.items) \($0.nanoseconds / 1e9)" }
        text += "\(block) << END\n\(lines.joined(separator: "\n"))\nEND\n"
        return "\(block) using 1:2 with linespoints \(styles[series.implementation] ?? "")"
      }
      text += """
        set origin \(Double(number) / Double(panels.count)),0.22
        set size \(1 / Double(panels.count)),0.74
        set xrange [\(Self.range(points.map { Double($0.items) }))]
        set yrange [\(Self.range(points.map { $0.nanoseconds / 1e9 }))]
        set title "\(Self.escaped(panel.benchmark))" font ",15"
        plot \(plots.joined(separator: ", "))

        """
    }
    let keys = names.map { name in
      "NaN with linespoints \(styles[name] ?? "") title \"\(Self.escaped(name))\""
    }
    return text + """
      unset logscale
      unset title
      unset tics
      unset xlabel
      unset border
      set origin 0,0
      set size 1,0.22
      set key center center horizontal maxcols 4 samplen 3 font ",12"
      plot [0:1] [0:1] \(keys.joined(separator: ", "))
      unset multiplot

      """
  }

  private var title: String { "CPU time of an operation against the list's size: \(machine)" }

  /// All implementations in the order of their first series, ours before the others.
  private var names: [String] {
    let all = panels.flatMap(\.series)
    return (all.filter(\.isOurs) + all.filter { !$0.isOurs }).map(\.implementation)
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// How each implementation is drawn, the same in all panels.
  private var styles: [String: String] {
    let ours = Set(panels.flatMap(\.series).filter(\.isOurs).map(\.implementation))
    var result: [String: String] = [:]
    for (place, name) in names.enumerated() {
      let colours = ours.contains(name) ? Self.ourColours : Self.colours
      let number = ours.contains(name) ? place : place - ours.count
      result[name] =
        "linewidth \(ours.contains(name) ? 3.5 : 1.5) "
        + "linecolor \"\(colours[number % colours.count])\" "
        + "pointtype \(ours.contains(name) ? 7 : number % 6 + 1) pointsize 0.7"
    }
    return result
  }

  /// From a little below the least to a little above the most.
  private static func range(_ values: [Double]) -> String {
    "\((values.min() ?? 1) / 1.6):\((values.max() ?? 1) * 1.6)"
  }

  /// A text between quotes, without gnuplot's marks for small and raised letters.
  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\\", "\"", "\n", "`": " "
      case "_", "^", "{", "}", "@", "&", "~": "\\\\\(character)"
      default: String(character)
      }
    }.joined()
  }
}

/// A timed row of the results.
private struct Row {
  var benchmark: String
  var implementation: String
  var isOurs: Bool
  var point: PeersPicture.Point

  init?(_ json: JSONValue) {
    guard case .string(let benchmark) = json["benchmark"],
      case .string(let implementation) = json["implementation"],
      !implementation.hasPrefix(BenchmarkResult.limitPrefix),
      let items = json["parameters"]?["items"]?.real,
      let time = json["metrics"]?[MetricName.cpuTime]?["value"]?.real, time > 0,
      let size = Int(exactly: items)
    else { return nil }
    self.benchmark = benchmark
    self.implementation = implementation
    isOurs = json["ratios"] != nil
    point = PeersPicture.Point(items: size, nanoseconds: time)
  }
}
