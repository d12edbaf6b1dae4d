import Testing

@testable import BenchHarness

/// Outside of `#expect`, which takes no mutating call.
private func receives(_ report: inout ChildReport, _ bytes: ArraySlice<UInt8>) -> Bool {
  report.receive(bytes)
}

struct ChildProtocolTests {
  private var measurements: Measurements {
    var result = Measurements()
    result.nanoseconds = 123_456
    result.operations = 1_000
    result.regions = 2
    result.allocations = 7
    result.allocatedBytes = 4_096
    result.liveBytes = -16
    result.peakLiveBytes = 2_048
    result.peakCheckpoint = "page filled"
    result.peakBetweenCheckpoints = 4_096
    result.liveCurve = [
      LiveReading(step: 0, liveBytes: 2_048), LiveReading(step: 9, liveBytes: -16),
    ]
    (result.leftBytes, result.leftBlocks) = (-32, 2)
    result.frameBudgetNanoseconds = 8_333_333
    result.values = [RecordedValue(name: "steps", unit: .countPerOperation, value: 0.1)]
    return result
  }

  private func bytes(_ lines: [[String]]) -> [UInt8] {
    Array(lines.map { $0.joined(separator: "\t") + "\n" }.joined().utf8)
  }

  @Test func aReportReadsBackInPiecesOfAnySize() {
    let text = bytes(
      [["limited", "99"], ["checkpoint", "page filled", "2048"]] + measurements.lines + [["done"]])
    for size in 1...text.count {
      var report = ChildReport()
      for start in stride(from: 0, to: text.count, by: size) {
        #expect(receives(&report, text[start..<min(start + size, text.count)]))
      }
      #expect(report.measurements == measurements)
      #expect(report.lastCheckpoint == .init(name: "page filled", liveBytes: 2_048))
      #expect(report.residentBytesAtLimit == 99)
      #expect(report.isDone && report.complaint == nil)
    }
  }

  @Test(arguments: [
    "nonsense", "", "time\t1\t2", "time\t1\t2\tx", "allocations\t1", "live\t1\t2",
    "value\tsteps\tfurlongs\t1", "value\tsteps\tcount\tmany", "checkpoint\tname\tx", "limited\tx",
    "between\tx", "between\t1\t2", "curve\t1", "curve\t1\tx", "left\t1", "left\tx\t1", "frames\tx",
    "done\t1", "wrong",
  ])
  func garbageIsRefused(_ line: String) {
    var report = ChildReport()
    #expect(!receives(&report, Array((line + "\n").utf8)[...]))
  }

  @Test func aCurveWithoutEndIsRefused() {
    var report = ChildReport()
    let point = Array("curve\t1\t2\n".utf8)
    for _ in 0..<LiveCurve.capacity { #expect(receives(&report, point[...])) }
    #expect(!receives(&report, point[...]))
  }

  @Test func nothingComesAfterTheEnd() {
    var report = ChildReport()
    #expect(!receives(&report, bytes([["done"], ["done"]])[...]))
  }

  @Test func aLineWithoutEndIsRefused() {
    var report = ChildReport()
    #expect(receives(&report, [UInt8](repeating: 65, count: 65_536)[...]))
    #expect(!receives(&report, [65]))
  }

  @Test func complaintsAreKept() {
    for (word, complaint) in [
      ("wrong", ChildReport.Complaint.wrong("4 of 5")), ("error", .error("4 of 5")),
      ("environment", .environment("4 of 5")),
    ] {
      var report = ChildReport()
      #expect(receives(&report, bytes([[word, "4 of 5"]])[...]))
      #expect(report.complaint == complaint)
    }
  }

  @Test func aRequestReadsBack() throws {
    let benchmarkCase = BenchmarkCase(
      suite: "S", benchmark: "b with space", implementation: "I, variant",
      parameters: [Parameter("items", 10)], fixtureKey: "", fixture: { "" }, body: { _ in })
    for options in [
      SuiteOptions(),
      SuiteOptions(
        profile: .full, items: [10, 20], seed: .max, dataFolder: "/a b", budgetBytes: 0,
        includesPeers: true, scratchFolder: "/tmp/x"),
    ] {
      let request = ChildRequest(pass: .memory, of: benchmarkCase, options: options)
      #expect(request.identity == "S/b with space/I, variant/items=10")
      let read = try #require(ChildRequest(words: request.words))
      #expect(read == request)
      #expect(read.options.items == options.items)
      #expect(read.options.budgetBytes == options.budgetBytes)
      #expect(read.options.includesPeers == options.includesPeers)
    }
    #expect(ChildRequest(words: ["__child", "time"]) == nil)
  }

  @Test func aChildsWordFromAPersonIsRefusedOrNoChild() {
    #expect(Child.run(words: ["run"], suites: []) == nil)
  }
}

struct ProcessOutcomeTests {
  private func outcome(
    _ lines: String, way: Subprocess.End.Way, errors: String = "", resident: Int = 0,
    budget: Int? = 1_000
  ) -> ProcessOutcome {
    var report = ChildReport()
    #expect(receives(&report, Array(lines.utf8)[...]))
    let end = Subprocess.End(way: way, errorText: errors, maximumResidentBytes: resident)
    return ProcessOutcome(report: report, end: end, budgetBytes: budget, timeLimitSeconds: 9)
  }

