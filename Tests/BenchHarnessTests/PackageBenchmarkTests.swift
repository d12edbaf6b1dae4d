import Testing

@testable import BenchHarness

/// Files of package-benchmark, as swift-nio and package-benchmark itself have them.
struct PackageBenchmarkTests {
  /// apple/swift-nio, Benchmarks/Thresholds/6.2/NIOPosixBenchmarks.TCPEcho.p90.json.
  static let echo = "{\n  \"mallocCountTotal\" : 608\n}\n"
  /// apple/swift-nio, .../NIOPosixBenchmarks.Jump_to_EL_and_back_using_execute_and_unsafecontinuation.p90.json.
  static let jump = "{\n  \"contextSwitches\" : 2000,\n  \"mallocCountTotal\" : 1000\n}\n"
  /// ordo-one/package-benchmark, Thresholds/P90AbsoluteThresholdsBenchmark.P90Malloc.p90.json.
  static let malloc = "{\n  \"syscalls\" : 6,\n  \"mallocCountTotal\" : 1012\n}\n"
  /// ordo-one/package-benchmark, Benchmarks/Thresholds/Basic.Parameterized_(count:_16).p90.json.
  static let parameterized = """
    {
      "cpuTotal" : 3417,
      "instructions" : 12319,
      "mallocCountTotal" : 0,
      "peakMemoryResident" : 12091392,
      "throughput" : 923647,
      "wallClock" : 1375
    }
    """

  private static let name = "Sample.page_at_depth.p90.json"

  private func read(_ text: String, name: String = name) throws -> ForeignThresholds {
    try ForeignThresholds(Array(text.utf8), folder: "", name: name)
  }

  private func check(
    _ files: [String: String], _ metrics: [Metric] = Samples.metrics, pattern: String? = nil
  ) throws -> [BenchmarkResult] {
    try KeyedFolder(files).read().check(
      Samples.report(metrics.isEmpty ? [] : [Samples.result(metrics)]),
      environment: Samples.environment, filter: try CaseFilter(pattern: pattern), items: nil
    )[0].results
  }

  @Test(arguments: [
    ("NIOPosixBenchmarks.TCPEcho.p90.json", echo, "NIOPosixBenchmarks", "TCPEcho", 608.0),
    (
      "NIOPosixBenchmarks.MTELG.scheduleCallback(in:_:).p90.json", jump, "NIOPosixBenchmarks",
      "MTELG.scheduleCallback(in:_:)", 1_000
    ),
    (
      "Basic.Parameterized_(count:_16).p90.json", parameterized, "Basic",
      "Parameterized_(count:_16)", 0
    ),
    ("P.Malloc.p90.json", malloc, "P", "Malloc", 1_012),
  ])
  func realFilesAreRead(
    _ name: String, _ text: String, _ target: String, _ benchmark: String, _ mallocs: Double
  ) throws {
    let file = try read(text, name: name)
    #expect(file.target == target && file.benchmark == benchmark)
    #expect(file.thresholds["mallocCountTotal"] == Threshold(value: mallocs))
  }

  @Test(arguments: [
    ("{\"mallocCountTotal\": {\"min\": 90, \"max\": 110}}", 90.0...110.0),
    ("{\"mallocCountTotal\": {\"base\": 200, \"tolerancePercentage\": 5.5}}", 189...211),
    (
      "{\"mallocCountTotal\": {\"base\": 115, \"tolerancePercentage\": 50, \"min\": 90, \"max\": 110}}",
      90...110
    ), ("{\"mallocCountTotal\": 7}", 7...7),
  ])
  func rangesAreRead(_ text: String, _ range: ClosedRange<Double>) throws {
    #expect(try read(text).thresholds["mallocCountTotal"]?.range == range)
  }

