import Foundation
import ProcessSupport
import Testing

/// The whole program, from words to exit codes, on suites made for this.
@Suite(.serialized)
struct BenchRunTests {
  @Test func soundBenchmarksPassAndPrintATable() throws {
    let call = try BenchCall("--suite", "SelfTest", "--profile", "quick")
    #expect(call.code == 0, "\(call.errors)")
    #expect(call.errors.isEmpty)
    let lines = call.output.split(separator: "\n")
    let titles = try #require(lines.first { $0.hasSuffix("verdict") })
    // Every verdict begins below the title.
    let column = titles.count - "verdict".count
    let rows = lines.filter { $0.contains(" array  ") || $0.contains("malloc  ") }
    #expect(rows.count == 5)
    for row in rows { #expect(row.dropFirst(column) == "pass") }
  }

  @Test func theMeterCountsEachAllocation() throws {
    let call = try BenchCall(
      "--profile", "quick", "--filter", "take blocks", "--format", "json")
    #expect(call.code == 0, "\(call.errors)")
    let row = try call.row("malloc")
    let sizes = (0..<12_345).map { [32, 224, 20_480][$0 % 3] }
    #expect(value(row, "mallocCount") == 12_345)
    #expect(value(row, "bytesAllocated") == Double(sizes.reduce(0, +)))
    #expect(value(row, "liveBytes") == Double(sizes[(12_345 / 2)...].reduce(0, +)))
  }

  @Test func twoRunsAgreeInEveryExactMetric() throws {
    func exact() throws -> [String: Double] {
      let call = try BenchCall("--suite", "SelfTest", "--profile", "quick", "--format", "json")
      #expect(call.code == 0, "\(call.errors)")
      var figures: [String: Double] = [:]
      for row in try call.rows {
        for (name, metric) in row["metrics"] as? [String: [String: Any]] ?? [:] {
          guard let unit = metric["unit"] as? String, !["ns", "ratio"].contains(unit) else {
            continue
          }
          let key = "\(row["implementation"] ?? "") \(row["parameters"] ?? "") \(name)"
          figures[key] = (metric["value"] as? NSNumber)?.doubleValue
        }
      }
      return figures
    }
    let first = try exact()
    #expect(first.count > 20)
    #expect(try exact() == first)
  }

  @Test func ratiosAndGrowthAreThere() throws {
    let call = try BenchCall(
      "--filter", "fill", "--profile", "quick", "--format", "json", "--items", "1000,2000,8000")
    #expect(call.code == 0, "\(call.errors)")
    #expect(try call.rows.count == 6)
    let ours = try call.row("growing array", items: 8_000)
    #expect(value(ours, "growthExponent").map { abs($0 - 1) < 1e-9 } == true)
    #expect(value(ours, "ratioToPeer").map { $0 > 0 } == true)
    let theirs = try call.row("reserved array", items: 1_000)
    #expect(value(theirs, "ratioToPeer") == nil && value(theirs, "growthExponent") == nil)
  }

  @Test func thePeakIsTheLeastBudgetThatPasses() throws {
    let words = ["--filter", "fill array/growing", "--items", "1000", "--profile", "quick"]
    let free = try BenchCall(words + ["--format", "json"])
    let peak = Int(try #require(value(try free.row("growing array"), "peakLiveBytes")))
    func call(_ budget: Int) throws -> BenchCall {
      try BenchCall(words + ["--budget", "\(budget)"])
    }
    #expect(try call(peak).code == 0)
    let over = try call(peak - 1)
    #expect(over.code == 2)
    #expect(over.output.contains("budget exceeded by 1 bytes at the checkpoint 'array filled'"))
  }

  @Test func resultsGoToTheFileAndRemarksToStandardError() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/r.json"
    let call = try BenchCall(
      "--filter", "over budget", "--profile", "quick", "--format", "json", "--output", file)
    #expect(call.code == 2)
    #expect(call.output.isEmpty)
    #expect(call.errors.contains("budget exceeded by"))
    _ = try JSONSerialization.jsonObject(with: Data(try folder.read("r.json").utf8))
    let quiet = try BenchCall(
      "--filter", "over budget", "--profile", "quick", "--output", file, "--quiet")
    #expect(quiet.code == 2 && quiet.errors.isEmpty)
    #expect(try folder.names == ["r.json"])
  }

  @Test func strictFailsWhatIsInconclusive() throws {
    #expect(try BenchCall("--filter", "flood", "--profile", "quick").code == 0)
    #expect(try BenchCall("--filter", "flood", "--profile", "quick", "--strict").code == 2)
  }
}

@Suite(.serialized)
struct BenchFailureTests {
  @Test(arguments: [
    ("wrong result", 3, "failed", "wrong result: expected 1, got 2"),
    ("error", 3, "failed", "error: the disk is on fire"),
    (
      "crash", 3, "failed",
      "crashed (signal 6) after the checkpoint 'before the crash': Fatal error: rank out of range"
    ),
    ("silent crash", 3, "failed", "crashed (signal 6) after the checkpoint 'before the crash'"),
    ("early exit", 3, "failed", "crashed (exit code 0)"),
    ("hang", 3, "failed", "hung: ended after 1 s after the checkpoint 'before the hang'"),
    ("closed pipes", 3, "failed", "hung: ended after 1 s"),
    ("garbled report", 3, "failed", "the child's report is garbled"),
    ("nothing measured", 3, "failed", "error: the benchmark measured nothing"),
    (
      "undeclared metric", 3, "failed", "error: the suite does not declare the metric 'stepz'"
    ),
    (
      "runaway", 2, "regressed",
      "budget exceeded: memory ran out under the budget of 1,048,576 bytes, last seen at the "
        + "checkpoint 'block taken'"
    ),
    ("reference runaway", 0, "skipped", "budget exceeded: memory ran out"),
    ("over budget", 2, "regressed", "budget exceeded by 4,120 bytes"),
    ("flood", 0, "inconclusive", "a timed region lasts"),
  ])
  func eachFailureHasItsVerdict(
    _ benchmark: String, _ code: Int, _ verdict: String, _ reason: String
  ) throws {
    let call = try BenchCall(
      "--filter", "^SelfTestBroken/\(benchmark)/", "--profile", "quick", "--format", "json")
    #expect(Int(call.code) == code, "\(call.errors)")
    let row = try call.row("SelfTest")
    #expect(row["verdict"] as? String == verdict)
    #expect((row["reason"] as? String)?.contains(reason) == true, "\(row["reason"] ?? "")")
  }

