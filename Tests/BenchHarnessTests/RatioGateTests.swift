import ProcessSupport
import Testing

@testable import BenchHarness

/// Gates of ratios to peers: in files, in the lint, in the check, in an update.
struct RatioGateTests {
  private static let pair = ComparedRows(
    suite: "Sample", benchmark: "page at depth", implementation: "Ours", items: 1_000,
    peer: "Theirs")

  private static func row(limit: String, peer: String = "Theirs", ours: String = "Ours") -> String {
    """
    {"implementation": "\(ours)", "items": 1000, "limit": \(limit), "metric": "cpuTime", "peer": "\(peer)"}
    """
  }

  private static func file(_ rows: String) -> String {
    Samples.thresholds.split(separator: "  \"schema\"").joined(
      separator: "  \"ratios\": [\n    \(rows)\n  ],\n  \"schema\"")
  }

  private static var suite: Suite {
    var suite = Samples.suite
    suite.goals = [RatioGoal(pair, atMost: 0.5)]
    return suite
  }

  private func folder(_ text: String) throws -> (ThresholdFolder, ScratchFolder) {
    let scratch = try ScratchFolder()
    let file = try AtomicFile(path: "\(scratch.path)/\(Samples.fileName)")
    try file.write(text)
    try file.commit()
    return (try #require(ThresholdFolder(path: scratch.path)), scratch)
  }

  private func folder(limit: String) throws -> (ThresholdFolder, ScratchFolder) {
    try folder(Self.file(Self.row(limit: limit)))
  }

  // MARK: - Files and lint

  private static let exception = "{\"goal\": 0.5, \"value\": 0.8, \"why\": \"a cache miss more\"}"

  @Test(arguments: ["0.5", exception])
  func aFileWithRatiosReadsBackAsItWasWritten(_ limit: String) throws {
    let text = Self.file(Self.row(limit: limit))
    let file = try ThresholdFile(Array(text.utf8))
    #expect(file.ratios.count == 1 && file.ratios[0].rows == Self.pair)
    #expect(try ThresholdFile(Array(file.text.utf8)) == file)
  }

  @Test func aBadRatioIsRefusedWithItsPlace() {
    for (limit, message) in [
      ("0", "a limit that is not above 0"), ("{\"value\": 1}", "has no 'goal'"),
      ("{\"value\": 1, \"goal\": 1, \"wy\": \"\"}", "unknown key 'wy'"),
    ] {
      let error = #expect(throws: ThresholdFormatError.self) {
        try ThresholdFile(Array(Self.file(Self.row(limit: limit)).utf8))
      }
      #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
    let twice = Self.file(Self.row(limit: "0.5") + ",\n" + Self.row(limit: "0.4"))
    let error = #expect(throws: ThresholdFormatError.self) { try ThresholdFile(Array(twice.utf8)) }
    #expect(
      error?.description == "the ratio 'Ours items=1000 over Theirs' is there twice")
  }

