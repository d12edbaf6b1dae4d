extension Runner {
  /// Adds the growth exponents that cases ask for to the results with the largest parameter.
  static func addGrowth(to results: inout [BenchmarkResult], cases: [BenchmarkCase]) {
    var series: [SeriesKey: [(parameter: Int, result: Int)]] = [:]
    for benchmarkCase in cases {
      guard let growth = benchmarkCase.growth,
        let parameter = benchmarkCase.parameters.first(where: { $0.name == growth.over }),
        let place = results.firstIndex(where: { $0.identity == benchmarkCase.identity })
      else { continue }
      var identity = benchmarkCase.identity
      identity.parameters.removeAll { $0.name == growth.over }
      series[SeriesKey(identity: identity, growth: growth), default: []].append(
        (parameter.value, place))
    }
    for (key, rows) in series {
      guard let last = rows.max(by: { $0.parameter < $1.parameter }),
        let metric = exponent(of: key.growth, rows: rows, results: results)
      else { continue }
      results[last.result].metrics.append(metric)
    }
  }

  /// The fit over the rows from `growth.from` up; nil when fewer than two have the metric.
  private static func exponent(
    of growth: Growth, rows: [(parameter: Int, result: Int)], results: [BenchmarkResult]
  ) -> Metric? {
    let points = rows.filter { $0.parameter >= growth.from }.compactMap { row in
      results[row.result][growth.metric].flatMap { metric in
        metric.value.map { (x: Double(row.parameter), y: $0, isExact: metric.unit.isExact) }
      }
    }
    guard let first = points.first else { return nil }
    let unit = first.isExact ? MetricUnit.exponent : .ratio
    guard points.allSatisfy({ $0.x > 0 && $0.y > 0 }) else {
      return Metric(
        MetricName.growthExponent, unit, nil, verdict: .skipped,
        reason: "\(growth.metric) is 0 somewhere, which has no logarithm")
    }
    guard let exponent = Statistics.exponent(points.map { ($0.x, $0.y) }) else { return nil }
    return Metric(MetricName.growthExponent, unit, exponent)
  }

  private struct SeriesKey: Hashable {
    var identity: CaseIdentity
    var growth: Growth
  }
}
