import Foundation
import Testing

@Suite struct FixturesCommandTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func generate(_ name: String, _ more: [String] = []) throws -> FixturesProgram.Result {
    try FixturesProgram.run(
      ["generate", "timeline", "--items", "500", "--events", "300", "--seed", "7", "--out"]
        + [scratch.path(name)] + more)
  }

  // MARK: - What works

  @Test func generateThenVerifyThenDescribe() throws {
    let generated = try generate("d")
    #expect(generated.exitCode == 0)
    #expect(generated.errorText == "")
    #expect(generated.outputText.contains("500 items, 300 events"))
    #expect(try scratch.names("d") == ["events.ndjson", "items.ndjson", "manifest.json"])
    let verified = try FixturesProgram.run(["verify", scratch.path("d")])
    #expect(verified.exitCode == 0)
    #expect(verified.outputText.contains("verified"))
    let described = try FixturesProgram.run(["describe", scratch.path("d")])
    #expect(described.exitCode == 0)
    #expect(described.outputText.contains("items      500"))
  }

  @Test func aStreamIsTheFile() throws {
    _ = try generate("d")
    for stream in ["items", "events"] {
      let streamed = try FixturesProgram.run([
        "generate", "timeline", "--items=500", "--events=300", "--seed=7", "--stdout", stream,
        "--jobs", "3", "--format", "ndjson",
      ])
      #expect(streamed.exitCode == 0)
      let file = try Data(contentsOf: scratch.url.appending(path: "d/\(stream).ndjson"))
      #expect(streamed.output == [UInt8](file))
    }
  }

  @Test func importSaysWhatItRefused() throws {
    let rows = try scratch.write("rows.csv", "uuid,when,text\na,2024-01-01,x\nb,soon,y\n")
    let result = try FixturesProgram.run([
      "import", rows, "--map", "id=uuid", "--map", "key=when:iso8601", "--map", "title=text",
      "--out", scratch.path("d"), "--origin", "made up",
    ])
    #expect(result.exitCode == 0)
    #expect(result.outputText.contains("1 items of 2 rows"))
    #expect(result.outputText.contains("1  key not a time"))
    #expect(result.outputText.contains("originals.ndjson"))
    #expect(try FixturesProgram.run(["verify", scratch.path("d")]).exitCode == 0)
  }

  @Test func recipesAreListedInTwoGroups() throws {
    let result = try FixturesProgram.run(["recipes"])
    #expect(result.exitCode == 0)
    let groups = result.outputText.components(separatedBy: "\n\n")
    #expect(groups.count == 2)
    #expect(groups[0].hasPrefix("realistic:\n  timeline "))
    #expect(groups[1].hasPrefix("adversarial, and what each breaks:\n  tie-storm "))
    let lines = result.outputText.split(separator: "\n").filter { $0.hasPrefix("  ") }
    #expect(lines.count == 21)
    let places = Set(
      lines.compactMap { line in
        line.range(of: "(newest|oldest) first", options: .regularExpression).map {
          line.distance(from: line.startIndex, to: $0.lowerBound)
        }
      })
    #expect(places.count == 1, "orders are in one column")
    let json = try FixturesProgram.run(["recipes", "--format", "json"])
    let object = try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any]
    let recipes = try #require(object?["recipes"] as? [[String: Any]])
    #expect(recipes.count == 21)
    #expect(recipes[0]["name"] as? String == "timeline")
    #expect(recipes[0]["order"] as? String == "newestFirst")
    #expect(recipes[0]["breaks"] is NSNull && recipes[20]["breaks"] is String)
  }

  @Test func aRecipeOfOnesOwnGeneratesAndVerifies() throws {
    let printed = try FixturesProgram.run(["recipes", "timeline"])
    #expect(printed.exitCode == 0)
    let mine = printed.outputText
      .replacingOccurrences(of: "\"name\": \"timeline\"", with: "\"name\": \"mine\"")
      .replacingOccurrences(of: "\"imagePermille\": 300", with: "\"imagePermille\": 1000")
    let file = try scratch.write("mine.json", mine)
    #expect(try FixturesProgram.run(["recipes", file]).outputText == mine)
    let generated = try FixturesProgram.run([
      "generate", file, "--items", "300", "--events", "200", "--out", scratch.path("d"),
    ])
    #expect(generated.exitCode == 0, "\(generated.errorText)")
    // The file is not needed any more, nor is the name known.
    try FileManager.default.removeItem(atPath: file)
    let verified = try FixturesProgram.run(["verify", scratch.path("d")])
    #expect(verified.exitCode == 0, "\(verified.errorText)")
    let rows = try String(
      contentsOf: scratch.url.appending(path: "d/items.ndjson"), encoding: .utf8)
    #expect(!rows.contains("\"image\":null"))
    // A recipe that differs from ours under our name verifies, too.
    let ours = try scratch.write(
      "ours.json", mine.replacingOccurrences(of: "\"mine\"", with: "\"timeline\""))
    #expect(
      try FixturesProgram.run([
        "generate", ours, "--items", "300", "--events", "200", "--out", scratch.path("e"),
      ]).exitCode == 0)
    #expect(try FixturesProgram.run(["verify", scratch.path("e")]).exitCode == 0)
  }

  @Test func everyRecipeGeneratesAndVerifies() throws {
    let listed = try FixturesProgram.run(["recipes", "--format", "json"])
    let object = try JSONSerialization.jsonObject(with: Data(listed.output)) as? [String: Any]
    for recipe in try #require(object?["recipes"] as? [[String: Any]]) {
      let name = try #require(recipe["name"] as? String)
      let generated = try FixturesProgram.run([
        "generate", name, "--items", "120", "--events", "150", "--out", scratch.path(name),
      ])
      #expect(generated.exitCode == 0, "\(name): \(generated.errorText)")
      let verified = try FixturesProgram.run(["verify", scratch.path(name)])
      #expect(verified.exitCode == 0, "\(name): \(verified.errorText)")
    }
  }

  @Test(arguments: [
    ("", "byte 0: not JSON: a value is missing"), ("{", "byte 1: not JSON"),
    ("{\"name\": \"x\"}", "byte 0: the recipe lacks 'summary'; every field must be there"),
    ("{\"nmae\": \"x\"}", "byte 9: nmae is no field; did you mean 'name'?"),
    ("\u{1}", "byte 0: not JSON"),
  ])
  func aMalformedRecipeIsOneLineWithFileAndByte(text: String, words: String) throws {
    let file = try scratch.write("mine.json", text)
    for call in [["generate", file, "--out", scratch.path("d")], ["recipes", file]] {
      let result = try FixturesProgram.run(call)
      #expect(result.exitCode == 1)
      #expect(result.output == [])
      #expect(result.errorText.hasPrefix("fixtures: \(file), \(words)"), "\(result.errorText)")
      #expect(result.errorText.filter { $0 == "\n" }.count == 1)
    }
    #expect(try scratch.names() == ["mine.json"])
  }

  @Test func aRecipeFileOfAMebibyteIsRefused() throws {
    let file = try scratch.write("mine.json", String(repeating: " ", count: 2 << 20))
    let result = try FixturesProgram.run(["recipes", file])
    #expect(result.exitCode == 1)
    #expect(result.errorText.contains("a recipe has at most 1048576 bytes"))
  }

  @Test(arguments: ["", "generate", "import", "verify", "describe", "recipes"])
  func helpTeaches(command: String) throws {
    let words = command.isEmpty ? [] : [command]
    let help = try FixturesProgram.run(words + ["--help"])
    #expect(help.exitCode == 0)
    #expect(help.errorText == "")
    #expect(help.outputText.contains(command.isEmpty ? "exit codes" : "examples:"))
    #expect(try FixturesProgram.run(["help"] + words).output == help.output)
    #expect(help.outputText.split(separator: "\n").allSatisfy { $0.count <= 130 })
  }

  @Test func aReaderThatLeavesIsNoError() throws {
    let result = try FixturesProgram.run(
      ["generate", "timeline", "--items", "200000", "--stdout", "items"],
      shell: "run() { \"$@\"; echo \"code $?\" >&2; }; run")
    #expect(result.exitCode == 0)
    let piped = try FixturesProgram.run(
      ["generate", "timeline", "--items", "200000", "--stdout", "items"],
      shell: "run() { { \"$@\"; echo \"code $?\" >&2; } | head -1 >/dev/null; }; run")
    #expect(piped.errorText == "code 0\n")
  }

  // MARK: - Mistakes

  @Test(arguments: [
    (["help", "generat"], "'generate'"), (["generate", "timeline", "--out", ""], "--out DIR"),
    ([], "name a command"), (["generat", "timeline"], "'generate'"), (["--hlep"], "'--help'"),
    (["generate"], "RECIPE"), (["generate", "timelin", "--out", "x"], "'timeline'"),
    (["generate", "no-such-recipe", "--out", "x"], "conversation"),
    (["generate", "timeline"], "--out DIR"), (["generate", "timeline", "--out"], "--out DIR"),
    (["generate", "timeline", "--item", "5", "--out", "x"], "'--items'"),
    (["generate", "timeline", "--items", "0", "--out", "x"], "from 1 to 10000000000"),
    (["generate", "timeline", "--items", "-5", "--out", "x"], "from 1 to 10000000000"),
    (["generate", "timeline", "--items", "banana", "--out", "x"], "from 1 to 10000000000"),
    (["generate", "timeline", "--items", "10000000001", "--out", "x"], "from 1 to 10000000000"),
    (["generate", "timeline", "--items", "99999999999999999999", "--out", "x"], "from 1 to"),
    (["generate", "timeline", "--events", "-1", "--out", "x"], "from 0 to 10000000000"),
    (["generate", "timeline", "--seed", "-1", "--out", "x"], "from 0 to 18446744073709551615"),
    (["generate", "timeline", "--jobs", "0", "--out", "x"], "from 1 to 256"),
    (["generate", "timeline", "--format", "sqlite", "--out", "x"], "ndjson"),
    (["generate", "timeline", "--stdout", "item"], "'items'"),
    (["generate", "timeline", "--stdout", "items", "--out", "x"], "exclude"),
    (["generate", "timeline", "--shard", "1/2", "--out", "x"], "'--shard'"),
    (["generate", "timeline", "more", "--out", "x"], "'more'"),
    (["verify"], "DIR"), (["verify", "/no/such/folder"], "/no/such/folder"),
    (["verify", "/dev/null"], "is a file"), (["describe", "/no/such/folder"], "/no/such/folder"),
    (["recipes", "more"], "known: timeline"), (["recipes", "timelin"], "'timeline'"),
    (["recipes", "a", "b"], "'b'"), (["recipes", "--format", "jsn"], "'json'"),
    (["recipes", "timeline", "--format", "text"], "leave --format text out"),
    (["recipes", "/no/such.json"], "/no/such.json"), (["recipes", "no.json"], "no.json"),
    (["generate", "/dev/null", "--out", "x"], "no plain file"),
    (["generate", "orders", "--items", "9999999", "--out", "x"], "in 1...4194304"),
    (["import"], "FILE"),
    (["import", "/dev/null", "--out", "x"], "--map id=SOURCE"),
    (["import", "/dev/null", "--map", "id=id", "--map", "key=k"], "--out DIR"),
    (["import", "/no/file", "--map", "id=id", "--map", "key=k", "--out", "x"], "/no/file"),
    (["import", "/dev/null", "--map", "id=id", "--map", "kye=k", "--out", "x"], "'key'"),
    (["import", "/dev/null", "--map", "id=id", "--map", "key=k:iso", "--out", "x"], "unit"),
  ])
  func mistakesAreOneLineAndExitOne(words: [String], hint: String) throws {
    let words = words.map { $0 == "x" ? scratch.path("x") : $0 }
    let result = try FixturesProgram.run(words)
    #expect(result.exitCode == 1)
    #expect(result.output == [])
    #expect(result.errorText.hasPrefix("fixtures: "))
    #expect(result.errorText.filter { $0 == "\n" }.count == 1)
    #expect(result.errorText.contains(hint), "\(result.errorText)")
    #expect(try scratch.names() == [])
  }

  @Test func aColumnThatIsMissingIsAMistake() throws {
    let rows = try scratch.write("rows.csv", "uuid,when\na,1\n")
    let result = try FixturesProgram.run([
      "import", rows, "--map", "id=id", "--map", "key=when", "--out", scratch.path("d"),
    ])
    #expect(result.exitCode == 1)
    #expect(result.errorText.contains("uuid, when"))
    #expect(try scratch.names() == ["rows.csv"])
  }

  @Test func aFieldThatNoRowHasIsNamed() throws {
    let rows = try scratch.write("rows", "{\"id\":1,\"key\":2}\nnonsense\n")
    func run(_ words: [String]) throws -> FixturesProgram.Result {
      try FixturesProgram.run(
        ["import", rows, "--map", "id=id", "--out", scratch.path("d")] + words)
    }
    let wrong = try run(["--map", "key=kye"])
    #expect(wrong.exitCode == 1)
    #expect(wrong.errorText.contains("no row has a field 'kye'"))
    let events = try run(["--map", "key=key", "--events", rows])
    #expect(events.exitCode == 1)
    #expect(events.errorText.contains("--map op=SOURCE"))
    #expect(try scratch.names() == ["rows"])
    let title = try run(["--map", "key=key", "--map", "title=ttle"])
    #expect(title.exitCode == 0)
    #expect(title.outputText.contains("no row has a field 'ttle'"))
  }

  @Test func aPipeIsNoFileToImport() throws {
    let result = try FixturesProgram.run(
      ["import", "/dev/stdin", "--map", "id=id", "--map", "key=key", "--out", scratch.path("d")],
      shell: "run() { echo '{\"id\":1,\"key\":2}' | \"$@\"; }; run")
    #expect(result.exitCode == 1)
    #expect(result.errorText.contains("no plain file"))
    #expect(try scratch.names() == [])
  }

  // MARK: - Folders

  @Test func aFileThatCannotBeReplacedLosesNone() throws {
    _ = try generate("d")
    let before = try Data(contentsOf: scratch.url.appending(path: "d/items.ndjson"))
    try FileManager.default.removeItem(atPath: scratch.path("d/events.ndjson"))
    try FileManager.default.createDirectory(
      atPath: scratch.path("d/events.ndjson"), withIntermediateDirectories: false)
    let other = try FixturesProgram.run([
      "generate", "timeline", "--items", "9", "--out", scratch.path("d"), "--force",
    ])
    #expect(other.exitCode == 3)
    #expect(try Data(contentsOf: scratch.url.appending(path: "d/items.ndjson")) == before)
    #expect(try scratch.names("d") == ["events.ndjson", "items.ndjson", "manifest.json"])
  }

  @Test func anOccupiedFolderIsRefusedAndForceReplacesIt() throws {
    _ = try generate("d")
    let before = try Data(contentsOf: scratch.url.appending(path: "d/items.ndjson"))
    let refused = try FixturesProgram.run([
      "generate", "timeline", "--items", "10", "--out", scratch.path("d"),
    ])
    #expect(refused.exitCode == 1)
    #expect(refused.errorText.contains("--force"))
    #expect(try Data(contentsOf: scratch.url.appending(path: "d/items.ndjson")) == before)
    let replaced = try FixturesProgram.run([
      "generate", "timeline", "--items", "10", "--events", "5", "--out", scratch.path("d"),
      "--force",
    ])
    #expect(replaced.exitCode == 0)
    #expect(try FixturesProgram.run(["verify", scratch.path("d")]).exitCode == 0)
    #expect(try Data(contentsOf: scratch.url.appending(path: "d/items.ndjson")) != before)
  }

  @Test func aDiskThatIsFullLeavesNothing() throws {
    // A limit on the size of files stands for the full disk: the write that exceeds it fails.
    let limited = "trap '' XFSZ; ulimit -f 100; exec"
    let fresh = try FixturesProgram.run(
      ["generate", "timeline", "--items", "2000", "--out", scratch.path("new/d")], shell: limited)
    #expect(fresh.exitCode == 3)
    #expect(fresh.errorText.filter { $0 == "\n" }.count == 1)
    #expect(try scratch.names() == [])
    _ = try generate("d")
    let names = try scratch.names("d")
    let replaced = try FixturesProgram.run(
      ["generate", "timeline", "--items", "2000", "--out", scratch.path("d"), "--force"],
      shell: limited)
    #expect(replaced.exitCode == 3)
    #expect(try scratch.names("d") == names)
    #expect(try FixturesProgram.run(["verify", scratch.path("d")]).exitCode == 0)
    let rows = (0..<3_000).map { "{\"id\":\"a\($0)\",\"key\":\($0)}\n" }.joined()
    let imported = try FixturesProgram.run(
      [
        "import", try scratch.write("rows", rows), "--map", "id=id", "--map", "key=key", "--out",
        scratch.path("i"),
      ], shell: limited)
    #expect(imported.exitCode == 3)
    #expect(try scratch.names() == ["d", "rows"])
  }

  @Test func aFolderThatCannotBeMadeIsExitThree() throws {
    let result = try FixturesProgram.run(["generate", "timeline", "--out", "/proc/longlist"])
    #expect(result.exitCode == 3)
    #expect(result.errorText.contains("/proc/longlist"))
    let full = try FixturesProgram.run(
      ["generate", "timeline", "--stdout", "items"],
      shell: "run() { exec \"$@\" >/dev/full; }; run")
    #expect(full.exitCode == 3)
  }

  @Test func anInterruptLeavesNothing() throws {
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      let process = try FixturesProgram.start(
        ["generate", "timeline", "--items", "100000000", "--out", scratch.path("d")],
        output: FileHandle.nullDevice, errors: FileHandle.nullDevice)
      while try !scratch.names().contains("d") || scratch.names("d").isEmpty {
        try #require(process.isRunning)
        usleep(2_000)
      }
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      #expect(process.terminationStatus == 130)
      #expect(process.terminationReason == .exit)
      #expect(try scratch.names() == [])
    }
  }

  // MARK: - Data

  @Test func dataThatDoNotVerifyAreExitTwo() throws {
    _ = try generate("d")
    let url = scratch.url.appending(path: "d/items.ndjson")
    var bytes = try Data(contentsOf: url)
    bytes[12_345] ^= 1
    try bytes.write(to: url)
    let result = try FixturesProgram.run(["verify", scratch.path("d")])
    #expect(result.exitCode == 2)
    #expect(result.errorText.filter { $0 == "\n" }.count == 1)
    for word in ["items.ndjson", "line ", "byte 12345", "field"] {
      #expect(result.errorText.contains(word))
    }
    try FileManager.default.removeItem(at: url)
    #expect(try FixturesProgram.run(["verify", scratch.path("d")]).exitCode == 2)
  }

  @Test func filesThatAreNoRowsAreExitTwo() throws {
    let array = try scratch.write("array.json", "[{\"id\":1}]\n")
    let result = try FixturesProgram.run([
      "import", array, "--map", "id=id", "--map", "key=key", "--out", scratch.path("d"),
    ])
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains("jq"))
    #expect(try scratch.names() == ["array.json"])
  }
}
