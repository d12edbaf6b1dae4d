import ListCore
import Testing

@testable import ListFixtures

/// A recipe whose churn is a script: those of the library, and what their like could be.
struct ScriptRecipe: CustomTestStringConvertible {
  typealias Step = StepScript.Step

  let recipe: Recipe

  init(_ recipe: Recipe) {
    self.recipe = recipe
  }

  /// A feed with a churn of its own.
  init(
    name: String, order: ListOrder = .newestFirst, itemGap: Int = 250_000,
    eventGap: Int = 250_000, ties: Int = 0, traits: ScriptTraits = ScriptTraits(),
    script: StepScript
  ) {
    let base = Recipe.timeline
    recipe = Recipe(
      name: name, summary: base.summary, breaks: nil, order: order,
      clock: ClockShape(
        startMicroseconds: base.clock.startMicroseconds, itemGapMicroseconds: itemGap,
        eventGapMicroseconds: eventGap, hourlyQuotas: [], bursts: nil),
      keys: KeyShape(
        tiePermille: ties, longTiePermille: 0, longTieLength: 64,
        nullPermille: traits.nullKeyPermille),
      ids: traits.identity, rows: base.rows, churn: .steps(script), sources: [])
  }

  var name: String { recipe.name }
  var testDescription: String { name }

  /// What each epoch does.
  var script: StepScript {
    guard case .steps(let script) = recipe.churn else { return StepScript(steps: []) }
    return script
  }

  /// The values of a row's status.
  var statuses: [String] { recipe.rows.statuses }
  /// What the rows are like besides their text.
  var traits: ScriptTraits { ScriptTraits(recipe) }

  func list(items: Int, events: Int, seed: UInt64 = 7) throws -> ScriptedList {
    try ScriptedList(recipe: recipe, itemCount: items, eventCount: events, seed: seed)
  }

  static func named(_ name: String) throws -> ScriptRecipe {
    try #require(all.first { $0.name == name })
  }

  static let all =
    Recipe.all.compactMap { recipe in
      if case .steps = recipe.churn { ScriptRecipe(recipe) } else { nil }
    } + others

  static let others = [
    ScriptRecipe(
      name: "head-flood",
      script: StepScript(steps: [Step(112, .insert(.newest)), Step(16, .delete(.tail))])),
    // About a thousand rows share a key.
    ScriptRecipe(
      name: "tie-storm",
      script: StepScript(
        steps: [
          Step(8, .insert(.tied(.head))), Step(8, .insert(.tied(.uniform))),
          Step(16, .insert(.newest)), Step(32, .delete(.uniform)),
          Step(16, .move(.uniform, to: .tied(.uniform))), Step(16, .update(.uniform)),
        ], isShuffled: true, keyResolutionMicroseconds: 256_000_000)),
    // Some rows are edited eight times in a row.
    ScriptRecipe(
      name: "edit-storm",
      script: StepScript(
        steps: [
          Step(
            count: 8,
            actions: [.update(.region(from: 0, to: 50))]
              + Array(repeating: .update(.recent(1)), count: 7)),
          Step(56, .update(.popular(growth: 2))),
          Step(4, .insert(.newest)), Step(4, .delete(.tail)),
        ], isShuffled: true)),
    ScriptRecipe(
      name: "same-millisecond", itemGap: 20, eventGap: 20,
      script: StepScript(
        steps: [
          Step(40, .insert(.newest)), Step(40, .delete(.uniform)),
          Step(8, .move(.uniform, to: .newest)), Step(8, .update(.uniform)),
        ], isShuffled: true, keyResolutionMicroseconds: 1000)),
  ]
}

/// The scripts themselves.
struct ScriptRecipesTests {
  @Test(arguments: ScriptRecipe.all)
  func scriptsHaveNoProblem(_ sample: ScriptRecipe) {
    #expect(sample.script.problem(statusCount: sample.recipe.rows.statuses.count) == nil)
    #expect(sample.traits.problem == nil)
  }
}
