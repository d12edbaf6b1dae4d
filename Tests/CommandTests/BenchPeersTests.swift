import Foundation
import Testing

/// `--peers` on the suites that are made for the program's tests.
struct BenchPeersTests {
  private static let words = [
    "--peers", "--suite", "SelfTest", "--filter", "fill", "--items", "1000", "--profile", "quick",
  ]

  @Test func oursIsComparedWithTheStrongestPeerAndEachPeerWithOurs() throws {
    let call = try BenchCall(Self.words + ["--format", "json"])
    #expect(call.code == 0, "\(call.errors)")
    #expect(
      try call.rows.map { $0["implementation"] as? String } == [
        "growing array", "reserved array", "slow array", "absent array", "limit: nothing",
      ])
    let toStrongest = try #require(value(try call.row("growing array"), "ratioToPeer"))
    let toReserved = try #require(value(try call.row("reserved array"), "ratioToPeer"))
    let toSlow = try #require(value(try call.row("slow array"), "ratioToPeer"))
    #expect(toStrongest == toReserved)
    #expect(toSlow < toReserved)
    #expect(value(try call.row("limit: nothing"), "ratioToPeer") == nil)
    #expect(value(try call.row("limit: nothing"), "cpuTime").map { $0 >= 0 } == true)
  }

  @Test func anAbsentPeerIsSkippedWithTheReason() throws {
    let call = try BenchCall(Self.words + ["--format", "json"])
    let absent = try call.row("absent array")
    #expect(absent["verdict"] as? String == "skipped")
    #expect(absent["reason"] as? String == "no array here")
    #expect((absent["metrics"] as? [String: Any])?.isEmpty == true)
    #expect(try BenchCall(Self.words + ["--strict"]).code == 2)
  }

  @Test func theTableHasTheIntervalsOfTheRatios() throws {
    let call = try BenchCall(Self.words)
    #expect(call.output.components(separatedBy: "95% of").count == 3)
    #expect(call.output.contains("skipped: SelfTest/fill array/absent array/items=1000"))
    #expect(call.output.contains("fill array, items 1,000; the machine allows: nothing "))
    #expect(call.output.contains("the strongest peer's: reserved array"))
    let plain = try BenchCall("--filter", "fill", "--items", "1000", "--profile", "quick")
    #expect(plain.output.components(separatedBy: "95% of").count == 2)
  }

  @Test func peersAreListedWhereTheyAreAskedFor() throws {
    #expect(try !BenchCall("list").output.contains("absent array"))
    #expect(try BenchCall("list", "--peers").output.contains("absent array (reference)"))
  }
}
