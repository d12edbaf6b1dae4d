import Testing

@testable import BenchHarness

struct BaselineCompareTests {
  private func compare(
    _ old: [BenchmarkResult], _ new: [BenchmarkResult],
    environment: MeasuringEnvironment = Samples.machine, request: Baseline.Request? = nil,
    libraries: (String?, String?) = (nil, nil)
  ) throws -> Report {
    let baseline = try Samples.baseline(old, library: libraries.0)
    let read = try Baseline(Array(baseline.text.utf8), path: "x")
    return read.compare(
      Samples.whole(new, environment: environment, library: libraries.1),
      request: request ?? baseline.request)
  }

  private func compare(_ old: [Metric], _ new: [Metric]) throws -> BenchmarkResult {
    try #require(compare([Samples.result(old)], [Samples.result(new)]).results.first)
  }

  private func code(_ report: Report, isStrict: Bool = false) -> ExitCode {
    ExitCode(verdicts: report.suites.flatMap(\.verdicts), isStrict: isStrict)
  }

  @Test func equalFiguresPassWithOldAndChange() throws {
    let report = try compare([Samples.result(Samples.kept())], [Samples.result(Samples.kept())])
    #expect(code(report, isStrict: true) == .success)
    #expect(report.results[0]["steps"]?.base == 3 && report.results[0]["steps"]?.change == 0)
    #expect(report.comparison?.limit == nil)
    #expect(report.text.contains("4 exact figures are equal, 0 are not"))
    #expect(report.text.contains("1 of 1 rows less than 25% above"))
    let json = try Report(json: Array(report.json.utf8), name: "x")
    #expect(json.results[0]["steps"]?.base == 3)
  }

  @Test(arguments: [
    (0.0, 1_000.0, Verdict.regressed, nil, "from 0"),
    (1_000, 0, .improved, -100.0, "-100%"), (1_000, 1_001, .regressed, 0.1, "+0.100%"),
    (1e6, 1e6 - 1, .improved, -1e-4, "-0.000100%"), (0, 0, .pass, 0, "0%"),
  ])
  func anyChangeOfACountIsFound(
    _ old: Double, _ new: Double, _ verdict: Verdict, _ change: Double?, _ text: String
  ) throws {
    let result = try compare(Samples.kept(mallocs: old), Samples.kept(mallocs: new))
    let metric = try #require(result[MetricName.mallocCount])
    #expect(metric.verdict == verdict && metric.base == old)
    #expect((metric.change == nil) == (change == nil))
    #expect(abs((metric.change ?? 0) - (change ?? 0)) < 1e-9)
    #expect(metric.changeText == text)
  }

