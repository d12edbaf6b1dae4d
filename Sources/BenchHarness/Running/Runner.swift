import ProcessSupport

/// Runs the chosen cases, each in child processes of this executable, and makes results of them.
///
/// Per group (the implementations of one benchmark with one set of parameters): a memory pass of
/// each, which also finds the broken ones, two at a time, for what it counts does not depend on
/// others; then process runs of the time pass, one at a time and interleaved A B B A, so that a change
/// of the machine's speed meets all of them alike.
public final class Runner {
  private let selection: Selection
  let options: SuiteOptions
  let executable: String
  let progress: Progress
  let groups: [RunningGroup]
  let instructionCases: Set<CaseIdentity>
  private let cleanUp: Interrupts.CleanUp
  private var fixtures: [String: String] = [:]
  private let meter = NoiseMeter()

  /// What else the machine did meanwhile.
  public var noise: Noise { meter.noise() }
  /// Measured in turn with the time pass, where times are to be stored or held against stored ones.
  public var reference: ReferenceWorkload?

  /// Makes a runner.
  ///
  /// - Parameters:
  ///   - selection: The cases.
  ///   - options: What they were made for, with a scratch folder.
  ///   - progress: Where to show what runs.
  ///   - held: Cases whose instructions are counted whether that is asked for or not, their parameters sorted
  ///     by name: those that thresholds hold.
  /// - Throws: `EnvironmentError` when the executable's path is not known.
  public init(
    _ selection: Selection, options: SuiteOptions, progress: Progress,
    countingAlso held: Set<CaseIdentity> = []
  ) throws(EnvironmentError) {
    guard let executable = executablePath() else {
      throw EnvironmentError("the path of this executable is not known; start it by its path")
    }
    let groups = [RunningGroup(), RunningGroup()]
    self.selection = selection
    self.options = options
    self.executable = executable
    self.progress = progress
    self.groups = groups
    instructionCases = Set(
      selection.parts.flatMap { part in
        (options.countsInstructions ? Array(Self.casesForInstructions(part.cases)) : [])
          + part.cases.map(\.identity).filter { held.contains($0.sortedByParameter) }
      })
    cleanUp = Interrupts.add { for group in groups { group.kill() } }
  }

  deinit { Interrupts.remove(cleanUp) }

  /// Runs everything.
  ///
  /// - Throws: `EnvironmentError` when nothing can be measured here or data do not verify;
  ///   `FileError` when a child cannot be started.
  public func run() throws -> [SuiteReport] {
    defer { progress.end() }
    let cases = selection.parts.flatMap(\.cases)
    progress.begin(
      total: cases.reduce(instructionCases.count) { $0 + 1 + processRuns(of: $1) })
    return try selection.parts.map { part in
      var results: [BenchmarkResult] = []
      for group in Self.groups(of: part.cases) { results += try runGroup(group) }
      Self.addGrowth(to: &results, cases: part.cases)
      return SuiteReport(
        name: part.suite.name, question: part.suite.question, ownMetrics: part.suite.metrics,
        library: part.suite.library,
        results: results, remarks: part.suite.remarks(results), goals: part.suite.goals)
    }
  }

  /// Cases of one benchmark and one set of parameters, in the order of their first one.
  private static func groups(of cases: [BenchmarkCase]) -> [[BenchmarkCase]] {
    cases.grouped { benchmarkCase in
      var key = benchmarkCase.identity
      key.implementation = ""
      return key
    }.map(\.elements)
  }

