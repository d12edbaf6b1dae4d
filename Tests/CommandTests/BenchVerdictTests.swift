import Foundation
import Testing

/// The verdicts over a benchmark's life: each way to go wrong has its own.
@Suite(.serialized)
struct BenchVerdictTests {
  private static let words = ["--profile", "quick", "--format", "json"]

  /// The row of a broken benchmark, and the call's exit code.
  private func row(_ benchmark: String) throws -> (code: Int32, row: [String: Any]) {
    let call = try BenchCall(["--filter", "^SelfTestBroken/\(benchmark)/"] + Self.words)
    return (call.code, try call.row("SelfTest"))
  }

  @Test(arguments: [
    ("leak", 2, "regressed", "leaked 102,400 bytes (100 blocks)"),
    ("leak of another thread", 2, "regressed", "leaked 102,400 bytes (100 blocks)"),
    (
      "leak that cannot be told", 0, "inconclusive",
      "whether a second run leaves as many is not known: error: it can run only once"
    ),
    (
      "spike", 2, "regressed",
      "budget exceeded between checkpoints: some 4,194,304 bytes lived at once, over the budget of "
        + "1,048,576 bytes"
    ),
    ("trap", 3, "failed", "trapped (signal "),
    ("trap", 3, "failed", "after the checkpoint 'before the trap'"),
    ("killed", 3, "failed", "killed from outside (signal 9) after the checkpoint 'before the end'"),
    (
      "slow frames", 2, "regressed",
      "frame budget missed: one frame in 100 takes over "
    ),
  ])
  func eachLifeHasItsVerdict(
    _ benchmark: String, _ code: Int, _ verdict: String, _ reason: String
  ) throws {
    let (actualCode, row) = try row(benchmark)
    #expect(Int(actualCode) == code)
    #expect(row["verdict"] as? String == verdict)
    #expect((row["reason"] as? String)?.contains(reason) == true, "\(row["reason"] ?? "")")
  }

  @Test(arguments: [
    "given back by another thread", "first use", "small spike", "spike after the life", "fork",
  ])
  func whatIsNoFaultIsNotCalledOne(_ benchmark: String) throws {
    let (code, row) = try row(benchmark)
    #expect(code == 0)
    #expect(value(row, "leakedBytes") == 0)
    let reason = row["reason"] as? String ?? ""
    #expect(!reason.contains("leaked") && !reason.contains("budget"), "\(reason)")
  }

  /// 100 empty regions, 10,000 checkpoints in one, 10,000 frames in one, and 50 blocks in as many.
  @Test func theHarnessAllocatesNothingInARegion() throws {
    let row = try row("empty regions").row
    #expect(value(row, "mallocCount") == 50)
    #expect(value(row, "bytesAllocated") == 3_200)
    #expect(value(row, "liveBytes") == 0)
    #expect(value(row, "frameTimeP50").map { $0 < 1_000 } == true)
  }

  @Test func aSpikeWithinTheSlackIsReported() throws {
    let row = try row("small spike").row
    #expect(value(row, "peakBetweenCheckpoints").map { $0 > 1_048_576 } == true)
    #expect(value(row, "peakLiveBytes") == 0)
  }

  @Test func thePeakBetweenCheckpointsRepeats() throws {
    func reading() throws -> [Double?] {
      let call = try BenchCall(["--filter", "fill array|take blocks"] + Self.words)
      return try call.rows.map { value($0, "peakBetweenCheckpoints") }
    }
    let first = try reading()
    #expect(first.count == 5 && first.allSatisfy { ($0 ?? 0) > 0 })
    #expect(try reading() == first)
  }

  @Test func theLiveCurveHasThePeakAndTheEnd() throws {
    let call = try BenchCall(["--filter", "take blocks"] + Self.words)
    let row = try call.row("malloc")
    let curve = try #require(row["liveCurve"] as? [[Int]])
    #expect(curve.map { $0[0] } == [0, 1, 2])
    #expect(Double(curve[1][1]) == value(row, "peakLiveBytes"))
    #expect(Double(curve[2][1]) == value(row, "liveBytes"))
    let long = try BenchCall(["--filter", "fill array/growing", "--items", "1000"] + Self.words)
    let points = try #require(try long.row("growing array")["liveCurve"] as? [[Int]])
    #expect(points.count > 200 && points.count <= 512)
    #expect(points.last == [1_001, 0])
  }

  @Test func aQuadraticBodyIsFoundByItsExponent() throws {
    let folder = try TemporaryFolder()
    let words = ["--suite", "SelfTest", "--thresholds", folder.path]
    #expect(try BenchCall(["thresholds", "update", "--why", "x"] + words).code == 0)
    #expect(try BenchCall(["check", "--filter", "fill"] + words).code == 0)
    let call = try BenchCall(
      ["check", "--filter", "fill", "--format", "json"] + words,
      variables: ["LONGLIST_SELFTEST_QUADRATIC": "1"])
    #expect(call.code == 2)
    let reason = try call.row("growing array", items: 4_000)["reason"] as? String
    #expect(
      reason?.contains("growthExponent 2 is above its threshold 1 +- 0.05") == true,
      "\(reason ?? "")")
  }
}
