import ProcessSupport

extension Report {
  /// What came of a comparison with a baseline, for a person; empty where there was none.
  ///
  /// A line for the whole, then a table: CPU time of every row, and each other figure that is not what it was.
  public var comparisonText: String {
    guard let comparison else { return "" }
    var text = "\n\(comparison.line(for: results))\n"
    if let limit = comparison.limit { text += "\(limit)\n" }
    let table = comparisonTable
    return table.rows.isEmpty ? text : text + "\n\(table.text)"
  }

  /// The same for GitHub.
  public var comparisonMarkdown: String {
    guard let comparison else { return "" }
    let table = comparisonTable
    func row(_ cells: [String]) -> String {
      let safe = cells.map { $0.split(separator: "|", omittingEmptySubsequences: false) }
      return "| \(safe.map { $0.joined(separator: "\\|") }.joined(separator: " | ")) |\n"
    }
    var text = "\(comparison.line(for: results))\n"
    if let limit = comparison.limit { text += "\n\(limit)\n" }
    if table.rows.isEmpty { return text }
    text += "\n" + row(table.columns.map { $0.title.split(separator: "\n").joined(separator: " ") })
    text += row(table.columns.map { $0.isNumber ? "---:" : "---" })
    return text + table.rows.map(row).joined()
  }

  private var comparisonTable: Table {
    var table = Table([
      .init("benchmark"), .init("implementation"), .init("metric"),
      .init("baseline", isNumber: true), .init("now", isNumber: true),
      .init("change", isNumber: true), .init("verdict"),
    ])
    for result in results {
      let parameters = result.identity.parameters.map { "\($0.name)=\($0.value)" }
      for metric in result.metrics where metric.isTold {
        table.add([
          "\(result.identity.suite)/\(result.identity.benchmark)",
          ([result.identity.implementation] + parameters).joined(separator: " "), metric.name,
          metric.words(of: metric.base), metric.words(of: metric.value), metric.changeText,
          metric.verdict.rawValue,
        ])
      }
    }
    return table
  }
}

extension BaselineComparison {
  /// `Held against 'main' of 2026-11-30 (7d1e2a0): 214 exact figures are equal, 2 are not; CPU time ...`.
  fileprivate func line(for results: [BenchmarkResult]) -> String {
    let held = results.filter(\.isGated).flatMap(\.metrics).filter { $0.isHeld && $0.base != nil }
    let exact = held.filter { $0.unit.isExact && $0.verdict != .skipped }
    let equal = exact.filter { $0.value == $0.base }.count
    let times = held.filter { !$0.unit.isExact && ![.skipped, .missing].contains($0.verdict) }
    let slower = times.filter { ($0.change ?? 0) > Baseline.timeBandPercent }.count
    let place = revision.map { " (\($0))" } ?? ""
    var text = "Held against '\(name)' of \(date)\(place): \(grouped(equal)) exact figures are "
    text += "equal, \(grouped(exact.count - equal)) are not"
    if !times.isEmpty {
      text += "; CPU time is beside a reference workload, \(grouped(times.count - slower)) of "
      text += "\(grouped(times.count)) rows less than \(plain(Baseline.timeBandPercent))% above"
    }
    return text + "."
  }
}

extension Metric {
  /// Whether the table of a comparison has it: what differs, and CPU time in any case.
  fileprivate var isTold: Bool {
    guard isHeld, base != nil || verdict == .missing else { return false }
    return name == MetricName.cpuTime || value != base || verdict == .missing
  }

  fileprivate func words(of value: Double?) -> String {
    guard let value else { return "none" }
    return unit == .nanoseconds ? duration(value) : plain(value)
  }

  /// `+12.5%`, `0%`, `from 0`.
  public var changeText: String {
    guard let base, value != nil else { return "" }
    guard let change else { return base == 0 ? "from 0" : "" }
    if change == 0 { return "0%" }
    return "\(change > 0 ? "+" : "-")\(threeDigits(change.magnitude))%"
  }
}
