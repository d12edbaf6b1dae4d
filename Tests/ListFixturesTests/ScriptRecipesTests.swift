import ListCore
import Testing

@testable import ListFixtures

/// A recipe whose churn is a script, as `Fixtures/recipes` has it.
struct ScriptRecipe: CustomTestStringConvertible {
  typealias Step = StepScript.Step

  let name: String
  var order = ListOrder.newestFirst
  var itemGap = 250_000
  var eventGap = 250_000
  var ties = 0
  var statuses = ["published", "published", "edited"]
  var traits = ScriptTraits()
  let script: StepScript

  var testDescription: String { name }

  /// The recipe without its script.
  var recipe: Recipe {
    let base = Recipe.timeline
    return Recipe(
      name: name, summary: base.summary, order: order,
      startMicroseconds: base.startMicroseconds, itemGapMicroseconds: itemGap,
      eventGapMicroseconds: eventGap, tiePermille: ties, longTiePermille: 0,
      imagePermille: base.imagePermille, ownPermille: base.ownPermille,
      replyPermille: base.replyPermille, authorCount: base.authorCount,
      titleWords: base.titleWords, bodyBytes: base.bodyBytes, statuses: statuses,
      shapes: base.shapes)
  }

  func list(items: Int, events: Int, seed: UInt64 = 7) throws -> ScriptedList {
    try ScriptedList(
      recipe: recipe, script: script, traits: traits, itemCount: items, eventCount: events,
      seed: seed)
  }

  static func named(_ name: String) throws -> ScriptRecipe {
    try #require(all.first { $0.name == name })
  }

  static let all = realistic + hostileReads + hostileRows

  // MARK: - What apps have

  private static let read = StepScript.Edit(status: .set(1))

  static let realistic = [
    // A message bumps its conversation: its text changes, it is unread, it goes to the top.
    ScriptRecipe(
      name: "conversations", ties: 20, statuses: ["unread", "read", "muted"],
      script: StepScript(
        steps: [
          Step(
            48, .update(.popular(growth: 16), .init(content: true, status: .set(0))),
            .move(.recent(1), to: .newest)),
          Step(4, .insert(.newest)),
          Step(4, .delete(.region(from: 300, to: 1000))),
          Step(24, .update(.region(from: 0, to: 100), read)),
        ], isShuffled: true,
        initialStatus: .init(inserted: 0, snapshotPermille: [150, 820, 30]))),
    // A status moves an order up; what is done leaves the board, some of it comes back.
    ScriptRecipe(
      name: "orders", itemGap: 4_000_000, eventGap: 1_000_000, ties: 60,
      statuses: ["placed", "paid", "packed", "shipped", "delivered"],
      script: StepScript(
        steps: [
          Step(16, .insert(.newest)),
          Step(
            40, .update(.region(from: 0, to: 800), .init(status: .next)),
            .move(.recent(1), to: .newest)),
          Step(12, .update(.region(from: 700, to: 1000), .init(isHidden: true))),
          Step(4, .update(.longestHidden, .init(isHidden: false))),
          Step(16, .delete(.tail)),
        ], isShuffled: true,
        initialStatus: .init(inserted: 0, snapshotPermille: [100, 150, 200, 250, 300]))),
    ScriptRecipe(
      name: "notifications", itemGap: 20_000_000, eventGap: 10_000_000, ties: 90,
      statuses: ["unread", "read"],
      script: StepScript(
        steps: [
          Step(16, .insert(.newest)),
          Step(8, .update(.region(from: 0, to: 100), read)),
          Step(24, .delete(.age(from: 0, to: 64))),
          Step(16, .insert(.newest)),
          Step(24, .update(.region(from: 0, to: 300), read)),
          Step(16, .insert(.newest)),
          Step(16, .delete(.region(from: 0, to: 200))),
          Step(8, .delete(.tail)),
        ],
        initialStatus: .init(inserted: 0, snapshotPermille: [200, 800]))),
    // The total rises and falls by 20 each epoch.
    ScriptRecipe(
      name: "catalog", order: .oldestFirst, itemGap: 60_000_000,
      statuses: ["listed", "sold out", "edited"],
      script: StepScript(steps: [
        Step(20, .insert(.beside(.uniform))),
        Step(20, .move(.uniform, to: .beside(.uniform))),
        Step(20, .delete(.uniform)),
        Step(40, .update(.region(from: 0, to: 200))),
        Step(28, .update(.uniform)),
      ])),
    ScriptRecipe(
      name: "ranked",
      script: StepScript(
        steps: [
          Step(8, .insert(.votes(4))),
          Step(48, .move(.region(from: 0, to: 100), to: .votes(8))),
          Step(32, .move(.uniform, to: .votes(2))),
          Step(8, .delete(.tail)),
          Step(32, .update(.region(from: 0, to: 300))),
        ], isShuffled: true, reader: .init(pageSize: 20, eventsPerFetch: 16),
        score: .init(halfLifeMicroseconds: 21_600_000_000, snapshotVotes: 4000))),
  ]

  // MARK: - What breaks a reader