  @Test(arguments: [
    ("{}", "it holds no metric"), ("[1]", "the file is no object"),
    ("{\"a\": 1.5}", "no whole number"),
    ("{\"a\": \"1\"}", "neither a number nor an object"), ("{\"a\": {\"min\": 1}}", "has no 'max'"),
    ("{\"a\": {\"min\": 2, \"max\": 1}}", "allows nothing"),
    ("{\"a\": {\"base\": 0, \"tolerancePercentage\": 1}}", "'base' must be above 0"),
    ("{\"a\": {\"base\": 9, \"tolerancePercentage\": 101}}", "in 0...100"),
    ("{\"a\": {\"p90\": 1}}", "unknown key 'p90'"), ("{\"a\": 1, \"a\": 2}", "stands twice"),
    ("{\"a\": 1", "',' is missing"),
  ])
  func whatIsNoneIsRefused(_ text: String, _ message: String) throws {
    let found = try KeyedFolder([Self.name: text]).problems()
    #expect(found.count == 1 && found[0].contains(message), "\(found)")
  }

  @Test(arguments: ["p90.json", ".p90.json", "Sample.p90.json", "Sample..p90.json"])
  func aFileWithoutTargetOrBenchmarkIsRefused(_ name: String) {
    // What ends otherwise is no file of that kind.
    guard name.hasSuffix(ForeignThresholds.suffix) else { return }
    #expect(throws: ThresholdFormatError.self) { try read(Self.echo, name: name) }
  }

  @Test(arguments: [
    "page at depth", "page_at_depth", "page_at_depth_Ours", "page at depth_Ours",
    "page_at_depth_Ours_items=1000",
  ])
  func aCaseIsNamedInEveryWay(_ benchmark: String) throws {
    let resolved = try read(Self.echo, name: "Sample.\(benchmark).p90.json").resolve(
      in: Samples.suite)
    #expect(resolved.value?.identity == Samples.result([]).identity)
    #expect(resolved.value?.held == [MetricName.mallocCount: Threshold(value: 608)])
  }

  /// A suite whose benchmark has cases of two sizes, and two names that only a shell takes for one.
  private let wide = Suite(name: "Sample", question: "?", metrics: ["steps"]) { _ in
    [10, 20].map { Samples.benchmarkCase(parameters: [Parameter("items", $0)]) }
      + ["a b", "a_b"].map { Samples.benchmarkCase(benchmark: $0) }
  }

