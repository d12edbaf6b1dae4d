import ProcessSupport
import Testing

@testable import BenchHarness

struct ResultDraftTests {
  private func time(_ nanoseconds: Int, regions: Int = 1) -> ProcessOutcome {
    var measured = Measurements()
    (measured.nanoseconds, measured.operations, measured.regions) = (nanoseconds, 100, regions)
    measured.values = [
      RecordedValue(name: "late", unit: .percent, value: Double(nanoseconds % 7)),
      RecordedValue(name: "steps", unit: .count, value: 99),
    ]
    return .measured(measured)
  }

  private func memory(peak: Int) -> ProcessOutcome {
    var measured = Measurements()
    (measured.operations, measured.regions, measured.allocations) = (100, 1, 5)
    (measured.liveBytes, measured.peakLiveBytes) = (10, peak)
    measured.peakCheckpoint = "page filled"
    measured.peakBetweenCheckpoints = peak
    measured.values = [
      RecordedValue(name: "late", unit: .percent, value: 50),
      RecordedValue(name: "steps", unit: .count, value: 3),
    ]
    return .measured(measured)
  }

  private func draft(
    _ benchmarkCase: BenchmarkCase = Samples.benchmarkCase(budgetBytes: 1_000),
    memory outcome: ProcessOutcome, times: [Int] = [300_000, 500_000, 400_000]
  ) -> ResultDraft {
    var draft = ResultDraft(
      of: benchmarkCase, budgetBytes: benchmarkCase.budgetBytes, fixture: "sha256:1")
    draft.takeMemory(outcome)
    if draft.isAlive { for nanoseconds in times { draft.takeTime(time(nanoseconds)) } }
    return draft
  }

  @Test(arguments: [
    (Profile.quick, 10_000_000, 5), (.standard, 1_999_999, 5), (.standard, 2_000_000, 4),
    (.full, 0, 12), (.full, 499_999, 12), (.full, 500_000, 6), (.full, 2_000_000, 2),
  ])
  func longListsRunFewerTimes(profile: Profile, items: Int, runs: Int) {
    #expect(profile.processRuns(items: items == 0 ? nil : items) == runs)
  }

  @Test func noisyFiguresAreOfTheTimePassAndExactOnesOfTheMemoryPass() {
    let result = draft(memory: memory(peak: 1_000)).result(peer: nil)
    #expect(result.verdict == .pass)
    #expect(result[MetricName.cpuTime]?.value == 4_000)
    #expect(result[MetricName.cpuTime]?.low == 3_000)
    #expect(
      result["late"]?.value == Double([300_000, 500_000, 400_000].map { $0 % 7 }.sorted()[1]))
    #expect(result["steps"]?.value == 3)
    #expect(result[MetricName.mallocCount]?.value == 5)
    #expect(result[MetricName.budgetBytes]?.value == 1_000)
  }

  @Test func oneByteOverTheBudgetIsARegressionThatSaysWhere() {
    let result = draft(memory: memory(peak: 1_001)).result(peer: nil)
    #expect(result.verdict == .regressed)
    #expect(
      result.reasons == [
        "budget exceeded by 1 bytes at the checkpoint 'page filled': 1,001 bytes live, "
          + "over the budget of 1,000 bytes"
      ])
  }

  @Test func aReferenceOverTheBudgetIsMarkedAndPasses() {
    let theirs = Samples.benchmarkCase("Theirs", isReference: true, budgetBytes: 1_000)
    let result = draft(theirs, memory: memory(peak: 2_000)).result(peer: nil)
    #expect(result.verdict == .pass)
    #expect(result[MetricName.peakLiveBytes]?.reason?.hasPrefix("budget exceeded") == true)
    let gone = draft(theirs, memory: .outOfMemory(lastCheckpoint: nil)).result(peer: nil)
    #expect(gone.verdict == .skipped)
  }

  @Test func runningOutOfMemoryIsTheBudgetsRegression() {
    let checkpoint = ChildReport.Checkpoint(name: "page filled", liveBytes: 4_000)
    let result = draft(memory: .outOfMemory(lastCheckpoint: checkpoint)).result(peer: nil)
    #expect(result.verdict == .regressed)
    #expect(
      result.reasons == [
        "budget exceeded: memory ran out under the budget of 1,000 bytes, last seen at the "
          + "checkpoint 'page filled', where 4,000 bytes lived"
      ])
  }

  @Test func aShortRegionIsInconclusive() {
    let result = draft(memory: memory(peak: 1), times: [99_999, 300_000]).result(peer: nil)
    #expect(result.verdict == .inconclusive)
    #expect(result[MetricName.cpuTime]?.reason?.contains("99 us") == true)
    let enough = draft(memory: memory(peak: 1), times: [100_000]).result(peer: nil)
    #expect(enough.verdict == .pass)
  }

  @Test func oursIsComparedWithThePeer() {
    let ours = draft(memory: memory(peak: 1), times: [200_000, 400_000, 300_000])
    let theirs = draft(
      Samples.benchmarkCase("Theirs", isReference: true), memory: memory(peak: 1),
      times: [400_000, 800_000, 600_000])
    #expect(ours.result(peer: theirs)[MetricName.ratioToPeer]?.value == 0.5)
    #expect(theirs.result(peer: theirs)[MetricName.ratioToPeer] == nil)
  }

  @Test func aFailureLeavesNoFigures() {
    var draft = draft(memory: memory(peak: 1))
    draft.takeTime(.failed("hung"))
    #expect(!draft.isAlive)
    #expect(draft.result(peer: nil).metrics.isEmpty)
    #expect(draft.result(peer: nil).verdict == .failed)
  }
}

