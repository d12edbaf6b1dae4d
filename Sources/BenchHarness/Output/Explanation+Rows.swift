import ProcessSupport

/// A paragraph about one row: what changed against what, the likely cause, what to run.
extension Explanation {
  /// How sure a figure is, the surest first.
  private enum Tier: Int, CaseIterable {
    case work, memory, ratio, time

    init(_ metric: Metric) {
      switch metric.unit {
      case .bytes: self = .memory
      case _ where metric.name == MetricName.mallocCount: self = .memory
      case .ratio: self = .ratio
      case _ where metric.unit.isExact: self = .work
      default: self = .time
      }
    }

    var title: String {
      switch self {
      case .work: "Counts"
      case .memory: "Memory"
      case .ratio: "Ratios"
      case .time: "Time"
      }
    }
  }

  func paragraph(of result: BenchmarkResult) -> String {
    var sentences: [String] = []
    if let failure = result.failure { sentences.append("It \(Self.predicate(failure)).") }
    for tier in Tier.allCases {
      let moved = result.metrics.filter { Tier($0) == tier && $0.verdict != .pass }
      if !moved.isEmpty {
        let reasons = moved.map { $0.reason ?? "\($0.name) is \($0.verdict.rawValue)" }
        let unique = reasons.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        sentences.append("\(tier.title): \(unique.joined(separator: "; ")).")
      }
      switch tier {
      case .memory: sentences += held(result)
      case .ratio: sentences += peers(of: result)
      case .time: sentences += time(of: result)
      case .work: break
      }
    }
    sentences.append(cause(of: result))
    return Self.wrapped("\(result.verdict.rawValue): \(result.identity)")
      + Self.wrapped(sentences.filter { !$0.isEmpty }.joined(separator: " "))
      + commands(for: result)
  }

  /// What a row did, as in `crashed (signal 6)`.
  private static func predicate(_ failure: String) -> String {
    let verbs = ["crashed", "hung", "trapped", "killed"]
    if verbs.contains(where: failure.hasPrefix) { return failure }
    if failure.hasPrefix("wrong result") { return "gave a \(failure)" }
    if failure.hasPrefix("error: ") { return "ended with an \(failure)" }
    return "failed: \(failure)"
  }

  /// The exact figures that did not move.
  private func held(_ result: BenchmarkResult) -> [String] {
    let exact = result.metrics.filter(\.isGateable)
    let still = exact.filter { $0.verdict == .pass }
    guard isHeld, !exact.isEmpty else { return [] }
    if still.isEmpty { return [] }
    let names = still.prefix(4).map { "\($0.name) \($0.value.map($0.unit.text) ?? "-")" }
    let more = still.count > 4 ? " and \(still.count - 4) more" : ""
    return ["Unchanged: \(names.joined(separator: ", "))\(more)."]
  }

  private func peers(of result: BenchmarkResult) -> [String] {
    if result.failure != nil { return [] }
    // The strongest peers first.
    let ordered = result.ratios.sorted { $0.ratio.value ?? 0 > $1.ratio.value ?? 0 }
    let ratios = ordered.prefix(3).compactMap { peer -> String? in
      guard let value = peer.ratio.value else { return nil }
      return
        "\(threeDigits(value))x the time of \(peer.peer)\(peer.ratio.ends.map { " (95%: \($0))" } ?? "")"
    }
    return ratios.isEmpty ? [] : ["Beside peers: \(ratios.joined(separator: ", "))."]
  }

  private func time(of result: BenchmarkResult) -> [String] {
    guard let time = result[MetricName.cpuTime], let value = time.value else { return [] }
    let ends = time.runsInterval.map { ", 95% interval \($0)" } ?? ""
    let runs = time.samples.isEmpty ? "" : " over \(time.samples.count) process runs"
    return ["An operation takes \(duration(value))\(ends)\(runs).\(time.spreadWords)"]
  }

  // MARK: - Cause

