/// Cost against size and against depth.
extension BenchmarkCharts {
  /// The parameter that says how long a list is.
  private static let size = "items"
  /// The parameter that says how deep in it something is done.
  private static let depth = "depth"

  /// One series: the figures of an implementation over a parameter.
  struct Series: Equatable {
    struct Point: Equatable {
      var x: Double
      var value: Double
      var low: Double
      var high: Double
    }

    var implementation: String
    var isReference: Bool
    /// By x.
    var points: [Point]
  }

  /// Time, and counted work where it grows, over depth where that varies, else over size.
  var sweeps: [PageChart] {
    let parameter = varies(Self.depth) ? Self.depth : Self.size
    guard varies(parameter) else { return [] }
    let groups = results.grouped { result in
      result.identity.parameters.filter { $0.name != parameter }
    }
    let rest = groups.count > 1
    return groups.flatMap { parameters, results in
      let suffix = rest ? "; \(Self.words(parameters))" : ""
      // What waits for another process has a time of its own, beside which its CPU time says little.
      let own = ownTimes(of: results)
      let busy = results.filter { result in own.allSatisfy { result[$0] == nil } }
      let times = [(MetricName.cpuTime, busy)] + own.map { ($0, results) }
      return (times + countedMetrics(over: parameter).map { ($0, results) }).compactMap {
        sweep($1, over: parameter, of: $0, suffix: suffix)
      }
    }
  }

  private func varies(_ parameter: String) -> Bool {
    let values = results.compactMap { result in
      result.identity.parameters.first { $0.name == parameter }?.value
    }
    return Set(values).count > 1
  }

  /// Times that the harness does not know.
  private func ownTimes(of results: [BenchmarkResult]) -> [String] {
    let names = results.flatMap(\.metrics).filter {
      $0.unit == .nanoseconds && !MetricName.all.contains($0.name)
    }.map(\.name)
    // Percentiles are no curve of their own.
    return Set(names).sorted().filter { name in
      !names.contains { $0 != name && name.hasPrefix($0) }
    }
  }

  /// The metrics of the suite's own that count work, each implementation's first, where their growth is what was
  /// asked for.
  private func countedMetrics(over parameter: String) -> [String] {
    guard
      parameter == Self.depth || results.contains(where: { $0[MetricName.growthExponent] != nil })
    else { return [] }
    func counted(_ results: [BenchmarkResult]) -> [String] {
      results.flatMap(\.metrics).filter {
        ($0.unit == .count || $0.unit == .countPerOperation) && !MetricName.all.contains($0.name)
      }.map(\.name)
    }
    let own = Set(
      results.grouped(by: \.identity.implementation).compactMap { _, results in
        let names = counted(results)
        return ownMetrics.first { names.contains($0) }
      })
    if !own.isEmpty { return ownMetrics.filter { own.contains($0) } }
    // Results that were read back do not say which are the suite's own: the one that most rows have grows.
    let best = Set(counted(results)).sorted().max { rank(of: $0) < rank(of: $1) }
    return [best].compactMap { $0 }
  }

  /// How many rows have a metric above 0, and how far its figures lie apart.
  private func rank(of name: String) -> (Int, Double) {
    let values = results.compactMap { $0[name]?.value }.filter { $0 > 0 }
    return (values.count, (values.max() ?? 1) / (values.min() ?? 1))
  }

