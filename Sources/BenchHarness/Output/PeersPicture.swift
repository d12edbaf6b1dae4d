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
  /// - Throws: `EnvironmentError` when the file is none of ours or lacks a benchmark.
  public init(results path: String, benchmarks: [String]) throws {
    let json: JSON
    do { json = try JSONParser.parse(try readFile(path)) } catch {
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
      panels.append((benchmark, series))
    }
  }

  /// The picture, drawn by gnuplot.
  ///
  /// - Throws: `EnvironmentError` when there is no gnuplot or it fails; `FileError` for the scratch folder.
  public func svg() throws -> String {
    let scratch = try ScratchFolder()
    let script = try AtomicFile(path: "\(scratch.path)/picture.gnuplot")
    try script.write(self.script)
    try script.commit()
    let gnuplot = Subprocess(
      words: ["gnuplot", "\(scratch.path)/picture.gnuplot"],
      environment: ChildEnvironment.variables(), channel: 1, timeLimitSeconds: 60)
    var bytes: [UInt8] = []
    let end = try? withExtendedLifetime(scratch) {
      try gnuplot.run(in: RunningGroup()) {
        bytes += $0
        return bytes.count < 1 << 24
      }
    }
    guard end?.way == .exited(0), !bytes.isEmpty else {
      throw EnvironmentError(
        "gnuplot cannot draw here; install it (apt: gnuplot-nox, brew: gnuplot)")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - Script

  /// Colours that people with colour blindness tell apart.
  ///
  /// Source: Okabe and Ito, Color Universal Design (2008), without yellow.
  private static let colours = [
    "#0072b2", "#009e73", "#e69f00", "#cc79a7", "#56b4e9", "#7f7f7f", "#8c564b",
  ]
  private static let ourColours = ["#d62728", "#ff7f0e"]

  /// On white, so that it can be read on a page of any colour.
  var script: String {
    let width = 420 * panels.count
    var text = """
      set terminal svg size \(width),560 dynamic font "sans-serif,13" background "#ffffff"
      set multiplot layout 1,\(panels.count) title "\(Self.escaped(machine))" font ",12"
      set logscale xy
      set grid xtics ytics linecolor "#dddddd"
      set format x "10^{%L}"
      set format y "%.0s %cs"
      set xlabel "items"
      set key below vertical maxrows 6 samplen 2 font ",11"
      set offsets graph 0.05, graph 0.05, graph 0.05, graph 0.05

      """
    let peers = panels.flatMap(\.series).filter { !$0.isOurs }.map(\.implementation)
    let names = peers.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    for (number, panel) in panels.enumerated() {
      var parts: [String] = []
      var ours = 0
      for (index, series) in panel.series.enumerated() {
        let block = "$data\(number)_\(index)"
        let lines = series.points.map { "\($0.items) \($0.nanoseconds / 1e9)" }
        text += "\(block) << END\n\(lines.joined(separator: "\n"))\nEND\n"
        let style: String
        if series.isOurs {
          style = "linewidth 3.5 linecolor \"\(Self.ourColours[ours % 2])\" pointtype 7"
          ours += 1
        } else {
          let place = names.firstIndex(of: series.implementation) ?? 0
          style =
            "linewidth 1.5 linecolor \"\(Self.colours[place % Self.colours.count])\" "
            + "pointtype \(place % 6 + 1)"
        }
        parts.append(
          "\(block) using 1:2 with linespoints \(style) pointsize 0.7 "
            + "title \"\(Self.escaped(series.implementation))\"")
      }
      text += "set title \"\(Self.escaped(panel.benchmark))\" font \",15\"\n"
      text += "plot \(parts.joined(separator: ", \\\n  "))\n"
    }
    return text + "unset multiplot\n"
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

  init?(_ json: JSON) {
    guard case .string(let benchmark) = json["benchmark"],
      case .string(let implementation) = json["implementation"],
      !implementation.hasPrefix(BenchmarkResult.limitPrefix),
      case .number(let items) = json["parameters"]?["items"],
      case .number(let time) = json["metrics"]?[MetricName.cpuTime]?["value"], time > 0,
      let size = Int(exactly: items)
    else { return nil }
    self.benchmark = benchmark
    self.implementation = implementation
    isOurs = json["ratios"] != nil
    point = PeersPicture.Point(items: size, nanoseconds: time)
  }
}

extension JSON {
  /// A member of an object.
  subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}
