import Foundation
import Testing

struct BenchUsageTests {
  @Test(arguments: [
    (["--nonsense"], "unknown option '--nonsense'"),
    (["--sute", "x"], "did you mean '--suite'?"),
    (["--suite", "SelfTset"], "unknown suite 'SelfTset'; did you mean 'SelfTest'?"),
    (["chek"], "unknown command 'chek'; did you mean 'check'?"),
    (["thresholds", "lnt"], "did you mean 'lint'?"),
    (["thresholds"], "show, lint, update"),
    (["--format", "jsn"], "did you mean 'json'?"),
    (["--profile", "quik"], "did you mean 'quick'?"),
    (["--items", "0"], "from 1 to 10000000"), (["--items", "-5"], "from 1 to 10000000"),
    (["--items", "banana"], "from 1 to 10000000"), (["--items", "10000001"], "from 1 to 10000000"),
    (["--items", "10,,20"], "from 1 to 10000000"), (["--items", ""], "from 1 to 10000000"),
    (["--budget", "3x"], "a size in bytes"), (["--budget", "-1"], "a size in bytes"),
    (["--budget", "2000GiB"], "at most"), (["--seed", "x"], "from 0 to"),
    (["--filter", "("], "regular expression"), (["--filter", "no such"], "no benchmark matches"),
    (["--data", "/nonexistent"], "'/nonexistent' is none"),
    (["--output", "/nonexistent/r"], "/nonexistent/r"), (["--output", "/tmp"], "is a folder"),
    (["thresholds", "update"], "--why is missing"),
    (["thresholds", "update", "--why", " "], "--why is missing"),
    (["thresholds", "update", "--why", "x", "--items", "5"], "unknown option '--items'"),
    (["run", "extra"], "unexpected argument 'extra'"),
    (["list", "--budget", "5"], "unknown option '--budget'"),
    (["--suite"], "--suite needs a value"), (["--quiet", "--quiet"], "given twice"),
  ])
  func aMistakeIsOneLineThatSaysWhatToDo(_ words: [String], _ text: String) throws {
    let call = try BenchCall(words)
    #expect(call.isRefused, "\(call.code) \(call.output) \(call.errors)")
    #expect(call.errors.contains(text), "\(call.errors)")
  }

  @Test(arguments: [
    ["--help"], ["-h"], ["help"], ["run", "--help"], ["list", "--help"], ["check", "--help"],
    ["thresholds", "update", "--help"], ["thresholds", "lint", "--help"],
    ["thresholds", "show", "-h"],
  ])
  func helpIsPrinted(_ words: [String]) throws {
    let call = try BenchCall(words)
    #expect(call.code == 0 && call.errors.isEmpty)
    #expect(call.output.contains("usage: bench"))
    #expect(call.output.split(separator: "\n").allSatisfy { $0.count <= 110 })
  }

  @Test func aRefusedOutputLeavesWhatWasThere() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "r.txt")
    let call = try BenchCall("--filter", "bad data", "--output", "\(folder.path)/r.txt")
    #expect(call.code == 1)
    #expect(try folder.read("r.txt") == "old")
    #expect(try folder.names == ["r.txt"])
  }

  @Test func theListNamesSuitesQuestionsAndBenchmarks() throws {
    let call = try BenchCall("list")
    #expect(call.code == 0)
    #expect(call.output.contains("SelfTest: Is the harness sound?"))
    #expect(call.output.contains("reserved array (reference)"))
    let one = try BenchCall("list", "--suite", "SelfTest", "--filter", "take")
    #expect(!one.output.contains("fill array") && one.output.contains("take blocks"))
  }

  @Test func aChildsWordIsNoCommand() throws {
    #expect(try BenchCall("__child", "time").code == 1)
  }
}
