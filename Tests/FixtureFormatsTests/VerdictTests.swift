import Foundation
import ListFixtures
import Testing

@testable import FixtureFormats

@Suite struct VerdictTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    let list = try GeneratedList(
      recipe: .timeline, itemCount: 2_500, eventCount: 1_500, seed: 5)
    _ = try DatasetWriter(list).write(into: folder.path("generated"), replaces: false)
    let real = fixturesFolder.appending(path: "real")
    let importer = Importer(
      itemsPath: real.appending(path: "commits-2000.ndjson.gz").path, eventsPath: nil,
      mapping: try ImportMapping(["id=id", "key=committed:s", "title=title"]))
    _ = try importer.run(into: folder.path("imported"), replaces: false)
  }

  static let kinds = ["generated", "imported"]

  private func error(_ kind: String, jobs: Int = 1) throws -> FormatError? {
    switch try Verdict.of(folder: folder.path(kind), jobs: jobs) {
    case .verified: nil
    case .failed(let error): error
    }
  }

  @Test(arguments: kinds)
  func whatWasWrittenVerifies(kind: String) throws {
    #expect(try error(kind) == nil)
    #expect(try error(kind, jobs: 3) == nil)
    try folder.write("\(kind)/.DS_Store", [])
    #expect(try error(kind) == nil)
  }

  @Test func theFirstDifferenceIsNamed() throws {
    let rows = try folder.lines("generated/items.ndjson")
    let start = rows[..<1_700].map { $0.utf8.count + 1 }.reduce(0, +)
    let title = try #require(rows[1_700].range(of: "\"title\":\""))
    let offset =
      start + rows[1_700].utf8.distance(from: rows[1_700].startIndex, to: title.upperBound)
    for jobs in [1, 4] {
      try folder.edit("generated/items.ndjson") { $0[offset] ^= 1 }
      let error = try error("generated", jobs: jobs)
      #expect(error?.file == "items.ndjson")
      #expect(error?.line == 1_701)
      #expect(error?.byteOffset == offset)
      #expect(error?.message.contains("field 'title' differs") == true)
      try folder.edit("generated/items.ndjson") { $0[offset] ^= 1 }
    }
  }

  @Test(arguments: kinds)
  func everyFlippedByteIsFound(kind: String) throws {
    for name in ["items.ndjson", "events.ndjson"] {
      let count = try folder.bytes("\(kind)/\(name)").count
      for index in stride(from: 0, to: count, by: max(1, count / 23)) {
        try folder.edit("\(kind)/\(name)") { $0[index] ^= 1 }
        #expect(try error(kind)?.file == name, "byte \(index)")
        try folder.edit("\(kind)/\(name)") { $0[index] ^= 1 }
      }
    }
    #expect(try error(kind) == nil)
  }

  /// What may have happened to a file.
  enum Damage: String, CaseIterable {
    case cutInALine, cutAfterALine, longer, mark, carriageReturns, garbage, hugeLine, swapped, empty
    case noLastFeed, blankLine
  }

  @Test(arguments: kinds, Damage.allCases)
  func damagedItemsAreNamed(kind: String, damage: Damage) throws {
    try folder.edit("\(kind)/items.ndjson") { Self.damage(&$0, damage) }
    let error = try error(kind)
    #expect(error?.file == "items.ndjson")
    #expect(error?.line != nil)
    #expect(error?.byteOffset != nil)
    if damage == .mark, kind == "imported" {
      #expect(error?.message.contains("byte order mark") == true)
    }
    if damage == .carriageReturns, kind == "imported" {
      #expect(error?.message.contains("carriage return") == true)
    }
  }

  private static func damage(_ bytes: inout [UInt8], _ damage: Damage) {
    switch damage {
    case .cutInALine: bytes.removeLast(bytes.count / 2 + 7)
    case .cutAfterALine:
      bytes.removeLast()
      while bytes.last != 0x0a { bytes.removeLast() }
    case .longer: bytes += Array("{}\n".utf8)
    case .mark: bytes = [0xef, 0xbb, 0xbf] + bytes
    case .carriageReturns: bytes = bytes.flatMap { $0 == 0x0a ? [0x0d, 0x0a] : [$0] }
    case .garbage: bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
    case .hugeLine: bytes = [UInt8](repeating: 0x61, count: 8 << 20)
    case .swapped:
      let lines = bytes.split(separator: 0x0a)
      bytes = [UInt8](([lines[1], lines[0]] + lines[2...]).joined(separator: [0x0a]) + [0x0a])
    case .empty: bytes = []
    case .noLastFeed: bytes.removeLast()
    case .blankLine: bytes = [0x0a] + bytes
    }
  }

  @Test(arguments: kinds)
  func filesAndManifestMustAgree(kind: String) throws {
    try folder.write("\(kind)/extra.ndjson", [])
    #expect(try error(kind)?.file == "extra.ndjson")
    try FileManager.default.removeItem(atPath: folder.path("\(kind)/extra.ndjson"))
    for part in ["\"sha256:", "\"sha256\": \"", "\"datasetVersion\": ", "\"bytes\": "] {
      let before = try folder.bytes("\(kind)/manifest.json")
      let text = String(decoding: before, as: UTF8.self)
      let range = try #require(text.range(of: part))
      let digit = text[range.upperBound]
      let other: Character = digit == "1" ? "2" : "1"
      try folder.write(
        "\(kind)/manifest.json",
        text.replacingCharacters(
          in: range.upperBound..<text.index(after: range.upperBound), with: String(other)
        ).utf8)
      if part.hasPrefix("\"dataset"), kind == "imported" {
        #expect(try error(kind) == nil)
      } else {
        #expect(try error(kind) != nil, "\(part)")
      }
      try folder.write("\(kind)/manifest.json", before)
    }
    try FileManager.default.removeItem(atPath: folder.path("\(kind)/events.ndjson"))
    #expect(try error(kind)?.file == "events.ndjson")
    try FileManager.default.removeItem(atPath: folder.path("\(kind)/manifest.json"))
    #expect(try error(kind)?.message.contains("manifest.json") == true)
  }

  // Rows that are well-formed one by one, in a small imported dataset, and what they break together.
  @Test(
    arguments: [
      ("items", #""id":"2","key":8"#, #""id":"1","key":8"#, "'id': 1 stands twice", 2),
      ("items", #""id":"2","key":8"#, #""id":"2","key":9"#, "(key, id)", 2),
      ("events", #""seq":2"#, #""seq":3"#, "'seq'", 2),
      ("events", #""id":"2""#, #""id":"7""#, "'id'", 1),
      (
        "events", #""op":"delete","id":"2","key":8"#, #""op":"delete","id":"2","key":9"#, "'key'", 1
      ),
      (
        "events", #""op":"delete","id":"2","key":8,"version":1"#,
        #""op":"delete","id":"2","key":8,"version":2"#, "'version'", 1
      ),
      ("events", #""op":"move","id":"1""#, #""op":"move","id":"2""#, "'id'", 2),
      (
        "events", #""key":5,"version":2,"implied":false}"#,
        #""key":5,"version":1,"implied":false}"#,
        "sha256", nil
      ),
      (
        "events", #""seq":3,"at":0,"op":"insert","id":"3""#,
        #""seq":3,"at":0,"op":"insert","id":"1""#,
        "item", 3
      ),
    ] as [(String, String, String, String, Int?)])
  func contradictionsAreNamed(
    stream: String, part: String, replacement: String, word: String, line: Int?
  ) throws {
    let importer = Importer(
      itemsPath: try folder.write(
        "rows", lines: [#"{"id":1,"key":9}"#, #"{"id":2,"key":8}"#, #"{"id":4,"key":7}"#]),
      eventsPath: try folder.write(
        "log",
        lines: [
          #"{"op":"delete","id":2}"#, #"{"op":"move","id":1,"key":5}"#,
          #"{"op":"insert","id":3,"key":1}"#,
        ]),
      mapping: try ImportMapping(["id=id", "key=key"]))
    _ = try importer.run(into: folder.path("small"), replaces: false)
    #expect(try error("small") == nil)
    let name = "small/\(stream).ndjson"
    let text = String(decoding: try folder.bytes(name), as: UTF8.self)
    let range = try #require(text.range(of: part))
    try folder.write(name, text.replacingCharacters(in: range, with: replacement).utf8)
    let error = try error("small")
    #expect(error?.file == "\(stream).ndjson")
    #expect(error?.message.contains(word) == true, "\(String(describing: error))")
    #expect(error?.line == line)
  }

  @Test(arguments: [
    ("\"recipe\": \"timeline\"", "\"recipe\": \"timelime\"", "'timelime', but 'parameters'"),
    ("\"name\": \"timeline\"", "\"name\": \"timelime\"", "those of 'timelime'"),
    ("\"bursts\": null", "\"burst\": null", "clock.burst is no field; did you mean 'bursts'?"),
    ("\"authorCount\": 20000", "\"authorCount\": 20001", "differs"),
  ])
  func aRecipeThatIsAnotherIsNamed(old: String, new: String, words: String) throws {
    try folder.edit("generated/manifest.json") {
      $0 = Array(
        String(decoding: $0, as: UTF8.self).replacingOccurrences(of: old, with: new).utf8)
    }
    let message = try error("generated")?.message
    #expect(message?.contains(words) == true, "\(message ?? "")")
  }

  @Test func aFolderThatIsNotThereIsNoVerdict() {
    #expect(failure { _ = try Verdict.of(folder: folder.path("no")) }?.code == .unreadable)
    #expect(failure { _ = try Verdict.of(folder: "/dev/null") }?.code == .unreadable)
  }
}
