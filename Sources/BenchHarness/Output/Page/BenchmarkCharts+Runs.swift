import ProcessSupport

/// Live bytes over a session, and the figures of the process runs.
extension BenchmarkCharts {
  // MARK: - Live bytes

  /// Points of a curve that are drawn; more lie within a pixel of each other.
  private static let curvePoints = 300

  /// What a curve of live bytes tells about.
  private static let memory = [
    MetricName.peakLiveBytes, MetricName.liveBytes, MetricName.leakedBytes,
    MetricName.peakBetweenCheckpoints,
  ]

  /// Live bytes at the checkpoints of the memory pass, under the budget's line.
  var liveCurves: [PageChart] {
    shownGroups(doubtfulIn: Self.memory).compactMap { parameters, results in
      let curves = results.filter { result in
        result.liveCurve.count > 2
          && result.liveCurve.allSatisfy { $0.liveBytes.magnitude < 1 << 50 }
      }
      guard let first = curves.first(where: { !$0.isReference }) else { return nil }
      let budget = first[MetricName.budgetBytes]?.value
      return liveCurve(
        curves, parameters, budget: budget.flatMap { $0 > 0 && $0 < 1e15 ? $0 : nil })
    }
  }

  private func liveCurve(
    _ results: [BenchmarkResult], _ parameters: [Parameter], budget: Double?
  ) -> PageChart? {
    let steps = results.flatMap(\.liveCurve).map { Double($0.step) }
    let ours = results.filter { !$0.isReference }.compactMap(Self.peak).max() ?? 0
    guard let last = steps.max(), let first = steps.min(), last > first else { return nil }
    // What needs many times our bytes would make a line of ours: it leaves the chart at the top.
    let most = results.compactMap(Self.peak).max() ?? 0
    let high = max(1, min(most, 2.5 * max(ours, budget ?? 0)), budget ?? 0) * 1.2
    var plot = PagePlot(
      x: .linear(from: first, to: last, text: shortCount),
      y: .linear(from: 0, to: high, base: 2) { ByteSize.format(Int($0)) }, title: "checkpoint")
    plot.y.ticks = plot.y.ticks.map { PagePlot.Tick(value: $0.value, text: trimmedSize($0.value)) }
    var notes: [String] = []
    let ordered = results.filter { !$0.isReference } + results.filter(\.isReference)
    for result in ordered.reversed() {
      let rows = Self.thinned(result.liveCurve).map { [Double($0.step), Double($0.liveBytes)] }
      plot.add(rows, "with lines \(styles[result.identity.implementation].line)")
      if let peak = Self.peak(result), peak > high {
        notes.append(
          "\(result.identity.implementation) leaves the chart: its peak is \(MetricUnit.bytes.text(peak))"
        )
      }
    }
    if let budget {
      plot.add(
        [[first, budget], [last, budget]],
        "with lines dashtype 2 linewidth 1.6 linecolor rgb \(PageColour.limit.script)")
      plot.add(
        label: "budget \(MetricUnit.bytes.text(budget))", at: "graph 0.99, first \(budget)",
        "right offset 0,0.6", colour: .limit)
    }
    let words = Self.words(parameters)
    let peaks = ordered.compactMap { result in
      Self.peak(result).map { "\(result.identity.implementation) \(MetricUnit.bytes.text($0))" }
    }
    return PageChart(
      title: "Live bytes over a session",
      subtitle: "Bytes above the baseline at each checkpoint of the memory pass"
        + (words.isEmpty ? "" : "; \(words)"),
      description: "Live bytes over a session; peaks: \(peaks.joined(separator: "; "))"
        + (budget.map { "; budget \(MetricUnit.bytes.text($0))" } ?? ""),
      plot: plot, keys: keys(ordered.map(\.identity.implementation)), notes: notes.reversed())
  }

  private static func peak(_ result: BenchmarkResult) -> Double? {
    result.liveCurve.map { Double($0.liveBytes) }.max()
  }

  /// The largest reading of each stretch, and the first and the last of all.
  static func thinned(_ curve: [LiveReading]) -> [LiveReading] {
    guard curve.count > curvePoints, let first = curve.first, let last = curve.last else {
      return curve
    }
    let stretch = (curve.count + curvePoints - 1) / curvePoints
    let peaks = stride(from: 0, to: curve.count, by: stretch).compactMap { start in
      curve[start..<min(start + stretch, curve.count)].max { $0.liveBytes < $1.liveBytes }
    }
    return (peaks.first == first ? [] : [first]) + peaks + (peaks.last == last ? [] : [last])
  }