  static let hostileReads = [
    ScriptRecipe(
      name: "head-flood",
      script: StepScript(steps: [
        Step(112, .insert(.newest)), Step(16, .delete(.tail)),
      ])),
    ScriptRecipe(
      name: "delete-under-cursor",
      script: StepScript(
        steps: [Step(1, .delete(.cursor)), Step(1, .insert(.oldest))],
        reader: .init(pageSize: 20, eventsPerFetch: 2))),
    // A row more before the boundary is repeated, a row less skips one.
    ScriptRecipe(
      name: "page-boundary", itemGap: 60_000_000,
      script: StepScript(
        steps: [Step(1, .insert(.beside(.boundary(-1)))), Step(1, .delete(.boundary(-1)))],
        reader: .init(pageSize: 20, eventsPerFetch: 1, method: .offset))),
    // Over to the other side and, after the next fetch, back again.
    ScriptRecipe(
      name: "move-across-cursor", itemGap: 60_000_000,
      script: StepScript(
        steps: [
          Step(1, .move(.boundary(2), to: .beside(.boundary(-3)))),
          Step(1, .move(.boundary(-6), to: .beside(.boundary(24)))),
          Step(1, .move(.recent(2), to: .beside(.boundary(3)))),
          Step(1, .move(.recent(2), to: .beside(.boundary(-5)))),
        ], reader: .init(pageSize: 20, eventsPerFetch: 2))),
    ScriptRecipe(
      name: "empty-page", traits: .init(hiddenPermille: 400, hiddenRun: 20),
      script: StepScript(
        steps: [
          Step(20, .update(.page, .init(isHidden: true))),
          Step(20, .update(.longestHidden, .init(isHidden: false))),
          Step(20, .insert(.newest)), Step(20, .delete(.tail)),
        ])),
    ScriptRecipe(
      name: "last-page-shrink",
      script: StepScript(
        steps: [
          Step(12, .delete(.tail)), Step(6, .insert(.oldest)), Step(6, .insert(.newest)),
        ], reader: .init(pageSize: 20, eventsPerFetch: 24))),
    ScriptRecipe(
      name: "resurrect", ties: 50,
      script: StepScript(steps: [
        Step(16, .delete(.region(from: 0, to: 100)), .resurrect(.latestDeleted)),
        Step(16, .delete(.uniform)),
        Step(8, .resurrect(.earliestDeleted)),
        Step(8, .resurrect(.earliestDeleted, to: .newest)),
        Step(16, .update(.uniform)),
      ])),
  ]

  // MARK: - What breaks an order or a row

  static let hostileRows = [
    // About a thousand rows share a key.
    ScriptRecipe(
      name: "tie-storm",
      script: StepScript(
        steps: [
          Step(8, .insert(.tied(.head))), Step(8, .insert(.tied(.uniform))),
          Step(16, .insert(.newest)), Step(32, .delete(.uniform)),
          Step(16, .move(.uniform, to: .tied(.uniform))), Step(16, .update(.uniform)),
        ], isShuffled: true, keyResolutionMicroseconds: 256_000_000)),
    ScriptRecipe(
      name: "clock-skew",
      script: StepScript(
        steps: [
          Step(24, .insert(.backdated(3_600_000_000))), Step(4, .insert(.ahead(60_000_000))),
          Step(20, .insert(.newest)), Step(48, .delete(.uniform)), Step(32, .update(.uniform)),
        ], isShuffled: true)),
    ScriptRecipe(
      name: "id-extremes", ties: 300,
      traits: .init(identity: .extremes(unsignedPermille: 100)),
      script: StepScript(
        steps: [
          Step(24, .insert(.newest)), Step(24, .delete(.uniform)),
          Step(8, .move(.uniform, to: .newest)), Step(8, .update(.uniform)),
        ], isShuffled: true)),
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
      name: "cascade",
      script: StepScript(
        steps: [
          Step(24, .insert(.newest)), Step(3, .cascade(.uniform)), Step(16, .update(.uniform)),
        ], isShuffled: true, childCount: 7)),
    ScriptRecipe(
      name: "same-millisecond", itemGap: 20, eventGap: 20,
      script: StepScript(
        steps: [
          Step(40, .insert(.newest)), Step(40, .delete(.uniform)),
          Step(8, .move(.uniform, to: .newest)), Step(8, .update(.uniform)),
        ], isShuffled: true, keyResolutionMicroseconds: 1000)),
    ScriptRecipe(
      name: "null-keys", ties: 100, traits: .init(nullKeyPermille: 120),
      script: StepScript(
        steps: [
          Step(8, .insert(.null)), Step(8, .move(.unkeyed, to: .newest)),
          Step(4, .move(.uniform, to: .null)), Step(4, .delete(.unkeyed)),
          Step(8, .insert(.newest)), Step(12, .delete(.uniform)), Step(16, .update(.uniform)),
        ], isShuffled: true)),
  ]
}

/// The scripts themselves.
struct ScriptRecipesTests {
  @Test(arguments: ScriptRecipe.all)
  func scriptsHaveNoProblem(_ sample: ScriptRecipe) {
    #expect(sample.script.problem(statusCount: sample.statuses.count) == nil)
    #expect(sample.traits.problem == nil)
  }

  @Test
  func everyRecipeOfTheIssueHasItsScript() {
    #expect(
      ScriptRecipe.all.map(\.name).sorted() == [
        "cascade", "catalog", "clock-skew", "conversations", "delete-under-cursor", "edit-storm",
        "empty-page", "head-flood", "id-extremes", "last-page-shrink", "move-across-cursor",
        "notifications", "null-keys", "orders", "page-boundary", "ranked", "resurrect",
        "same-millisecond", "tie-storm",
      ])
  }
}
