import Foundation
import ListCore
import ListRecipes
import ListText
import Testing

@testable import ListFixtures

/// The recipes of the library.
struct RecipesTests {
  static let names = [
    "timeline", "conversation", "orders", "notifications", "catalog", "ranked", "conversations",
    "tie-storm", "head-flood", "delete-under-cursor", "page-boundary", "resurrect",
    "move-across-cursor", "empty-page", "clock-skew", "id-extremes", "edit-storm", "cascade",
    "last-page-shrink", "same-millisecond", "null-keys",
  ]

  @Test func recipesAreThoseOfTheIssueInTheirOrder() {
    #expect(Recipe.all.map(\.name) == Self.names)
    #expect(Recipe.all.map { $0.breaks != nil } == Self.names.indices.map { $0 >= 7 })
    for name in Self.names { #expect(Recipe.named(name)?.name == name) }
    #expect(Recipe.named("timelines") == nil)
    #expect(Recipe.timeline == Recipe.named("timeline"))
    #expect(Recipe.conversation == Recipe.named("conversation"))
  }

  @Test func recipesThatEpochsExpressScaleToTheLimit() {
    #expect(
      Recipe.byEpochs.map(\.name) == [
        "timeline", "conversation", "tie-storm", "head-flood", "edit-storm", "same-millisecond",
      ])
    for recipe in Recipe.byEpochs {
      #expect(Clock.itemLimit(of: recipe) == GeneratedList.itemLimit)
      #expect(
        Clock.eventLimit(of: recipe, itemCount: GeneratedList.itemLimit)
          == GeneratedList.eventLimit)
    }
  }

  @Test func realisticRecipesNameTheirSources() {
    for recipe in Recipe.all where recipe.breaks == nil { #expect(!recipe.sources.isEmpty) }
  }

  /// The folder, the list in it, and the package's resources name the same files.
  @Test func everyFileOfTheFolderIsPartOfTheLibrary() throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = package.appending(path: "Fixtures/recipes")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") && $0 != "recipe.schema.json" }
    #expect(files.sorted() == RecipeFiles.all.map { $0.name + ".json" }.sorted())
    for file in RecipeFiles.all {
      let bytes = try Data(contentsOf: folder.appending(path: file.name + ".json"))
      #expect([UInt8](bytes) == file.json, "\(file.name)")
    }
  }

  /// Every length of list, from one item on: whichever shape it takes, its log replays.
  ///
  /// Lengths at which a shape is only just paid for are the ones that may go wrong.
  @Test(arguments: Recipe.byEpochs)
  func everyLengthOfListReplays(recipe: Recipe) throws {
    for items in Array(1...160) + Array(stride(from: 161, to: 1200, by: 11)) {
      let list = try GeneratedList(recipe: recipe, itemCount: items, eventCount: 450, seed: 5)
      var model = ReplayedList(list)
      list.forEachChange(1..<451) { model.apply($0) }
      #expect(model.faults == [], "\(items) items")
      #expect(list.liveCount(after: 450) == model.items.count)
      if !model.faults.isEmpty { break }
    }
  }

  /// Keys rise with the slot and never pass their events, whatever clock a recipe has.
  @Test(arguments: Recipe.all)
  func rowsAreInOrderAndTimesRise(recipe: Recipe) throws {
    let list = try recipe.list(itemCount: 1500, eventCount: 900, seed: 2)
    var previous: FixtureItem?
    list.forEachItem(0..<1500) { item in
      defer { previous = item }
      guard let previous else { return }
      let ascends = recipe.order == .oldestFirst
      let isRight =
        previous.isKeyNull == item.isKeyNull
        ? (previous.entry < item.entry) == ascends : item.isKeyNull
      if !isRight { Issue.record("\(item) behind \(previous)") }
    }
    var buffer = RowBuffer()
    list.appendEvents(sequences: 1..<901, to: &buffer)
    var last = Int64.min
    for line in buffer.lines {
      let event = try JSONValue(Array(line.utf8).span)
      guard case .integer(let time)? = event["at"] else {
        Issue.record("\(line)")
        continue
      }
      if time <= last { Issue.record("time of \(line)") }
      last = time
      if case .integer(let key)? = event["key"], key > time, recipe.name != "clock-skew" {
        Issue.record("key of \(line)")
      }
    }
  }

  @Test func rowsAreHiddenInTheirShareAndInRuns() throws {
    let empty = try #require(Recipe.named("empty-page"))
    let rows = empty.rows
    let feed = Recipe(
      name: "hidden-feed", summary: "s", breaks: nil, order: .newestFirst,
      clock: Recipe.timeline.clock, keys: Recipe.timeline.keys, ids: .scattered, rows: rows,
      churn: Recipe.timeline.churn, sources: [])
    for recipe in [empty, feed] {
      let list = try recipe.list(itemCount: 8000, eventCount: 500, seed: 3)
      var hidden: [Bool] = []
      list.forEachItem(0..<8000) { hidden.append($0.isHidden) }
      let share = hidden.count { $0 } * 1000 / 8000
      #expect(abs(share - rows.hiddenPermille) < 80, "\(recipe.name): \(share)")
      let changes = zip(hidden, hidden.dropFirst()).count { $0 != $1 }
      #expect(changes < 8000 / rows.hiddenRun, "\(recipe.name): \(changes)")
      var buffer = RowBuffer()
      list.appendItems(ranks: 0..<8000, to: &buffer)
      #expect(buffer.lines.map { $0.contains("\"hidden\":true") } == hidden)
      buffer.removeAll()
      list.appendEvents(sequences: 1..<501, to: &buffer)
      var events: [Bool?] = []
      list.forEachEvent(1..<501) { event in
        let carriesItem = event.change.operation == .insert || event.change.operation == .update
        events.append(carriesItem ? event.isHidden : nil)
      }
      let found = buffer.lines.map { line -> Bool? in
        line.contains("\"item\":") ? line.contains("\"hidden\":true") : nil
      }
      #expect(found == events)
    }
  }

  @Test func estimatesAreOffByTheRecipesErrorAtMost() throws {
    for percent in [0, 25, 90] {
      let text = String(decoding: Recipe.timeline.json, as: UTF8.self).replacingOccurrences(
        of: "\"estimateErrorPercent\": 25", with: "\"estimateErrorPercent\": \(percent)")
      let recipe = try Recipe(json: Array(text.utf8))
      let list = try recipe.list(itemCount: 500, eventCount: 0, seed: 1)
      var buffer = RowBuffer()
      list.appendItems(ranks: 0..<500, to: &buffer)
      var widest = 0
      for line in buffer.lines {
        let row = try JSONValue(Array(line.utf8).span)
        guard case .integer(let height)? = row["heights"]?["compact"],
          case .integer(let estimate)? = row["estimate"]
        else {
          Issue.record("\(line)")
          continue
        }
        widest = max(widest, Int(abs(estimate - height) * 100 / height))
      }
      #expect(widest <= percent && widest >= percent - 5, "\(widest)")
    }
  }

  /// Rows of the two kinds of list, made from the same JSON: the type follows the churn.
  @Test func theKindOfListFollowsTheChurn() throws {
    let orders = try #require(Recipe.named("orders"))
    #expect(try Recipe.timeline.list(itemCount: 1, eventCount: 0, seed: 0) is GeneratedList)
    #expect(try orders.list(itemCount: 1, eventCount: 0, seed: 0) is ScriptedList)
    let first = #expect(throws: FixtureError.self) {
      try GeneratedList(recipe: orders, itemCount: 1, eventCount: 0, seed: 0)
    }
    #expect(first?.code == .otherChurn)
    let second = #expect(throws: FixtureError.self) {
      try ScriptedList(recipe: .timeline, itemCount: 1, eventCount: 0, seed: 0)
    }
    #expect(second?.code == .otherChurn)
  }
}