  private let limited = "limited\t100\ncheckpoint\tfilled\t70\n"
  private let filled = ChildReport.Checkpoint(name: "filled", liveBytes: 70)

  @Test func aWholeReportIsMeasured() {
    #expect(outcome("done\n", way: .exited(0)) == .measured(Measurements()))
  }

  @Test func anEndWithoutAReportIsACrash() {
    #expect(outcome("", way: .exited(0)) == .failed("crashed (exit code 0)"))
    #expect(
      outcome(limited, way: .signalled(11), errors: "noise\n\nlast words\n\n")
        == .failed("crashed (signal 11) after the checkpoint 'filled': last words"))
    #expect(outcome("done\n", way: .exited(4)) == .failed("crashed (exit code 4)"))
  }

  @Test func aFatalErrorIsQuotedRatherThanWhatFollowsIt() {
    #expect(
      outcome("", way: .signalled(4), errors: "a\nx.swift:1: Fatal error: rank\nb\n")
        == .failed("trapped (signal 4): x.swift:1: Fatal error: rank"))
  }

  @Test func anAbortForWantOfMemoryIsTheBudgets() {
    let words = "Fatal error: failed to allocate 1048576 bytes of memory with alignment 0\n"
    #expect(
      outcome(limited, way: .signalled(6), errors: words) == .outOfMemory(lastCheckpoint: filled))
    #expect(
      outcome(limited + "error\tSQLite: out of memory\n", way: .exited(3))
        == .outOfMemory(lastCheckpoint: filled))
  }

  @Test func withoutALimitWantOfMemoryIsACrash() {
    let words = "Fatal error: failed to allocate 1048576 bytes\n"
    #expect(
      outcome("", way: .signalled(6), errors: words)
        == .failed("crashed (signal 6): Fatal error: failed to allocate 1048576 bytes"))
    guard case .failed = outcome(limited, way: .signalled(6), errors: words, budget: nil) else {
      Issue.record("a child without a budget has no limit")
      return
    }
  }

  @Test func aSilentTrapIsWantOfMemoryOnlyIfTheChildHadGrown() {
    let grown = 100 + 1_000 + AddressSpace.slackBytes / 2
    #expect(
      outcome(limited, way: .signalled(4), resident: grown + 1)
        == .outOfMemory(lastCheckpoint: filled))
    #expect(
      outcome(limited, way: .signalled(4), resident: grown)
        == .failed("trapped (signal 4) after the checkpoint 'filled'"))
    #expect(
      outcome(limited, way: .signalled(4), errors: "Fatal error: rank\n", resident: grown + 1)
        == .failed("trapped (signal 4) after the checkpoint 'filled': Fatal error: rank"))
  }

  @Test func trapsKillsAndCrashesHaveTheirOwnWords() {
    #expect(outcome("", way: .signalled(5)) == .failed("trapped (signal 5)"))
    #expect(outcome("", way: .signalled(9)) == .failed("killed from outside (signal 9)"))
    #expect(outcome("", way: .signalled(15)) == .failed("killed from outside (signal 15)"))
    #expect(outcome("", way: .signalled(11)) == .failed("crashed (signal 11)"))
  }

  @Test func complaintsAndForcedEndsHaveTheirWords() {
    #expect(
      outcome("wrong\t4, not 5\n", way: .exited(3)) == .failed("wrong result: 4, not 5"))
    #expect(outcome("error\tno file\n", way: .exited(3)) == .failed("error: no file"))
    #expect(outcome("environment\tno meter\n", way: .exited(1)) == .impossible("no meter"))
    #expect(
      outcome(limited, way: .outOfTime)
        == .failed("hung: ended after 9 s after the checkpoint 'filled'"))
    #expect(outcome("", way: .refused) == .failed("the child's report is garbled"))
  }
}
