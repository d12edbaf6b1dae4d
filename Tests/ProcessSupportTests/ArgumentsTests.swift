import ProcessSupport
import Testing

private let command = Command(
  "make", summary: "Makes a thing.", positionals: ["THING", "FOLDER"], optionalPositionals: 1,
  options: [
    Option("--items", value: "N", "how many"),
    Option("--suite", value: "S", repeats: true, "which"),
    Option("--force", "replace what is there"),
  ],
  examples: [("make cake", "makes a cake")])

private func message(_ words: [String]) -> String? {
  do throws(UsageError) {
    _ = try Arguments(words, for: command)
    return nil
  } catch {
    return error.message
  }
}

@Suite struct ArgumentsTests {
  @Test func optionsAndPositionalsMixInAnyOrder() throws {
    let arguments = try Arguments(
      ["--suite", "A", "cake", "--items=7", "--suite=B", "--force", "--", "--out"], for: command)
    #expect(arguments.positionals == ["cake", "--out"])
    #expect(arguments.all("--suite") == ["A", "B"])
    #expect(try arguments.integer("--items", in: 1...10) == 7)
    #expect(arguments.has("--force"))
    #expect(arguments.value("--absent") == nil)
  }

  @Test(arguments: [
    (["--item", "7", "cake"], "unknown option '--item'; did you mean '--items'?"),
    (["cake", "--items"], "--items needs a value: --items N"),
    (["cake", "--items", ""], "--items needs a value: --items N"),
    (["cake", "--items="], "--items needs a value: --items N"),
    (["cake", "--items", "--force"], "--items needs a value: --items N"),
    (["cake", "--force=1"], "--force takes no value; leave '=' out"),
    (["cake", "--items", "1", "--items", "2"], "--items is given twice; give it once"),
    ([], "THING is missing; usage: make THING FOLDER"),
    (["a", "b", "c"], "unexpected argument 'c'; --help lists what there is"),
  ])
  func mistakesAreNamed(words: [String], expected: String) {
    #expect(message(words) == expected)
  }

  @Test func helpIsAskedForWhateverElseIsWrong() throws {
    #expect(try Arguments(["--nonsense", "-h"], for: command).asksForHelp)
    #expect(try !Arguments(["--", "--help"], for: command).asksForHelp)
  }

  @Test(arguments: ["0", "11", "-1", "banana", "_", "1e3"])
  func integersOutOfRangeAreRefusedWithTheRange(text: String) throws {
    let arguments = try Arguments(["cake", "--items=\(text)"], for: command)
    #expect(throws: UsageError("--items takes a whole number from 1 to 10; got '\(text)'")) {
      try arguments.integer("--items", in: 1...10)
    }
  }

  @Test func choicesSuggestTheNearest() throws {
    let arguments = try Arguments(["cake", "--suite", "jsn"], for: command)
    #expect(throws: UsageError("unknown value of --suite 'jsn'; did you mean 'json'?")) {
      try arguments.choice("--suite", of: ["text", "json"])
    }
  }

  @Test func helpAlignsItsColumns() {
    let help = command.help(program: "tool")
    #expect(help.contains("usage: tool make THING [FOLDER] [options]"))
    #expect(help.contains("  --items N  how many\n  --suite S  which (may be repeated)\n"))
    #expect(help.contains("  make cake  makes a cake\n"))
  }
}

@Suite struct ByteSizeTests {
  @Test(arguments: [
    ("0", 0), ("4096", 4096), ("64KiB", 65_536), ("64 KiB", 65_536), ("2mib", 2_097_152),
    ("1GiB", 1_073_741_824),
  ])
  func sizesAreRead(text: String, bytes: Int) throws {
    #expect(try ByteSize.parse(text, name: "--budget") == bytes)
  }

  @Test(arguments: ["", "-1", "1.5KiB", "KiB", "12MB", "9223372036854775807KiB"])
  func otherTextsAreRefused(text: String) {
    #expect(throws: UsageError.self) { try ByteSize.parse(text, name: "--budget") }
  }

  @Test(arguments: [
    (0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1_572_864, "1.5 MiB"),
    (123_456_789, "118 MiB"), (-2048, "-2.0 KiB"),
  ])
  func sizesAreShown(bytes: Int, text: String) {
    #expect(ByteSize.format(bytes) == text)
  }
}