  @Test func whatMayBeSeveralCasesIsRefusedWithAName() throws {
    let both = try read(Self.echo).resolve(in: wide)
    #expect(both.value == nil)
    #expect(
      both.reason == "'page_at_depth' may be 2 cases; name one as in "
        + "Sample.page_at_depth_Ours_items=10.p90.json")
    let one = try read(Self.echo, name: "Sample.page_at_depth_Ours_items=20.p90.json")
    #expect(try one.resolve(in: wide).value?.identity.items == 20)
    #expect(try read(Self.echo, name: "Sample.a_b.p90.json").resolve(in: wide).value == nil)
    #expect(try read(Self.echo, name: "Sample.a b.p90.json").resolve(in: wide).value != nil)
  }

  @Test func whatNobodyMeasuresIsFoundWithTheNearest() throws {
    #expect(
      try KeyedFolder(["Sample.page_at_death.p90.json": Self.echo]).problems() == [
        "Sample.page_at_death.p90.json: unknown benchmark 'page_at_death'; "
          + "did you mean 'page at depth'?"
      ])
    #expect(
      try KeyedFolder(["Sampel.TCPEcho.p90.json": Self.echo]).problems() == [
        "Sampel.TCPEcho.p90.json: unknown suite 'Sampel'; did you mean 'Sample'?"
      ])
    let typo = "{\"mallocCountTotl\": 5, \"mallocCountTotal\": 12}"
    #expect(
      try KeyedFolder([Self.name: typo]).problems() == [
        "\(Self.name): unknown metric 'mallocCountTotl'; did you mean 'mallocCountTotal'? (stale)"
      ])
    let result = try check([Self.name: typo])[0]
    #expect(result.verdict == .missing && result["mallocCountTotl"]?.verdict == .missing)
  }

  @Test func everyMetricOfItsMeansSomethingOrIsSaidToMeanNothing() {
    let own = ThresholdFolder.gatedNames(of: Samples.suite)
    func meaning(_ name: String) -> PackageBenchmark.Meaning {
      PackageBenchmark.meaning(of: name, own: own)
    }
    #expect(meaning("mallocCountTotal") == .same(MetricName.mallocCount))
    #expect(meaning("instructions") == .same(MetricName.instructions))
    #expect(meaning("steps") == .same("steps"))
    let all = """
      cpuUser cpuSystem cpuTotal wallClock throughput peakMemoryResident peakMemoryResidentDelta
      peakMemoryVirtual mallocCountSmall mallocCountLarge freeCountTotal mallocBytesCount mallocFreeDelta
      allocatedResidentMemory memoryLeaked memoryLeakedBytes syscalls contextSwitches threads threadsRunning
      readSyscalls writeSyscalls readBytesLogical writeBytesLogical readBytesPhysical writeBytesPhysical
      objectAllocCount retainCount releaseCount retainReleaseDelta
      """
    for name in all.split(whereSeparator: \.isWhitespace) {
      guard case .none = meaning(String(name)) else {
        Issue.record("\(name) means \(meaning(String(name)))")
        continue
      }
    }
    guard case .unknown = meaning("mallocs") else { return #expect(Bool(false)) }
  }

  @Test func itsFiguresAreHeld() throws {
    func file(_ count: Int) -> [String: String] { [Self.name: "{\"mallocCountTotal\": \(count)}"] }
    let equal = try check(file(12))[0]
    #expect(equal[MetricName.mallocCount]?.verdict == .pass)
    // What it does not name is not passed over in silence.
    #expect(equal.verdict == .skipped)
    #expect(equal["steps"]?.reason?.hasSuffix("\(Self.name) holds mallocCount alone") == true)
    #expect(try check(file(11))[0].verdict == .regressed)
    #expect(try check(file(13))[0].verdict == .improved)
    #expect(try check(file(0))[0].verdict == .regressed)
  }

  @Test func whatMeansNothingIsSkippedWithItsReasonAndALintFault() throws {
    let result = try check([Self.name: Self.jump], [Metric(MetricName.mallocCount, .count, 1_000)])[
      0]
    #expect(result[MetricName.mallocCount]?.verdict == .pass)
    #expect(result["contextSwitches"]?.verdict == .skipped)
    #expect(result["contextSwitches"]?.reason?.hasSuffix("it is not counted here") == true)
    #expect(
      try KeyedFolder([Self.name: Self.jump]).problems() == [
        "\(Self.name): 'contextSwitches' means nothing here: it is not counted here (stale)"
      ])
    let many = try KeyedFolder([Self.name: Self.parameterized]).problems()
    #expect(many.count == 4 && many.allSatisfy { $0.contains("means nothing here") })
    #expect(
      many.contains { $0.contains("'peakMemoryResident'") && $0.contains("peakLiveBytes is") })
  }

  @Test func whatItHoldsAndWasNotMeasuredIsMissing() throws {
    let held = "{\"instructions\": 5, \"mallocCountTotal\": 12}"
    #expect(try check([Self.name: held])[0][MetricName.instructions]?.verdict == .missing)
    let row = try check([Self.name: Self.echo], [])
    #expect(row.map(\.verdict) == [.missing])
    #expect(try check([Self.name: Self.echo], [], pattern: "another").isEmpty)
  }

  @Test func twoFilesOfOneCaseAreRefused() throws {
    let own = try KeyedFolder([Samples.fileName: Samples.thresholds, Self.name: Self.echo])
    #expect(
      try own.problems() == [
        "\(Self.name): \(Samples.fileName) holds 'Sample/page at depth/Ours/items=1000' too; "
          + "remove one of them"
      ])
    let two = try KeyedFolder(["Sample.page at depth.p90.json": Self.echo, Self.name: Self.echo])
    #expect(try two.problems().count == 1)
  }

  @Test func itsFolderIsChosenByKeyToo() throws {
    let files = ["swift6.3/\(Self.name)": "{\"mallocCountTotal\": 12}", Self.name: Self.echo]
    #expect(try check(files)[0][MetricName.mallocCount]?.verdict == .pass)
    #expect(try KeyedFolder(files).problems().isEmpty)
    let text = try KeyedFolder(files).read().table(filter: try CaseFilter())
    #expect(text.contains("/swift6.3/\(Self.name), as package-benchmark writes them"))
    #expect(text.contains(/Ours items=1000 +mallocCount +12/))
  }
}