  private func sweep(
    _ results: [BenchmarkResult], over parameter: String, of metric: String, suffix: String
  ) -> PageChart? {
    let series = Self.series(results, over: parameter, of: metric)
    let points = series.flatMap(\.points)
    guard series.contains(where: { Set($0.points.map(\.x)).count > 1 }) else { return nil }
    let isCPUTime = metric == MetricName.cpuTime
    let unit = results.lazy.compactMap { $0[metric]?.unit }.first ?? .count
    let isTime = unit == .nanoseconds
    func text(_ value: Double) -> String { isTime ? tickDuration(value) : shortCount(value) }
    let zero = (points.map(\.x).filter { $0 > 0 }.min() ?? 1) / 6
    var plot = PagePlot(
      x: Self.axis(points.map(\.x), zero: zero),
      y: .logarithmic(points.flatMap { [$0.low, $0.high] }, text: text), title: parameter)
    for one in series.reversed() {
      let style = styles[one.implementation]
      let rows = one.points.map { [$0.x > 0 ? $0.x : zero, $0.value, $0.low, $0.high] }
      let intervals = rows.filter { $0[3] > $0[2] }.map { [$0[0], $0[2], 0, $0[3] - $0[2]] }
      if !intervals.isEmpty {
        plot.add(intervals, "with vectors nohead linecolor rgb \(style.colour.script) linewidth 1")
      }
      plot.add(rows.map { Array($0[0...1]) }, "with linespoints \(style.words)")
    }
    var chart = PageChart(
      title: "\(isCPUTime ? "Time" : metric) by \(parameter)",
      subtitle: (isCPUTime ? "CPU time of an operation" : "\(metric), \(unit.name)")
        + (isTime ? ", with 95% of runs" : "")
        + "; both axes logarithmic" + suffix,
      description: "", plot: plot,
      keys: keys(series.map(\.implementation)) { name in
        guard !isTime else { return "" }
        return results.filter { $0.identity.implementation == name }.lazy
          .compactMap { $0[MetricName.growthExponent]?.value }.first
          .map { "grows with exponent \(fixed($0, decimals: 2))" } ?? ""
      })
    if parameter == Self.depth {
      mark(series, on: &chart, zero: zero, metric: metric, isTime: isTime)
    }
    chart.description = Self.description(chart.title, series, unit: unit)
    return chart
  }

  /// Ours first; points that have no logarithm are left out, but a depth of 0.
  static func series(
    _ results: [BenchmarkResult], over parameter: String, of metric: String
  ) -> [Series] {
    let all = results.grouped(by: \.identity.implementation).map { implementation, results in
      Series(
        implementation: implementation, isReference: results[0].isReference,
        points: results.compactMap { point($0, over: parameter, of: metric) }.sorted { $0.x < $1.x }
      )
    }.filter { !$0.points.isEmpty }
    return all.filter { !$0.isReference } + all.filter(\.isReference)
  }

  private static func point(
    _ result: BenchmarkResult, over parameter: String, of metric: String
  ) -> Series.Point? {
    guard let x = result.identity.parameters.first(where: { $0.name == parameter })?.value,
      x > 0 || (x == 0 && parameter == depth), x < 1 << 50,
      let metric = result[metric], let value = metric.value, isDrawable(value)
    else { return nil }
    let low = metric.low.map { isDrawable($0) ? $0 : value } ?? value
    let high = metric.high.map { isDrawable($0) ? $0 : value } ?? value
    return Series.Point(x: Double(x), value: value, low: min(low, value), high: max(high, value))
  }

  /// Whether a figure has a place on a logarithmic axis.
  private static func isDrawable(_ value: Double) -> Bool { value > 1e-12 && value < 1e24 }

  /// The values themselves where they are few, else powers of ten; 0 stands apart at the left.
  private static func axis(_ values: [Double], zero: Double) -> PagePlot.Axis {
    let known = Set(values).sorted()
    let positive = known.filter { $0 > 0 }
    let drawn = positive + (positive.count < known.count ? [zero] : [])
    var axis = PagePlot.Axis.logarithmic(drawn.isEmpty ? [1] : drawn, text: shortCount)
    if known.count <= 4 {
      axis.ticks = positive.map { PagePlot.Tick(value: $0, text: shortCount($0)) }
    }
    if positive.count < known.count {
      axis.ticks.removeAll { $0.value <= zero * 2 }
      axis.ticks.insert(PagePlot.Tick(value: zero, text: "0"), at: 0)
    }
    return axis
  }

  /// Each series from its first point to its last.
  private static func description(_ title: String, _ series: [Series], unit: MetricUnit) -> String {
    let parts = series.compactMap { one -> String? in
      guard let first = one.points.first, let last = one.points.last else { return nil }
      return "\(one.implementation) from \(unit.text(first.value)) at \(grouped(Int(first.x))) to "
        + "\(unit.text(last.value)) at \(grouped(Int(last.x)))"
    }
    return "\(title): \(parts.joined(separator: "; "))"
  }

  /// Crossings of times that are this near each other are one: their places are as noisy as times are.
  private static let sameTimes = 1.5

