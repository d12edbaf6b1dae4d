/// Ratios to peers beside their goals and gates, for a person.
extension Report {
  /// A table of what was measured and a line for what was not; empty where there is neither.
  func ratioText(painting paint: (String) -> String) -> String {
    let ratios = suites.flatMap(\.shownRatios)
    let measured = ratios.filter { $0.ratio != nil }
    var text = ""
    if !measured.isEmpty {
      text +=
        "\nGoals: ours over the peer's, in this run. A gate regresses when the whole interval is "
      text += "above it.\n\n\(Self.table(measured).text(painting: paint))"
    }
    let gated = suites.flatMap(\.gatedRatios).filter { !$0.isAsked }
    for (reason, ratios) in gated.grouped(by: { $0.reason ?? "" }) {
      let gates = ratios.count == 1 ? "1 gate of a ratio" : "\(ratios.count) gates of ratios"
      text += "\nskipped: \(gates): \(reason)\n"
    }
    return text
  }

  private static func table(_ ratios: [JudgedRatio]) -> Table {
    var table = Table([
      .init("benchmark"), .init("items", isNumber: true), .init("ours"), .init("peer"),
      .init("of"), .init("ratio", isNumber: true), .init("95% of\nratio", isNumber: true),
      .init("goal", isNumber: true), .init(""), .init("gate", isNumber: true), .init("verdict"),
    ])
    for ratio in ratios {
      table.add([
        ratio.rows.benchmark, ratio.rows.items.map(grouped) ?? "", ratio.rows.implementation,
        ratio.rows.peer, ratio.rows.metric == MetricName.cpuTime ? "time" : ratio.rows.metric,
        ratio.ratio?.value.map { "\(threeDigits($0))x" } ?? "", ratio.ratio?.ends ?? "",
        ratio.goal.map(threeDigits) ?? "", ratio.standing ?? "",
        ratio.gate.map(threeDigits) ?? "", ratio.gate == nil ? "" : ratio.verdict.rawValue,
      ])
    }
    table.dropEmptyColumns()
    return table
  }
}

extension SuiteReport {
  /// The gated ratios where thresholds were asked for, else those of the goals.
  var shownRatios: [JudgedRatio] { gatedRatios.isEmpty ? goalRatios : gatedRatios }
}
