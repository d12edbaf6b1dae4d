import Foundation
import ProcessSupport
import Testing

/// `bench profile`, with each of its tools where it is.
@Suite(.serialized)
struct BenchProfileTests {
  private static let fill = "SelfTest/fill array/growing array/items=1000"
  private static let noValgrind: Comment = "valgrind is not installed: skipped"

  /// The rows of the table in an output, by their columns of two spaces and more.
  private func rows(_ output: String) -> [[String]] {
    let lines = output.components(separatedBy: "\n")
    guard let rule = lines.firstIndex(where: { $0.hasPrefix("---") }) else { return [] }
    return lines[(rule + 1)...].filter { !$0.isEmpty }.map { line in
      line.split(separator: #/\s\s+/#).map(String.init)
    }
  }

  private func number(_ text: String) -> Int { Int(text.filter { $0 != "," }) ?? -1 }

  @Test(.enabled(if: isInstalled("valgrind"), noValgrind))
  func callgrindNamesTheFunctionsOfTheRegion() throws {
    let call = try BenchCall("profile", Self.fill, "--with", "callgrind")
    #expect(call.code == 0, "\(call.errors)")
    #expect(call.output.hasPrefix("\(Self.fill)\n"))
    let rows = rows(call.output)
    let costs = rows.map { number($0[0]) }
    let names = rows.map { $0[2] }
    #expect(names.contains("Array.append(_:)"))
    #expect(names.contains { $0.contains("SelfTest.fill(items:") })
    // Nothing of the set-up or of the harness's end, and each name once.
    #expect(!names.contains { $0.contains("Child.") || $0.contains("main") })
    #expect(Set(names).count == names.count)
    let total = try #require(call.output.components(separatedBy: "\n").dropFirst().first)
    #expect(costs.reduce(0, +) == number(String(total.prefix { $0 != " " })))
    #expect(costs.dropLast() == ArraySlice(costs.dropLast().sorted(by: >)))
  }

  @Test(.enabled(if: isInstalled("valgrind"), noValgrind))
  func aBaseShowsTheFunctionsWhoseCountsChanged() throws {
    let program = try #require(executablePath())
    let bench = URL(filePath: program).deletingLastPathComponent().appending(path: "bench").path
    let folder = try TemporaryFolder()
    let twice = "\(folder.path)/bench-twice"
    try FileManager.default.copyItem(atPath: bench, toPath: twice)
    let call = try BenchCall("profile", Self.fill, "--base", twice)
    #expect(call.code == 0, "\(call.errors)")
    #expect(call.output.contains("here: -49."))
    let first = try #require(rows(call.output).first)
    #expect(number(first[0]) > 1_000_000)
    #expect(abs(Double(number(first[1])) / Double(number(first[0])) - 0.5) < 0.01)
    #expect(first[2].hasPrefix("-") && first[3] == "-50.00%")

    let same = try BenchCall("profile", Self.fill, "--base", bench)
    #expect(
      same.code == 0 && same.output.contains("the same") || same.output.contains("here: +0.00%")
        || same.output.contains("here: -0.00%"))
  }

