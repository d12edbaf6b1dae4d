import Foundation
import ListCore
import ListFixtures
import Testing

/// Churn and oracle against a replayed list.
struct ReplayTests {
  /// A list to replay.
  struct Case: CustomTestStringConvertible {
    let recipe: Recipe
    let items: Int
    let events: Int
    let seed: UInt64

    var testDescription: String { "\(recipe.name) \(items) items \(events) events seed \(seed)" }

    func list() throws -> GeneratedList {
      try GeneratedList(recipe: recipe, itemCount: items, eventCount: events, seed: seed)
    }
  }

  static let small = Recipe.byEpochs.flatMap { recipe in
    [(1, 40), (2, 60), (3, 60), (4, 90), (5, 90), (7, 120), (20, 200), (40, 260), (100, 400)]
      .flatMap { items, events in
        (1...(items < 20 ? 2 : 1)).map {
          Case(recipe: recipe, items: items, events: events, seed: $0)
        }
      }
  }

  static let larger = Recipe.byEpochs.flatMap { recipe in
    [(700, 9000), (5000, 3000), (9000, 1500)].map { items, events in
      Case(recipe: recipe, items: items, events: events, seed: 7)
    }
  }

  @Test(arguments: small)
  func oracleEqualsTheReplayAtEverySequence(_ testCase: Case) throws {
    let list = try testCase.list()
    var model = ReplayedList(list)
    for sequence in 0...list.eventCount {
      if sequence > 0 { model.apply(list.change(at: sequence)) }
      check(list.moment(after: sequence), model, everyRank: testCase.items < 30 ? 1 : 7)
      if !model.faults.isEmpty { break }
    }
    #expect(model.faults == [])
  }

  @Test(arguments: larger)
  func oracleEqualsTheReplayAtSomeSequences(_ testCase: Case) throws {
    let list = try testCase.list()
    var model = ReplayedList(list)
    var sequence = 0
    while sequence <= list.eventCount {
      check(list.moment(after: sequence), model, everyRank: 397)
      let next = sequence + 331
      list.forEachChange(sequence + 1..<min(next, list.eventCount) + 1) { model.apply($0) }
      sequence = next
    }
    #expect(model.faults == [])
  }

  /// 100 items under a million events; 200,000 unless LONGLIST_FULL_TESTS is set, as a debug build
  /// is slow.
  @Test(arguments: Recipe.byEpochs)
  func aHundredItemsOutliveAMillionEvents(recipe: Recipe) throws {
    let isFull = ProcessInfo.processInfo.environment["LONGLIST_FULL_TESTS"] != nil
    let list = try GeneratedList(
      recipe: recipe, itemCount: 100, eventCount: isFull ? 1_000_000 : 200_000, seed: 7)
    var model = ReplayedList(list)
    var counts = ChangeCounts(live: list.itemCount)
    var live = 100...100
    list.forEachChange(1..<list.eventCount + 1) { change in
      model.apply(change)
      switch change.operation {
      case .insert: counts.inserts += 1
      case .delete: counts.deletes += 1
      case .move: counts.moves += 1
      case .update: counts.updates += 1
      }
      live = min(live.lowerBound, model.items.count)...max(live.upperBound, model.items.count)
    }
    counts.live = model.items.count
    #expect(model.faults == [])
    #expect(list.counts == counts)
    check(list.moment(after: list.eventCount), model, everyRank: 301)
    if recipe == .timeline { #expect(live.lowerBound >= 80 && live.upperBound <= 120) }
  }

  /// Compares the oracle with the model at one moment: every live item, some dead ones, some ranks.
  private func check(_ moment: ListMoment, _ model: ReplayedList, everyRank step: Int) {
    let entries = model.entries
    guard moment.liveCount == entries.count else {
      Issue.record("live \(moment.liveCount), replayed \(entries.count), at \(moment.sequence)")
      return
    }
    for rank in stride(from: moment.sequence % step, to: entries.count, by: step) {
      let entry = entries[rank]
      let holds =
        moment.entry(atRank: rank) == entry && moment.rank(of: entry.id) == rank
        && moment.version(of: entry.id) == model.items[entry.id]?.version
        && moment.entry(of: entry.id) == entry && moment.isAlive(entry.id)
      if !holds { Issue.record("rank \(rank) after \(moment.sequence): \(entry)") }
    }
    for id in model.dead.suffix(6) where moment.isAlive(id) || moment.rank(of: id) != nil {
      Issue.record("\(id) lives after \(moment.sequence)")
    }
  }
}
