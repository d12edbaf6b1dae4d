extension Baseline {
  /// Baselines as a table, in the order of their names.
  public static func table(_ baselines: [Baseline]) -> String {
    var table = Table([
      .init("name"), .init("date"), .init("revision"), .init("cpu"), .init("swift"),
      .init("results", isNumber: true),
    ])
    for baseline in baselines {
      let environment = baseline.report.environment
      table.add([
        baseline.name, baseline.date, environment.revision ?? "none", environment.processor,
        environment.swift, grouped(baseline.report.results.count),
      ])
    }
    return table.text
  }
}
