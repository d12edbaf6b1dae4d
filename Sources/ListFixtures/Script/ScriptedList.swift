import ListCore

/// A list whose churn follows a script: the script is replayed once, when the list is made, and kept
/// as 16 to 36 bytes an item and event; every row, range and question comes from there.
///
/// The snapshot is the list at sequence 0. Changes are numbered from 1. Ranks count from the head;
/// rows without a key stand behind all others, by id in the list's direction.
///
/// **Prefix laws.** A list with more events has the same snapshot and starts with the same changes.
/// The n-th insert has the same id and content whatever the number of items, and so has the
/// snapshot's n-th slot; where a script's steps fall depends on the number of items.
///
/// **Times.** Events have strictly rising times. Keys are at most the time of their event, but for
/// those that `ahead` gives, and stay within ±2^53.
///
/// The value is `Sendable`, so any number of threads can each take a range; other machines make the
/// same list first.
public struct ScriptedList: Sendable {
  /// The largest number of items.
  public static let itemLimit = 1 << 22
  /// The largest number of events.
  public static let eventLimit = 1 << 22

  /// What the list is like.
  public let recipe: Recipe
  /// What each epoch does.
  public let script: StepScript
  /// What its rows are like besides their text.
  public let traits: ScriptTraits
  /// How many items the snapshot has.
  public let itemCount: Int
  /// How many changes the log has.
  public let eventCount: Int
  /// What the randomness starts from.
  public let seed: UInt64

  let clock: ScriptClock
  let identity: ScriptIdentity
  let rows: RowWriter
  let parentKey: UInt64
  /// The snapshot's items by slot.
  let slots: [SnapshotRecord]
  /// The snapshot's slots by rank.
  let ranked: [UInt32]
  let events: [EventRecord]
  /// Which events each item number has: those of item n start at `historyStarts[n]`.
  let history: [UInt32]
  let historyStarts: [UInt32]
  /// How many changes of each kind come before every 64th event.
  let tallies: [ScriptTally]

  /// Makes a list by replaying its script.
  ///
  /// - Parameters:
  ///   - recipe: Its order, its clock, its ties and its rows' text.
  ///   - script: What each epoch does.
  ///   - traits: What its rows are like besides their text.
  ///   - itemCount: The items of the snapshot, in `1...itemLimit`.
  ///   - eventCount: The changes after it, in `0...eventLimit`.
  ///   - seed: Any number.
  /// - Throws: `itemCountOutOfRange`, `eventCountOutOfRange`, `invalidScript`, `keysOutOfRange`.
  /// - Complexity: O(n log n) for n items and events.
  public init(
    recipe: Recipe, script: StepScript, traits: ScriptTraits = ScriptTraits(), itemCount: Int,
    eventCount: Int, seed: UInt64
  ) throws(FixtureError) {
    try Self.check(itemCount: itemCount, eventCount: eventCount)
    if let problem = script.problem(statusCount: recipe.rows.statuses.count) ?? traits.problem {
      throw FixtureError(
        code: .invalidScript, message: "\(recipe.name): \(problem.path) \(problem.message)")
    }
    try Self.checkKeys(
      recipe: recipe, script: script, itemCount: itemCount, eventCount: eventCount)
    self.recipe = recipe
    self.script = script
    self.traits = traits
    self.itemCount = itemCount
    self.eventCount = eventCount
    self.seed = seed
    let seedKey = SeedKey(seed: seed, recipe: recipe.name)
    clock = ScriptClock(recipe: recipe, script: script, itemCount: itemCount, seed: seedKey)
    identity = ScriptIdentity(seed: seedKey, identity: traits.identity, itemCount: itemCount)
    rows = RowWriter(recipe: recipe, seed: seedKey)
    parentKey = seedKey.key(of: .parent)
    let snapshot = ScriptSnapshot(
      recipe: recipe, script: script, clock: clock, identity: identity,
      draws: ScriptDraws(recipe: recipe, script: script, traits: traits, seed: seedKey),
      seed: seedKey)
    slots = snapshot.slots
    ranked = snapshot.ranked
    var run = ScriptRun(snapshot, recipe: recipe, script: script, seed: seedKey)
    run.run(eventCount: eventCount)
    events = run.events
    (history, historyStarts) = Self.histories(of: events, itemCount: run.items.count)
    tallies = ScriptTally.tallies(of: events)
  }

  /// Makes the list of a recipe whose churn is by steps.
  ///
  /// - Throws: as the other initialiser; `otherChurn` where it is by epochs.
  public init(
    recipe: Recipe, itemCount: Int, eventCount: Int, seed: UInt64
  ) throws(FixtureError) {
    guard case .steps(let script) = recipe.churn else {
      throw FixtureError(
        code: .otherChurn,
        message: "the churn of '\(recipe.name)' is by epochs; Recipe.list makes its lists")
    }
    try self.init(
      recipe: recipe, script: script, traits: ScriptTraits(recipe), itemCount: itemCount,
      eventCount: eventCount, seed: seed)
  }

  /// The events of each item, in order.
  private static func histories(
    of events: [EventRecord], itemCount: Int
  ) -> (events: [UInt32], starts: [UInt32]) {
    var starts = [UInt32](repeating: 0, count: itemCount + 1)
    for event in events { starts[Int(event.item) + 1] += 1 }
    for item in 0..<itemCount { starts[item + 1] += starts[item] }
    var next = starts
    var history = [UInt32](repeating: 0, count: events.count)
    for (index, event) in events.enumerated() {
      let item = Int(event.item)
      history[Int(next[item])] = UInt32(index)
      next[item] += 1
    }
    return (history, starts)
  }
}
