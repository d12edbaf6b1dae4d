import Foundation
import ListCore
import ListFixtures
import Testing

@testable import FixtureFormats

@Suite struct DatasetTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private func list(
    _ name: String = "timeline", items: Int = 3_000, events: Int = 2_000, seed: UInt64 = 7
  ) throws -> GeneratedList {
    try GeneratedList(
      recipe: try #require(Recipe.named(name)), itemCount: items, eventCount: events, seed: seed)
  }

  @Test func bytesDoNotDependOnJobs() throws {
    let list = try list()
    var manifests: [Manifest] = []
    for jobs in [1, 2, 3, 8] {
      manifests.append(
        try DatasetWriter(list, jobs: jobs).write(into: folder.path("\(jobs)"), replaces: false))
      for name in ["items.ndjson", "events.ndjson", "manifest.json"] {
        #expect(try folder.bytes("\(jobs)/\(name)") == folder.bytes("1/\(name)"))
      }
      #expect(DatasetWriter(list, jobs: jobs).digest() == manifests[0].digest)
    }
    #expect(Set(manifests.map(\.digest)).count == 1)
  }

  @Test func manifestTellsWhatIsThere() throws {
    let manifest = try DatasetWriter(list()).write(into: folder.path("d"), replaces: false)
    #expect(try folder.names("d") == ["events.ndjson", "items.ndjson", "manifest.json"])
    #expect(try StoredDataset(opening: folder.path("d")).manifest == manifest)
    #expect(manifest.order == .newestFirst)
    #expect(manifest.counts.items == 3_000)
    for file in manifest.files {
      let sum = try run("sha256sum", [folder.path("d/\(file.name)")])
      #expect(sum.hasPrefix(file.sha256.hex))
      #expect(try folder.bytes("d/\(file.name)").count == file.bytes)
      #expect(try folder.lines("d/\(file.name)").count == file.lines)
    }
    try run("python3", ["-m", "json.tool", folder.path("d/manifest.json")])
  }

  @Test func storedRowsAreTheGeneratedOnes() throws {
    let list = try list("conversation")
    _ = try DatasetWriter(list).write(into: folder.path("d"), replaces: false)
    let dataset = try StoredDataset(opening: folder.path("d"))
    let python = try run(
      "python3",
      [
        "-c",
        """
        import json, sys
        for name in ("items", "events"):
            for line in open(sys.argv[1] + f"/{name}.ndjson"):
                row = json.loads(line); item = row if name == "items" else row.get("item", {})
                print(row.get("seq"), row["id"], row["key"], row["version"], row.get("op"),
                      len(item.get("title", "").encode()))
        """, folder.path("d"),
      ])
    var rows: [String] = []
    try dataset.forEachItem { entry, version, title in
      rows.append("None \(entry.id) \(entry.key) \(version) None \(title.count)")
    }
    #expect(rows.count == 3_000)
    try dataset.forEachEvent { change, title in
      rows.append(
        "\(change.sequence) \(change.id) \(change.key) \(change.version) \(change.operation) "
          + "\(title.count)")
    }
    #expect(rows == python.split(separator: "\n").map(String.init))
    var changes: [Change] = []
    try dataset.forEachEvent { change, _ in changes.append(change) }
    var generated: [Change] = []
    list.forEachChange(1..<2_001) { generated.append($0) }
    #expect(changes == generated)
  }

  @Test func anEmptyLogIsAnEmptyFile() throws {
    let manifest = try DatasetWriter(list(items: 1, events: 0))
      .write(into: folder.path("d"), replaces: false)
    #expect(manifest.files.map(\.lines) == [1, 0])
    #expect(try Verdict.of(folder: folder.path("d")) == .verified(manifest))
  }

  @Test func anOccupiedFolderIsLeftAlone() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("d"), withIntermediateDirectories: true)
    try folder.write("d/mine.txt", Array("mine".utf8))
    let error = failure {
      _ = try DatasetWriter(list()).write(into: folder.path("d"), replaces: false)
    }
    #expect(error?.code == .occupied)
    #expect(error?.message.contains("--force") == true)
    #expect(try folder.names("d") == ["mine.txt"])
    let file = failure {
      _ = try DatasetWriter(list()).write(into: folder.path("d/mine.txt"), replaces: true)
    }
    #expect(file?.code == .occupied)
  }

  @Test func replacingRemovesTheOldDatasetAndNothingElse() throws {
    let items = try folder.write("rows", lines: [#"{"id":"x","key":1}"#, "{}"])
    let importer = Importer(
      itemsPath: items, eventsPath: nil, mapping: try ImportMapping(["id=id", "key=key"]))
    _ = try importer.run(into: folder.path("d"), replaces: false)
    try folder.write("d/mine.txt", Array("mine".utf8))
    #expect(try folder.names("d").contains("originals.ndjson"))
    let manifest = try DatasetWriter(list()).write(into: folder.path("d"), replaces: true)
    #expect(
      try folder.names("d") == ["events.ndjson", "items.ndjson", "manifest.json", "mine.txt"])
    #expect(try StoredDataset(opening: folder.path("d")).manifest == manifest)
  }

  @Test func parentsAreMadeAndRemovedAgain() throws {
    _ = try DatasetWriter(list(items: 10)).write(into: folder.path("a/b/c/"), replaces: false)
    #expect(try folder.names("a/b/c").count == 3)
    let error = failure {
      let importer = Importer(
        itemsPath: try folder.write("array", lines: ["[1]"]), eventsPath: nil,
        mapping: try ImportMapping(["id=id", "key=key"]))
      _ = try importer.run(into: folder.path("x/y"), replaces: false)
    }
    #expect(error?.message.contains("JSON array") == true)
    #expect(try folder.names() == ["a", "array"])
  }

  @Test func whatCannotBeWrittenIsUnwritable() throws {
    let folder = failure { _ = try DatasetWriter(list()).write(into: "/proc/x", replaces: false) }
    #expect(folder?.code == .unwritable)
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    for jobs in [1, 4] {
      let error = failure {
        try DatasetWriter(list(), jobs: jobs).stream(.items, to: full, name: "standard output")
      }
      #expect(error?.code == .unwritable)
    }
  }

  @Test func aDatasetIsRefusedWithTheFile() throws {
    _ = try DatasetWriter(list()).write(into: folder.path("d"), replaces: false)
    #expect(failure { _ = try StoredDataset(opening: folder.path("no")) }?.code == .unreadable)
    #expect(failure { _ = try StoredDataset(opening: "/dev/null") }?.code == .unreadable)
    try folder.edit("d/events.ndjson") { $0.removeLast() }
    let short = failure { _ = try StoredDataset(opening: folder.path("d")) }
    #expect(short?.file == "events.ndjson")
    #expect(short?.code == .mismatch)
    try FileManager.default.removeItem(atPath: folder.path("d/events.ndjson"))
    #expect(failure { _ = try StoredDataset(opening: folder.path("d")) }?.file == "events.ndjson")
    try FileManager.default.removeItem(atPath: folder.path("d/manifest.json"))
    let none = failure { _ = try StoredDataset(opening: folder.path("d")) }
    #expect(none?.code == .unreadable)
    #expect(none?.message.contains("manifest.json") == true)
  }
}
