import ListText
import Testing

@testable import BenchHarness

struct ReproductionTests {
  private static func identity(
    _ implementation: String = "Ours", suite: String = "S", _ parameters: [Parameter] = []
  ) -> CaseIdentity {
    CaseIdentity(
      suite: suite, benchmark: "b 1", implementation: implementation, parameters: parameters)
  }

  private static let names = [
    "Ours", "a/b", "C++ (pb_ds) [x] {2,3} ^a$ \\d .* |", "it's", "a\nb\tc\r", PageSamples.hostile,
    "é",
  ]

  @Test(arguments: names)
  func aPatternMatchesItsRowAlone(_ name: String) throws {
    let parameters = [Parameter("items", 10), Parameter("depth", 0)]
    let filter = try CaseFilter(pattern: CaseFilter.pattern(Self.identity(name, parameters), .one))
    #expect(filter.includes(Self.identity(name, parameters)))
    #expect(!filter.includes(Self.identity(name + "2", parameters)))
    #expect(
      !filter.includes(Self.identity(name, [Parameter("items", 10), Parameter("depth", 01)])))
    #expect(
      !filter.includes(Self.identity(name, [Parameter("items", 100), Parameter("depth", 0)])))
  }

  @Test(arguments: names)
  func aPatternReachesWhatTheRowIsComparedWith(_ name: String) throws {
    let ten = Self.identity(name, [Parameter("items", 10)])
    let hundred = Self.identity(name, [Parameter("items", 100)])
    let peer = Self.identity("peer", [Parameter("items", 10)])
    let group = try CaseFilter(pattern: CaseFilter.pattern(ten, .everyImplementation))
    #expect(group.includes(ten) && group.includes(peer) && !group.includes(hundred))
    let series = try CaseFilter(pattern: CaseFilter.pattern(ten, .everyParameter))
    #expect(series.includes(ten) && series.includes(hundred) && !series.includes(peer))
    for rows in [CaseFilter.Rows.everyImplementation, .everyParameter, .one] {
      let bare = try CaseFilter(pattern: CaseFilter.pattern(Self.identity(name), rows))
      #expect(bare.includes(Self.identity(name)))
    }
  }

  @Test func aCommandRepeatsTheCallAndIsQuotedForAShell() {
    let again = Reproduction(call: ["check", "--data", "my list's"])
    let row = PageSamples.result("it's", [], failure: "crashed")
    #expect(
      again.command(for: row)
        == "swift run bench check --data 'my list'\\''s' --filter '^Sample/page at depth/it'\\''s$'"
    )
    #expect(Reproduction.command(["a", "", "b;c", "é"]) == "swift run bench a '' 'b;c' 'é'")
  }

  @Test func theDoubtfulFigureDecidesWhichRowsAreRun() {
    func filter(_ metric: String) -> String {
      let row = PageSamples.result(
        "Ours", [Metric(metric, .count, 1, verdict: .regressed)],
        parameters: [Parameter("items", 10)])
      return String(Reproduction(call: []).command(for: row).drop { $0 != "^" })
    }
    #expect(filter("steps") == "^Sample/page at depth/Ours/items=10$'")
    #expect(filter(MetricName.growthExponent) == "^Sample/page at depth/Ours/'")
    #expect(filter(MetricName.ratioToPeer) == "^Sample/page at depth/.*/items=10$'")
  }

  @Test func aRatioIsRepeatedWithBothRows() throws {
    let rows = ComparedRows(
      suite: "S", benchmark: "b 1", implementation: "Ours", items: 10, peer: "C++ (x)")
    let command = Reproduction(call: ["check"]).command(for: JudgedRatio(rows: rows))
    #expect(command.hasPrefix("swift run bench check --peers --filter "))
    let pattern = String(command.drop { $0 != "^" }.dropLast())
    let filter = try CaseFilter(pattern: pattern)
    #expect(filter.includes(Self.identity("Ours", [Parameter("items", 10)])))
    #expect(filter.includes(Self.identity("C++ (x)", [Parameter("items", 10)])))
    #expect(!filter.includes(Self.identity("Ours", [Parameter("items", 100)])))
    #expect(!filter.includes(Self.identity("other", [Parameter("items", 10)])))
    #expect(
      !Reproduction(call: ["--peers"]).command(for: JudgedRatio(rows: rows)).contains(
        "--peers --peers"))
  }

  @Test func profilesAndComparisonsRunOnTheSameData() {
    let sized = Self.identity("Ours", [Parameter("items", 10)])
    let own = Reproduction(call: ["check", "--data", "d", "--budget", "9", "--peers"])
    #expect(
      own.profile(sized, with: "heap")
        == "swift run bench profile 'S/b 1/Ours/items=10' --with heap --data d --budget 9")
    #expect(
      Reproduction(call: ["--items", "5,10", "--seed", "2"]).profile(sized, with: nil)
        == "swift run bench profile 'S/b 1/Ours/items=10' --seed 2 --items 10")
    #expect(
      Reproduction(call: ["--items", "5,10"]).compare(filter: "x")
        == "swift run bench compare --base-commit main --items 5,10 --filter x")
  }
}

struct ResultsRoundTripTests {
  @Test func callAndGoalsAreReadBack() throws {
    var report = PageSamples.report(PageSamples.sizes)
    report.call = ["check", "--peers"]
    let rows = ComparedRows(
      suite: "Sample", benchmark: "window step", implementation: "Ours", items: 1_000,
      peer: "a peer")
    var ratio = JudgedRatio(rows: rows)
    ratio.ratio = Metric(MetricName.ratioToPeer, .ratio, 0.9, low: 0.8, high: 1)
    (ratio.goal, ratio.gate, ratio.verdict, ratio.reason) = (0.5, 0.7, .regressed, "above")
    report.suites[0].gatedRatios = [ratio]
    let again = try Report(json: Array(report.json.utf8), name: "r.json")
    #expect(again.call == report.call)
    let read = try #require(again.suites[0].gatedRatios.first)
    #expect(read.rows == rows && read.ratio == ratio.ratio && read.isAsked)
    #expect(read.goal == 0.5 && read.gate == 0.7)
    #expect(read.verdict == .regressed && read.reason == "above")
    #expect(again.json == report.json)
  }

  @Test(arguments: [
    (#""call":[]"#, #""call":[1]"#, "'call' has no words"),
    (#""goals":[]"#, #""goals":[{}]"#, "'suite' is missing"),
    (#""goals":[]"#, #""goals":3"#, "'goals' is no list"),
  ])
  func whatIsNoCallOrGoalIsRefused(_ old: String, _ new: String, _ reason: String) throws {
    let text =
      #"{"schema":1,"environment":{"os":"","arch":"","cpu":"","swift":"","build":"","#
      + #""allocator":"","options":""},"results":[],"goals":[],"call":[]}"#
    let broken = text.replacing(old, with: new)
    let error = #expect(throws: ResultsError.self) {
      try Report(json: Array(broken.utf8), name: "r")
    }
    #expect(error?.description.contains(reason) == true)
  }
}
