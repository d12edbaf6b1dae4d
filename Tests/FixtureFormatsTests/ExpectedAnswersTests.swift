import Foundation
import ListCore
import ListFixtures
import Testing

@testable import FixtureFormats

/// The folder of expected answers: written, listed, verified, and right for somebody else.
@Suite struct ExpectedAnswersTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private static let names = [
    "anchors.ndjson", "diffs.ndjson", "epochs.ndjson", "facts.ndjson", "sessions.ndjson",
    "summary.json",
  ]

  @discardableResult
  private func write(
    _ list: any FixtureList, pages: Int? = 6, into name: String = "d", replaces: Bool = false
  ) throws -> Manifest {
    var writer = DatasetWriter(list)
    writer.expectedPages = pages
    return try writer.write(into: folder.path(name), replaces: replaces)
  }

  private func list(
    _ name: String = "timeline", items: Int = 500, events: Int = 600
  ) throws -> GeneratedList {
    try GeneratedList(
      recipe: try #require(Recipe.named(name)), itemCount: items, eventCount: events, seed: 11)
  }

  private func error() throws -> FormatError? {
    switch try Verdict.of(folder: folder.path("d")) {
    case .verified: nil
    case .failed(let error): error
    }
  }

  @Test func theManifestListsTheAnswers() throws {
    let manifest = try write(list())
    #expect(try folder.names("d/expected") == Self.names)
    #expect(try StoredDataset(opening: folder.path("d")).manifest == manifest)
    #expect(manifest.expected?.pages == 6)
    for file in try #require(manifest.expected).files {
      let sum = try run("sha256sum", [folder.path("d/\(file.name)")])
      #expect(sum.hasPrefix(file.sha256.hex))
      #expect(try folder.bytes("d/\(file.name)").count == file.bytes)
      #expect(try folder.lines("d/\(file.name)").count == file.lines)
    }
    #expect(try error() == nil)
    #expect(manifest.digest == DatasetWriter(try list()).digest())
  }

  @Test func aReplacedDatasetKeepsNoOldAnswers() throws {
    try write(list())
    try write(list("conversation"), pages: nil, replaces: true)
    #expect(try folder.names("d") == ["events.ndjson", "items.ndjson", "manifest.json"])
    try write(list(), pages: 2, replaces: true)
    #expect(try folder.names("d/expected") == Self.names)
    #expect(try error() == nil)
  }

  @Test func aShardHasNoAnswers() throws {
    var writer = DatasetWriter(
      try list(), layout: DatasetLayout(shard: try #require(Shard(1, of: 2))))
    writer.expectedPages = 3
    #expect(try writer.write(into: folder.path("d"), replaces: false).expected == nil)
    #expect(try !folder.names("d").contains("expected"))
  }

  @Test(arguments: names)
  func damagedAnswersAreNamed(name: String) throws {
    try write(list(items: 90, events: 120), pages: 2)
    let path = "d/expected/\(name)"
    let bytes = try folder.bytes(path)
    for index in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 4)) {
      try folder.edit(path) { $0[index] ^= 1 }
      let error = try error()
      #expect(error?.file == "expected/\(name)")
      #expect(error?.byteOffset == index)
      #expect(error?.line == 1 + bytes[..<index].count { $0 == 0x0a })
      try folder.write(path, bytes)
    }
    try folder.write(path, bytes.dropLast(3))
    #expect(try error()?.file == "expected/\(name)")
    try folder.write(path, bytes + Array("{}\n".utf8))
    #expect(try error()?.file == "expected/\(name)")
    try folder.write(path, bytes)
    #expect(try error() == nil)
    try FileManager.default.removeItem(atPath: folder.path(path))
    #expect(try error()?.file == "expected/\(name)")
  }

  @Test(arguments: [
    (#""pages": 2"#, #""pages": 3"#, "expected/"),
    (#""pages": 2"#, #""pages": 0"#, "manifest.json"),
    (#""pages": 2"#, #""pages": 501"#, "manifest.json"),
    ("expected/diffs", "expected/diff", "manifest.json"),
    (#""lines": 2,"#, #""lines": 7,"#, "manifest.json"),
  ])
  func aManifestThatIsWrongAboutAnswersIsNamed(
    part: String, replacement: String, file: String
  ) throws {
    try write(list(items: 40, events: 20), pages: 2)
    let text = String(decoding: try folder.bytes("d/manifest.json"), as: UTF8.self)
    let expected = try #require(text.range(of: #""expected": {"#))
    let range = try #require(text.range(of: part, range: expected.upperBound..<text.endIndex))
    try folder.write(
      "d/manifest.json", text.replacingCharacters(in: range, with: replacement).utf8)
    let error = try error()
    #expect(error?.file?.hasPrefix(file) == true, "\(String(describing: error))")
  }

  @Test func filesThatNobodyListedAreNamed() throws {
    try write(list(items: 40, events: 20), pages: 2)
    try folder.write("d/expected/mine.ndjson", [])
    #expect(try error()?.file == "expected/mine.ndjson")
  }

  @Test func theSummaryIsATable() throws {
    try write(list(), pages: 2)
    let rows = try #require(Manifest.expectedSummary(ofFolder: folder.path("d")))
      .split(separator: "\n")
    #expect(rows.count == 9)
    #expect(Set(rows.map(\.count)).count == 1)
    #expect(rows[0].hasPrefix("method"))
    #expect(rows[1].hasPrefix("offset "))
    #expect(Manifest.expectedSummary(ofFolder: folder.path("none")) == nil)
  }

  @Test func aLongListIsAnsweredFromItsFirstEvents() throws {
    let list = try list(items: 1_000_000_000, events: 3_000)
    var counts: [ExpectedAnswers.File: Int] = [:]
    var hashes: [String] = []
    try ExpectedAnswers(list, pages: 10).forEachLine { file, line in
      counts[file, default: 0] += 1
      if file == .epochs { hashes.append(String(decoding: line, as: UTF8.self)) }
    }
    #expect(counts[.sessions] == 160)
    #expect(counts[.diffs] == 11)
    #expect(counts[.anchors] == 44)
    #expect(counts[.summary] == 1)
    #expect(hashes.count == 25)
    #expect(hashes.allSatisfy { $0.contains(#""hash":null"#) })
    #expect(hashes.first == #"{"seq":0,"live":1000000000,"delta":"0","hash":null}"# + "\n")
  }
}
