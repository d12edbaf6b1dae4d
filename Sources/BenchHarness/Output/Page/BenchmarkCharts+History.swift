/// Figures over the reports that were kept.
extension BenchmarkCharts {
  /// A row of ours in one report.
  struct Moment {
    var name: String
    var date: String
    /// What it was in that report; nil where it was not measured.
    var result: BenchmarkResult?
    /// Whether times can be set beside those of the newest report.
    var isSameMachine: Bool
  }

  /// The newest report in a history.
  static let newest = "this run"

  /// What is drawn of each row, where it was measured.
  private static let followed = [
    MetricName.cpuTime, MetricName.instructions, MetricName.mallocCount, MetricName.bytesAllocated,
    MetricName.peakLiveBytes,
  ]

  /// The rows of ours with the largest parameters, over the reports from the oldest to this one.
  func moments(
    _ history: [NamedReport], environment: MeasuringEnvironment
  ) -> [(identity: CaseIdentity, moments: [Moment])] {
    guard !history.isEmpty, let largest = groups.last else { return [] }
    return largest.results.filter { !$0.isReference }.compactMap { result in
      let earlier = history.map { named in
        Moment(
          name: named.name, date: named.date,
          result: named.report.results.first { $0.identity == result.identity },
          isSameMachine: named.report.environment.isSameMachine(as: environment))
      }
      guard earlier.contains(where: { $0.result != nil }) else { return nil }
      let now = Moment(name: Self.newest, date: "", result: result, isSameMachine: true)
      return (result.identity, earlier + [now])
    }
  }

  /// The figures that a history follows: the suite's own first counts among them.
  func followedMetrics(_ moments: [Moment]) -> [String] {
    let results = moments.compactMap(\.result)
    let own = ownMetrics.prefix(3)
    return (Self.followed + own).filter { name in results.contains { $0[name]?.value != nil } }
  }

  /// Each figure over what it was first.
  func history(_ identity: CaseIdentity, _ moments: [Moment]) -> PageChart? {
    let names = followedMetrics(moments)
    var lines: [(name: String, rows: [[Double]])] = []
    for name in names {
      let points = moments.enumerated().compactMap { place, moment -> (Int, Double)? in
        guard name != MetricName.cpuTime || moment.isSameMachine,
          let value = moment.result?[name]?.value, value > 0, value < 1e24
        else { return nil }
        return (place, value)
      }
      guard let first = points.first?.1, points.count > 1 else { continue }
      lines.append((name, points.map { [Double($0.0), $0.1 / first] }))
    }
    guard !lines.isEmpty else { return nil }
    let ratios = lines.flatMap { $0.rows.map { $0[1] } }
    let low = min(0.9, (ratios.min() ?? 1) * 0.95)
    let high = max(1.1, (ratios.max() ?? 1) * 1.05)
    let last = Double(moments.count - 1)
    var plot = PagePlot(
      x: PagePlot.Axis(
        low: -0.3, high: last + 0.3, isLogarithmic: false, ticks: Self.ticks(moments)),
      y: .linear(from: low, to: high) { "\(trimmed($0))x" }, title: "")
    plot.add(
      [[-0.3, 1], [last + 0.3, 1]],
      "with lines linewidth 1 dashtype 2 linecolor rgb \(PageColour.label.script)")
    var keys: [PageChart.Key] = []
    for (number, line) in lines.enumerated().reversed() {
      let style = SeriesStyle(isOurs: number == 0, number: number == 0 ? 0 : number - 1)
      plot.add(line.rows, "with linespoints \(style.words)")
      let end = line.rows.last?[1] ?? 1
      keys.insert(PageChart.Key(style: style, name: line.name, note: "\(threeDigits(end))x"), at: 0)
    }
    let parts = keys.map { "\($0.name) \($0.note)" }.joined(separator: "; ")
    var chart = PageChart(
      title: "History: \(identity.implementation)",
      subtitle: "Each figure over its oldest; \(Self.words(identity.parameters))",
      description: "History over \(moments.count) reports, now over first: \(parts)",
      plot: plot, keys: keys)
    let unlike = moments.filter { !$0.isSameMachine }.map(\.name)
    if !unlike.isEmpty {
      chart.notes.append(
        "Times of another machine or build are left out: \(unlike.joined(separator: ", "))")
    }
    return chart
  }

  /// As many names as there is room for.
  private static func ticks(_ moments: [Moment]) -> [PagePlot.Tick] {
    let step = max(1, (moments.count + 3) / 4)
    let last = moments.count - 1
    return moments.enumerated().compactMap { place, moment in
      guard (last - place) % step == 0 else { return nil }
      let name = moment.name.count > 14 ? moment.name.prefix(13) + "…" : moment.name
      return PagePlot.Tick(value: Double(place), text: String(name))
    }
  }
}

extension MeasuringEnvironment {
  /// Whether times are comparable: all but the revision is equal.
  func isSameMachine(as other: MeasuringEnvironment) -> Bool {
    var (mine, theirs) = (self, other)
    (mine.revision, theirs.revision) = (nil, nil)
    return mine == theirs
  }
}
