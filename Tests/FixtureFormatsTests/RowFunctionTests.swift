import Foundation
import ListCore
import Testing

@testable import FixtureFormats
@testable import ListFixtures

/// The row function in other languages, run and compared with the generator byte by byte.
struct RowFunctionTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/rowfunction")

  @Test(arguments: RowFunction.Language.allCases)
  func sourcesAreThoseThatTheGeneratorMakes(language: RowFunction.Language) throws {
    let file = Self.folder.appending(path: language.fileName)
    let stored = try String(contentsOf: file, encoding: .utf8)
    let isCurrent = stored.utf8.elementsEqual(RowFunction.source(language).utf8)
    #expect(
      isCurrent,
      "renew it: fixtures rowfunction --language \(language.rawValue) > \(file.path)")
  }

  /// Text that turns the direction of a source would hide what it does.
  @Test(arguments: RowFunction.Language.allCases)
  func sourcesShowAllTheirCharacters(language: RowFunction.Language) {
    for scalar in RowFunction.source(language).unicodeScalars {
      let isHidden =
        scalar.properties.generalCategory == .format
        || scalar.properties.generalCategory == .control && scalar != "\n"
      if isHidden { Issue.record("U+\(String(scalar.value, radix: 16)) in \(language)") }
    }
  }

  @Test(.enabled(if: Self.has("python3"), "python3 is not installed"))
  func pythonMakesOurRows() throws {
    let folder = try Self.questions()
    try folder.write("timeline.py", RowFunction.source(.python).utf8)
    try folder.write("drive.py", Self.pythonDriver.utf8)
    try Self.check(folder, ["python3", "drive.py"])
  }

  @Test(.enabled(if: Self.has("node"), "node is not installed"))
  func typeScriptMakesOurRows() throws {
    let folder = try Self.questions()
    // Older versions of node do not know types: the annotations are cut out.
    let source = RowFunction.source(.typescript)
      .replacing(/(?m)^type .*$/, with: "")
      .replacing(/: (?:bigint|number|string|boolean|Kind)(?:\[\])?(?=[,)]| =>| \{)/, with: "")
    try folder.write("timeline.mjs", source.utf8)
    try folder.write("drive.mjs", Self.nodeDriver.utf8)
    try Self.check(folder, ["node", "drive.mjs"])
  }

  @Test(.enabled(if: Self.has("kotlinc") && Self.has("java"), "kotlinc is not installed"))
  func kotlinMakesOurRows() throws {
    let folder = try Self.questions()
    try folder.write("Timeline.kt", RowFunction.source(.kotlin).utf8)
    try folder.write("Drive.kt", Self.kotlinDriver.utf8)
    try Self.run(
      folder, ["kotlinc", "Timeline.kt", "Drive.kt", "-include-runtime", "-d", "drive.jar"])
    try Self.check(folder, ["java", "-cp", "drive.jar", "DriveKt"])
  }

  /// Python's own tables know directions and counts of the same texts.
  @Test(.enabled(if: Self.has("python3"), "python3 is not installed"))
  func pythonFindsOurFacts() throws {
    let folder = try TestFolder()
    for recipe in [Recipe.timeline, .conversation] {
      let list = try GeneratedList(recipe: recipe, itemCount: 4000, eventCount: 0, seed: 5)
      try folder.write("rows", lines: Self.lines { list.appendItems(ranks: 0..<4000, to: &$0) })
      try folder.write("facts", lines: Self.lines { list.appendFacts(ranks: 0..<4000, to: &$0) })
      try folder.write("check.py", Self.factsCheck.utf8)
      try Self.run(folder, ["python3", "check.py"])
    }
  }

  // MARK: - Questions and answers

  /// Writes what the drivers are asked, and our answers: snapshot rows with ties at many ranks of lists
  /// of several sizes, and rows of inserts and updates.
  private static func questions() throws -> TestFolder {
    let folder = try TestFolder()
    var questions: [String] = []
    var answers: [String] = []
    for seed in [0, 7, UInt64.max] {
      for items in [1, 900, 1_000_000_000] {
        let list = try GeneratedList(
          recipe: .timeline, itemCount: items, eventCount: 1000, seed: seed)
        for start in [0, items - 250] {
          let ranks = max(0, start)..<min(items, max(0, start) + 250)
          questions += ranks.map { "item \(seed) \(items) \($0)" }
          answers += lines { list.appendItems(ranks: ranks, to: &$0) }
        }
        guard items == 900 else { continue }
        list.forEachChange(1..<1001) { change in
          guard [.insert, .update].contains(change.operation) else { return }
          let content = list.content(of: change.id, version: change.version)
          questions.append(
            "row \(seed) \(content.birth) \(content.edition) \(change.key) \(change.version)")
          let entry = ListEntry(key: change.key, id: change.id)
          answers += lines { list.appendRow(of: entry, version: change.version, to: &$0) }
        }
      }
    }
    try folder.write("questions", lines: questions)
    try folder.write("answers", lines: answers)
    return folder
  }

  private static func lines(_ fill: (inout RowBuffer) -> Void) -> [String] {
    var buffer = RowBuffer()
    fill(&buffer)
    return buffer.withBytes { bytes in
      bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Runs a driver and compares what it wrote with our answers.
  private static func check(_ folder: TestFolder, _ command: [String]) throws {
    try run(folder, command)
    let (ours, theirs) = (try folder.lines("answers"), try folder.lines("rows"))
    #expect(ours.count == theirs.count && ours.count > 3000)
    let unlike = zip(ours, theirs).filter { !$0.utf8.elementsEqual($1.utf8) }
    #expect(unlike.isEmpty, "\(unlike.count) rows differ, the first: \(unlike.first as Any)")
  }

  private static func run(_ folder: TestFolder, _ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = folder.url
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: text, as: UTF8.self))")
  }

  private static func has(_ program: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }

  // MARK: - Drivers

  private static let factsCheck = """
    import json
    import unicodedata

    def direction(text):
        for paragraph in text.split("\\n"):
            isolates = 0
            for character in paragraph:
                own = unicodedata.bidirectional(character)
                if own in ("LRI", "RLI", "FSI"):
                    isolates += 1
                elif own == "PDI":
                    isolates = max(0, isolates - 1)
                elif isolates == 0 and own in ("L", "R", "AL"):
                    return "ltr" if own == "L" else "rtl"
        return "neutral"

    with open("rows", encoding="utf-8", newline="\\n") as rows, open("facts") as facts:
        pairs = list(zip(map(json.loads, rows), map(json.loads, facts), strict=True))
    assert len(pairs) == 4000
    for row, facts in pairs:
        assert row["id"] == facts["id"]
        for name in ("title", "body"):
            text, own = row[name], facts[name]
            assert own["utf8"] == len(text.encode()), (text, own)
            assert own["utf16"] == len(text.encode("utf-16-le")) // 2, (text, own)
            assert own["scalars"] == len(text), (text, own)
            assert own["direction"] == direction(text), (text, own)

    """

  private static let pythonDriver = """
    import timeline

    lists = {}
    with open("questions") as questions, open("rows", "w", encoding="utf-8", newline="") as rows:
        for line in questions:
            what, *numbers = line.split()
            seed, first, *rest = map(int, numbers)
            if what == "item":
                made = lists.setdefault((seed, first), timeline.Timeline(seed, first))
                rows.write(made.item(rest[0]) + "\\n")
            else:
                made = lists.setdefault((seed, 1), timeline.Timeline(seed, 1))
                rows.write(made.row(first, *rest) + "\\n")

    """

  private static let nodeDriver = """
    import { readFileSync, writeFileSync } from "node:fs";
    import { timeline } from "./timeline.mjs";

    const rows = readFileSync("questions", "utf8").trimEnd().split("\\n").map((line) => {
      const [what, seed, first, ...rest] = line.split(" ");
      if (what === "item") return timeline(BigInt(seed), Number(first)).item(Number(rest[0]));
      const [edition, key, version] = rest;
      const list = timeline(BigInt(seed), 1);
      return list.row(BigInt(first), Number(edition), BigInt(key), Number(version));
    });
    writeFileSync("rows", rows.join("\\n") + "\\n");

    """

  private static let kotlinDriver = """
    import java.io.File

    fun main(args: Array<String>) {
      val rows = File("questions").readLines().map { line ->
        val parts = line.split(" ")
        val seed = java.lang.Long.parseUnsignedLong(parts[1])
        if (parts[0] == "item") {
          Timeline(seed, parts[2].toLong()).item(parts[3].toLong())
        } else {
          val (birth, edition, key, version) = parts.drop(2)
          Timeline(seed, 1L).row(birth.toLong(), edition.toInt(), key.toLong(), version.toInt())
        }
      }
      File("rows").writeText(rows.joinToString("\\n") + "\\n")
    }

    """
}
