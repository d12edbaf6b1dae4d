import Foundation
import ListRecipes
import ListText
import Testing

@testable import ListFixtures

/// Recipe files: what is read, what is written, and what is refused with which words.
struct RecipeReadingTests {
  /// The error of a recipe that is `recipe` with one place of its text replaced.
  private func error(
    _ recipe: Recipe = .timeline, replacing old: String, with new: String
  ) throws -> FixtureError {
    let text = String(decoding: recipe.json, as: UTF8.self)
    let range = try #require(text.range(of: old), "\(old) is not in \(recipe.name)")
    return try error(text.replacingCharacters(in: range, with: new))
  }

  private func error(_ text: String) throws -> FixtureError {
    do throws(FixtureError) {
      _ = try Recipe(json: Array(text.utf8))
    } catch {
      #expect(error.code == .malformedRecipe)
      #expect(!error.message.contains("\n"))
      return error
    }
    return try #require(nil, "the recipe was read")
  }

  @Test(arguments: Recipe.all)
  func whatIsWrittenIsReadBack(recipe: Recipe) throws {
    #expect(try Recipe(json: recipe.json) == recipe)
    #expect(try Recipe(recipe.value) == recipe)
  }

  @Test(arguments: RecipeFiles.all.map(\.name))
  func filesAreCanonical(name: String) throws {
    let file = try #require(RecipeFiles.all.first { $0.name == name })
    let recipe = try Recipe(json: file.json)
    #expect(recipe.name == name)
    #expect(
      String(decoding: recipe.json, as: UTF8.self) == String(decoding: file.json, as: UTF8.self))
  }

  /// Every member of every object, left out, misspelt, doubled or of another type, is named with its
  /// path.
  @Test(arguments: Recipe.all)
  func everyFieldIsNeededOnceByItsName(recipe: Recipe) throws {
    var places: [RecipePath] = []
    collect(recipe.value, RecipePath(), &places)
    #expect(places.count > 40)
    for place in places {
      let name = try #require(place.steps.last?.name)
      let missing = try error(edited(recipe.value, place) { $0.removeAll { $0.name == name } })
      let misspelt = try error(
        edited(recipe.value, place) { members in
          for index in members.indices where members[index].name == name {
            members[index].name += "s"
          }
        })
      let wrong = try error(
        edited(recipe.value, place) { members in
          for index in members.indices where members[index].name == name {
            members[index].value = .number("1.5")
          }
        })
      let parent = RecipePath(steps: place.steps.dropLast())
      #expect(missing.path?.hasPrefix(parent.description) == true, "\(missing)")
      #expect(misspelt.path?.hasPrefix(parent.description) == true, "\(misspelt)")
      #expect(
        wrong.path == place.description || wrong.path == parent.description, "\(wrong) at \(place)")
      #expect(wrong.message.contains("1.5") || wrong.path == parent.description, "\(wrong.message)")
    }
  }

  private func error(_ value: JSONValue) throws -> FixtureError {
    try error(String(decoding: value.prettyText, as: UTF8.self))
  }

  /// The paths of all members below a value.
  private func collect(_ value: JSONValue, _ path: RecipePath, _ places: inout [RecipePath]) {
    switch value {
    case .object(let members):
      for member in members {
        places.append(path.member(member.name))
        collect(member.value, path.member(member.name), &places)
      }
    case .array(let values):
      // Elements of a kind are read alike: the first and the last will do.
      for index in Set([0, values.count - 1]).sorted() where values.indices.contains(index) {
        collect(values[index], path.element(index), &places)
      }
    default: break
    }
  }

  /// A value with the object changed that a path's last step is a member of.
  private func edited(
    _ value: JSONValue, _ path: RecipePath,
    _ edit: (inout [(name: String, value: JSONValue)]) -> Void
  ) -> JSONValue {
    switch (value, path.steps.first) {
    case (.object(var members), .member(let name)?):
      if path.steps.count == 1 {
        edit(&members)
        return .object(members)
      }
      for index in members.indices where members[index].name == name {
        members[index].value = edited(
          members[index].value, RecipePath(steps: Array(path.steps.dropFirst())), edit)
      }
      return .object(members)
    case (.array(var values), .element(let index)?):
      values[index] = edited(values[index], RecipePath(steps: Array(path.steps.dropFirst())), edit)
      return .array(values)
    default: return value
    }
  }

  // MARK: - Texts

  @Test(arguments: [
    ("", 0, "not JSON"), ("{", 1, "not JSON"), ("nonsense", 0, "not JSON"),
    ("\u{FEFF}{}", 0, "not JSON"),
    ("[]", 0, "the recipe must be an object, not an array"),
    ("{}", 0, "the recipe lacks 'name'; every field must be there"),
    ("{} x", 3, "not JSON: something follows"), ("{\"name\": \"a\", \"name\": \"b\"}", 21, "twice"),
    ("{\"name\": 1e400}", 0, "lacks 'summary'"),
  ])
  func whatIsNoRecipeIsRefused(text: String, byteOffset: Int, words: String) throws {
    let error = try error(text)
    #expect(error.message.contains(words), "\(error.message)")
    #expect(error.byteOffset == byteOffset)
  }

  @Test func sizeAndDepthAreLimited() throws {
    let large = try error(String(repeating: " ", count: Recipe.byteLimit + 1))
    #expect(large.message == "a recipe has at most 1048576 bytes, not 1048577")
    #expect(try error(String(repeating: "[", count: 100_000)).message.contains("nested"))
    let many = "[\(String(repeating: "\"x\", ", count: 32))\"x\"]"
    #expect(
      try error(replacing: "\"sources\": [", with: "\"sources\": \(many), \"x\": [").path == "x")
  }

  @Test func theByteIsThatOfTheValue() throws {
    let text = String(decoding: Recipe.timeline.json, as: UTF8.self)
    let old = "\"deletes\": 3"
    let range = try #require(text.range(of: old))
    let error = try error(text.replacingCharacters(in: range, with: "\"deletes\": -3"))
    #expect(error.path == "churn.shapes[0].quotas[1].deletes")
    #expect(error.byteOffset == text[..<range.lowerBound].utf8.count + "\"deletes\": ".utf8.count)
  }

  @Test func everyPrefixAndEveryChangedByteIsReadOrRefused() {
    let json = Recipe.conversation.json
    for count in stride(from: 0, to: json.count - 1, by: 7) {
      #expect(throws: FixtureError.self) { try Recipe(json: Array(json[..<count])) }
    }
    for index in stride(from: 0, to: json.count, by: 5) {
      for byte in [0, 0x22, 0x2c, 0x39, 0x5b, 0x7d, 0xff] as [UInt8] {
        var changed = json
        changed[index] = byte
        // What matters is that it returns, and that what was read can make a list.
        guard let recipe = try? Recipe(json: changed) else { continue }
        _ = try? recipe.list(itemCount: 3, eventCount: 5, seed: 1)
      }
    }
  }

  // MARK: - Fields

  /// A mistake: what of the timeline's text becomes what, and what is said of it.
  static let mistakes: [(old: String, new: String, message: String)] = [
    (
      "\"name\": \"timeline\"", "\"name\": \"Timeline\"",
      "name must be 1...64 letters a-z, digits and '-', not 'Timeline'"
    ),
    ("\"name\": \"timeline\"", "\"name\": \"\"", "name must be 1...64 letters"),
    ("\"name\": \"timeline\"", "\"name\": \"import\"", "name must not be 'import'"),
    (
      "\"summary\": \"a feed", "\"summary\": \"a\\nfeed",
      "summary must be one line of 1...200 bytes, not a long text"
    ),
    ("\"breaks\": null", "\"breaks\": 5", "breaks must be one line of 1...200 bytes, not 5"),
    ("\"newestFirst\"", "\"newestfirst\"", "order is 'newestfirst'; did you mean 'newestFirst'?"),
    ("\"newestFirst\"", "\"banana\"", "order must be 'newestFirst' or 'oldestFirst', not 'banana'"),
    ("\"order\"", "\"oder\"", "oder is no field; did you mean 'order'?"),
    ("\"order\"", "\"zzz\"", "zzz is no field; there are name, summary, breaks"),
    (
      "1735689600000000", "4503599627370497",
      "clock.startMicroseconds must be a whole number in -4503599627370496...4503599627370496, not 4503599627370497"
    ),
    (
      "\"itemGapMicroseconds\": 250000", "\"itemGapMicroseconds\": 0",
      "clock.itemGapMicroseconds must be a whole number in 1...86400000000, not 0"
    ),
    (
      "\"eventGapMicroseconds\": 250000", "\"eventGapMicroseconds\": 2.5",
      "clock.eventGapMicroseconds must be a whole number in 1...86400000000, not 2.5"
    ),
    (
      "\"eventGapMicroseconds\": 250000", "\"eventGapMicroseconds\": 18446744073709551615",
      "not 18446744073709551615"
    ),
    (
      "\"hourlyQuotas\": []", "\"hourlyQuotas\": [1]",
      "clock.hourlyQuotas must be an array of 0, 24 or 168 elements, not of 1"
    ),
    (
      "\"hourlyQuotas\": []", "\"hourlyQuotas\": \(quotas(0, count: 24))",
      "clock.hourlyQuotas must not be 0 in every hour"
    ),
    (
      "\"hourlyQuotas\": []", "\"hourlyQuotas\": \(quotas(1_000_001, count: 24))",
      "clock.hourlyQuotas[0] must be a whole number in 0...1000000, not 1000001"
    ),
    (
      "\"hourlyQuotas\": []", "\"hourlyQuotas\": \(quotas(1, count: 169))",
      "clock.hourlyQuotas must be an array of 0...168 elements, not of 169"
    ),
    (
      "\"bursts\": null", "\"bursts\": {\"permille\": 0, \"speedup\": 8}",
      "clock.bursts.permille must be a whole number in 1...900, not 0"
    ),
    (
      "\"bursts\": null", "\"bursts\": {\"permille\": 5, \"speedup\": 7}",
      "clock.bursts.speedup must be a whole number in 8...10000, not 7"
    ),
    ("\"bursts\": null", "\"bursts\": {\"permille\": 5}", "clock.bursts lacks 'speedup'"),
    (
      "\"tiePermille\": 180", "\"tiePermille\": 405",
      "keys.tiePermille must be in 4...404 where 'longTiePermille' is 4, not 405"
    ),
    ("\"tiePermille\": 180", "\"tiePermille\": 3", "keys.tiePermille must be in 4...404"),
    (
      "\"longTiePermille\": 4", "\"longTiePermille\": 1001",
      "keys.longTiePermille must be a whole number in 0...1000, not 1001"
    ),
    (
      "\"longTieLength\": 64", "\"longTieLength\": 96",
      "keys.longTieLength must be a power of two in 64...4096, not 96"
    ),
    (
      "\"nullPermille\": 0", "\"nullPermille\": 5",
      "keys.nullPermille must be 0 where churn is by epochs"
    ),
    ("\"scattered\"", "\"scatterd\"", "ids is 'scatterd'; did you mean 'scattered'?"),
    ("\"scattered\"", "{\"extremes\": 5}", "ids must be 'scattered' where churn is by epochs"),
    (
      "\"scattered\"", "{\"extremes\": 1001}",
      "ids.extremes must be a whole number in 0...1000, not 1001"
    ),
    (
      "\"cyrillic\": 80", "\"cyrilic\": 80",
      "rows.text.cyrilic is no field; did you mean 'cyrillic'?"
    ),
    (
      "\"cyrillic\": 80", "\"cyrillic\": 81",
      "rows.text must have shares that sum to 1000, not 1001"
    ),
    (
      "\"cyrillic\": 80", "\"cyrillic\": -80",
      "rows.text.cyrillic must be a whole number in 0...1000, not -80"
    ),
    (
      "\"titleWords\": [2, 9]", "\"titleWords\": [0, 2]",
      "rows.titleWords[0] must be a whole number in 1...256, not 0"
    ),
    (
      "\"titleWords\": [2, 9]", "\"titleWords\": [2]",
      "rows.titleWords must be an array of 2 elements, not of 1"
    ),
    (
      " 8, 12, 15,", " 8, 15,",
      "rows.bodyBytes must be an array of 64 elements, not of 63"
    ),
    (
      " 8, 12, 15,", " 12, 8, 15,",
      "rows.bodyBytes[1] must be in 12...65536, as lengths ascend, not 8"
    ),
    (
      " 8, 12, 15,", " 0, 12, 15,",
      "rows.bodyBytes[0] must be a whole number in 1...65536, not 0"
    ),
    (
      "[\"published\", \"published\", \"pinned\", \"edited\"]", "[]",
      "rows.statuses must be an array of 1...16 elements, not of 0"
    ),
    (
      "\"pinned\"", "\"pin\\\"ned\"", "rows.statuses[2] must be 1...16 letters, digits, '-' and '_'"
    ),
    ("\"pinned\"", "\"a-status-too-long\"", "rows.statuses[2] must be 1...16 letters"),
    (
      "\"authorCount\": 20000", "\"authorCount\": 65537",
      "rows.authorCount must be a whole number in 1...65536, not 65537"
    ),
    (
      "\"ownPermille\": 20", "\"ownPermille\": \"20\"",
      "rows.ownPermille must be a whole number in 0...1000, not '20'"
    ),
    (
      "\"imagePermille\": 300", "\"imagePermille\": true",
      "rows.imagePermille must be a whole number in 0...1000, not true"
    ),
    (
      "\"hiddenRun\": 1", "\"hiddenRun\": 0",
      "rows.hiddenRun must be a whole number in 1...1000, not 0"
    ),
    (
      "\"estimateErrorPercent\": 25", "\"estimateErrorPercent\": 91",
      "rows.estimateErrorPercent must be a whole number in 0...90, not 91"
    ),
    (
      "\"kind\": \"epochs\"", "\"kind\": \"epoch\"", "churn.kind is 'epoch'; did you mean 'epochs'?"
    ),
    ("\"kind\": \"epochs\",", "", "churn lacks 'kind', which is 'epochs' or 'steps'"),
    (
      "\"inserts\": 40", "\"inserts\": 0",
      "churn.shapes[0].inserts must be a whole number in 1...4096, not 0"
    ),
    (
      "\"inserts\": 40", "\"inserts\": 4096",
      "churn.shapes[0] has epochs of 4184 events; accepted are 1...4096"
    ),
    (
      "\"minimumOldLag\": 4", "\"minimumOldLag\": 3",
      "churn.shapes[0].quotas[3].age is 3 epochs at the least, but must be more than the 3 of the inserted quota before it"
    ),
    (
      "{\"young\": 2}", "{\"young\": 1}",
      "churn.shapes[0].quotas[1].age is 1 epochs at the least, but must be more than the 1"
    ),
    (
      "{\"young\": 2}", "{\"yong\": 2}",
      "churn.shapes[0].quotas[1].age.yong is no field; did you mean 'young'?"
    ),
    (
      "{\"young\": 2}", "2",
      "churn.shapes[0].quotas[1].age must be an object of one field: 'young' or 'old', not 2"
    ),
    (
      "{\"young\": 2}", "{\"young\": 4097}",
      "churn.shapes[0].quotas[1].age.young must be a whole number in 1...4096, not 4097"
    ),
    (
      "\"deletes\": 5", "\"deletes\": 41",
      "churn.shapes[0].quotas[0].deletes takes 41 of a cohort by then, but an epoch inserts only 40; accepted are 0...40 here"
    ),
    (
      "\"deletes\": 8", "\"deletes\": 31",
      "churn.shapes[0].quotas[7].deletes takes 31 of a cohort by then, but an epoch moves only 30; accepted are 0...30 here"
    ),
    (
      "\"deletes\": 5, \"moves\": 0, \"updates\": 4",
      "\"deletes\": 5, \"moves\": 0, \"updates\": 36",
      "churn.shapes[0].quotas[0].updates is 36, but only 35 of a cohort are left by then; accepted are 0...35"
    ),
    (
      "\"deletes\": 8, \"moves\": 0", "\"deletes\": 8, \"moves\": 1",
      "churn.shapes[0].quotas[7].moves must be 0 in moved slots"
    ),
    (
      "\"stratum\": \"moved\"", "\"stratum\": \"move\"",
      "churn.shapes[0].quotas[7].stratum is 'move'; did you mean 'moved'?"
    ),
    (
      "\"sources\": [", "\"sources\": [\"\", ",
      "sources[0] must be one line of 1...500 bytes, not ''"
    ),
  ]

  private static func quotas(_ quota: Int, count: Int) -> String {
    "[\(Array(repeating: "\(quota)", count: count).joined(separator: ", "))]"
  }

  @Test(arguments: mistakes.indices)
  func aMistakeIsNamedWithItsPathAndWhatIsAccepted(index: Int) throws {
    let mistake = Self.mistakes[index]
    let error = try error(replacing: mistake.old, with: mistake.new)
    #expect(
      error.message.hasPrefix(mistake.message) || error.message.contains(mistake.message),
      "\(error.message)")
    #expect(error.byteOffset.map { $0 > 0 } == true)
  }
}

extension RecipePath.Step {
  /// The name of a member.
  fileprivate var name: String? {
    if case .member(let name) = self { name } else { nil }
  }
}
