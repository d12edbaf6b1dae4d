import Foundation
import ProcessSupport
import Testing

/// Baselines from the first one that is saved to every way in which they can be broken.
@Suite(.serialized)
struct BenchBaselineTests {
  /// A baseline of this machine, as its file; measured once.
  private static let saved = Result {
    let folder = try TemporaryFolder()
    let call = try BenchCall(
      "baseline", "save", "main", "--baselines", folder.path, "--suite", "SelfTest", "--profile",
      "quick", "--items", "1000")
    #expect(call.code == 0, "\(call.errors)")
    #expect(call.output.contains("growing array"))
    #expect(call.errors.contains("saved as \(folder.path)/main.json"))
    return try folder.read("main.json")
  }

  private func recorded(_ change: (String) -> String = { $0 }) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.sealed(change(try Self.saved.get())), to: "main.json")
    return folder
  }

  /// A file that was edited, with a checksum that holds again: FNV-1a over its text without the checksum.
  private static func sealed(_ text: String) -> String {
    let line = #/    "checksum": "[0-9a-f]*",\n/#
    let bare = text.replacing(line, with: "")
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bare.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    let sum = String(repeating: "0", count: 16 - digits.count) + digits
    return text.replacing(line, with: "    \"checksum\": \"\(sum)\",\n")
  }

  private func call(_ verb: String, _ folder: TemporaryFolder, _ more: String...) throws
    -> BenchCall
  {
    try BenchCall(["baseline", verb] + more + ["--baselines", folder.path])
  }

  @Test func whatWasSavedIsListedShownComparedAndDeleted() throws {
    let folder = try recorded()
    #expect(Self.sealed(try Self.saved.get()) == (try Self.saved.get()))
    let list = try call("list", folder)
    #expect(list.code == 0 && list.errors.isEmpty)
    #expect(list.output.contains(#/name +date +revision +cpu +swift +results/#))
    #expect(
      list.output.contains(#/main +\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ .* 3\n/#), "\(list.output)")
    let show = try call("show", folder, "main")
    #expect(show.code == 0 && show.output.hasPrefix("baseline 'main' of "))
    #expect(show.output.contains("Is the harness sound?") && show.output.contains("steps"))
    let json = try call("show", folder, "main", "--format", "json")
    #expect(try json.rows.count == 3)
    // What is not asked for is what was saved: suite, profile, size.
    let compared = try call("compare", folder, "main")
    #expect(compared.code == 0, "\(compared.output)")
    #expect(compared.output.contains("exact figures are equal, 0 are not"))
    #expect(compared.output.contains(#/growing array items=1000 +cpuTime/#))
    #expect(try call("delete", folder, "main").code == 0)
    #expect(try folder.names.isEmpty)
  }

  @Test func aComparisonInJSONHasOldAndChange() throws {
    let compared = try call("compare", recorded(), "main", "--format", "json")
    #expect(compared.code == 0)
    let row = try compared.row("growing array", items: 1_000)
    let metric = try #require((row["metrics"] as? [String: [String: Any]])?["mallocCount"])
    #expect(metric["base"] as? Int == 10_010 && metric["change"] as? Int == 0)
    let time = try #require((row["metrics"] as? [String: [String: Any]])?["cpuTime"])
    #expect(time["base"] is Double && time["change"] is Double)
    #expect(value(row, "referenceTime") ?? 0 > 0)
  }

  @Test func whatIsAbsentEndsWithFiveAndTheNearestName() throws {
    let folder = try recorded()
    for verb in ["show", "compare", "delete"] {
      let call = try call(verb, folder, "mian")
      #expect(call.code == 5 && call.output.isEmpty)
      #expect(call.errors.hasSuffix("did you mean 'main'?\n") && call.errors.hasPrefix("bench: "))
    }
    let empty = try TemporaryFolder()
    #expect(try call("compare", empty, "main").errors.contains("make it by bench baseline save"))
    #expect(try call("list", empty).output.contains("no baselines in"))
    #expect(try BenchCall("baseline", "list", "--baselines", "/nonexistent/x").code == 0)
  }

  @Test(arguments: ["../x", ".x", "a/b", String(repeating: "x", count: 101)])
  func whatIsNoNameIsRefusedBeforeARun(_ name: String) throws {
    for verb in ["save", "show", "compare", "delete"] {
      #expect(try call(verb, try TemporaryFolder(), name).isRefused)
    }
  }

  @Test func aNameThatIsTakenNeedsForce() throws {
    let folder = try recorded()
    let before = try folder.read("main.json")
    let words = ["main", "--suite", "SelfTest", "--filter", "take", "--profile", "quick"]
    let refused = try BenchCall(["baseline", "save"] + words + ["--baselines", folder.path])
    #expect(refused.isRefused && refused.errors.contains("--force replaces it"))
    #expect(try folder.read("main.json") == before)
    let forced = try BenchCall(
      ["baseline", "save"] + words + ["--baselines", folder.path, "--force", "--quiet"])
    #expect(forced.code == 0 && forced.errors.isEmpty)
    #expect(try folder.read("main.json") != before)
    #expect(try folder.names == ["main.json"])
  }

  @Test(arguments: [
    ("\"value\": 10010,", "\"value\": 0,", Int32(2), "mallocCount is 10,010, and was 0"),
    ("\"value\": 10010,", "\"value\": 20020,", 4, "was 20,020 in the baseline"),
    ("\"fixture\": \"sha256:1\"", "\"fixture\": \"sha256:9\"", 5, "is about other data"),
    ("\"take blocks\"", "\"give blocks\"", 5, "but was not measured"),
    ("\"bytesPerItem\"", "\"bytesPerBook\"", 5, "bytesPerBook is in the baseline, but was not"),
    ("\"swift\": \"6.", "\"swift\": \"5.", 0, "only counts are held"),
    ("\"cpu\": \"", "\"cpu\": \"Another ", 0, "CPU time are not held: the baseline has Another"),
  ])
  func aChangeIsFound(_ old: String, _ new: String, _ code: Int32, _ words: String) throws {
    let folder = try recorded { text in
      #expect(text.contains(old))
      return text.replacingOccurrences(of: old, with: new)
    }
    let compared = try call("compare", folder, "main")
    #expect(compared.code == code && compared.output.contains(words), "\(compared.output)")
    if code == 0 { #expect(try call("compare", folder, "main", "--strict").code == 2) }
  }

  @Test func anotherSeedHasOtherDataAndAnotherSizeNoBaseline() throws {
    let folder = try recorded()
    let seed = try call("compare", folder, "main", "--seed", "2", "--filter", "fill")
    #expect(seed.code == 5 && seed.output.contains("is about other data"))
    let size = try call("compare", folder, "main", "--items", "2000", "--filter", "fill")
    #expect(size.code == 5 && size.output.contains("the baseline has no such row"))
    #expect(!size.output.contains("items=1000"))
  }

  @Test func aBenchmarkThatFailsLeavesNoBaseline() throws {
    let folder = try TemporaryFolder()
    let save = try call(
      "save", folder, "main", "--suite", "SelfTestBroken", "--filter", "wrong result")
    #expect(save.code == 3 && save.errors.contains("no baseline was saved"))
    #expect(try folder.names.isEmpty)
  }

  @Test func brokenFilesStandAmongTheOthersAndAreNamed() throws {
    let folder = try recorded()
    let text = try Self.saved.get()
    try folder.write(String(text.prefix(text.count / 2)), to: "half.json")
    try folder.write("[1]", to: "foreign.json")
    try folder.write(text.replacingOccurrences(of: "10010", with: "10011"), to: "edited.json")
    try folder.write("words", to: "notes.md")
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/folder.json", withIntermediateDirectories: false)
    #expect(mkfifo("\(folder.path)/pipe.json", 0o644) == 0)
    let list = try call("list", folder)
    #expect(list.code == 0 && list.output.contains("main  "))
    #expect(list.errors.filter(\.isNewline).count == 5, "\(list.errors)")
    for name in ["half", "foreign", "edited", "folder", "pipe"] {
      #expect(list.errors.contains("/\(name).json'"))
      for verb in ["show", "compare"] { #expect(try call(verb, folder, name).isRefused) }
    }
    #expect(try call("show", folder, "edited").errors.contains("its checksum does not hold"))
    #expect(try call("delete", folder, "half").code == 0)
    #expect(try call("delete", folder, "folder").isRefused)
  }

  @Test func aBaselineIsTakenWhereResultsAre() throws {
    let folder = try recorded()
    let plot = try BenchCall(
      "plot", "\(folder.path)/main.json", "--output", "\(folder.path)/x.svg", "--benchmark", "none")
    // It reads the file, and only then misses the benchmark.
    #expect(plot.isRefused && plot.errors.contains("none"))
  }

  /// Runs a call below a shell's words, as with a limit on the size of files.
  private func shell(_ script: String, _ words: [String]) throws -> (code: Int32, errors: String) {
    let bench = try #require(executablePath().map { URL(filePath: $0) })
      .deletingLastPathComponent().appending(path: "bench").path
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script, bench] + words
    process.environment = ProcessInfo.processInfo.environment.merging([
      "LONGLIST_DEBUG": "1", "LONGLIST_SELFTEST_SUITE": "1",
    ]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test func aFullDiskLeavesTheOldOneAsItWas() throws {
    let folder = try recorded()
    let before = try folder.read("main.json")
    // No file may grow beyond 1 KiB, and the signal for it is ignored, as a full disk has none.
    let (code, errors) = try shell(
      "trap '' XFSZ; ulimit -f 2; exec \"$0\" \"$@\"",
      [
        "baseline", "save", "main", "--force", "--baselines", folder.path, "--suite", "SelfTest",
        "--filter", "take", "--profile", "quick",
      ])
    #expect(code == 1 && errors.filter(\.isNewline).count == 1, "\(errors)")
    #expect(errors.contains("cannot write"))
    #expect(try folder.read("main.json") == before)
    #expect(try folder.names == ["main.json"])
  }

  @Test func twoSavesAtOnceLeaveOneWholeBaseline() throws {
    let folder = try TemporaryFolder()
    let words = [
      "baseline", "save", "main", "--baselines", folder.path, "--suite", "SelfTest", "--filter",
      "take", "--profile", "quick", "--quiet",
    ]
    let (code, errors) = try shell(
      "\"$0\" \"$@\" & first=$!; \"$0\" \"$@\"; a=$?; wait $first; b=$?; exit $((a * 10 + b))",
      words)
    // One of them found the name taken, when it began or when it was done.
    #expect(code == 1 || code == 10, "\(code) \(errors)")
    #expect(errors.filter(\.isNewline).count == 1 && errors.contains("--force replaces it"))
    #expect(try folder.names == ["main.json"])
    #expect(try call("show", folder, "main").code == 0)
    let (forced, _) = try shell(
      "\"$0\" \"$@\" & first=$!; \"$0\" \"$@\"; a=$?; wait $first; b=$?; exit $((a * 10 + b))",
      words + ["--force"])
    #expect(forced == 0)
    #expect(try call("show", folder, "main").code == 0)
  }

  @Test func anInterruptLeavesNothing() throws {
    let folder = try TemporaryFolder()
    let call = try BenchCall(
      "baseline", "save", "main", "--baselines", "\(folder.path)/new", "--suite", "SelfTestBroken",
      "--filter", "hang", interruptAfter: 0.5)
    #expect(call.code == 130)
    #expect(try folder.names.isEmpty)
  }

  @Test func aFolderThatCannotBeMadeIsToldBeforeARun() throws {
    let call = try BenchCall("baseline", "save", "main", "--baselines", "/nonexistent/a/b")
    #expect(call.isRefused && call.errors.contains("cannot make '/nonexistent/a/b'"))
    let file = try TemporaryFolder()
    try file.write("", to: "plain")
    let plain = try BenchCall("baseline", "list", "--baselines", "\(file.path)/plain")
    #expect(plain.isRefused && plain.errors.contains("give another by --baselines DIR"))
  }
}
