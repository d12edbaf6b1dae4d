import ListText

/// Results for github-action-benchmark, which takes one file of what is better smaller
/// (`customSmallerIsBetter`) and one of what is better bigger.
///
/// Source: its README, "Minimal setup for custom benchmarks", and `extract.ts`.
extension Report {
  /// The text of `--format gab`: what is better smaller, an entry per figure.
  ///
  /// The action takes a list without entries for an error, as is right where nothing has a figure.
  var gab: String { gab(isBetterSmaller: true).text }

  /// What is better bigger; nil where there is nothing.
  public var gabBigger: String? {
    let entries = gab(isBetterSmaller: false)
    return entries == .array([]) ? nil : entries.text
  }

  private func gab(isBetterSmaller: Bool) -> JSONValue {
    .array(
      results.flatMap { result in
        result.metrics.compactMap { metric in
          metric.isMeasured && metric.unit.isBetterSmaller == isBetterSmaller
            ? metric.gab(of: result) : nil
        }
      })
  }
}

extension Metric {
  /// One entry: the median or the exact figure, half of the 95% interval, and what else is known.
  fileprivate func gab(of result: BenchmarkResult) -> JSONValue? {
    guard let figure else { return nil }
    var members: [(name: String, value: JSONValue)] = [
      ("name", .string(oneLine("\(result.identity) \(name)"))),
      ("unit", .string(unit == .nanoseconds ? "ns/op" : unit.name)), ("value", .real(figure)),
    ]
    if let half = halfInterval { members.append(("range", .string("± \(threeDigits(half))"))) }
    members.append(("extra", .string(extra(of: result))))
    return .object(members)
  }

  /// Lines that the action shows beside a point: the verdict, and the result's exact figures.
  private func extra(of result: BenchmarkResult) -> String {
    var lines = ["verdict: \(verdict.rawValue)"]
    if let reason { lines.append(oneLine(reason)) }
    if result.isReference { lines.append("a reference, not ours") }
    let counts = result.metrics.filter { $0.unit.isExact && $0.isMeasured && $0.name != name }
    lines += counts.compactMap { metric in
      metric.figure.map { oneLine("\(metric.name): \(shortest($0)) \(metric.unit.name)") }
    }
    return lines.joined(separator: "\n")
  }
}
