import ProcessSupport

extension ThresholdFolder {
  /// The gates of a suite that are looser than its goals, and why, a line each.
  public var exceptions: [String] {
    files.values.sorted { $0.fileName < $1.fileName }.flatMap { file in
      file.ratios.sorted().compactMap { gate in
        gate.shortfall.map {
          "short of the goal: \(file.suite)/\(file.benchmark)/\(gate.rows.name): "
            + "\(plain(gate.limit)), goal \(plain($0.goal)): \($0.why)"
        }
      }
    }
  }

  /// Judges the ratios that were above their gates by fresh runs of the same rows: what is regressed in
  /// both is regressed.
  public func confirm(_ suites: [SuiteReport], by fresh: [SuiteReport]) -> [SuiteReport] {
    suites.map { suite in
      guard let again = fresh.first(where: { $0.name == suite.name }) else { return suite }
      let gates = files.values.filter { $0.suite == suite.name }.flatMap(\.ratios)
      let judged = again.judge(gates)
      var suite = suite
      for index in suite.gatedRatios.indices where suite.gatedRatios[index].verdict == .regressed {
        guard let second = judged.first(where: { $0.rows == suite.gatedRatios[index].rows }),
          second.ratio != nil
        else { continue }
        suite.gatedRatios[index] = second
      }
      return suite
    }
  }

  /// What is wrong with a suite's gates: looser than the goals without a reason, for rows that no case
  /// makes, or not there at all.
  func ratioProblems(of suite: Suite) throws -> [Problem] {
    var problems: [Problem] = []
    var gated = Set<ComparedRows>()
    for file in files.values.sorted(by: { $0.fileName < $1.fileName })
    where file.suite == suite.name {
      for gate in file.ratios {
        gated.insert(gate.rows)
        let goal = suite.goals.first { $0.rows == gate.rows }
        let found = [try Self.unknown(gate.rows, in: suite), Self.looseness(of: gate, goal: goal)]
        problems += found.compactMap { $0 }.map {
          Problem(path: filePath(file.fileName), message: "'\(gate.rows.name)': \($0)")
        }
      }
    }
    for goal in suite.goals where !gated.contains(goal.rows) {
      let name = ThresholdFile.fileName(suite: suite.name, benchmark: goal.rows.benchmark)
      // Out of date, so that an update may add it.
      problems.append(
        Problem(
          path: filePath(name),
          message: "'\(goal.rows.name)' has no gate for the goal \(plain(goal.limit)); "
            + "bench thresholds update adds it", isStale: true))
    }
    return problems
  }

  private static func looseness(of gate: RatioGate, goal: RatioGoal?) -> String? {
    guard let goal else { return nil }
    guard let shortfall = gate.shortfall else {
      guard gate.limit > goal.limit else { return nil }
      return
        "the gate \(plain(gate.limit)) is looser than the goal \(plain(goal.limit)); tighten it, "
        + "or write {\"goal\": \(goal.limit), \"value\": \(gate.limit), \"why\": \"what limits it\"}"
    }
    if shortfall.goal != goal.limit {
      return
        "the exception names the goal \(plain(shortfall.goal)), which is \(plain(goal.limit)); "
        + "correct it"
    }
    if gate.limit <= goal.limit {
      return "the exception allows \(plain(gate.limit)), which reaches the goal "
        + "\(plain(goal.limit)); write the number alone"
    }
    if shortfall.why.allSatisfy(\.isWhitespace) {
      return "the gate \(plain(gate.limit)) is looser than the goal \(plain(goal.limit)) without a "
        + "reason; say in 'why' what was tried and what limits it"
    }
    return nil
  }

  /// Says which part of a pair no case has.
  private static func unknown(_ rows: ComparedRows, in suite: Suite) throws -> String? {
    var options = SuiteOptions(profile: .quick, includesPeers: true)
    options.items = rows.items.map { [$0] }
    let cases: [BenchmarkCase]
    do { cases = try suite.cases(options) } catch { throw EnvironmentError("\(error)") }
    let same = cases.filter { $0.benchmark == rows.benchmark }
    guard let ours = same.first(where: { rows.isOurs($0.identity) }) else {
      let known = same.filter { !$0.isReference }.map(\.implementation)
      return UsageError.unknown("implementation", rows.implementation, known: known).message
    }
    let peers = same.filter { $0.isReference && !$0.isLimit && $0.parameters == ours.parameters }
    if peers.contains(where: { $0.implementation == rows.peer }) { return nil }
    return UsageError.unknown("peer", rows.peer, known: peers.map(\.implementation)).message
  }

  /// The gates of a file after an update: those it had, and the goals that had none.
  static func gates(of old: ThresholdFile?, benchmark: String, goals: [RatioGoal]) -> [RatioGate] {
    let kept = old?.ratios ?? []
    let added = goals.filter { goal in
      goal.rows.benchmark == benchmark && !kept.contains { $0.rows == goal.rows }
    }
    return (kept + added.map { RatioGate(rows: $0.rows, limit: $0.limit) }).sorted()
  }
}
