import Testing

@testable import BenchHarness

struct ExactComparisonTests {
  private func compared(_ ours: [Metric], _ theirs: [Metric]) -> BenchmarkResult {
    var result = Samples.result(ours)
    result.compareExact(with: Samples.result(theirs))
    return result
  }

  @Test(arguments: [
    (12.0, 12.0, Verdict.pass), (12, 13, .regressed), (13, 12, .improved), (0, 1_000, .regressed),
    (100_000, 100_020, .regressed), (1_000, 0, .improved),
  ])
  func unequalCountsAreNamedByDirection(_ base: Double, _ head: Double, _ verdict: Verdict) {
    let result = compared(
      [Metric(MetricName.mallocCount, .count, head)],
      [Metric(MetricName.mallocCount, .count, base)])
    #expect(result.verdict == verdict)
    #expect(result[MetricName.mallocCount]?.base == base)
    if verdict != .pass {
      #expect(result.reasons == ["mallocCount \(plain(base)) -> \(plain(head))"])
    }
  }

  @Test func aMetricOnOneSideAloneIsMissing() {
    let (steps, visits) = (Metric("steps", .count, 3), Metric("visits", .count, 4))
    let added = compared([steps, visits], [steps])
    #expect(added.verdict == .missing && added.reasons[0].contains("by this build alone"))
    let gone = compared([steps], [steps, visits])
    #expect(gone.verdict == .missing && gone.reasons[0].contains("by the base alone"))
    #expect(gone["visits"]?.value == nil && gone["visits"]?.base == 4)
  }

  @Test func anotherUnitIsNoComparison() {
    let result = compared([Metric("steps", .bytes, 3)], [Metric("steps", .count, 3)])
    #expect(result.verdict == .missing)
  }

  @Test func timesAndSettingsAreNotHeldExactly() {
    let result = compared(
      [Metric("late", .percent, 3), Metric(MetricName.budgetBytes, .bytes, 1)],
      [Metric("late", .percent, 4), Metric(MetricName.budgetBytes, .bytes, 2)])
    #expect(result.verdict == .pass)
  }

  @Test(arguments: [(1_000_000.0, 1_004_000.0, Verdict.pass), (1_000_000, 1_006_000, .regressed)])
  func instructionsMayDifferByHalfAPercent(_ base: Double, _ head: Double, _ verdict: Verdict) {
    let result = compared(
      [Metric(MetricName.instructions, .count, head)],
      [Metric(MetricName.instructions, .count, base)])
    #expect(result.verdict == verdict)
  }

  @Test func figuresThatNeitherHasAreEqual() {
    let none = Metric(MetricName.growthExponent, .exponent, nil)
    #expect(compared([none], [none]).verdict == .pass)
    #expect(compared([none], [Metric(MetricName.growthExponent, .exponent, 1)]).verdict == .missing)
  }

  @Test func aBudgetThatIsExceededStaysARegression() {
    let peak = Metric(
      MetricName.peakLiveBytes, .bytes, 5, verdict: .regressed, reason: "budget exceeded")
    let result = compared([peak], [Metric(MetricName.peakLiveBytes, .bytes, 9)])
    #expect(result.verdict == .regressed && result.reasons == ["budget exceeded"])
  }
}

struct CasePairsTests {
  private func listed(_ implementation: String, fixture: String = "sha256:1") -> ListedCase {
    ListedCase(Samples.benchmarkCase(implementation), fixture: fixture)
  }

  @Test func whatOneSideHasAloneIsMissingAndNamed() {
    let pairs = CasePairs(
      ours: [listed("A"), listed("B")], theirs: [listed("A"), listed("C")])
    #expect(pairs.common.keys.map(\.implementation) == ["A"])
    #expect(pairs.unpaired.map(\.identity.implementation) == ["B", "C"])
    #expect(pairs.unpaired.allSatisfy { $0.verdict == .missing })
    #expect(pairs.unpaired.map { $0.reasons[0].prefix(10) } == ["this build", "the base a"])
    #expect(pairs.fixtureProblem == nil)
  }

  @Test func otherDataAreRefused() throws {
    let pairs = CasePairs(
      ours: [listed("A"), listed("B")],
      theirs: [listed("A", fixture: "sha256:2"), listed("B", fixture: "sha256:2")])
    let problem = try #require(pairs.fixtureProblem)
    #expect(problem.contains("Sample/page at depth/A/items=1000 and 1 more"))
  }

  @Test(arguments: [
    (\BuildListing.Build.build, "debug", "is a debug, this one a release build"),
    (\.swift, "6.2", "was compiled by Swift 6.2, this one by 6.3"),
    (\.allocator, "jemalloc 5.2.1", "allocates by jemalloc 5.2.1, this one by jemalloc 5.3.0"),
    (\.allocatorOptions, "narenas:9", "sets its allocator to narenas:9, this one to narenas:1"),
    (\.architecture, "arm64", "is for arm64, this one for x86_64"),
  ])
  func unlikeBuildsAreTold(
    _ field: WritableKeyPath<BuildListing.Build, String> & Sendable, _ value: String,
    _ words: String
  ) {
    let ours = BuildListing.Build(
      swift: "6.3", build: "release", allocator: "jemalloc 5.3.0", allocatorOptions: "narenas:1",
      architecture: "x86_64", revision: "a")
    var theirs = ours
    theirs.revision = "b"
    #expect(ours.difference(from: theirs) == nil)
    theirs[keyPath: field] = value
    #expect(ours.difference(from: theirs) == words)
  }
}