  @Test func theWorstFailureDecides() throws {
    let call = try BenchCall("--filter", "over budget|wrong result|runaway", "--profile", "quick")
    #expect(call.code == 3)
  }

  @Test func dataThatDoNotVerifyAreTheEnvironments() throws {
    let call = try BenchCall("--filter", "bad data", "--profile", "quick")
    #expect(call.isRefused && call.errors.contains("items.ndjson does not verify"))
  }

  #if os(Linux)
    @Test func aForeignAllocatorIsRefused() throws {
      let library = try #require(
        ["/lib/x86_64-linux-gnu/libc.so.6", "/lib/aarch64-linux-gnu/libc.so.6", "/lib64/libc.so.6"]
          .first { FileManager.default.fileExists(atPath: $0) })
      let call = try BenchCall("--suite", "SelfTest", variables: ["LD_PRELOAD": library])
      #expect(call.isRefused && call.errors.contains("malloc is not jemalloc's"))
    }
  #endif

  @Test func anInterruptEndsTheChildrenAndTheScratchFolder() throws {
    let folder = try TemporaryFolder()
    let start = Date()
    let call = try BenchCall(
      "--filter", "hang", "--profile", "full", variables: ["TMPDIR": folder.path],
      interruptAfter: 0.5)
    #expect(call.code == 130)
    #expect(Date().timeIntervalSince(start) < 1.5)
    #expect(try folder.names.isEmpty)
    #expect(try !isRunning(folder.path))
  }

  /// Whether a child with that scratch folder among its words is alive.
  private func isRunning(_ scratch: String) throws -> Bool {
    let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc")
    return processes.contains { name in
      guard Int(name) != nil,
        let words = FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
      else { return false }
      return String(decoding: words, as: UTF8.self).contains(scratch)
    }
  }
}
