import Foundation
import ListFixtures
import Testing

@testable import FixtureFormats

@Suite struct ImportTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  /// Imports lines into the folder `d` and verifies the result.
  @discardableResult
  private func importLines(
    _ items: [String], events: [String]? = nil,
    map: [String] = ["id=id", "key=key", "title=title", "author=by", "version=v"]
  ) throws -> Importer.Summary {
    let importer = Importer(
      itemsPath: try folder.write("items", lines: items),
      eventsPath: try events.map { try folder.write("events", lines: $0) },
      mapping: try ImportMapping(map))
    let summary = try importer.run(into: folder.path("d"), replaces: true)
    #expect(try Verdict.of(folder: folder.path("d")) == .verified(summary.manifest))
    return summary
  }

  /// `id key version title author` of each item, or of each event with its operation before.
  private func rows(_ name: String = "items") throws -> [String] {
    let script = """
      import json, sys
      for line in open(sys.argv[1]):
          r = json.loads(line); i = r.get("item", r)
          print(*([r["seq"], r["op"]] if "op" in r else []), r["id"], r["key"], r["version"],
                *([i["title"], i["author"]] if "title" in i else []))
      """
    return try run("python3", ["-c", script, folder.path("d/\(name).ndjson")])
      .split(separator: "\n").map(String.init)
  }

  private func refused() throws -> [String] {
    guard try folder.names("d").contains("refused.ndjson") else { return [] }
    let script = """
      import json, sys
      for line in open(sys.argv[1]):
          r = json.loads(line); print(r["file"], r["line"], r["rule"], r["id"])
      """
    return try run("python3", ["-c", script, folder.path("d/refused.ndjson")])
      .split(separator: "\n").map(String.init)
  }

  // MARK: - Snapshot

  @Test func rowsAreSortedIntoListOrder() throws {
    let summary = try importLines([
      #"{"id":"2","key":5,"title":"b","by":7}"#, #"{"id":"1","key":9,"title":"c","v":4}"#,
      #"{"id":"9","key":5,"title":"a"}"#,
    ])
    #expect(try rows() == ["1 9 4 c None", "9 5 1 a None", "2 5 1 b 7"])
    #expect(summary.manifest.order == .newestFirst)
    #expect(summary.refused.isEmpty)
  }

  @Test func risingKeysMakeAListOldestFirst() throws {
    let rising = try importLines([
      #"{"id":"2","key":5}"#, #"{"id":"1","key":5}"#, #"{"id":"3","key":6}"#,
    ])
    #expect(rising.manifest.order == .oldestFirst)
    #expect(try rows().map { $0.prefix(1) } == ["1", "2", "3"])
    for keys in [[5, 5], [5], [6, 5], [5, 6, 5], []] {
      let lines = keys.enumerated().map { #"{"id":"\#($0.offset)","key":\#($0.element)}"# }
      #expect(try importLines(lines).manifest.order == .newestFirst, "\(keys)")
    }
  }

  @Test func aListThatIsLargerThanTheSpoolsBufferIsSorted() throws {
    let count = 6_000
    let lines = (0..<count).map { index in
      #"{"id":\#(index),"key":\#(index * 7_919 % count),"title":"\#(String(repeating: "t", count: 60)) \#(index)"}"#
    }
    try importLines(lines)
    let rows = try rows()
    #expect(rows.count == count)
    for (rank, row) in rows.enumerated() {
      let parts = row.split(separator: " ")
      let id = try #require(Int(parts[0]))
      #expect(Int(parts[1]) == count - 1 - rank)
      #expect(Int(parts[4]) == id)
      #expect(id * 7_919 % count == count - 1 - rank)
    }
  }

  @Test func everyRuleOfRowsRefusesAndIsListed() throws {
    let lines = [
      #"{"id":"1","key":1,"title":"kept"}"#, "{\"id\":\"2\",", "[1]", #"{"key":1}"#,
      #"{"id":null,"key":1}"#, #"{"id":"","key":1}"#, #"{"id":"3"}"#, #"{"id":"4","key":null}"#,
      #"{"id":"5","key":1.5}"#, #"{"id":"6","key":"soon"}"#, #"{"id":"7","key":9007199254740993}"#,
      #"{"id":"8","key":99999999999999999999}"#, #"{"id":"1","key":2}"#,
      #"{"id":"9","key":1,"title":{}}"#, #"{"id":"10","key":1,"v":0}"#, "",
      #"{"id":"11","key":"9007199254740992","title":"kept"}"#, #"{"id":"12","key":1}x"#,
    ]
    let summary = try importLines(lines)
    #expect(summary.itemRecords == 17)
    #expect(summary.manifest.counts.items == 2)
    #expect(
      try refused() == [
        "items 2 malformed row 2", "items 3 malformed row None", "items 4 id missing None",
        "items 5 id missing None", "items 6 id missing ", "items 7 key missing 3",
        "items 8 key missing 4", "items 9 key not an integer 5", "items 10 key not an integer 6",
        "items 11 key beyond 2^53 microseconds 7", "items 12 key beyond 2^53 microseconds 8",
        "items 13 duplicate id 1", "items 14 field is an object or array 9",
        "items 15 version not an integer from 1 10", "items 18 malformed row 12",
      ])
    #expect(summary.refused.map(\.count).reduce(0, +) == 15)
  }

  @Test func longRowsAndOtherEncodingsAreRefused() throws {
    let long = #"{"id":"2","key":1,"title":""# + String(repeating: "x", count: 2 << 20) + #""}"#
    var bytes = Array(#"{"id":"1","key":1}"#.utf8) + [0x0a] + Array(long.utf8) + [0x0a]
    bytes += Array(#"{"id":"3","key":1,"title":""#.utf8) + [0xff] + Array("\"}\n".utf8)
    let importer = Importer(
      itemsPath: try folder.write("items", bytes), eventsPath: nil,
      mapping: try ImportMapping(["id=id", "key=key", "title=title"]))
    let summary = try importer.run(into: folder.path("d"), replaces: false)
    #expect(summary.refused.map(\.rule) == ["row too long", "invalid UTF-8"])
    #expect(summary.manifest.counts.items == 1)
  }

  @Test(arguments: [
    ("s", "-5", -5_000_000), ("ms", "7", 7_000), ("us", "9", 9),
    ("iso8601", "\"1970-01-01T01:00:00.000001+01:00\"", 1),
  ])
  func keysAreMicroseconds(unit: String, text: String, key: Int) throws {
    try importLines(
      [#"{"id":1,"at":{"the:time":\#(text)}}"#], map: ["id=id", "key=at.the:time:\(unit)"])
    #expect(try rows() == ["1 \(key) 1  None"])
  }

  @Test func secondsBeyondTheRangeAreRefused() throws {
    let summary = try importLines(
      [
        #"{"id":1,"key":9007199254}"#, #"{"id":2,"key":9007199255}"#,
        #"{"id":3,"key":9223372036854775807}"#,
      ], map: ["id=id", "key=key:s"])
    #expect(summary.manifest.counts.items == 1)
    #expect(summary.refused.map(\.count) == [2])
  }

  // MARK: - Ids

  @Test(arguments: [
    "\"a\"", "\"9223372036854775808\"", "18446744073709551615", "-1", "\"007\"", "1.0", "\" 1\"",
  ])
  func oneIdThatIsNoNumberNumbersAll(id: String) throws {
    let summary = try importLines([
      #"{"id":"41","key":1}"#, #"{"id":\#(id),"key":2}"#, #"{"id":41,"key":3}"#,
      #"{"id":"e\u0301","key":4}"#, #"{"id":"\u00e9","key":5}"#, #"{"id":"bad"}"#,
      #"{"id":true,"key":0}"#,
    ])
    #expect(summary.numbersIDs)
    #expect(try rows().map { $0.prefix(3) } == ["4 5", "3 4", "2 2", "1 1", "5 0"])
    let script =
      "import json,sys\nfor l in open(sys.argv[1]): r=json.loads(l); print(r['id'], ascii(r['original']))"
    let originals = try run("python3", ["-c", script, folder.path("d/originals.ndjson")])
    #expect(
      originals
        == "1 '41'\n2 '\(id.filter { $0 != "\"" })'\n3 'e\\u0301'\n4 '\\xe9'\n5 'true'\n")
    #expect(try refused() == ["items 3 duplicate id 41", "items 6 key missing bad"])
  }

  @Test func numbersStayAsTheyAre() throws {
    let summary = try importLines([
      #"{"id":9223372036854775807,"key":2}"#, #"{"id":"0","key":1}"#,
    ])
    #expect(!summary.numbersIDs)
    #expect(try rows().map { $0.split(separator: " ")[0] } == ["9223372036854775807", "0"])
    #expect(try folder.names("d") == ["events.ndjson", "items.ndjson", "manifest.json"])
  }

  @Test func manyIdsKeepTheirNumbers() throws {
    var table = IdentityTable()
    for index in 0..<20_000 {
      let number = table.add(Array("id-\(index)".utf8).span)
      #expect(number == UInt64(index + 1))
    }
    for index in stride(from: 0, to: 20_000, by: 7) {
      let number = table.number(of: Array("id-\(index)".utf8).span)
      #expect(number == UInt64(index + 1))
      #expect(Array(table.id(index + 1)) == Array("id-\(index)".utf8))
    }
    let unknown = table.number(of: Array("id".utf8).span)
    #expect(unknown == nil)
    #expect(table.count == 20_000)
  }

  // MARK: - Events

  private let start = [
    #"{"id":"1","key":1,"title":"one"}"#, #"{"id":"2","key":2,"title":"two","by":"b"}"#,
  ]

  @Test func eventsAreRenumberedAndAMoveWithFieldsIsTwo() throws {
    let summary = try importLines(
      start,
      events: [
        #"{"seq":10,"op":"move","id":"1","key":5}"#,
        #"{"seq":11,"op":"move","id":"2","key":6,"title":"TWO"}"#,
        #"{"seq":20,"op":"update","id":"2","item":{"title":"Two"}}"#,
        #"{"seq":21,"op":"update","id":"2","key":7}"#,
        #"{"seq":22,"op":"delete","id":"1","key":99}"#,
        #"{"seq":23,"op":"insert","id":"1","key":8,"title":"again"}"#,
        #"{"seq":24,"op":"move","id":"1","key":8}"#,
      ])
    #expect(
      try rows("events") == [
        "1 move 1 5 2", "2 move 2 6 2", "3 update 2 6 3 TWO b", "4 update 2 6 4 Two b",
        "5 move 2 7 5", "6 delete 1 5 2", "7 insert 1 8 3 again None", "8 move 1 8 4",
      ])
    var counts = Manifest.Counts()
    counts.items = 2
    counts.events = 8
    counts.inserts = 1
    counts.deletes = 1
    counts.moves = 4
    counts.updates = 2
    counts.live = 2
    #expect(summary.manifest.counts == counts)
  }

  @Test func everyRuleOfEventsRefusesAndIsListed() throws {
    let summary = try importLines(
      start,
      events: [
        #"{"seq":1,"op":"insert","id":"1","key":5}"#, #"{"seq":1,"op":"delete","id":"9"}"#,
        #"{"seq":1,"op":"move","id":"9","key":5}"#, #"{"seq":1,"op":"update","id":"9"}"#,
        #"{"seq":1,"op":"upsert","id":"1"}"#, #"{"seq":1,"id":"1"}"#,
        #"{"seq":1,"op":"move","id":"1"}"#, #"{"seq":1,"op":"insert","id":"9"}"#,
        #"{"seq":1,"op":"delete","id":"1","at":"noon"}"#,
        #"{"seq":1,"op":"update","id":"1","v":1}"#,
        #"{"seq":1,"op":"delete","id":"1"}"#, #"{"seq":1,"op":"delete","id":"2"}"#,
        #"{"seq":2,"op":"delete","id":"1"}"#, "{", #"{"op":"delete","id":"2"}"#,
      ])
    #expect(
      try refused() == [
        "events 1 insert of a live id 1", "events 2 delete of an absent id 9",
        "events 3 move of an absent id 9", "events 4 update of an absent id 9",
        "events 5 operation unknown 1", "events 6 operation unknown 1", "events 7 key missing 1",
        "events 8 key missing 9", "events 9 event time not readable 1",
        "events 10 version not rising 1", "events 12 sequence not rising 2",
        "events 13 delete of an absent id 1", "events 14 malformed row None",
      ])
    #expect(summary.manifest.counts.events == 2)
    #expect(summary.manifest.counts.live == 0)
  }

  @Test func versionsThatAreGivenAreKept() throws {
    try importLines(
      [#"{"id":"1","key":1,"v":3}"#],
      events: [
        #"{"op":"update","id":"1","v":7}"#, #"{"op":"move","id":"1","key":2,"title":"x","v":8}"#,
        #"{"op":"move","id":"1","key":3,"v":4294967295}"#, #"{"op":"move","id":"1","key":4}"#,
      ])
    #expect(
      try rows("events") == [
        "1 update 1 1 7  None", "2 move 1 2 7", "3 update 1 2 8 x None", "4 move 1 3 4294967295",
      ])
    #expect(try refused() == ["events 4 version not rising 1"])
  }

  @Test func aRealStreamEndsAsPythonReplaysIt() throws {
    let events = fixturesFolder.appending(path: "real/files-3000.events.ndjson.gz").path
    let importer = Importer(
      itemsPath: try folder.write("none", try folder.gzip([])), eventsPath: events,
      mapping: try ImportMapping(["id=id", "key=key:us", "title=title"]), origin: "a sample")
    let summary = try importer.run(into: folder.path("d"), replaces: false)
    #expect(try Verdict.of(folder: folder.path("d")) == .verified(summary.manifest))
    #expect(summary.refused.isEmpty)
    #expect(summary.manifest.counts.events == 3_106)
    // The raw stream and ours, each replayed with nothing but Python's standard library.
    let script = """
      import gzip, json, sys
      def replay(lines, title):
          live = {}
          for line in lines:
              e = json.loads(line); i = e["id"]
              if e["op"] == "delete": del live[i]
              else: live[i] = (e["key"], title(e, live[i][1] if i in live else ""))
          return sorted((k, int(i), t) for i, (k, t) in live.items())
      raw = replay(gzip.open(sys.argv[1]), lambda e, old: e.get("title", old))
      ours = replay(open(sys.argv[2]), lambda e, old: e["item"]["title"] if "item" in e else old)
      assert raw == ours
      print(len(ours))
      """
    let live = try run("python3", ["-c", script, events, folder.path("d/events.ndjson")])
    #expect(live == "\(summary.manifest.counts.live)\n")
  }

  @Test func aDatasetImportsItself() throws {
    let list = try GeneratedList(recipe: .timeline, itemCount: 700, eventCount: 900, seed: 2)
    _ = try DatasetWriter(list).write(into: folder.path("g"), replaces: false)
    let importer = Importer(
      itemsPath: folder.path("g/items.ndjson"), eventsPath: folder.path("g/events.ndjson"),
      mapping: try ImportMapping(["id=id", "key=key", "title=title", "version=version"]))
    let summary = try importer.run(into: folder.path("d"), replaces: false)
    #expect(summary.refused.isEmpty)
    let generated = try StoredDataset(opening: folder.path("g"))
    #expect(summary.manifest.counts == generated.manifest.counts)
    let script = """
      import json, sys
      for a, b in zip(open(sys.argv[1]), open(sys.argv[2])):
          a, b = json.loads(a), json.loads(b)
          assert all(a[k] == b[k] for k in ("seq", "at", "op", "id", "key", "version")), (a, b)
      """
    try run(
      "python3", ["-c", script, folder.path("g/events.ndjson"), folder.path("d/events.ndjson")])
  }

  // MARK: - Arguments

  @Test(arguments: [
    (["id=id"], "key"), (["key=key"], "id"), (["id=id", "key=key", "titel=x"], "title"),
    (["id=id", "key=key:sec"], "unit"), (["id=id", "key=key", "id=x"], "twice"),
    (["id", "key=key"], "FIELD=SOURCE"), (["id=", "key=key"], "FIELD=SOURCE"),
  ])
  func mappingsThatAreNoneAreNamed(words: [String], word: String) {
    var message = ""
    do { _ = try ImportMapping(words) } catch { message = "\(error)" }
    #expect(message.contains(word))
  }

  @Test func aFileThatIsNotThereLeavesNoFolder() throws {
    let importer = Importer(
      itemsPath: folder.path("no"), eventsPath: nil, mapping: try ImportMapping(["id=a", "key=b"]))
    #expect(
      failure { _ = try importer.run(into: folder.path("d"), replaces: false) }?.code == .unreadable
    )
    #expect(try folder.names() == [])
  }
}