  @Test func zeroToAThousandEndsWithTwoAndBackWithFour() throws {
    let (none, many) = (
      [Samples.result(Samples.kept(mallocs: 0))], [Samples.result(Samples.kept(mallocs: 1_000))]
    )
    let worse = try compare(none, many)
    #expect(code(worse) == .regression)
    #expect(worse.text.contains("from 0"))
    #expect(
      worse.problems.first?.contains("mallocCount is 1,000, and was 0 in the baseline") == true)
    #expect(code(try compare(many, none)) == .improvement)
  }

  @Test func instructionsAndExponentsHaveTheirTolerance() throws {
    func metrics(_ count: Double, _ exponent: Double) -> [Metric] {
      [
        Metric(MetricName.instructions, .count, count),
        Metric(MetricName.growthExponent, .exponent, exponent),
      ]
    }
    let old = metrics(100_000, 1)
    #expect(try compare(old, metrics(100_499, 1.049)).verdict == .pass)
    #expect(try compare(old, metrics(100_501, 1)).verdict == .regressed)
    #expect(try compare(old, metrics(99_499, 1)).verdict == .improved)
    #expect(try compare(old, metrics(100_000, 1.051)).verdict == .regressed)
  }

  @Test func aMetricOnOneSideIsMissing() throws {
    let old = Samples.kept()
    for index in old.indices where old[index].isHeld {
      var fewer = old
      let name = fewer.remove(at: index).name
      for result in [try compare(old, fewer), try compare(fewer, old)] {
        #expect(result[name]?.verdict == .missing, "\(name)")
        #expect(result.metrics.filter { $0.verdict != .pass }.count == 1)
      }
      let report = try compare([Samples.result(old)], [Samples.result(fewer)])
      #expect(code(report) == .missing)
    }
  }

  @Test func aRowOnOneSideIsMissing() throws {
    let here = Samples.result(Samples.kept())
    let more = Samples.result(Samples.kept(), parameters: [Parameter("items", 7)])
    let lost = try compare([here, more], [here])
    #expect(code(lost) == .missing)
    #expect(lost.results.map(\.verdict) == [.pass, .missing])
    #expect(code(try compare([here], [here, more])) == .missing)
    #expect(code(try compare([here, more], [])) == .missing)
  }

  @Test func whatWasNotAskedForIsNotMissing() throws {
    let row = Samples.result(Samples.kept())
    #expect(try compare([row], [], request: Samples.request(pattern: "another")).results.isEmpty)
    #expect(try compare([row], [], request: Samples.request(items: [5])).results.isEmpty)
    #expect(try compare([row], [], request: Samples.request(items: [1_000])).results.count == 1)
  }

  @Test func growthOverOtherRowsIsNotHeld() throws {
    let rows = [Samples.result(Samples.kept())]
    var other = rows
    other[0].metrics[4].value = 2
    #expect(try compare(rows, other).results[0].verdict == .regressed)
    for request in [
      try Samples.request(items: [1_000]), try Samples.request(pattern: "page"),
      try Samples.request(profile: .full),
    ] {
      let report = try compare(rows, other, request: request)
      #expect(code(report) == .success)
      #expect(
        report.results[0].reasons == ["growth is fitted over other rows than in the baseline"])
      other[0].metrics.remove(at: 4)
      #expect(code(try compare(rows, other, request: request)) == .success)
      other[0].metrics.insert(Metric(MetricName.growthExponent, .exponent, 2), at: 4)
      #expect(code(try compare([Samples.result([])], [], request: request)) == .missing)
    }
  }

  @Test func anotherProfileIsNamedWhereRowsAreMissing() throws {
    let report = try compare(
      [], [Samples.result(Samples.kept())], request: Samples.request(profile: .full))
    #expect(
      report.results[0].reasons == [
        "the baseline has no such row (it was saved with --profile quick)"
      ])
  }

  @Test func otherDataAreRefused() throws {
    let other = Samples.result(Samples.kept(steps: 99), fixture: "sha256:2")
    let report = try compare([Samples.result(Samples.kept())], [other])
    #expect(code(report) == .missing)
    #expect(report.results[0].reasons == ["the baseline is about other data (sha256:1...)"])
  }

  @Test func peersAreShownAndNotHeld() throws {
    func peer(_ mallocs: Double) -> BenchmarkResult {
      Samples.result(
        Samples.kept(mallocs: mallocs), implementation: "Theirs", isReference: true)
    }
    let report = try compare([peer(1)], [peer(2)])
    #expect(code(report, isStrict: true) == .success)
    #expect(report.results[0][MetricName.mallocCount]?.change == 100)
    #expect(code(try compare([peer(1)], []), isStrict: true) == .success)
    #expect(code(try compare([], [peer(1)]), isStrict: true) == .success)
  }

  @Test func whatIsNoLongerGatedIsHeldOn() throws {
    var row = Samples.result(Samples.kept(mallocs: 99))
    row.isGated = false
    #expect(code(try compare([Samples.result(Samples.kept())], [row])) == .regression)
    #expect(code(try compare([row], [row])) == .success)
  }

  @Test func aFailureStaysAFailure() throws {
    let failed = Samples.result([], failure: "crashed")
    let report = try compare([Samples.result(Samples.kept())], [failed])
    #expect(code(report) == .failed)
    #expect(report.results.count == 1)
  }

  // MARK: - Keys

  private func on(_ change: (inout MeasuringEnvironment) -> Void) throws -> Report {
    var machine = Samples.machine
    change(&machine)
    let new = Samples.kept(cpuTime: 900, mallocs: 99, bytes: 99)
    return try compare(
      [Samples.result(Samples.kept())], [Samples.result(new)], environment: machine)
  }

  @Test func unlikeToolchainsAreHeldByCountsAlone() throws {
    for report in [
      try on { $0.swift = "6.4" }, try on { $0.build = "debug" },
      try on { $0.allocator = "jemalloc 6.0.0" }, try on { $0.allocatorOptions = "" },
      try on { $0.architecture = "arm64" }, try on { $0.system = "Darwin 25.0.0" },
    ] {
      #expect(code(report) == .success && code(report, isStrict: true) == .regression)
      let result = report.results[0]
      #expect(result["steps"]?.verdict == .pass)
      for name in [MetricName.mallocCount, MetricName.bytesAllocated, MetricName.cpuTime] {
        #expect(result[name]?.verdict == .skipped && result[name]?.base != nil)
      }
      let limit = try #require(report.comparison?.limit)
      #expect(limit.hasPrefix("only counts are held; memory, instructions and CPU time are not: "))
      #expect(report.text.split(separator: "\n").filter { $0.contains(limit) }.count == 1)
      #expect(!report.text.contains("skipped: "))
    }
    #expect(
      try on { $0.swift = "6.4" }.comparison?.limit?.hasSuffix(
        "the baseline has Swift 6.3, here 6.4") == true)
  }

  @Test func anotherMachineHoldsMemoryToo() throws {
    for report in [try on { $0.processor = "Xeon" }, try on { $0.system = "Linux 6.2.0" }] {
      #expect(code(report) == .regression)
      #expect(report.results[0][MetricName.mallocCount]?.verdict == .regressed)
      #expect(report.results[0][MetricName.cpuTime]?.verdict == .skipped)
    }
    let line = try #require(try on { $0.system = "Linux 6.2.0" }.comparison?.limit)
    #expect(line == "CPU time is not held: the baseline has Linux 6.1.0, here Linux 6.2.0")
  }

  @Test func anotherRevisionIsNoMatter() throws {
    #expect(try on { $0.revision = nil }.comparison?.limit == nil)
  }

  @Test func countsOfAnotherLibraryAreSkipped() throws {
    let report = try compare(
      [Samples.result(Samples.kept())], [Samples.result(Samples.kept(steps: 50))],
      libraries: ("SQLite 3.40.1", "SQLite 3.46.0"))
    #expect(code(report) == .success)
    #expect(report.results[0]["steps"]?.reason == "the baseline counts the work of SQLite 3.40.1")
    #expect(report.results[0][MetricName.growthExponent]?.verdict == .pass)
  }

  // MARK: - Time

  @Test(arguments: [
    // Twice as slow on a machine that is: nothing. As fast on one that is twice as fast: a warning.
    (200.0, 2e6, Verdict.pass, 0.0), (100, 5e5, .inconclusive, 100), (124, 1e6, .pass, 24),
    (126, 1e6, .inconclusive, 26), (10, 1e6, .pass, -90),
  ])
  func aTimeIsHeldBesideTheReference(
    _ time: Double, _ reference: Double, _ verdict: Verdict, _ change: Double
  ) throws {
    let report = try compare(
      [Samples.result(Samples.kept())],
      [Samples.result(Samples.kept(cpuTime: time, reference: reference))])
    let metric = try #require(report.results[0][MetricName.cpuTime])
    #expect(metric.verdict == verdict && abs((metric.change ?? 0) - change) < 1e-9)
    #expect(code(report) == .success)
    #expect(code(report, isStrict: true) == (verdict == .pass ? .success : .regression))
  }

  @Test func noiseMakesEveryTimeInconclusive() throws {
    let baseline = try Samples.baseline()
    let report = Samples.whole([Samples.result(Samples.kept())])
    let compared = baseline.compare(
      report, request: baseline.request, excess: "half of the CPU was stolen")
    #expect(compared.results[0].reasons == ["half of the CPU was stolen"])
    #expect(compared.results[0].verdict == .inconclusive)
  }

  @Test func withoutAReferenceATimeIsNotHeld() throws {
    let bare = Samples.kept().filter { $0.name != MetricName.referenceTime }
    #expect(try compare(bare, Samples.kept())[MetricName.cpuTime]?.verdict == .skipped)
    #expect(try compare(Samples.kept(), bare)[MetricName.cpuTime]?.verdict == .skipped)
  }

  @Test func whatCannotBeMeasuredHereIsSkippedWithItsReason() throws {
    let there = Metric(MetricName.instructions, .count, 100)
    let not = Metric(MetricName.instructions, .count, nil, verdict: .skipped, reason: "no valgrind")
    #expect(try compare([there], [not]).reasons == ["no valgrind"])
    #expect(try compare([not], [there]).reasons == ["the baseline has no figure: no valgrind"])
    #expect(try compare([not], [not]).verdict == .skipped)
  }

  @Test func markdownHasARowAFigure() throws {
    let report = try compare(
      [Samples.result(Samples.kept(), implementation: "a|b")],
      [Samples.result(Samples.kept(mallocs: 13), implementation: "a|b")])
    #expect(
      report.comparisonMarkdown.contains(
        "| Sample/page at depth | a\\|b items=1000 | mallocCount | 12 | 13 | +8.33% | regressed |"))
    #expect(
      Samples.whole([]).comparisonMarkdown.isEmpty && Samples.whole([]).comparisonText.isEmpty)
  }

  @Test func theReferenceWorkloadTakesTimeAndJoinsWhatWasTimed() {
    let reference = ReferenceWorkload()
    let times = (0..<3).map { _ in reference.nanoseconds() }
    #expect(times.allSatisfy { $0 > 10_000 })
    let timed = Samples.result([Metric(MetricName.cpuTime, .nanoseconds, 5)])
    #expect(timed.beside(times)[MetricName.referenceTime]?.samples == times)
    #expect(timed.beside([])[MetricName.referenceTime] == nil)
    #expect(Samples.result([]).beside(times).metrics.isEmpty)
  }
}
