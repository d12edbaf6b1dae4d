import Foundation
import ListCore
import Testing

@testable import ListFixtures

/// Rows and events as the bytes that files have.
struct RowTests {
  private static let fields = [
    "id", "key", "version", "author", "own", "status", "hidden", "parent", "title", "body",
    "counts", "image", "heights", "estimate",
  ]

  private static func list(_ recipe: Recipe) throws -> GeneratedList {
    try GeneratedList(recipe: recipe, itemCount: 3000, eventCount: 3000, seed: 21)
  }

  @Test(arguments: Recipe.byEpochs)
  func itemsAreTheSnapshotInListOrder(recipe: Recipe) throws {
    let list = try Self.list(recipe)
    let lines = list.itemLines(0..<list.itemCount)
    let entries = list.entries(atRanks: 0..<list.itemCount)
    #expect(lines.count == entries.count)
    for (rank, line) in lines.enumerated() {
      let row = try Self.object(line)
      let isRight =
        row["id"] as? String == entries[rank].id.description
        && row["key"] as? Int64 == entries[rank].key.rawValue && row["version"] as? Int == 1
        && list.entry(atRank: rank) == entries[rank]
      if !isRight { Issue.record("rank \(rank): \(line)") }
      try Self.checkRow(row, line, recipe)
    }
  }