  /// Draws and names where ours becomes cheaper than the reference.
  private func mark(
    _ series: [Series], on chart: inout PageChart, zero: Double, metric: String, isTime: Bool
  ) {
    let crossings = Crossing.all(series, within: isTime ? Self.sameTimes : 1)
    guard let reference = series.first(where: \.isReference) else { return }
    let verb = isTime ? "Faster" : "Fewer \(metric)"
    for (number, crossing) in crossings.enumerated() {
      let x = max(crossing.depth, zero)
      let colour = PageColour.mark.script
      chart.plot.add(
        [[x, chart.plot.y.low], [x, chart.plot.y.high]],
        "with lines dashtype 3 linewidth 1.2 linecolor rgb \(colour)")
      chart.plot.add(
        [[x, crossing.value]],
        "with points pointtype 6 pointsize 1.3 linewidth 1.8 linecolor rgb \(colour)")
      let depth = grouped(Int(crossing.depth))
      chart.plot.add(
        label: "\(verb) from \(depth) on", at: "\(x), graph \(0.95 - 0.09 * Double(number % 8))",
        "left offset 0.6,0", colour: .mark)
      let names = crossing.implementations.joined(separator: " · ")
      chart.notes.append(
        "\(verb) than \(reference.implementation) from depth \(depth) on: \(names)")
    }
    let always = series.filter { !$0.isReference && Crossing.isBelow($0, reference) }
    if !always.isEmpty {
      let names = always.map(\.implementation).joined(separator: " · ")
      chart.notes.append("\(verb) than \(reference.implementation) at every depth: \(names)")
    }
  }
}

/// Where ours becomes cheaper than a reference and stays so.
struct Crossing: Equatable {
  /// Whole.
  var depth: Double
  /// The figure there.
  var value: Double
  var implementations: [String]

  /// Those of each of ours with the first reference, the least deep first.
  ///
  /// - Parameter factor: Those that lie within it are one, at the deepest of them; at least 1.
  static func all(_ series: [BenchmarkCharts.Series], within factor: Double) -> [Crossing] {
    guard let reference = series.first(where: \.isReference) else { return [] }
    let each = series.filter { !$0.isReference }.compactMap { Crossing($0, reference) }
    var found: [Crossing] = []
    var least = 0.0
    for crossing in each.sorted(by: { $0.depth < $1.depth }) {
      guard let last = found.last, crossing.depth <= least * factor else {
        least = crossing.depth
        found.append(crossing)
        continue
      }
      found[found.count - 1] = crossing
      found[found.count - 1].implementations = last.implementations + crossing.implementations
    }
    return found
  }

  /// Whether ours is below the reference wherever both were measured.
  static func isBelow(
    _ ours: BenchmarkCharts.Series, _ reference: BenchmarkCharts.Series
  ) -> Bool {
    let pairs = pairs(ours, reference)
    return !pairs.isEmpty && pairs.allSatisfy { $0.ours < $0.theirs }
  }

  private static func pairs(
    _ ours: BenchmarkCharts.Series, _ reference: BenchmarkCharts.Series
  ) -> [(x: Double, ours: Double, theirs: Double)] {
    ours.points.compactMap { point in
      reference.points.first { $0.x == point.x }.map { (point.x, point.value, $0.value) }
    }
  }

  /// The least depth from which ours is below the reference at every depth that both have.
  ///
  /// The reference is a line between its two points there, and ours is taken where it is larger, so that the
  /// crossing is not drawn too early; nil where ours is below everywhere, or above at the end.
  private init?(_ ours: BenchmarkCharts.Series, _ reference: BenchmarkCharts.Series) {
    let pairs = Self.pairs(ours, reference)
    guard let last = pairs.last, last.ours < last.theirs,
      let before = pairs.lastIndex(where: { $0.ours >= $0.theirs })
    else { return nil }
    let (start, end) = (pairs[before], pairs[before + 1])
    let level = max(start.ours, end.ours)
    let rise = end.theirs - start.theirs
    let share = rise > 0 ? min(1, max(0, (level - start.theirs) / rise)) : 1
    depth = (start.x + share * (end.x - start.x)).rounded(.up)
    value = level
    implementations = [ours.implementation]
  }
}

/// A time for a mark of an axis: `10 us`.
func tickDuration(_ nanoseconds: Double) -> String {
  let words = duration(nanoseconds).split(separator: " ")
  guard words.count == 2, words[0].contains(".") else { return duration(nanoseconds) }
  var number = words[0]
  while number.last == "0" { number.removeLast() }
  if number.last == "." { number.removeLast() }
  return "\(number) \(words[1])"
}