  /// The kind of thing that makes a row look like this.
  private func cause(of result: BenchmarkResult) -> String {
    if let failure = result.failure { return Self.cause(ofFailure: failure) }
    let moved = result.metrics.filter { $0.verdict != .pass && $0.verdict != .skipped }
    if moved.contains(where: { $0.verdict == .missing }) {
      return
        "A threshold and a figure do not belong together: the benchmark is new, renamed or measures something "
        + "else, or its thresholds were never written. What is not held cannot fail, so this does."
    }
    if moved.contains(where: { $0.name == MetricName.leakedBytes }) {
      return "Memory is taken and not given back in each run, whatever the machine does."
    }
    let tiers = Set(moved.map(Tier.init))
    let isWorse = result.verdict != .improved
    if tiers.contains(.work) {
      return
        "Counts repeat exactly, so the code does \(isWorse ? "more or other" : "less") work than it did; "
        + "no noise can do that."
    }
    if tiers.contains(.memory) {
      if moved.contains(where: { $0.reason?.hasPrefix("budget exceeded") == true }) {
        return
          "Bytes repeat exactly on one toolchain and allocator: something is held for longer, or is larger, "
          + "than the budget was made for."
      }
      return
        "Work is as before and memory is not: a buffer grows, is copied or is reserved differently, or "
        + "the toolchain or allocator is another one."
    }
    if tiers.isEmpty { return "" }
    let counted = isHeld ? "Counts are equal, so the code does the same work" : "Only time moved"
    if result.verdict == .inconclusive {
      return (isHeld ? "\(counted). " : "")
        + "This figure of time is no evidence for or against a change."
    }
    return
      "\(counted): what is left is a constant factor (layout, inlining, bounds checks), or the machine. "
      + "Two builds in turn on one machine tell these apart."
  }

  private static func cause(ofFailure failure: String) -> String {
    if failure.hasPrefix("wrong result") {
      return
        "The result differs from the model's, so how fast it came says nothing: the fault is in what is "
        + "computed, or in the model."
    }
    if failure.hasPrefix("hung") {
      return
        "An endless loop, a lock that is never released, or a time limit that is too short for this size."
    }
    if failure.hasPrefix("killed") {
      return "Something outside ended it, most often the system for want of memory."
    }
    if failure.hasPrefix("crashed") || failure.hasPrefix("trapped") {
      return
        "A trap or a fault in the code itself; the same call stops there again, for the data are the same."
    }
    return "The benchmark itself stopped, so nothing of it was judged."
  }

  // MARK: - Commands

  private func commands(for result: BenchmarkResult) -> String {
    var lines = [("reproduce", again.command(for: result))]
    if let next = next(for: result) { lines.append(("then", next)) }
    if let place = result.place {
      lines.append(("see", "\(place.path(below: packageFolder())):\(place.line)"))
    }
    return Self.listed(lines)
  }

  private func next(for result: BenchmarkResult) -> String? {
    let moved = result.metrics.filter { $0.verdict != .pass && $0.verdict != .skipped }
    let tiers = Set(moved.map(Tier.init))
    if result.failure != nil { return nil }
    if moved.contains(where: { $0.verdict == .missing }) || result.verdict == .improved {
      return Reproduction.command(["thresholds", "update", "--why", "what changed and why"])
    }
    if tiers.contains(.work) { return again.profile(result.identity, with: nil) }
    if tiers.contains(.memory) { return again.profile(result.identity, with: "heap") }
    return again.compare(filter: CaseFilter.pattern(result.identity, .one))
  }

  static func listed(_ lines: [(name: String, command: String)]) -> String {
    let width = lines.map(\.name.count).max() ?? 0
    return lines.map { line in
      "  \(line.name):\(String(repeating: " ", count: width - line.name.count + 1))\(line.command)\n"
    }.joined()
  }

  // MARK: - Ratios

  func paragraph(of ratio: JudgedRatio) -> String {
    let noise =
      ratio.verdict == .regressed
      ? "The whole interval is above the gate, so noise within this run does not explain it: ours got slower, "
        + "or the peer's library got faster. Counts of our row say which."
      : ""
    return Self.wrapped(ratio.line) + Self.wrapped(noise)
      + Self.listed([("reproduce", again.command(for: ratio))])
  }
}

extension Metric {
  /// Says of figures that lie far apart how far.
  var spreadWords: String {
    guard let width = relativeWidth, width > Explanation.wideInterval else { return "" }
    return
      " The interval is \(fixed(width * 100, decimals: 0))% of the figure wide: the machine was busy, or "
      + "the code runs in more than one mode."
  }

  /// The width of the interval over the figure; nil where there is none.
  var relativeWidth: Double? {
    guard let value, let low, let high, value > 0 else { return nil }
    return (high - low) / value
  }
}