  @Test(arguments: Recipe.byEpochs)
  func eventsAreTheChanges(recipe: Recipe) throws {
    let list = try Self.list(recipe)
    let lines = list.eventLines(1..<list.eventCount + 1)
    #expect(lines.count == list.eventCount)
    for (index, line) in lines.enumerated() {
      let change = list.change(at: index + 1)
      let event = try Self.object(line)
      let isRight =
        event["seq"] as? Int == index + 1
        && event["at"] as? Int64 == list.time(ofSequence: index + 1)
        && event["op"] as? String == "\(change.operation)"
        && event["id"] as? String == change.id.description
        && event["key"] as? Int64 == change.key.rawValue
        && event["version"] as? Int == Int(change.version) && event["implied"] as? Bool == false
      if !isRight { Issue.record("\(change): \(line)") }
      let item = event["item"] as? [String: Any]
      #expect(
        (item != nil) == (change.operation == .insert || change.operation == .update))
      guard let item, let start = line.range(of: "\"item\":")?.upperBound else { continue }
      let row = String(line[start...].dropLast())
      try Self.checkRow(item, row, recipe)
      var buffer = RowBuffer()
      list.appendRow(
        of: ListEntry(key: change.key, id: change.id), version: change.version, to: &buffer)
      if buffer.text != row { Issue.record("appendRow: \(buffer.text) for \(row)") }
    }
  }

  @Test(arguments: Recipe.byEpochs)
  func titlesEqualThoseOfTheRows(recipe: Recipe) throws {
    let list = try Self.list(recipe)
    var buffer = RowBuffer()
    for line in list.itemLines(0..<500) {
      let row = try Self.object(line)
      let digits = try #require(row["id"] as? String)
      let id = ItemID(try #require(UInt64(digits)))
      buffer.removeAll()
      list.appendTitle(of: id, version: 1, to: &buffer)
      #expect(buffer.text == row["title"] as? String)
    }
  }

  /// A move raises the version, but a client that applies it keeps the content it has.
  @Test
  func movesKeepTheContent() throws {
    let list = try GeneratedList(recipe: .timeline, itemCount: 300, eventCount: 20_000, seed: 8)
    var titles: [ItemID: String] = [:]
    var moved: Set<ItemID> = []
    var editedAfterMove = 0
    list.forEachChange(1..<list.eventCount + 1) { change in
      var buffer = RowBuffer()
      list.appendTitle(of: change.id, version: change.version, to: &buffer)
      switch change.operation {
      case .insert: titles[change.id] = buffer.text
      case .update:
        if let title = titles[change.id], title == buffer.text {
          Issue.record("update keeps \(title)")
        }
        if moved.contains(change.id) { editedAfterMove += 1 }
        titles[change.id] = buffer.text
      case .move, .delete:
        if let title = titles[change.id], title != buffer.text { Issue.record("\(change)") }
        if change.operation == .move { moved.insert(change.id) }
      }
    }
    #expect(editedAfterMove > 50)
  }

  @Test(arguments: Recipe.byEpochs)
  func anyShardsConcatenateToTheWhole(recipe: Recipe) throws {
    let list = try Self.list(recipe)
    let items = list.itemLines(0..<list.itemCount)
    let events = list.eventLines(1..<list.eventCount + 1)
    for step in [1, 7, 63, 64, 65, 1000] {
      let cuts = Array(stride(from: 0, to: 3000, by: step)) + [3000]
      let ranges = zip(cuts, cuts.dropFirst()).map { $0..<$1 }
      #expect(ranges.flatMap { list.itemLines($0) } == items)
      if step > 1 {
        #expect(
          ranges.flatMap { list.eventLines($0.lowerBound + 1..<$0.upperBound + 1) } == events)
      }
    }
  }

  @Test
  func textHasAllLengthsAndScripts() throws {
    let list = try Self.list(.timeline)
    var bodies: [String] = []
    for line in list.itemLines(0..<3000) {
      let row = try Self.object(line)
      bodies.append(try #require(row["body"] as? String))
    }
    let lengths = bodies.map(\.utf8.count).sorted()
    #expect(lengths[1500] > 50 && lengths[1500] < 90, "median \(lengths[1500])")
    #expect(lengths[2990] >= 900 && lengths[2999] < 960)
    #expect(bodies.count { $0.utf8.count != $0.unicodeScalars.count } > 1500)
    #expect(bodies.count { $0.contains("\n") } > 100)
    #expect(bodies.count { $0.contains("\"sic\"") } > 100)
  }

  @Test
  func fieldsTakeAllTheirValues() throws {
    let list = try Self.list(.timeline)
    let rows = try list.itemLines(0..<3000).map { try Self.object($0) }
    let titles = zip(0..., rows).compactMap { rank, row in
      list.facts(atRank: rank).kind == .latin
        ? (row["title"] as? String ?? "").split(separator: " ").count : nil
    }
    #expect(Set(titles) == Set(Recipe.timeline.rows.titleWords))
    #expect(Set(rows.compactMap { $0["author"] as? String }).count > 1000)
    #expect(Set(rows.compactMap { $0["status"] as? String }) == ["published", "pinned"])
    let own = rows.count { $0["own"] as? Bool == true }
    #expect(own > 30 && own < 90, "\(own)")
    #expect(
      Set(rows.filter { $0["own"] as? Bool == true }.map { $0["author"] as? String }).count == 1)
    let images = rows.compactMap { $0["image"] as? [String: Any] }
    #expect(abs(images.count - 900) < 90, "\(images.count)")
    let hashes = images.compactMap { $0["blurHash"] as? String }
    #expect(Set(hashes.map { $0.suffix(22) }).count == images.count)
    let reactions = rows.compactMap { ($0["counts"] as? [String: Int])?["reactions"] }
    #expect(Set(reactions).count > 300)
  }

  @Test(arguments: Recipe.byEpochs)
  func parentsAreOlderRows(recipe: Recipe) throws {
    let list = try Self.list(recipe)
    let ids = list.entries(atRanks: 0..<3000).map(\.id)
    let births = Dictionary(uniqueKeysWithValues: ids.map { ($0, list.cipher.birth(of: $0)) })
    var answers = 0
    for line in list.itemLines(0..<3000) {
      let row = try Self.object(line)
      guard let parent = row["parent"] as? String else { continue }
      answers += 1
      let own = try #require(births[ItemID(UInt64(row["id"] as? String ?? "") ?? 0)] ?? nil)
      let older = try #require(list.cipher.birth(of: ItemID(UInt64(parent) ?? 0)))
      let distance = recipe.order == .newestFirst ? Int(older) - Int(own) : Int(own) - Int(older)
      #expect(distance > 0 && distance <= 1024)
      if recipe.order == .oldestFirst { #expect(births[ItemID(UInt64(parent) ?? 0)] != nil) }
    }
    #expect(abs(answers - 3 * recipe.rows.replyPermille) < 120, "\(answers)")
  }

  // MARK: - Support

  /// Parses a line.
  private static func object(_ line: String) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
    return try #require(object as? [String: Any])
  }

  /// Checks a row's fields, their order and their ranges.
  private static func checkRow(_ row: [String: Any], _ line: String, _ recipe: Recipe) throws {
    var rest = Substring(line)
    for field in fields {
      let found = try #require(rest.range(of: "\"\(field)\":"), "\(field) in \(line)")
      rest = rest[found.upperBound...]
    }
    #expect(Set(row.keys) == Set(fields))
    let isRight =
      (row["author"] as? String)?.isEmpty == false && row["own"] is Bool
      && recipe.rows.statuses.contains(row["status"] as? String ?? "")
      && row["hidden"] as? Bool == false && (row["parent"] is String || row["parent"] is NSNull)
      && (row["title"] as? String)?.isEmpty == false && (row["body"] as? String)?.isEmpty == false
    if !isRight { Issue.record("\(line)") }
    let counts = try #require(row["counts"] as? [String: Int])
    let heights = try #require(row["heights"] as? [String: Int])
    #expect(Set(counts.keys) == ["replies", "reactions"])
    let compact = try #require(heights["compact"])
    let regular = try #require(heights["regular"])
    #expect(compact >= 68 * 64 && regular >= 68 * 64 && compact < 2000 * 64)
    let estimate = try #require(row["estimate"] as? Int)
    #expect(estimate * 4 >= compact * 3 - 4 && estimate * 4 <= compact * 5)
    #expect(row["image"] is NSNull || row["image"] is [String: Any])
  }
}
