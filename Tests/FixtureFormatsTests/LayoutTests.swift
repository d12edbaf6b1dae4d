import Foundation
import ListFixtures
import SQLite
import Testing

@testable import FixtureFormats

@Suite struct LayoutTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  /// What may be asked for.
  static let layouts = FixtureFormat.allCases.flatMap { format in
    (format.isText ? Compression.allCases : [.none]).map {
      DatasetLayout(format: format, compression: $0)
    }
  }

  private func list(
    _ name: String = "timeline", items: Int = 2_500, events: Int = 1_500
  ) throws -> any FixtureList {
    try #require(Recipe.named(name)).list(itemCount: items, eventCount: events, seed: 3)
  }

  @discardableResult
  private func write(
    _ layout: DatasetLayout, _ name: String, jobs: Int = 1, list: (any FixtureList)? = nil
  ) throws -> Manifest {
    try DatasetWriter(list ?? self.list(), jobs: jobs, layout: layout)
      .write(into: folder.path(name), replaces: false)
  }

  private func error(_ name: String) throws -> FormatError? {
    switch try Verdict.of(folder: folder.path(name)) {
    case .verified: nil
    case .failed(let error): error
    }
  }

  @Test(arguments: Recipe.all.map(\.name).filter { $0 != "id-extremes" })
  func pythonDecodesEveryLayoutToTheSameRows(recipe: String) throws {
    for format in FixtureFormat.allCases {
      try write(DatasetLayout(format: format), format.rawValue, list: list(recipe))
    }
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "decode.py")
    #expect(try run("python3", [script.path, folder.url.path]) == "2500 1500\n")
    let generator = fixturesFolder.appending(path: "models/generate").path
    for (schema, stream) in [("row", "items"), ("event", "events")] {
      try run(
        "python3", [generator, "--rows", schema, folder.path("ndjson/\(stream).ndjson")])
    }
  }

  @Test(arguments: [FixtureFormat.copy, .sqlite])
  func databasesRefuseIDsBeyondTheirIntegers(format: FixtureFormat) throws {
    let error = #expect(throws: FormatError.self) {
      try write(DatasetLayout(format: format), "d", list: list("id-extremes"))
    }
    #expect(error?.code == .unrepresentable)
    #expect(try folder.names() == [])
  }

  @Test func modelsAreThoseOfTheSchema() throws {
    try run("python3", [fixturesFolder.appending(path: "models/generate").path, "--check"])
  }

  @Test(arguments: layouts)
  func whatIsWrittenVerifiesAndDoesNotDependOnJobs(layout: DatasetLayout) throws {
    let one = try write(layout, "one")
    #expect(try error("one") == nil)
    #expect(try Manifest(readingFolder: folder.path("one")) == one)
    #expect(try write(layout, "three", jobs: 3) == one)
    try run("diff", ["-r", folder.path("one"), folder.path("three")])
    let plain = try write(DatasetLayout(), "plain")
    #expect(one.files == plain.files)
    #expect(one.digest == plain.digest)
    #expect(try folder.names().sorted() == ["one", "plain", "three"])
  }

  @Test func oneProgramUnpacksAllFrames() throws {
    try write(DatasetLayout(), "none")
    let rows = try folder.bytes("none/items.ndjson")
    for (layout, program) in [(Compression.gzip, "gzip"), (.zstd, "zstd")] {
      try write(DatasetLayout(compression: layout), program)
      let path = folder.path("\(program)/items.ndjson\(layout.suffix)")
      #expect(try Array(run(program, ["-dc", path]).utf8) == rows)
    }
    // No time, no name, no system.
    #expect(try folder.bytes("gzip/items.ndjson.gz")[3..<8].allSatisfy { $0 == 0 })
  }

  @Test(arguments: [Compression.gzip, .zstd])
  func packedRowsAreReadAsRows(compression: Compression) throws {
    try write(DatasetLayout(compression: compression), "d")
    let dataset = try StoredDataset(opening: folder.path("d"))
    var count = 0
    try dataset.forEachItem { _, _, _ in count += 1 }
    #expect(count == 2_500)
    #expect(try DatasetDescription(dataset).counts == dataset.manifest.counts)
    try write(DatasetLayout(format: .csv), "csv")
    let csv = try StoredDataset(opening: folder.path("csv"))
    #expect(failure { try csv.forEachItem { _, _, _ in } }?.code == .unreadable)
  }

  @Test(arguments: layouts)
  func emptyStreamsAreWellFormed(layout: DatasetLayout) throws {
    let list = try list(items: 1, events: 0)
    try write(layout, "d", list: list)
    #expect(try error("d") == nil)
    switch (layout.format, layout.compression) {
    case (.json, .none): #expect(try folder.lines("d/events.json") == ["[", "]"])
    case (.pages, .none):
      #expect(
        try folder.lines("d/changes/page-000001.json")
          == [#"{"changes":[],"next":null,"total":0}"#])
    case (.ndjson, .gzip): try run("gzip", ["-t", folder.path("d/events.ndjson.gz")])
    case (.ndjson, .zstd): try run("zstd", ["-tq", folder.path("d/events.ndjson.zst")])
    default: break
    }
  }

  // MARK: - Damage

  /// What may have happened to a file.
  enum Damage: String, CaseIterable {
    case cut, empty, longer, mark, garbage, hugeLine, carriageReturns, flipped
  }

  @Test(arguments: layouts, Damage.allCases)
  func damageIsNamedAndNeverTraps(layout: DatasetLayout, damage: Damage) throws {
    try write(layout, "d", list: list(items: 1_100, events: 300))
    let name = layout.format == .pages ? "items/page-000002.json" : layout.fileName(of: .items)
    try folder.edit("d/\(name)") { bytes in
      switch damage {
      case .cut: bytes.removeLast(bytes.count / 2 + 7)
      case .empty: bytes = []
      case .longer: bytes += Array("{}\n".utf8)
      case .mark: bytes = [0xef, 0xbb, 0xbf] + bytes
      case .garbage:
        bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
      case .hugeLine: bytes = [UInt8](repeating: 0x61, count: 8 << 20)
      case .carriageReturns: bytes = bytes.flatMap { $0 == 0x0a ? [0x0d, 0x0a] : [$0] }
      case .flipped: bytes[bytes.count / 2] ^= 1
      }
    }
    let error = try error("d")
    #expect(error?.file == name)
    if layout.compression == .none, layout.format != .sqlite {
      #expect(error?.line != nil)
      #expect(error?.byteOffset != nil)
    }
  }

  @Test(arguments: [
    ("UPDATE item SET title = 'x' WHERE rank = 7", "table item, rowid 7: column 'title'"),
    ("UPDATE item SET key = NULL WHERE rank = 9", "table item, rowid 9: column 'key'"),
    ("UPDATE event SET implied = 2 WHERE seq = 3", "table event, rowid 3: column 'implied'"),
    ("DELETE FROM item WHERE rank = 5", "table item, rowid 6: the next row should be 5"),
    ("DELETE FROM event WHERE seq = 1500", "table event, rowid 1500: the row is missing"),
    (
      "INSERT INTO event SELECT 1501, at, op, id, key, version, implied, author, own, status, hidden, parent, title, body, replies, reactions, image_width, image_height, image_color, image_blurhash, height_compact, height_regular, estimate FROM event WHERE seq = 1",
      "table event, rowid 1501: a row too many"
    ),
    ("DROP INDEX index_item_id", "the schema lacks: CREATE UNIQUE INDEX"),
    ("CREATE TABLE more (x)", "the schema has more than it should"),
    ("UPDATE meta SET value = 'x' WHERE name = 'recipe'", "table meta"),
    ("VACUUM", "is not the file whose bytes"),
  ])
  func aChangedDatabaseIsNamed(sql: String, message: String) throws {
    try write(DatasetLayout(format: .sqlite), "d")
    let connection = try Connection(path: folder.path("d/list.sqlite"), mode: .readWrite)
    try connection.execute(sql)
    let error = try error("d")
    #expect(error?.file == "list.sqlite")
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "verified")")
  }

  @Test func pagesThatAreMissingOrTooManyAreNamed() throws {
    try write(DatasetLayout(format: .pages), "d")
    try folder.write("d/items/page-000099.json", [])
    #expect(try error("d")?.file == "items/")
    try FileManager.default.removeItem(atPath: folder.path("d/items/page-000099.json"))
    try FileManager.default.removeItem(atPath: folder.path("d/changes/page-000003.json"))
    #expect(try error("d")?.file == "changes/page-000003.json")
  }

  // MARK: - What a format cannot hold

  private func encode(_ row: String, _ encoder: some ChunkEncoder) throws(FormatError) -> String {
    var target = EncodedBuffer()
    var failure: FormatError?
    Array((row + "\n").utf8).withUnsafeBytes { bytes in
      do throws(FormatError) {
        try encoder.encode(
          bytes,
          ChunkPlace(
            stream: .items, rows: 1..<2, streamRowCount: 3, isFirst: false, isLast: false,
            isInFirstShard: true),
          into: &target)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return target.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  private func row(id: String = "1", key: String = "2", title: String = "t") -> String {
    #"{"id":"\#(id)","key":\#(key),"version":1,"author":null,"own":false,"status":"s","hidden":true,"#
      + #""parent":null,"title":"\#(title)","body":"","counts":{"replies":0,"reactions":0},"#
      + #""image":null,"heights":{"compact":1,"regular":2},"estimate":3}"#
  }

  @Test func nullIsNotEmpty() throws {
    let csv = try encode(row(key: "null"), CSVEncoder())
    #expect(csv == "1,,1,,false,\"s\",true,,\"t\",\"\",0,0,,,,,1,2,3\r\n")
    let copy = try encode(row(key: "null"), CopyEncoder(order: .newestFirst))
    #expect(
      copy == "1\t\\N\t1\t\\N\tfalse\ts\ttrue\t\\N\tt\t\t0\t0\t\\N\t\\N\t\\N\t\\N\t1\t2\t3\n")
  }

  @Test func escapesAreThoseOfTheFormat() throws {
    let title = #"a\"b\\c\nd\te\u001ff"#
    let csv = try encode(row(title: title), CSVEncoder())
    #expect(csv.contains("\"a\"\"b\\c\nd\te\u{1f}f\""))
    let copy = try encode(row(title: title), CopyEncoder(order: .newestFirst))
    #expect(copy.contains("\ta\"b\\\\c\\nd\\te\u{1f}f\t"))
  }

  @Test func idsAboveSignedRangeAreRefusedBySQLAlone() throws {
    let copy = CopyEncoder(order: .newestFirst)
    #expect(try encode(row(id: "9223372036854775807"), copy).hasPrefix("9223372036854775807\t"))
    let error = failure { _ = try encode(row(id: "9223372036854775808"), copy) }
    #expect(error?.code == .unrepresentable)
    #expect(error?.message.contains("9223372036854775808") == true)
    #expect(failure { _ = try encode(row(title: #"a\u0000"#), copy) }?.code == .unrepresentable)
    #expect(
      try encode(row(id: "18446744073709551615"), CSVEncoder())
        .hasPrefix("18446744073709551615,"))
  }

  @Test func aChangeStreamHasALimit() throws {
    let list = try list(items: ChangeStreamEncoder.itemLimit + 1, events: 0)
    let error = failure { try write(DatasetLayout(format: .cdc), "d", list: list) }
    #expect(error?.code == .unrepresentable)
    #expect(try folder.names() == [])
  }
}