  @Test func theHeapsProfileNamesWhoHoldsThePeak() throws {
    let call = try BenchCall("profile", "take blocks", "--with", "heap")
    #expect(call.code == 0, "\(call.errors)")
    #expect(
      call.output.contains(
        "bytes live above the baseline at the peak, checkpoint 1 ('blocks taken')"))
    let first = try #require(rows(call.output).first)
    let bytes = (0..<12_345).map { [32, 224, 20_480][$0 % 3] }.reduce(0, +)
    #expect(first[..<5].map { number($0) } == [bytes, 12_345, -1, bytes, 12_345])
    #expect(first[5].contains("SelfTest.take(blocks:)"))
    let bare = try BenchCall("profile", "leak of another thread", "--with", "heap")
    #expect(bare.code == 0 && bare.output.contains("no checkpoint; what the measured regions took"))
  }

  @Test(.enabled(if: isInstalled("perf"), "perf is not installed: skipped"))
  func perfSamplesTheRegionsOrSaysWhyNot() throws {
    let call = try BenchCall("profile", Self.fill, "--with", "perf")
    guard call.code == 0 else {
      #expect(call.isRefused, "\(call.errors)")
      return
    }
    #expect(call.output.contains("samples of CPU time in the measured regions"))
    #expect(rows(call.output).contains { $0[2].contains("SelfTest.fill(items:") })
  }

  @Test(arguments: [
    (["profile"], "BENCHMARK is missing"),
    (["profile", "fill array"], "names 4 cases, give one of them: 'SelfTest/fill array/growing"),
    (["profile", "fill aray"], "did you mean 'fill array'?"),
    (["profile", "("], "'(' is neither"),
    (["profile", "take", "--with", "callgrnd"], "did you mean 'callgrind'?"),
    (["profile", "take", "--base", "/nonexistent"], "'/nonexistent' is no program"),
    (["profile", "take", "--base", "/tmp"], "'/tmp' is no program"),
    (["profile", "take", "--base", "/bin/true", "--with", "heap"], "leave --with heap out"),
    (["profile", "take", "--output", "/tmp"], "'/tmp' is none"),
    (["profile", "bad data"], "items.ndjson does not verify"),
  ])
  func aMistakeIsOneLine(_ words: [String], _ text: String) throws {
    let call = try BenchCall(words)
    #expect(call.isRefused, "\(call.code) \(call.output) \(call.errors)")
    #expect(call.errors.contains(text), "\(call.errors)")
  }

  @Test(arguments: [
    ("callgrind", "valgrind is not installed (apt-get install valgrind)"),
    ("perf", "perf is not installed (apt-get install linux-perf)"),
    ("heap", "addr2line is not installed (apt-get install binutils)"),
  ])
  func anAbsentToolIsOneLineWithWhatToInstall(_ tool: String, _ text: String) throws {
    let empty = try TemporaryFolder()
    let call = try BenchCall("profile", "take", "--with", tool, variables: ["PATH": empty.path])
    #expect(call.isRefused && call.errors == "bench: \(text)\n", "\(call.errors)")
  }

  @Test func aBaseThatIsNoBenchIsRefused() throws {
    guard isInstalled("valgrind") else { return }
    let call = try BenchCall("profile", "take", "--base", "/bin/true")
    #expect(call.isRefused && call.errors.contains("--base takes the bench of a build that has it"))
  }

  @Test func aPerfThatFailsIsOneLine() throws {
    for script in ["exit 7", "echo no >&2; kill -SEGV $$", "echo x >&3; sleep 60"] {
      let fake = try FakeProgram("perf", script)
      let call = try BenchCall("profile", "take", "--with", "perf", variables: ["PATH": fake.path])
      #expect(call.code == 3 && call.output.isEmpty)
      #expect(call.errors.filter(\.isNewline).count == 1, "\(call.errors)")
    }
  }

  @Test func aPerfThatRefusesIsTheEnvironments() throws {
    let fake = try FakeProgram("perf", "echo 'Permission denied' >&2; echo more >&2; exit 255")
    let call = try BenchCall("profile", "take", "--with", "perf", variables: ["PATH": fake.path])
    #expect(call.isRefused && call.errors.hasSuffix("(exit code 255): Permission denied\n"))
  }

  @Test func whatFailsIsExitThreeAndWritesNothing() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "p.txt")
    let call = try BenchCall(
      "profile", "^SelfTestBroken/wrong result/", "--with", "heap", "--output",
      "\(folder.path)/p.txt")
    #expect(call.code == 3 && call.output.isEmpty)
    #expect(
      call.errors
        == "bench: SelfTestBroken/wrong result/SelfTest: wrong result: expected 1, got 2\n")
    #expect(try folder.read("p.txt") == "old")
    #expect(try folder.names == ["p.txt"])
  }

  @Test func theTableGoesToTheFile() throws {
    let folder = try TemporaryFolder()
    let call = try BenchCall(
      "profile", "take blocks/malloc/blocks=12345", "--with", "heap", "--output",
      "\(folder.path)/p.txt")
    #expect(call.code == 0 && call.output.isEmpty && call.errors.isEmpty)
    #expect(try folder.read("p.txt").hasPrefix("SelfTest/take blocks"))
  }
}
