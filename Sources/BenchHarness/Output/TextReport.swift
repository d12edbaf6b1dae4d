import ProcessSupport

/// Results for a person.
extension Report {
  /// The text of `--format text`: a table per suite, then what needs to be said of single rows.
  public var text: String { text(isColoured: false) }

  /// The same, for a terminal if verdicts are to have their colours.
  public func text(isColoured: Bool) -> String {
    func paint(_ text: String) -> String { isColoured ? Verdict.painted(text) : text }
    var text = "\(environment.line)\n"
    if let noise { text += "\(oneLine(noise.report))\n" }
    if let base { text += "\(base.line)\n" }
    for suite in suites { text += "\n\(suite.text(painting: paint))" }
    text += ratioText(painting: paint) + comparisonText
    let notes = problems
    if !notes.isEmpty { text += "\n" + notes.map { "\(paint($0))\n" }.joined() }
    return text
  }

  /// One line per result whose verdict is not `pass`, with identity and reasons, and one per gated ratio
  /// that was asked for.
  public var problems: [String] {
    let ratios = suites.flatMap(\.gatedRatios).filter { $0.isAsked && $0.verdict != .pass }
    return (resultProblems + ratios.map(\.line)).map(oneLine)
  }

  private var resultProblems: [String] {
    // Skipped without a reason of its own: the line of the comparison has it.
    let told = results.filter {
      $0.verdict != .pass && !($0.verdict == .skipped && $0.reasons.isEmpty)
    }
    return told.map { result in
      let reasons = result.reasons
      let most = 3
      let more = reasons.count > most ? "; and \(reasons.count - most) more" : ""
      return "\(result.verdict.rawValue): \(result.identity): "
        + reasons.prefix(most).joined(separator: "; ") + more
    }
  }
}

extension MeasuringEnvironment {
  /// One line.
  var line: String {
    let machine = "\(system) \(architecture), \(processor)"
    let build = "Swift \(swift) \(build), \(allocator)"
    return "\(machine); \(build)\(revision.map { "; revision \($0)" } ?? "")"
  }
}

extension SuiteReport {
  /// Name, question and table; what is the same in all rows stands beside the question.
  func text(painting paint: (String) -> String) -> String {
    var table = self.table
    table.dropEmptyColumns()
    let constants = table.pullConstants(among: parameterNames + [Self.budgetTitle])
    let note = constants.isEmpty ? "" : " [\(constants.joined(separator: ", "))]"
    let lines = remarks.isEmpty ? "" : "\n" + remarks.map { "\($0)\n" }.joined()
    return "\(name): \(question)\(note)\n\n\(table.text(painting: paint))\(lines)"
  }

  private static let budgetTitle = "budget"

