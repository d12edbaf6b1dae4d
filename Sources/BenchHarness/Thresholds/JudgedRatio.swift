/// What became of the ratio of one row of ours to a peer's, beside its goal and its gate.
public struct JudgedRatio: Sendable {
  /// The pair, with the size that was measured.
  public var rows: ComparedRows
  /// Our figure over the peer's, with its 95% interval; nil where one of them was not measured.
  public var ratio: Metric?
  /// The goal's limit, if the product sets one.
  public var goal: Double?
  /// The limit that a thresholds file holds the ratio against, if thresholds were asked for.
  public var gate: Double?
  /// Whether the gate holds.
  public var verdict = Verdict.pass
  /// Why it is not `pass`.
  public var reason: String?
  /// Whether both rows were chosen; what was not is skipped and fails no `--strict` run.
  public var isAsked = true

  /// `holds`, `short`, or `short, within noise` where the interval reaches below the goal.
  public var standing: String? {
    guard let goal, let value = ratio?.value, let low = ratio?.low else { return nil }
    if value <= goal { return "holds" }
    return low <= goal ? "short, within noise" : "short"
  }

  /// One line: `regressed: OrderedUpserts/upsert/OrderedIndex items=10000 over std::set + hash: ...`.
  var line: String {
    "\(verdict.rawValue): \(rows.suite)/\(rows.benchmark)/\(rows.name)"
      + (reason.map { ": \($0)" } ?? "")
  }

  /// Takes the gate's verdict: regressed only where the whole interval is above the limit.
  fileprivate mutating func judge(_ gate: RatioGate) {
    self.gate = gate.limit
    guard let ratio, let value = ratio.value, let low = ratio.low else {
      verdict = .skipped
      return
    }
    if ratio.verdict == .inconclusive {
      (verdict, reason) = (.inconclusive, ratio.reason)
    } else if low > gate.limit {
      verdict = .regressed
      reason =
        "\(rows.metric) is \(threeDigits(value)) of the peer's, at least \(threeDigits(low)); "
        + "the gate allows \(plain(gate.limit))"
    }
  }
}

extension SuiteReport {
  /// The ratios that the suite's goals are about, as far as both rows are in the run.
  var goalRatios: [JudgedRatio] {
    goals.flatMap { goal in
      compare(goal.rows).map { ratio in
        var ratio = ratio
        ratio.goal = goal.limit
        return ratio
      }
    }
  }

  /// Holds ratios against their gates.
  func judge(_ gates: [RatioGate]) -> [JudgedRatio] {
    gates.sorted().flatMap { gate in
      compare(gate.rows).map { ratio in
        var ratio = ratio
        ratio.goal = goals.first { $0.rows == gate.rows }?.limit
        ratio.judge(gate)
        return ratio
      }
    }
  }

  /// A pair's ratios, one a size; one without a figure and with the reason where a row is not there.
  private func compare(_ rows: ComparedRows) -> [JudgedRatio] {
    let ours = results.filter(rows.isOurs)
    if ours.isEmpty {
      return [
        JudgedRatio(rows: rows, reason: "our row is not among those that were run", isAsked: false)
      ]
    }
    return ours.map { compare(rows, $0) }
  }

  private func compare(_ rows: ComparedRows, _ ours: BenchmarkResult) -> JudgedRatio {
    var judged = JudgedRatio(rows: rows)
    judged.rows.items = ours.identity.items
    var identity = ours.identity
    identity.implementation = rows.peer
    guard let peer = results.first(where: { $0.identity == identity }) else {
      judged.isAsked = false
      judged.reason = "the peer was not run; --peers asks for it"
      return judged
    }
    for row in [ours, peer] where row.failure != nil || row.missing != nil {
      judged.reason = "\(row.identity.implementation): \(row.failure ?? row.missing ?? "")"
      return judged
    }
    judged.ratio =
      rows.metric == MetricName.cpuTime
      ? ours.ratios.first { $0.peer == rows.peer }?.ratio
      : Self.quotient(ours[rows.metric]?.value, peer[rows.metric]?.value)
    if judged.ratio == nil { judged.reason = "one of the rows has no \(rows.metric)" }
    return judged
  }

  private static func quotient(_ ours: Double?, _ theirs: Double?) -> Metric? {
    guard let ours, let theirs, theirs > 0 else { return nil }
    return Metric(MetricName.ratioToPeer, .ratio, ours / theirs)
  }
}