  @Test(arguments: ["0.5", "0.3", exception])
  func theLintAcceptsTheGoalWhatIsTighterAndAnExceptionWithItsReason(_ limit: String) throws {
    let (folder, scratch) = try folder(limit: limit)
    #expect(try folder.problems(suites: [Self.suite]).isEmpty)
    #expect(
      folder.exceptions
        == (limit == Self.exception
          ? [
            "short of the goal: Sample/page at depth/Ours items=1000 over Theirs: 0.8, goal 0.5: "
              + "a cache miss more"
          ] : []))
    withExtendedLifetime(scratch) {}
  }

  @Test(arguments: [
    (
      "0.51",
      "the gate 0.51 is looser than the goal 0.5; tighten it, or write "
        + "{\"goal\": 0.5, \"value\": 0.51, \"why\": \"what limits it\"}"
    ),
    (
      "{\"goal\": 0.5, \"value\": 0.8, \"why\": \" \"}",
      "the gate 0.8 is looser than the goal 0.5 without a reason; say in 'why' what was tried and "
        + "what limits it"
    ),
    (
      "{\"goal\": 0.7, \"value\": 0.8, \"why\": \"x\"}",
      "the exception names the goal 0.7, which is 0.5; correct it"
    ),
    (
      "{\"goal\": 0.5, \"value\": 0.4, \"why\": \"x\"}",
      "the exception allows 0.4, which reaches the goal 0.5; write the number alone"
    ),
  ])
  func theLintRefusesWhatIsLooserThanTheGoal(_ limit: String, _ message: String) throws {
    let (folder, scratch) = try folder(limit: limit)
    let problems = try folder.problems(suites: [Self.suite])
    #expect(problems.map(\.message) == ["'Ours items=1000 over Theirs': \(message)"])
    #expect(problems.map(\.path) == ["\(scratch.path)/\(Samples.fileName)"])
    #expect(!problems[0].isStale)
  }

  @Test func theLintAsksForAGateOfEachGoalAndForRowsThatExist() throws {
    let (bare, one) = try folder(Samples.thresholds)
    let problems = try bare.problems(suites: [Self.suite])
    #expect(problems.count == 1 && problems[0].isStale)
    #expect(problems[0].message.contains("has no gate for the goal 0.5"))
    var suite = Self.suite
    suite.goals = []
    for (row, message) in [
      (Self.row(limit: "1", peer: "Theirz"), "unknown peer 'Theirz'; did you mean 'Theirs'?"),
      (Self.row(limit: "1", ours: "Ourz"), "unknown implementation 'Ourz'; did you mean 'Ours'?"),
    ] {
      let (folder, two) = try folder(Self.file(row))
      let found = try folder.problems(suites: [suite])
      #expect(found.count == 1 && found[0].message.hasSuffix(message), "\(found)")
      withExtendedLifetime(two) {}
    }
    withExtendedLifetime(one) {}
  }

  // MARK: - Check

  private static let metrics = [
    Metric(MetricName.mallocCount, .count, 12), Metric(MetricName.bytesAllocated, .bytes, 64),
    Metric("steps", .count, 3),
  ]

  private static func rows(_ value: Double, _ low: Double, _ high: Double) -> [BenchmarkResult] {
    var ours = Samples.result(metrics)
    ours.ratios = [
      PeerRatio(
        peer: "Theirs",
        ratio: Metric(MetricName.ratioToPeer, .ratio, value, low: low, high: high))
    ]
    return [ours, Samples.result(metrics, implementation: "Theirs", isReference: true)]
  }

  private func check(_ results: [BenchmarkResult], limit: String = "0.5") throws -> SuiteReport {
    let (folder, scratch) = try folder(limit: limit)
    defer { withExtendedLifetime(scratch) {} }
    return folder.check(
      Samples.report(results), environment: Samples.environment, filter: try CaseFilter(),
      items: nil)[0]
  }

  private func code(_ report: SuiteReport, isStrict: Bool = false) -> ExitCode {
    ExitCode(verdicts: report.verdicts, isStrict: isStrict)
  }

  @Test(arguments: [
    (0.6, 0.51, 0.7, Verdict.regressed), (0.6, 0.5, 0.7, .pass), (0.4, 0.3, 0.9, .pass),
    (0.4, 0.3, 0.45, .pass),
  ])
  func onlyAnIntervalThatIsWhollyAboveTheGateRegresses(
    _ value: Double, _ low: Double, _ high: Double, _ verdict: Verdict
  ) throws {
    let report = try check(Self.rows(value, low, high))
    #expect(report.gatedRatios.map(\.verdict) == [verdict])
    #expect(code(report) == (verdict == .regressed ? .regression : .success))
  }

  @Test func anExceptionIsHeldAtItsValue() throws {
    #expect(code(try check(Self.rows(0.7, 0.6, 0.8), limit: Self.exception)) == .success)
    #expect(code(try check(Self.rows(0.9, 0.81, 1), limit: Self.exception)) == .regression)
  }

  @Test func aPeerThatWasNotAskedForIsSkippedAndSaid() throws {
    let report = try check([Self.rows(1, 1, 1)[0]])
    #expect(report.gatedRatios.map(\.verdict) == [.skipped])
    #expect(report.gatedRatios[0].reason == "the peer was not run; --peers asks for it")
    #expect(code(report, isStrict: true) == .success)
    let whole = Report(environment: try MeasuringEnvironment(package: nil), suites: [report])
    #expect(
      whole.text.contains("skipped: 1 gate of a ratio: the peer was not run; --peers asks for it"))
  }

  @Test func aPeerWhoseLibraryIsMissingIsSkippedWithTheReason() throws {
    var rows = Self.rows(1, 1, 1)
    rows[0].ratios = []
    rows[1].metrics = []
    rows[1].missing = "Abseil was absent"
    let report = try check(rows)
    #expect(report.gatedRatios.map(\.verdict) == [.skipped])
    #expect(report.gatedRatios[0].reason == "Theirs: Abseil was absent")
    #expect(code(report) == .success && code(report, isStrict: true) == .regression)
  }

  @Test func ofOtherMetricsTheFiguresAreDivided() throws {
    let text = Self.file(Self.row(limit: "0.5")).split(separator: "cpuTime").joined(
      separator: "steps")
    let (folder, scratch) = try folder(text)
    for (steps, verdict) in [(6.0, Verdict.pass), (5, .regressed)] {
      var rows = Self.rows(9, 9, 9)
      rows[1].metrics = [Metric("steps", .count, steps)]
      let report = folder.check(
        Samples.report(rows), environment: Samples.environment, filter: try CaseFilter(),
        items: nil)[0]
      #expect(report.gatedRatios.map(\.verdict) == [verdict])
    }
    withExtendedLifetime(scratch) {}
  }

  @Test func freshRunsConfirmARegressionOrTakeItBack() throws {
    let (folder, scratch) = try folder(limit: "0.5")
    func checked(_ rows: [BenchmarkResult]) throws -> [SuiteReport] {
      folder.check(
        Samples.report(rows), environment: Samples.environment, filter: try CaseFilter(),
        items: nil)
    }
    let first = try checked(Self.rows(0.7, 0.6, 0.8))
    let calm = folder.confirm(first, by: Samples.report(Self.rows(0.5, 0.4, 0.6)))
    #expect(calm[0].gatedRatios.map(\.verdict) == [.pass])
    let again = folder.confirm(first, by: Samples.report(Self.rows(0.6, 0.55, 0.7)))
    #expect(again[0].gatedRatios.map(\.verdict) == [.regressed])
    #expect(folder.confirm(first, by: [])[0].gatedRatios.map(\.verdict) == [.regressed])

    let selection = try Selection(
      from: [Self.suite], filter: CaseFilter(), options: SuiteOptions(items: [10, 1_000]))
    #expect(
      selection.part(ofRegressed: first)?.parts.flatMap(\.cases).map(\.identity.items) == [
        1_000, 1_000,
      ])
    #expect(selection.part(ofRegressed: calm) == nil)
    withExtendedLifetime(scratch) {}
  }

  // MARK: - Update and report

  @Test func anUpdateKeepsGatesAndAddsThoseOfGoals() throws {
    for (text, limit) in [
      (Self.file(Self.row(limit: "0.3")), 0.3), (Self.file(Self.row(limit: Self.exception)), 0.8),
      (Samples.thresholds, 0.5),
    ] {
      let (folder, scratch) = try folder(text)
      var reports = Samples.report([Samples.result(Self.metrics)])
      reports[0].goals = Self.suite.goals
      let changes = try folder.update(
        from: reports, environment: Samples.environment, why: "a reason")
      let isNew = limit == 0.5
      #expect(changes.map(\.new) == (isNew ? ["<= 0.5"] : []))
      let read = try #require(ThresholdFolder(path: scratch.path))
      #expect(read.files[Samples.fileName]?.ratios.map(\.limit) == [limit])
    }
  }

  @Test func theReportSaysWhichGoalsHold() throws {
    for (rows, standing) in [
      (Self.rows(0.5, 0.4, 0.6), "holds"), (Self.rows(0.6, 0.4, 0.7), "short, within noise"),
      (Self.rows(0.6, 0.55, 0.7), "short"),
    ] {
      var reports = Samples.report(rows)
      reports[0].goals = Self.suite.goals
      let report = Report(environment: try MeasuringEnvironment(package: nil), suites: reports)
      #expect(report.text.split(separator: "\n").last?.hasSuffix("0.500  \(standing)") == true)
      #expect(report.json.contains("\"standing\": \"\(standing)\""))
    }
  }
}