  var parameterNames: [String] {
    results.flatMap(\.identity.parameters).map(\.name).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  /// The metrics with a column of their own.
  private var ownColumns: [String] {
    (ownMetrics + [MetricName.growthExponent, MetricName.instructions]).filter { name in
      results.contains { $0[name] != nil }
    }
  }

  /// Whether references have ratios too, as `--peers` makes them.
  private var hasPeers: Bool {
    results.contains { $0.isReference && $0[MetricName.ratioToPeer] != nil }
  }

  /// The metrics that are a column beside peers: what no peer has is no comparison.
  private var comparedColumns: [String] {
    ownColumns.filter { name in results.contains { $0.isReference && $0[name] != nil } }
  }

  /// Ours and the peers of one benchmark and one size below each other, the machine's limits above them.
  private var peersTable: Table {
    let columns = comparedColumns
    var table = Table(
      [
        .init("implementation"), .init("cpu/op", isNumber: true),
        .init("95% of\nruns", isNumber: true), .init("ours /\nit", isNumber: true),
        .init("95% of\nratio", isNumber: true), .init("mallocs", isNumber: true),
        .init("peak", isNumber: true),
      ] + columns.map { .init(Self.title(of: $0), isNumber: true) } + [.init("verdict")])
    let groups = results.grouped { result in
      var identity = result.identity
      identity.implementation = ""
      return identity
    }
    for (identity, results) in groups {
      table.addHeading(heading(of: identity, results))
      for result in results where !result.isLimit {
        table.add(comparedCells(of: result, columns))
      }
    }
    return table
  }

  /// `upsert, items 10,000 (limits here: random read, dependent 5.38 ns; malloc pair 6.09 ns)`.
  private func heading(of identity: CaseIdentity, _ results: [BenchmarkResult]) -> String {
    let parameters = identity.parameters.map { ", \($0.name) \(grouped($0.value))" }.joined()
    let limits = results.filter(\.isLimit).map { limit in
      let time = limit[MetricName.cpuTime]?.value.map(duration) ?? limit.verdict.rawValue
      return "\(limit.identity.implementation.dropFirst(BenchmarkResult.limitPrefix.count)) \(time)"
    }
    let machine = limits.isEmpty ? "" : "; the machine allows: \(limits.joined(separator: ", "))"
    return identity.benchmark + parameters + machine
  }

  private func comparedCells(of result: BenchmarkResult, _ columns: [String]) -> [String] {
    let time = result[MetricName.cpuTime]
    let ratio = result[MetricName.ratioToPeer]
    // Ours over the strongest, which the verdict names; a peer's row has ours over it.
    let strongest = result.ratios.first { $0.ratio.value == ratio?.value }?.peer
    return [
      result.identity.implementation, time?.value.map(duration) ?? "", time?.interval ?? "",
      result.isReference ? ratio?.value.map { "\(threeDigits($0))x" } ?? "" : "ours",
      result.isReference ? ratio?.ends ?? "" : "", result.cell(MetricName.mallocCount),
      result.cell(MetricName.peakLiveBytes),
    ] + columns.map { result.cell($0) } + [
      result.verdict.rawValue + (result.isMarked ? " (over budget)" : "")
        + (strongest.flatMap { peer in
          ratio?.value.map { "; \(threeDigits($0))x the strongest peer's: \(peer)" }
        } ?? "")
    ]
  }

  /// The rows, by benchmark.
  var table: Table {
    if isComparison { return comparisonTable }
    if hasPeers { return peersTable }
    var table = Table(
      parameterNames.map { Table.Column(oneLine($0), isNumber: true) } + [
        .init("implementation"), .init("cpu/op", isNumber: true),
        .init("95% of\nruns", isNumber: true), .init("ratio", isNumber: true),
        .init("mallocs", isNumber: true), .init("peak", isNumber: true),
        .init(Self.budgetTitle, isNumber: true),
      ] + ownColumns.map { .init(Self.title(of: $0), isNumber: true) } + [.init("verdict")])
    for (benchmark, results) in results.grouped(by: \.identity.benchmark) {
      table.addHeading(benchmark)
      for result in results { table.add(cells(of: result)) }
    }
    return table
  }

  private func cells(of result: BenchmarkResult) -> [String] {
    let time = result[MetricName.cpuTime]
    let parameters = parameterNames.map { name in
      result.identity.parameters.first { $0.name == name }.map { grouped($0.value) } ?? ""
    }
    return parameters + [
      result.identity.implementation, time?.value.map(duration) ?? "", time?.interval ?? "",
      result[MetricName.ratioToPeer]?.value.map { "\(threeDigits($0))x" } ?? "",
      result.cell(MetricName.mallocCount), result.cell(MetricName.peakLiveBytes),
      result.cell(MetricName.budgetBytes),
    ] + ownColumns.map { result.cell($0) }
      + [result.verdict.rawValue + (result.isMarked ? " (over budget)" : "")]
  }

  /// `nodeVisits` on two lines, before its last capital, for narrow columns.
  private static func title(of metric: String) -> String {
    let metric = oneLine(metric)
    guard let last = metric.lastIndex(where: \.isUppercase), last > metric.startIndex else {
      return metric
    }
    return "\(metric[..<last])\n\(metric[last...])"
  }
}

extension Metric {
  /// The interval of a time in the time's unit.
  fileprivate var interval: String? {
    guard let value, let low, let high else { return nil }
    return BenchHarness.interval(low, high, of: value)
  }
}

extension Metric {
  /// The interval of a ratio.
  var ends: String? {
    guard let low, let high else { return nil }
    return "\(threeDigits(low))-\(threeDigits(high))"
  }
}

extension BenchmarkResult {
  /// What the names of the machine's limits begin with.
  static let limitPrefix = "limit: "

  /// Whether it is what the machine allows.
  var isLimit: Bool {
    isReference && identity.implementation.hasPrefix(Self.limitPrefix)
  }

  /// A reference over its budget passes, but not without a mark.
  var isMarked: Bool {
    guard isReference, let peak = self[MetricName.peakLiveBytes] else { return false }
    return peak.reason != nil
  }

  /// A figure for a table.
  func cell(_ name: String) -> String {
    guard let metric = self[name] else { return "" }
    guard let value = metric.value else { return "-" }
    return metric.unit.text(value)
  }
}

extension Table {
  /// Takes out the columns that say the same in every row.
  ///
  /// - Returns: What they said, as in `items 1,000,000`.
  mutating func pullConstants(among titles: [String]) -> [String] {
    guard rows.count > 1 else { return [] }
    var said: [String] = []
    for title in titles {
      guard let index = columns.firstIndex(where: { $0.title == title }),
        rows.allSatisfy({ $0[index] == rows[0][index] }), !rows[0][index].isEmpty
      else { continue }
      said.append("\(title) \(rows[0][index])")
      columns.remove(at: index)
      for row in rows.indices { rows[row].remove(at: index) }
    }
    return said
  }
}