  // MARK: - Process runs

  /// Height of a row of a chart of runs, in its pixels.
  private static let rowHeight = 44

  /// The process runs behind each noisy figure, one row an implementation.
  var processRuns: [PageChart] {
    shownGroups(doubtfulIn: [MetricName.cpuTime, MetricName.ratioToPeer]).flatMap {
      parameters, results in
      let names = results.flatMap(\.metrics).filter { Self.isDistribution($0) }.map(\.name)
      return names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        .compactMap { processRuns(results, parameters, of: $0) }
    }
  }

  private static func isDistribution(_ metric: Metric) -> Bool {
    metric.value.map { $0 > 1e-12 } == true && metric.samples.count > 2
      && metric.samples.allSatisfy { $0 > 1e-12 && $0 < 1e24 }
  }

  private func processRuns(
    _ results: [BenchmarkResult], _ parameters: [Parameter], of name: String
  ) -> PageChart? {
    let ordered = results.filter { !$0.isReference } + results.filter(\.isReference)
    let rows = ordered.compactMap { result in
      result[name].flatMap { Self.isDistribution($0) ? (result.identity.implementation, $0) : nil }
    }
    guard let unit = rows.first?.1.unit else { return nil }
    let shares = rows.flatMap { row in
      (row.1.samples + [row.1.low, row.1.high].compactMap { $0 }).map { Self.share($0, of: row.1) }
    }
    let (low, high) = (min(-1, shares.min() ?? 0), max(1, shares.max() ?? 0))
    let margin = (high - low) * 0.06
    var plot = PagePlot(
      x: .linear(from: low - margin, to: high + margin) { "\($0 > 0 ? "+" : "")\(trimmed($0))%" },
      y: PagePlot.Axis(low: -0.5, high: Double(rows.count), isLogarithmic: false, ticks: []),
      title: "from the median")
    plot.height = 62 + Self.rowHeight * rows.count
    plot.hasGrid = false
    for (place, row) in rows.enumerated() {
      draw(row.1, of: row.0, at: Double(rows.count - 1 - place), on: &plot)
    }
    let words = Self.words(parameters)
    let what = name == MetricName.cpuTime ? "CPU time of an operation" : name
    let parts = rows.map { "\($0) \(unit.text($1.value ?? 0)), \($1.samples.count) runs" }
    return PageChart(
      title: name == MetricName.cpuTime ? "Process runs" : "Process runs: \(name)",
      subtitle: "\(what), beside its median: a dot a run, the first at the top, on the 95% interval"
        + (words.isEmpty ? "" : "; \(words)"),
      description: "Process runs: \(parts.joined(separator: "; "))", plot: plot, keys: [])
  }

  /// How far a figure lies from the metric's own, in percent.
  private static func share(_ figure: Double, of metric: Metric) -> Double {
    ((figure / (metric.value ?? figure)) - 1) * 100
  }

  /// The runs in their order from above to below, the interval behind them, the name above.
  private func draw(_ metric: Metric, of name: String, at row: Double, on plot: inout PagePlot) {
    let style = styles[name]
    let last = Double(max(1, metric.samples.count - 1))
    if let low = metric.low, let high = metric.high, high > low {
      let ends = [low, high].map { Self.share($0, of: metric) }
      plot.add(
        [[ends[0], row, ends[1] - ends[0], 0]],
        "with vectors nohead linewidth 14 linecolor rgb \(PageColour.grid.script)")
    }
    plot.add(
      [[0, row - 0.18], [0, row + 0.18]],
      "with lines linewidth 1.6 linecolor rgb \(PageColour.label.script)")
    plot.add(
      metric.samples.enumerated().map {
        [Self.share($1, of: metric), row + 0.12 - 0.24 * Double($0) / last]
      },
      "with points pointtype 7 pointsize \(style.isOurs ? 0.55 : 0.45) linecolor rgb \(style.colour.script)"
    )
    let shown = name.count > 44 ? name.prefix(43) + "…" : name
    plot.add(
      label: "\(shown)  \(metric.unit.text(metric.value ?? 0))",
      at: "graph 0.005, first \(row + 0.46)", "left",
      colour: style.isOurs ? .axis : .label)
  }
}

/// A size for a mark of an axis: `2 MiB`.
func trimmedSize(_ bytes: Double) -> String {
  ByteSize.format(Int(bytes)).split(separator: " ").enumerated().map { place, word in
    place == 0 && word.hasSuffix(".0") ? String(word.dropLast(2)) : String(word)
  }.joined(separator: " ")
}
