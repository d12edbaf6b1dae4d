import Foundation
import ProcessSupport
import Testing

@Suite(.serialized)
struct BenchSelfTestTests {
  @Test func fewTrialsKeepTheScaledPromise() throws {
    let call = try BenchCall("selftest", "--trials", "2", "--format", "json")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(call.output.utf8)) as? [String: Any])
    #expect(json["trials"] as? Int == 2, "\(call.errors)")
    let found = try #require(json["found"] as? [String: Any])
    #expect(found["promise"] as? Int == 1)
    // A machine above the stated limit of noise, and no other, may refuse to judge.
    let noise = try #require(json["noise"] as? [String: Any])
    if noise["excess"] == nil {
      #expect(call.code == 0 && json["verdict"] as? String == "pass", "\(call.output)")
      #expect((found["count"] as? Int ?? 0) >= 1)
    }
    for kind in ["equal", "slower"] {
      #expect(((json[kind] as? [String: Any])?["ratios"] as? [Double])?.count == 2)
    }
  }

  @Test func theTableNamesRatesAndIntervals() throws {
    let call = try BenchCall("selftest", "--trials", "1")
    #expect(call.code == 0 || call.code == 2, "\(call.errors)")
    #expect(call.output.contains("false alarms  0 of 1, 95%: 0.0-97.5% (Clopper-Pearson)"))
    #expect(call.output.contains("noise: "))
  }

  @Test(arguments: [
    ["--trials", "0"], ["--trials", "x"], ["--busy", "-1"], ["--format", "jmh"],
  ])
  func badWordsAreRefused(_ words: [String]) throws {
    #expect(try BenchCall(["selftest"] + words).isRefused)
  }

  #if os(Linux)
    @Test func busyLoopsEndWithTheCall() throws {
      let call = try BenchCall("selftest", "--trials", "1", "--busy", "2")
      #expect(call.output.contains("2 busy loops beside them"))
      #expect(try loops() == 0)
    }

    @Test func anInterruptEndsTheBusyLoops() throws {
      let call = try BenchCall(["selftest", "--busy", "2"], interruptAfter: 1)
      #expect(call.code == 130 && call.output.isEmpty)
      // They were ended; who looks at once may still find them on their way.
      var tries = 0
      while try loops() > 0, tries < 100 {
        Thread.sleep(forTimeInterval: 0.05)
        tries += 1
      }
      #expect(tries < 100)
    }

    /// Busy loops of this program that are alive.
    private func loops() throws -> Int {
      let program = try #require(executablePath())
      let bench = URL(filePath: program).deletingLastPathComponent().appending(path: "bench").path
      return try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
        guard Int(name) != nil,
          let words = FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
        else { return false }
        let text = String(decoding: words, as: UTF8.self)
        return text.hasPrefix(bench) && text.contains("spin")
      }.count
    }
  #endif
}

/// Children that go wrong in ways of their own, besides those of `BenchFailureTests`.
@Suite(.serialized)
struct BenchBadChildTests {
  @Test(arguments: [
    ("stop", 3, "failed", "hung: ended after 1 s"),
    ("report without end", 3, "failed", "hung: ended after 1 s"),
    ("children left behind", 0, "inconclusive", "a timed region lasts"),
    ("fork into a session", 0, "inconclusive", "a timed region lasts"),
    ("fork and crash", 3, "failed", "crashed (signal 6)"),
  ])
  func eachHasItsVerdictInTime(
    _ benchmark: String, _ code: Int, _ verdict: String, _ reason: String
  ) throws {
    let start = Date()
    let call = try BenchCall(
      "--filter", "^SelfTestBroken/\(benchmark)/", "--profile", "quick", "--format", "json")
    #expect(Int(call.code) == code, "\(call.errors)")
    let row = try call.row("SelfTest")
    #expect(row["verdict"] as? String == verdict)
    #expect((row["reason"] as? String)?.contains(reason) == true, "\(row["reason"] ?? "")")
    // A grandchild that holds the pipes lives for 60 s.
    #expect(Date().timeIntervalSince(start) < 30)
  }
}