struct BuildListingTests {
  private func listing(_ text: String) -> (listing: BuildListing, isTaken: Bool) {
    var listing = BuildListing()
    let isTaken = listing.receive(Array(text.utf8)[...])
    return (listing, isTaken)
  }

  private func problem(
    _ text: String, way: Subprocess.End.Way = .exited(0), errors: String = ""
  ) -> String? {
    let end = Subprocess.End(way: way, errorText: errors, maximumResidentBytes: 0)
    return listing(text).listing.problem(end: end, limitSeconds: 10)
  }

  private let build = "build\t6.3\trelease\tjemalloc 5.3.0\tnarenas:1\tx86_64\tabc\n"

  @Test func anAnswerReadsBack() throws {
    let listed = ListedCase(Samples.benchmarkCase("I, variant", isReference: true), fixture: "")
    let text = build + listed.fields.joined(separator: "\t") + "\ndone\n"
    let (read, isTaken) = listing(text)
    #expect(isTaken && read.isDone && read.cases == [listed])
    #expect(read.build?.revision == "abc")
    #expect(problem(text) == nil)
  }

  @Test func aRequestReadsBack() throws {
    let filter = try CaseFilter(suites: ["A", "B"], pattern: "x y")
    let options = SuiteOptions(profile: .full, items: [1, 2], scratchFolder: "/s")
    let request = ListingRequest(.fixtures, options, filter)
    let read = try #require(ListingRequest(words: request.words))
    #expect(read.words == request.words && read.detail == .fixtures)
    #expect(read.filter.suites == ["A", "B"] && read.filter.pattern == "x y")
    #expect(ListingRequest(words: Array(request.words.prefix(10))) == nil)
  }

  @Test(arguments: [
    "nonsense\n", "\n", "case\tS\tb\n", "case\tS\tb\ti\titems=x\tgated\t\n",
    "case\tS\tb\ti\titems\tgated\t\n", "build\t6.3\n", "done\ndone\n", "protocol\n",
    String(repeating: "x", count: 65_537),
  ])
  func garbageIsRefused(_ text: String) {
    #expect(!listing(text).isTaken)
  }

  @Test func eachWayToBeNoBenchHasItsWords() {
    #expect(problem("")?.contains("ended with exit code 0") == true)
    #expect(
      problem(build, way: .signalled(6), errors: "Fatal error: x")?.contains("signal 6: Fatal")
        == true)
    #expect(problem("", way: .outOfTime)?.contains("within 10 s") == true)
    #expect(problem("", way: .refused)?.contains("answers what no bench answers") == true)
    #expect(problem("environment\tno jemalloc\n", way: .exited(1)) == "cannot measure: no jemalloc")
    #expect(problem("done\n")?.contains("did not say") == true)
  }

  @Test func aGrandchildInAnotherSessionHoldsNobody() throws {
    let start = Clock.monotonicNanoseconds()
    let end = try Subprocess(
      words: ["sh", "-c", "setsid sleep 20 & exit 7"], environment: ["PATH=/usr/bin:/bin"],
      channel: 3, timeLimitSeconds: 60
    ).run(in: RunningGroup()) { _ in true }
    #expect(end.way == .exited(7))
    #expect(Clock.monotonicNanoseconds() - start < 15_000_000_000)
  }

  @Test func anotherProtocolIsTold() {
    #expect(
      problem("protocol\t9\n", way: .exited(1))?.hasPrefix(
        "speaks protocol 9, this build protocol 2")
        == true)
    #expect(
      problem(
        "", way: .exited(1), errors: "bench: __child is for bench itself; see bench --help\n")?
        .hasPrefix("speaks a protocol without a version") == true)
  }
}

struct ComparisonReportTests {
  private var report: Report {
    var time = Metric(MetricName.cpuTime, .nanoseconds, 110)
    time.base = 100
    var count = Metric("steps", .count, 4, verdict: .regressed, reason: "steps 3 -> 4")
    count.base = 3
    let result = Samples.result([
      time,
      Metric(
        MetricName.ratioToBase, .ratio, 1.1, low: 1.08, high: 1.12, verdict: .regressed,
        reason: "slower"),
      Metric(MetricName.ratioToSelf, .ratio, 1, low: 0.99, high: 1.01), count,
    ])
    return Report(
      environment: MeasuringEnvironment(
        system: "Linux", architecture: "x86_64", processor: "P", swift: "6.3", build: "release",
        allocator: "jemalloc 5.3.0", allocatorOptions: "narenas:1", revision: nil),
      suites: Samples.report([result]),
      base: ComparedBase(path: "/b/bench", revision: "abc", pairs: 12))
  }

  @Test func theTableShowsBothBuildsAndTheFloor() {
    let text = report.text
    #expect(text.contains("base: /b/bench, revision abc; 12 process runs a side"))
    #expect(
      text.contains(
        "Ours            100 ns      110 ns  1.100x  1.080-1.120  0.990-1.010  steps 3 -> 4   regressed"
      ), "\(text)")
  }

  @Test func theJSONReadsBack() throws {
    let read = try Report(json: Array(report.json.utf8), name: "r.json")
    #expect(read.base == report.base)
    let result = read.results[0]
    #expect(result["steps"]?.base == 3 && result[MetricName.cpuTime]?.base == 100)
    #expect(result[MetricName.ratioToBase]?.low == 1.08)
    #expect(read.json == report.json)
  }
}