struct GrowthTests {
  private func grown(
    _ steps: [Int: Double], unit: MetricUnit = .count, implementation: String = "Ours"
  ) -> [BenchmarkResult] {
    let growth = Growth(of: "steps", over: "depth")
    let depths = steps.keys.sorted()
    let parameters = depths.map { [Parameter("items", 10), Parameter("depth", $0)] }
    var results = zip(depths, parameters).map { depth, parameters in
      Samples.result(
        steps[depth].map { [Metric("steps", unit, $0)] } ?? [], parameters: parameters)
    }
    Runner.addGrowth(
      to: &results,
      cases: parameters.map { Samples.benchmarkCase(parameters: $0, growth: growth) })
    return results
  }

  @Test func theExponentStandsOnTheLargestRow() throws {
    let results = grown([0: 5, 100: 999, 1_000: 2_000, 10_000: 20_000, 100_000: 200_000])
    #expect(results.dropLast().allSatisfy { $0[MetricName.growthExponent] == nil })
    let exponent = try #require(results.last?[MetricName.growthExponent])
    #expect(abs((exponent.value ?? 0) - 1) < 1e-9)
    #expect(exponent.unit == .exponent)
  }

  @Test func anExponentOfTimesIsNoisy() {
    let results = grown([1_000: 5, 10_000: 6], unit: .nanoseconds)
    #expect(results[1][MetricName.growthExponent]?.unit == .ratio)
  }

  @Test func oneSizeHasNoGrowth() {
    #expect(grown([10: 1, 1_000: 5])[1][MetricName.growthExponent] == nil)
  }

  @Test func aZeroIsSkippedWithItsReason() {
    let metric = grown([1_000: 0, 10_000: 5])[1][MetricName.growthExponent]
    #expect(metric?.verdict == .skipped && metric?.value == nil)
  }
}

struct SelectionTests {
  @Test func aFilterMatchesAnyPartOfTheIdentity() throws {
    let options = SuiteOptions(items: [10, 1_000])
    for (pattern, count) in [
      ("Ours", 2), ("items=10$", 2), ("depth/Theirs/items=1000", 1), ("", 4),
    ] {
      let filter = try CaseFilter(pattern: pattern)
      let selection = try Selection(from: [Samples.suite], filter: filter, options: options)
      #expect(selection.parts.flatMap(\.cases).count == count, "\(pattern)")
    }
  }

  @Test func whatDoesNotExistIsSuggested() throws {
    #expect(throws: UsageError("unknown suite 'Sampel'; did you mean 'Sample'?")) {
      try Selection(
        from: [Samples.suite], filter: CaseFilter(suites: ["Sampel"]), options: SuiteOptions())
    }
    #expect(
      throws: UsageError("no benchmark matches 'page at dept$'; did you mean 'page at depth'?")
    ) {
      try Selection(
        from: [Samples.suite], filter: CaseFilter(pattern: "page at dept$"),
        options: SuiteOptions())
    }
    #expect(throws: UsageError.self) { try CaseFilter(pattern: "(") }
  }

  @Test func whatASuiteRefusesIsTheEnvironments() throws {
    let suite = Suite(name: "S", question: "") { _ in throw WrongResult(description: "no data") }
    #expect(throws: EnvironmentError("no data")) {
      try Selection(from: [suite], filter: CaseFilter(), options: SuiteOptions())
    }
  }

  @Test func theListingNamesEverything() throws {
    let selection = try Selection(
      from: [Samples.suite], filter: CaseFilter(), options: SuiteOptions(items: [10, 1_000]))
    let text = selection.listing
    #expect(text.hasPrefix("Sample: How deep? Ours against theirs.\n"))
    #expect(text.contains("page at depth  Theirs (reference)  items 10 1,000"))
  }

  @Test func aScratchFolderGoesWithAllThatIsInIt() throws {
    var path = ""
    do {
      let scratch = try ScratchFolder()
      path = scratch.path
      let inner = "\(path)/file"
      let file = try AtomicFile(path: inner)
      try file.write("x")
      try file.commit()
      #expect(namesInFolder(path) == ["file"])
    }
    #expect(namesInFolder(path) == nil)
  }
}
