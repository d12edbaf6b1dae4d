import Foundation
import Testing

/// `bench explain`: from a file to paragraphs.
@Suite(.serialized)
struct BenchExplainTests {
  /// Results of some benchmarks in a folder of their own.
  private func results(_ filter: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    _ = try BenchCall(
      "--filter", filter, "--profile", "quick", "--format", "json", "--quiet", "--output",
      "\(folder.path)/r.json")
    return folder
  }

  @Test func eachFailureHasAParagraphAndItsCommand() throws {
    let folder = try results("SelfTestBroken/(wrong|crash|hang|over|flood)")
    let call = try BenchCall("explain", "\(folder.path)/r.json")
    #expect(call.code == 0 && call.errors.isEmpty)
    let text = call.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.hasPrefix("5 verdicts: 3 failed, 1 regressed, 1 inconclusive."))
    for part in [
      "It gave a wrong result: expected 1, got 2.", "It hung: ended after 1 s",
      "It crashed (signal 6) after the checkpoint 'before the crash'",
      "Memory: budget exceeded by 4,120 bytes at the checkpoint 'block taken'",
      "then: swift run bench profile 'SelfTestBroken/over budget/SelfTest' --with heap",
      "reproduce: swift run bench --profile quick --filter '^SelfTestBroken/hang/SelfTest$'",
    ] { #expect(text.contains(part), "\(part)") }
  }

  @Test func whatPassesIsExplainedToo() throws {
    let folder = try results("SelfTest/fill")
    let call = try BenchCall("explain", "\(folder.path)/r.json")
    #expect(call.code == 0)
    #expect(call.output.hasPrefix("All 4 verdicts are pass."))
    #expect(call.output.contains("Budgets: the fullest of 2 is at"))
    #expect(call.output.contains("Growth: the steepest exponent of ours is 1.00"))
    let some = try BenchCall("explain", "\(folder.path)/r.json", "--filter", "items=1000$")
    #expect(some.code == 0 && some.output.hasPrefix("All 2 verdicts are pass."))
  }

  @Test func aFilterThatLeavesNothingIsRefused() throws {
    let folder = try results("SelfTest/fill")
    for filter in ["fill arry", "("] {
      #expect(
        try BenchCall("explain", "\(folder.path)/r.json", "--filter", filter).isRefused, "\(filter)"
      )
    }
  }

  @Test func whatIsNoneOfOurResultsIsRefusedInOneLine() throws {
    let folder = try TemporaryFolder()
    let head = #"{"schema":1,"environment":{"os":"a","arch":"b","cpu":"c","swift":"6","build":"r","#
    let environment = head + #""allocator":"j","options":"o"},"#
    let files = [
      "empty": "", "brace": "{", "null": "null", "list": "[]", "object": "{}", "text": "hello",
      "other schema": #"{"schema":2}"#, "no schema": #"{"results":[]}"#,
      "schema as text": #"{"schema":"1"}"#, "no environment": #"{"schema":1,"results":[]}"#,
      "no results": environment + #""results":[]}"#,
      "other results": environment + #""results":{}}"#,
      "a number": environment + #""results":[1]}"#,
      "google-benchmark": #"{"context":{"date":"x"},"benchmarks":[{"name":"a","cpu_time":1}]}"#,
      "jmh": #"[{"benchmark":"a","mode":"avgt","primaryMetric":{"score":1}}]"#,
      "deep": String(repeating: "[", count: 200_000), "zeros": "\0\0\0\0",
      "huge number": #"{"schema":99999999999999999999999999}"#,
    ]
    for (name, text) in files {
      try folder.write(text, to: name)
      let call = try BenchCall("explain", "\(folder.path)/\(name)")
      #expect(call.isRefused, "\(name): \(call.code) \(call.errors)")
      #expect(call.errors.utf8.count < 600, "\(name)")
    }
    for path in [folder.path, "\(folder.path)/none", "/dev/null"] {
      #expect(try BenchCall("explain", path).isRefused, "\(path)")
    }
    #expect(try BenchCall("explain").isRefused)
  }

  @Test func truncatedResultsAreRefusedWhereverTheyEnd() throws {
    let folder = try results("SelfTest/fill array/growing")
    let text = Array(try folder.read("r.json").trimmingCharacters(in: .whitespacesAndNewlines).utf8)
    for length in stride(from: 0, to: text.count, by: max(1, text.count / 25)) {
      try Data(text.prefix(length)).write(to: URL(filePath: "\(folder.path)/cut.json"))
      #expect(try BenchCall("explain", "\(folder.path)/cut.json").isRefused, "\(length)")
    }
  }
}
