import ProcessSupport

/// Makes the process runs of a comparison, and judges their times.
///
/// A round runs base, this build, this build once more; the next one runs them the other way round. So the
/// base and this build, and this build and itself, are two interleaved A B B A series of one design, and a
/// drift of the machine's speed meets all alike.
final class PairedRuns {
  /// One case, and what its process runs said.
  struct CaseRuns {
    let benchmarkCase: BenchmarkCase
    let fixture: String
    /// What the base, this build, and this build once more came to.
    var base: ResultDraft
    var head: ResultDraft
    var again: ResultDraft
    /// The times of the rounds that were made first, and of fresh ones if those were in doubt.
    var times: [PairedTimes] = []
    /// Of the last rounds, or of the first ones confirmed by the last.
    var finding: (verdict: Verdict, reason: String?) = (.pass, nil)

    var failure: String? { base.failure ?? head.failure ?? again.failure }
    var isAlive: Bool { base.isAlive && head.isAlive && again.isAlive }

    init(_ benchmarkCase: BenchmarkCase, fixture: String, options: SuiteOptions) {
      self.benchmarkCase = benchmarkCase
      self.fixture = fixture
      let budget = benchmarkCase.budget(under: options)
      base = ResultDraft(of: benchmarkCase, budgetBytes: budget, fixture: fixture)
      (head, again) = (base, base)
    }
  }

  private let base: BuildUnderTest
  private let head: BuildUnderTest
  private let options: SuiteOptions
  private let progress: Progress
  private let groups = [RunningGroup(), RunningGroup()]
  private let cleanUp: Interrupts.CleanUp
  let meter: NoiseMeter

  init(
    base: BuildUnderTest, head: BuildUnderTest, options: SuiteOptions, progress: Progress,
    meter: NoiseMeter = NoiseMeter()
  ) {
    self.meter = meter
    self.base = base
    self.head = head
    self.options = options
    self.progress = progress
    let groups = self.groups
    cleanUp = Interrupts.add { for group in groups { group.kill() } }
  }

  deinit { Interrupts.remove(cleanUp) }

  /// Asks a build for its cases.
  func list(
    _ build: BuildUnderTest, _ detail: ListingRequest.Detail, filter: CaseFilter
  ) throws(EnvironmentError) -> BuildListing {
    progress.show("\(detail.rawValue) of the \(build.role.rawValue)")
    return try build.list(detail, options: options, filter: filter, in: groups[0])
  }

  /// Runs the memory pass of a case in both builds, side by side.
  func measureMemory(_ runs: inout CaseRuns) throws {
    let outcomes = try run(.memory, of: runs.benchmarkCase, in: [base, head])
    runs.base.takeMemory(outcomes[0])
    runs.head.takeMemory(outcomes[1])
  }

  /// Runs the time pass of some cases and judges them: first all, then those in doubt in fresh runs.
  func judgeTimes(_ cases: inout [CaseRuns]) throws {
    for index in cases.indices where cases[index].isAlive {
      cases[index].finding = try measureTimes(&cases[index])
    }
    for index in cases.indices where cases[index].isAlive {
      let first = cases[index].finding
      guard first.verdict == .regressed || first.verdict == .improved else { continue }
      let second = try measureTimes(&cases[index])
      if cases[index].isAlive { cases[index].finding = PairedGate.confirm(first, by: second) }
    }
  }

  private func measureTimes(
    _ runs: inout CaseRuns
  ) throws -> (verdict: Verdict, reason: String?) {
    var sides = [runs.base, runs.head, runs.again].map(\.withoutTimes)
    meter.begin(runs.benchmarkCase.identity.description)
    for round in 0..<PairedGate.pairs(items: runs.benchmarkCase.identity.items) {
      for place in round % 2 == 0 ? [0, 1, 2] : [2, 1, 0] {
        guard sides.allSatisfy(\.isAlive) else {
          progress.advance()
          continue
        }
        let build = place == 0 ? base : head
        sides[place].takeTime(try run(.time, of: runs.benchmarkCase, in: [build])[0])
      }
    }
    let excess = meter.end().excess
    (runs.base, runs.head, runs.again) = (sides[0], sides[1], sides[2])
    guard runs.isAlive else { return (.failed, nil) }
    let times = PairedTimes(
      base: sides[0].nanosecondsPerOperation, head: sides[1].nanosecondsPerOperation,
      again: sides[2].nanosecondsPerOperation)
    runs.times.append(times)
    if let reason = sides[0].shortRegion ?? sides[1].shortRegion { return (.inconclusive, reason) }
    return PairedGate.judge(times, excess: excess)
  }

  /// Runs one pass of a case in some builds side by side.
  private func run(
    _ pass: Pass, of benchmarkCase: BenchmarkCase, in builds: [BuildUnderTest]
  ) throws -> [ProcessOutcome] {
    progress.show("\(benchmarkCase.identity) (\(pass.rawValue))")
    defer { progress.advance(by: builds.count) }
    let children = builds.map { build in
      build.child(
        { ChildRequest(pass: pass, of: benchmarkCase, options: $0).words }, options: options,
        limitSeconds: benchmarkCase.timeLimitSeconds)
    }
    var reports = builds.map { _ in ChildReport() }
    let ends = try Subprocess.run(children, in: groups) { reports[$0].receive($1) }
    if pass == .time { for end in ends { meter.take(end.disturbance) } }
    return try builds.indices.map { index in
      let outcome = ProcessOutcome(
        report: reports[index], end: ends[index],
        budgetBytes: benchmarkCase.budget(under: options),
        timeLimitSeconds: benchmarkCase.timeLimitSeconds)
      if case .impossible(let reason) = outcome {
        throw EnvironmentError("the \(builds[index].role.rawValue) cannot measure: \(reason)")
      }
      return outcome
    }
  }
}
