import ProcessSupport

/// What passes, and is worth a look.
extension Explanation {
  /// An interval that is wider than this share of its figure is mentioned.
  static let wideInterval = 0.3
  /// A figure above this share of its limit is near it.
  private static let nearLimit = 0.9
  /// Rows that are named in a sentence.
  private static let most = 4

  /// A sentence each; empty where nothing is near anything.
  var notable: [String] {
    [budgets, gates, slower, goals, growth, intervals].compactMap { $0 } + ending
  }

  private var passing: [BenchmarkResult] {
    results.filter { !$0.isReference && $0.verdict < .improved }
  }

  /// The rows that use most of their budget.
  private var budgets: String? {
    let rows = passing.compactMap { result -> (words: String, share: Double)? in
      guard let peak = result[MetricName.peakLiveBytes]?.value,
        let budget = result[MetricName.budgetBytes]?.value, budget > 0, peak <= budget
      else { return nil }
      let share = peak / budget
      let left = MetricUnit.bytes.text(budget - peak)
      return (
        "\(result.identity) at \(fixed(share * 100, decimals: 0))% (\(left) of "
          + "\(MetricUnit.bytes.text(budget)) left)", share
      )
    }
    guard let first = rows.map(\.share).max() else { return nil }
    let near = rows.filter { $0.share >= Self.nearLimit }.sorted { $0.share > $1.share }
    if near.isEmpty {
      return
        "Budgets: the fullest of \(rows.count) is at \(fixed(first * 100, decimals: 0))%, so all have room."
    }
    return "Near their budget: \(Self.listed(near.map(\.words)))."
  }

  /// The gates of ratios that are nearly reached.
  private var gates: String? {
    let near = ratios.compactMap { ratio -> (words: String, share: Double)? in
      guard ratio.verdict == .pass, let gate = ratio.gate, gate > 0, let value = ratio.ratio?.value,
        value / gate >= Self.nearLimit
      else { return nil }
      return (
        "\(ratio.rows.benchmark)/\(ratio.rows.name) is \(threeDigits(value)) of at most \(threeDigits(gate))",
        value / gate
      )
    }.sorted { $0.share > $1.share }
    return near.isEmpty ? nil : "Near or above their gate: \(Self.listed(near.map(\.words)))."
  }

  /// The rows that a peer beats for certain.
  private var slower: String? {
    let rows = passing.flatMap { result in
      result.ratios.compactMap { peer -> (words: String, value: Double)? in
        guard let value = peer.ratio.value, let low = peer.ratio.low, low > 1 else { return nil }
        return ("\(result.identity), \(threeDigits(value))x \(peer.peer)", value)
      }
    }.sorted { $0.value > $1.value }
    return rows.isEmpty ? nil : "Slower than a peer in this run: \(Self.listed(rows.map(\.words)))."
  }

  private var goals: String? {
    let known = ratios.filter { $0.goal != nil && $0.ratio != nil }
    let short = known.filter { $0.standing == "short" }
    if known.isEmpty { return nil }
    let held = known.count - short.count
    if short.isEmpty {
      return "Goals beside peers: all \(known.count) hold, or are within noise of holding."
    }
    let words = short.map { ratio in
      "\(ratio.rows.benchmark)/\(ratio.rows.name) "
        + "\(ratio.ratio?.value.map(threeDigits) ?? "-") (goal \(ratio.goal.map(threeDigits) ?? "-"))"
    }
    return "Goals beside peers: \(held) of \(known.count) hold or are within noise of it; short: "
      + "\(Self.listed(words))."
  }

  /// How counted work grows, where that was asked for.
  private var growth: String? {
    let rows = passing.compactMap { result in
      result[MetricName.growthExponent]?.value.map { (result.identity, $0) }
    }
    guard let worst = rows.max(by: { $0.1 < $1.1 }) else { return nil }
    let meaning = worst.1 < 0.1 ? "flat" : worst.1 < 1.1 ? "at most linear" : "more than linear"
    return "Growth: the steepest exponent of ours is \(fixed(worst.1, decimals: 2)), \(meaning), "
      + "in \(worst.0)."
  }

  /// The rows whose time says little.
  private var intervals: String? {
    let known = passing.compactMap { result in
      result[MetricName.cpuTime]?.relativeWidth.map { (result.identity, $0) }
    }
    let wide = known.filter { $0.1 > Self.wideInterval }.sorted { $0.1 > $1.1 }
    if known.isEmpty { return nil }
    if wide.isEmpty {
      return
        "Time: no interval of ours is wider than \(fixed(Self.wideInterval * 100, decimals: 0))% of its figure."
    }
    let words = wide.map { "\($0.0) \(fixed($0.1 * 100, decimals: 0))%" }
    return "Time: \(wide.count) of \(known.count) intervals of ours are wider than "
      + "\(fixed(Self.wideInterval * 100, decimals: 0))% of their figure, so take those times with care: "
      + "\(Self.listed(words))."
  }

  /// What to do where all is well.
  private var ending: [String] {
    guard results.allSatisfy({ $0.verdict < .inconclusive }), !isHeld else { return [] }
    return [
      "Next: \(Reproduction.command(["check"])) holds counts and bytes against the thresholds."
    ]
  }

  private static func listed(_ words: [String]) -> String {
    let more = words.count > most ? "; and \(words.count - most) more" : ""
    return words.prefix(most).joined(separator: "; ") + more
  }
}
