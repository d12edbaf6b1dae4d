/// What became of one threshold.
public struct ThresholdChange: Equatable, Sendable {
  /// The benchmark as `SUITE/benchmark`.
  public var benchmark: String
  /// The implementation and its parameters.
  public var entry: String
  /// The metric.
  public var metric: String
  /// What it was and what it is, in words; nil for nothing.
  var old: String?
  var new: String?

  /// A table of changes with a line per threshold.
  public static func table(_ changes: [ThresholdChange]) -> String {
    var table = Table([
      .init("benchmark"), .init("implementation"), .init("metric"), .init("old", isNumber: true),
      .init("new", isNumber: true),
    ])
    for change in changes {
      table.add([
        change.benchmark, change.entry, change.metric, change.old ?? "none", change.new ?? "none",
      ])
    }
    return table.text
  }

  /// The same for a pull request, below its reason: GitHub's Markdown.
  public static func markdown(_ changes: [ThresholdChange], why: String) -> String {
    func row(_ cells: [String]) -> String { "| \(cells.map(cell).joined(separator: " | ")) |\n" }
    var text = "Thresholds changed: \(line(why))\n\n"
    text += row(["benchmark", "implementation", "metric", "old", "new"])
    text += "| --- | --- | --- | ---: | ---: |\n"
    for change in changes {
      text += row([
        change.benchmark, change.entry, change.metric, change.old ?? "none", change.new ?? "none",
      ])
    }
    return text
  }

  /// A text that ends no table's cell.
  private static func cell(_ text: String) -> String {
    line(text).split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }

  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// The thresholds that differ between two states of a file of package-benchmark.
  static func between(_ old: ForeignThresholds?, _ new: ForeignThresholds?) -> [ThresholdChange] {
    guard let file = new ?? old else { return [] }
    let (before, after) = (old?.thresholds ?? [:], new?.thresholds ?? [:])
    return Set(before.keys).union(after.keys).sorted().filter { before[$0] != after[$0] }.map {
      ThresholdChange(
        benchmark: file.target, entry: file.benchmark, metric: $0, old: before[$0]?.words,
        new: after[$0]?.words)
    }
  }

  /// The thresholds that differ between two states of a file.
  static func between(_ old: ThresholdFile?, _ new: ThresholdFile?) -> [ThresholdChange] {
    let all = [old, new].compactMap { $0 }
    guard let file = all.first else { return [] }
    let entries = all.flatMap(\.entries)
    let names = entries.map(\.name).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let benchmark = "\(file.suite)/\(file.benchmark)"
    return ratioChanges(old, new, benchmark)
      + names.flatMap { name -> [ThresholdChange] in
        let before = old?.entries.first { $0.name == name }?.metrics ?? [:]
        let after = new?.entries.first { $0.name == name }?.metrics ?? [:]
        return Set(before.keys).union(after.keys).sorted().compactMap { metric in
          guard before[metric] != after[metric] else { return nil }
          return ThresholdChange(
            benchmark: benchmark, entry: name, metric: metric, old: before[metric]?.words,
            new: after[metric]?.words)
        }
      }
  }

  private static func ratioChanges(
    _ old: ThresholdFile?, _ new: ThresholdFile?, _ benchmark: String
  ) -> [ThresholdChange] {
    let rows = Set([old, new].compactMap { $0 }.flatMap(\.ratios).map(\.rows))
    return rows.sorted { $0.name < $1.name }.compactMap { rows in
      let before = old?.ratios.first { $0.rows == rows }
      let after = new?.ratios.first { $0.rows == rows }
      guard before != after else { return nil }
      return ThresholdChange(
        benchmark: benchmark, entry: rows.name, metric: MetricName.ratioToPeer, old: before?.words,
        new: after?.words)
    }
  }
}
