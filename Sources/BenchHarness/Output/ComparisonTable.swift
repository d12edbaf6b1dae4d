/// Two builds beside each other, for a person.
extension SuiteReport {
  /// Whether the results were compared with a base.
  var isComparison: Bool { results.contains { $0[MetricName.ratioToBase] != nil } }

  /// A row per case: both times, their ratio and its interval, what this build reads of itself, and what
  /// changed of its exact figures.
  var comparisonTable: Table {
    var table = Table(
      parameterNames.map { Table.Column($0, isNumber: true) } + [
        .init("implementation"), .init("base", isNumber: true), .init("this build", isNumber: true),
        .init("ratio", isNumber: true), .init("95% of\nratio", isNumber: true),
        .init("of itself\n(floor)", isNumber: true), .init("exact figures"), .init("verdict"),
      ])
    for (benchmark, results) in results.grouped(by: \.identity.benchmark) {
      table.addHeading(benchmark)
      for result in results { table.add(comparisonCells(of: result)) }
    }
    return table
  }

  private func comparisonCells(of result: BenchmarkResult) -> [String] {
    let time = result[MetricName.cpuTime]
    let ratio = result[MetricName.ratioToBase]
    let parameters = parameterNames.map { name in
      result.identity.parameters.first { $0.name == name }.map { grouped($0.value) } ?? ""
    }
    return parameters + [
      result.identity.implementation, time?.base.map(duration) ?? "",
      time?.value.map(duration) ?? "", ratio?.value.map { "\(fixed($0, decimals: 3))x" } ?? "",
      ratio?.fineEnds ?? "", result[MetricName.ratioToSelf]?.fineEnds ?? "",
      result.exactChanges, result.verdict.rawValue,
    ]
  }
}

extension Metric {
  /// The interval with three decimals, for ratios near 1.
  fileprivate var fineEnds: String? {
    guard let low, let high else { return nil }
    return Estimate(value: low, low: low, high: high).ends
  }
}

extension BenchmarkResult {
  /// `equal`, or the first that changed and how many more did.
  fileprivate var exactChanges: String {
    let exact = metrics.filter(\.isGateable)
    guard !exact.isEmpty else { return "" }
    let changed = exact.filter { $0.verdict != .pass && $0.base != $0.value }
    guard let first = changed.first else { return "equal" }
    let old = first.base.map(plain) ?? "none"
    let more = changed.count > 1 ? ", \(changed.count - 1) more" : ""
    return "\(first.name) \(old) -> \(first.value.map(plain) ?? "none")\(more)"
  }
}
