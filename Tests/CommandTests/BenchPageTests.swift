import Foundation
import Testing

/// `--html`: the page of a run, from words to a file.
@Suite(.serialized)
struct BenchPageTests {
  private static let quick = ["--profile", "quick", "--suite", "SelfTest", "--filter", "fill"]

  @Test func aRunWritesResultsAndAPage() throws {
    let folder = try TemporaryFolder()
    let call = try BenchCall(Self.quick + ["--html", "\(folder.path)/p.html"])
    #expect(call.code == 0 && call.errors.isEmpty, "\(call.errors)")
    #expect(call.output.contains("growing array"))
    let page = try folder.read("p.html")
    #expect(page.contains("All 4 results pass."))
    #expect(page.contains("Is the harness sound? A growing array against a reserved one."))
    #expect(page.contains("Time by items") && page.contains("steps by items"))
    #expect(page.contains("<svg viewBox") && page.hasSuffix("</html>\n"))
    #expect(!page.contains("http:") && !page.contains("https:"))
    #expect(try folder.names == ["p.html"])
  }

  @Test func theCommandOfAFailingRowRepeatsIt() throws {
    let folder = try TemporaryFolder()
    let call = try BenchCall(
      "--filter", "over budget|SelfTest/fill", "--seed", "7", "--profile", "quick", "--html",
      "\(folder.path)/p.html")
    #expect(call.code == 2, "\(call.errors)")
    let page = try folder.read("p.html")
    let code = try #require(page.firstMatch(of: /<code>swift run bench ([^<]*)<\/code>/)?.1)
    let words = try shellWords(String(code).replacing("&#39;", with: "'"))
    #expect(words.contains("--seed") && words.contains("^SelfTestBroken/over budget/SelfTest$"))
    let again = try BenchCall(words + ["--format", "json"])
    #expect(again.code == 2, "\(again.errors)")
    #expect(try again.rows.map { $0["benchmark"] as? String } == ["over budget"])
  }

  @Test func thePageNamesTheExitCode() throws {
    let folder = try TemporaryFolder()
    for (words, code) in [([], "exit code 0"), (["--strict"], "exit code 2")] {
      let page = ["--html", "\(folder.path)/p.html"]
      let call = try BenchCall(["--filter", "flood", "--profile", "quick"] + page + words)
      #expect(code.hasSuffix("\(call.code)"))
      #expect(try folder.read("p.html").contains(code))
    }
  }

  /// The words that a shell makes of a line.
  private func shellWords(_ line: String) throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "printf '%s\\n' \(line)"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func withoutGnuplotThePageHasTablesAndSaysSo() throws {
    let folder = try TemporaryFolder()
    let call = try BenchCall(
      Self.quick + ["--html", "\(folder.path)/p.html"], variables: ["PATH": folder.path])
    #expect(call.code == 0, "\(call.errors)")
    let page = try folder.read("p.html")
    #expect(page.contains("This page has no charts: gnuplot cannot draw here; install it"))
    #expect(!page.contains("<figure>") && page.contains("<table>"))
  }

  @Test func aGnuplotThatFailsTakesItsChartsAlone() throws {
    let folder = try TemporaryFolder()
    for (script, words) in [("exit 1", "gnuplot could not draw"), ("exit 127", "install it")] {
      let path = "\(folder.path)/gnuplot"
      try folder.write("#!/bin/sh\n\(script)\n", to: "gnuplot")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      let call = try BenchCall(
        Self.quick + ["--html", "\(folder.path)/p.html"], variables: ["PATH": folder.path])
      #expect(call.code == 0, "\(call.errors)")
      #expect(try folder.read("p.html").contains(words))
    }
  }

  @Test func aPageThatCannotBeWrittenIsRefusedBeforeAnythingRuns() throws {
    let folder = try TemporaryFolder()
    let start = Date()
    for path in [folder.path, "/dev/null", "\(folder.path)/none/p.html", ""] {
      #expect(try BenchCall(Self.quick + ["--html", path]).isRefused, "\(path)")
    }
    let same = "\(folder.path)/r"
    let call = try BenchCall(Self.quick + ["--html", same, "--output", same])
    #expect(call.isRefused && call.errors.contains("name the same file"))
    #expect(Date().timeIntervalSince(start) < 5)
    #expect(try folder.names.isEmpty)
  }

  @Test func aRunThatEndsEarlyLeavesThePageThatWasThere() throws {
    let folder = try TemporaryFolder()
    try folder.write("before", to: "p.html")
    let call = try BenchCall(
      "--filter", "bad data", "--profile", "quick", "--html", "\(folder.path)/p.html")
    #expect(call.isRefused)
    let interrupted = try BenchCall(
      "--filter", "hang", "--profile", "full", "--html", "\(folder.path)/p.html",
      interruptAfter: 0.5)
    #expect(interrupted.code == 130)
    #expect(try folder.read("p.html") == "before" && folder.names == ["p.html"])
  }
}