  private func runGroup(_ cases: [BenchmarkCase]) throws -> [BenchmarkResult] {
    var drafts = try cases.map { benchmarkCase in
      ResultDraft(
        of: benchmarkCase, budgetBytes: benchmarkCase.budget(under: options),
        fixture: try fixture(of: benchmarkCase))
    }
    var waiting = drafts.indices.filter { drafts[$0].isAlive }[...]
    while let first = waiting.first {
      // The first one alone: it makes what the others read.
      let count = first == drafts.startIndex ? 1 : groups.count
      let indices = Array(waiting.prefix(count))
      waiting = waiting.dropFirst(count)
      let outcomes = try runChildren(.memory, of: indices.map { drafts[$0].benchmarkCase })
      for (index, outcome) in zip(indices, outcomes) { drafts[index].takeMemory(outcome) }
    }
    try findLeaks(&drafts)
    try countInstructions(&drafts)
    meter.begin(cases.first?.identity.groupName ?? "")
    var referenceTimes: [Double] = []
    for round in 0..<(cases.first.map(processRuns) ?? 0) {
      let order = round % 2 == 0 ? Array(drafts.indices) : drafts.indices.reversed()
      for index in order {
        guard drafts[index].isAlive else {
          progress.advance()
          continue
        }
        for outcome in try runChildren(.time, of: [drafts[index].benchmarkCase]) {
          drafts[index].takeTime(outcome)
        }
        if let reference { referenceTimes.append(reference.nanoseconds()) }
      }
    }
    let excess = meter.end().excess
    return results(of: drafts).map { $0.beside(referenceTimes).withNoise(excess) }
  }

  private func processRuns(of benchmarkCase: BenchmarkCase) -> Int {
    options.profile.processRuns(items: benchmarkCase.identity.items)
  }

  /// With peers, ours is compared with the strongest and each of them with ours; else with the first.
  private func results(of drafts: [ResultDraft]) -> [BenchmarkResult] {
    let comparable = drafts.filter(\.isComparable)
    var results = results(of: drafts, comparable: comparable)
    for index in drafts.indices where !results[index].isReference && drafts[index].isAlive {
      results[index].ratios = comparable.compactMap { peer in
        drafts[index].ratio(to: peer).map {
          PeerRatio(peer: peer.benchmarkCase.implementation, ratio: $0)
        }
      }
    }
    return results
  }

  private func results(
    of drafts: [ResultDraft], comparable: [ResultDraft]
  ) -> [BenchmarkResult] {
    guard options.includesPeers else {
      return drafts.map { $0.result(peer: comparable.first) }
    }
    let strongest = comparable.min {
      $0.medianNanoseconds ?? .infinity < $1.medianNanoseconds ?? .infinity
    }
    let ours = drafts.first { !$0.benchmarkCase.isReference && $0.isAlive }
    return drafts.map { $0.result(peer: strongest, ours: ours) }
  }

  private func fixture(of benchmarkCase: BenchmarkCase) throws -> String {
    if let known = fixtures[benchmarkCase.fixtureKey] { return known }
    progress.show("\(benchmarkCase.suite): data \(benchmarkCase.fixtureKey)")
    do {
      let digest = try benchmarkCase.fixture()
      fixtures[benchmarkCase.fixtureKey] = digest
      return digest
    } catch { throw EnvironmentError("\(error)") }
  }

  /// Runs one pass of some cases side by side.
  func runChildren(
    _ pass: Pass, of cases: [BenchmarkCase]
  ) throws -> [ProcessOutcome] {
    progress.show(cases.map { "\($0.identity) (\(pass.rawValue))" }.joined(separator: ", "))
    // What `findLeaks` adds was not foreseen in the total.
    defer { if pass != .leaks { progress.advance(by: cases.count) } }
    let children = cases.map { benchmarkCase in
      Subprocess(
        words: [executable] + ChildRequest(pass: pass, of: benchmarkCase, options: options).words,
        environment: ChildEnvironment.variables(), channel: ReportWriter.descriptor,
        timeLimitSeconds: pass.timeLimitSeconds(of: benchmarkCase))
    }
    var reports = cases.map { _ in ChildReport() }
    let ends = try Subprocess.run(children, in: groups) { reports[$0].receive($1) }
    if pass == .time { for end in ends { meter.take(end.disturbance) } }
    return try cases.indices.map { index in
      let outcome = ProcessOutcome(
        report: reports[index], end: ends[index], budgetBytes: cases[index].budget(under: options),
        timeLimitSeconds: pass.timeLimitSeconds(of: cases[index]))
      if case .impossible(let reason) = outcome { throw EnvironmentError(reason) }
      return outcome
    }
  }
}
