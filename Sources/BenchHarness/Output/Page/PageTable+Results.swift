/// Tables of results.
extension PageTable {
  /// Metrics with a column before those of the suite, with their titles.
  private static let known: [(name: String, title: String)] = [
    (MetricName.mallocCount, "mallocs"), (MetricName.peakLiveBytes, "peak"),
    (MetricName.budgetBytes, "budget"), (MetricName.leakedBytes, "leaked"),
    (MetricName.instructions, "instructions"),
  ]

  /// Metrics with a column behind those of the suite.
  private static let last: [(name: String, title: String)] = [
    (MetricName.growthExponent, "growth exponent"), (MetricName.bytesAllocated, "allocated"),
    (MetricName.liveBytes, "live"), (MetricName.peakBetweenCheckpoints, "peak between"),
  ]

  /// Metrics that are set elsewhere in a row.
  private static let placed = [MetricName.cpuTime, MetricName.ratioToPeer]

  /// The results of one benchmark: a group for each set of parameters, ours and the others below each other.
  init(_ benchmark: String, _ results: [BenchmarkResult], ownMetrics: [String]) {
    let names = Self.ordered(results.flatMap(\.metrics).map(\.name), own: ownMetrics)
    caption = "\(benchmark): every figure; ratio: our time over the other's"
    columns =
      [
        Column(title: "implementation"), Column(title: "verdict"),
        Column(title: "time/op", isNumber: true),
        Column(title: "95% of runs", isNumber: true), Column(title: "ratio", isNumber: true),
        Column(title: "95% of ratio", isNumber: true),
      ] + names.map { Column(title: $0.title, isNumber: true) }
      + [Column(title: "why")]
    groups = results.grouped(by: \.identity.parameters).map { parameters, results in
      let shown = results.filter { !$0.isLimit } + results.filter(\.isLimit)
      return Group(
        heading: parameters.isEmpty ? nil : "\(BenchmarkCharts.words(parameters))",
        rows: shown.map { Self.row($0, in: results, names.map(\.name)) })
    }
    dropEmptyColumns()
  }

  private static func ordered(_ names: [String], own: [String]) -> [(name: String, title: String)] {
    let there = Set(names)
    let others =
      own
      + names.filter { name in
        !own.contains(name) && !placed.contains(name)
          && !(known + last).contains { $0.name == name }
      }
    let unique = others.filter(there.contains).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    return known.filter { there.contains($0.name) } + unique.map { ($0, $0) }
      + last.filter { there.contains($0.name) }
  }

  private static func row(
    _ result: BenchmarkResult, in group: [BenchmarkResult], _ names: [String]
  ) -> Row {
    let time = result[MetricName.cpuTime]
    let ratio = ratio(of: result, in: group)
    let verdict: HTML =
      result.isReference && result.verdict == .pass
      ? (result.isMarked ? "over budget" : "") : result.verdict.badge
    // What failed or regressed stands at the top of the page with its reasons.
    let isListed = ReportPage.fails.contains(result.verdict)
    let why = result.verdict == .pass || isListed ? "" : result.reasons.joined(separator: "; ")
    let cells: [HTML] =
      [
        "\(result.identity.implementation)", verdict, "\(time?.value.map(duration) ?? "")",
        "\(time?.runsInterval ?? "")", "\(ratio?.value.map { "\(threeDigits($0))x" } ?? "")",
        "\(ratio?.ends ?? "")",
      ] + names.map { "\(result.cell($0))" } + ["\(why)"]
    return Row(kind: result.isLimit ? "limit" : result.isReference ? "other" : "ours", cells: cells)
  }

  /// Ours over a reference, in the reference's row; in ours where there are several of ours.
  private static func ratio(of result: BenchmarkResult, in group: [BenchmarkResult]) -> Metric? {
    if result.isReference, let own = result[MetricName.ratioToPeer] { return own }
    let hasPeers = group.contains { $0.isReference && $0[MetricName.ratioToPeer] != nil }
    let ours = group.filter { !$0.ratios.isEmpty }
    if ours.count == 1 {
      return ours[0].ratios.first { $0.peer == result.identity.implementation }?.ratio
    }
    return result.isReference || hasPeers ? nil : result[MetricName.ratioToPeer]
  }

  /// Ratios beside their goals and gates.
  init(_ ratios: [JudgedRatio]) {
    caption =
      "Ours over the peer's in this run, beside what the product sets out to be and what gates hold"
    columns = [
      Column(title: "benchmark"), Column(title: "items", isNumber: true), Column(title: "ours"),
      Column(title: "peer"), Column(title: "of"), Column(title: "ratio", isNumber: true),
      Column(title: "95% of ratio", isNumber: true), Column(title: "goal", isNumber: true),
      Column(title: "standing"), Column(title: "gate", isNumber: true), Column(title: "verdict"),
    ]
    let rows = ratios.map { ratio -> Row in
      let gate: HTML = ratio.gate == nil ? "" : ratio.verdict.badge
      return Row(cells: [
        "\(ratio.rows.benchmark)", "\(ratio.rows.items.map(grouped) ?? "")",
        "\(ratio.rows.implementation)", "\(ratio.rows.peer)",
        "\(ratio.rows.metric == MetricName.cpuTime ? "time" : ratio.rows.metric)",
        "\(ratio.ratio?.value.map { "\(threeDigits($0))x" } ?? "")", "\(ratio.ratio?.ends ?? "")",
        "\(ratio.goal.map(threeDigits) ?? "")", "\(ratio.standing ?? "")",
        "\(ratio.gate.map(threeDigits) ?? "")", gate,
      ])
    }
    groups = [Group(heading: nil, rows: rows)]
    dropEmptyColumns()
  }

  /// A row of ours over the reports that were kept.
  init(history moments: [BenchmarkCharts.Moment], of identity: CaseIdentity, _ names: [String]) {
    caption = "History of \(identity.benchmark), \(identity.implementation)"
    columns =
      [Column(title: "report"), Column(title: "date")]
      + names.map { Column(title: $0, isNumber: true) } + [Column(title: "machine")]
    let rows = moments.map { moment -> Row in
      Row(
        kind: moment.name == BenchmarkCharts.newest ? "ours" : "other",
        cells: ["\(moment.name)", "\(moment.date)"]
          + names.map { "\(moment.result?.cell($0) ?? "")" }
          + [moment.isSameMachine ? "" : "another"])
    }
    groups = [Group(heading: nil, rows: rows)]
    dropEmptyColumns()
  }
}

extension Metric {
  /// The interval of a time in the time's unit.
  var runsInterval: String? {
    guard let value, let low, let high else { return nil }
    return interval(low, high, of: value)
  }
}
