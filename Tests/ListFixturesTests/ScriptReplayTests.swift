import ListCore
import Testing

@testable import ListFixtures

/// Scripted lists against a replay with a plain array.
struct ScriptReplayTests {
  @Test(arguments: ScriptRecipe.all)
  func everyAnswerEqualsTheReplay(_ sample: ScriptRecipe) throws {
    try check(sample, items: 300, events: 1500, every: 37)
    try check(sample, items: 3000, events: 300, every: 99)
  }

  /// Every list of 1 to 70 items, and its first 150 changes one by one.
  @Test(arguments: ScriptRecipe.all)
  func tinyListsNeverRunEmpty(_ sample: ScriptRecipe) throws {
    for items in 1...70 { try check(sample, items: items, events: 150, every: 49) }
  }

  @Test(arguments: ScriptRecipe.all)
  func oneItemOutlivesAThousandChanges(_ sample: ScriptRecipe) throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      try check(sample, items: 1, events: 1000, every: 200, seed: seed)
    }
  }

  /// An epoch has the counts that its script states, whatever the list; a long list needs no
  /// substitute.
  @Test(arguments: ScriptRecipe.all)
  func everyEpochHasExactlyItsCounts(_ sample: ScriptRecipe) throws {
    let expected = sample.script.epochCounts
    let length = sample.script.epochLength
    let list = try sample.list(items: 1200, events: 12 * length)
    var before = list.counts(through: 0)
    for epoch in 1...12 {
      let after = list.counts(through: epoch * length)
      #expect(after.inserts - before.inserts == expected.inserts)
      #expect(after.deletes - before.deletes == expected.deletes)
      #expect(after.moves - before.moves == expected.moves)
      #expect(after.updates - before.updates == expected.updates)
      #expect(after.live - before.live == expected.inserts - expected.deletes)
      before = after
    }
  }

  @Test(arguments: ScriptRecipe.all)
  func countsEqualAWalk(_ sample: ScriptRecipe) throws {
    let list = try sample.list(items: 90, events: 700)
    var counts = ChangeCounts(live: 90)
    #expect(list.counts(through: 0) == counts)
    list.forEachEvent(1..<701) { event in
      switch event.change.operation {
      case .insert: counts.inserts += 1
      case .delete: counts.deletes += 1
      case .move: counts.moves += 1
      case .update: counts.updates += 1
      }
      counts.live = 90 + counts.inserts - counts.deletes
      let sequence = Int(event.change.sequence)
      if list.counts(through: sequence) != counts { Issue.record("counts after \(sequence)") }
    }
    #expect(list.counts == counts)
  }

  @Test(arguments: ScriptRecipe.all)
  func timesRiseAndKeysDoNotPassThem(_ sample: ScriptRecipe) throws {
    let list = try sample.list(items: 400, events: 2000)
    let exact = Int64(-1) << 53...1 << 53
    var last = Int64.min
    list.forEachItem(0..<400) { item in
      #expect(item.entry.key.rawValue < list.time(ofSequence: 1))
      #expect(exact.contains(item.entry.key.rawValue))
    }
    list.forEachEvent(1..<2001) { event in
      let time = list.time(ofSequence: Int(event.change.sequence))
      if time <= last || !exact.contains(time) { Issue.record("time of \(event)") }
      last = time
      let key = event.change.key.rawValue
      if !exact.contains(key) { Issue.record("key of \(event)") }
      if key > time && sample.name != "clock-skew" { Issue.record("key of \(event)") }
    }
  }

  // MARK: - The comparison

  private func check(
    _ sample: ScriptRecipe, items: Int, events: Int, every: Int, seed: UInt64 = 7
  ) throws {
    let list = try sample.list(items: items, events: events, seed: seed)
    var model = ScriptModel(list)
    var state = list.state(after: 0)
    for sequence in 1...events {
      model.apply(list.event(at: sequence))
      if list.liveCount(after: sequence) != model.rows.count { Issue.record("live \(sequence)") }
      if !model.faults.isEmpty { break }
      if sequence % every == 0 || sequence == events {
        state.advance(to: sequence)
        compare(state, model, sample, items: items)
      }
    }
    if !model.faults.isEmpty { Issue.record("\(sample.name), \(items) items: \(model.faults)") }
  }

  private func compare(
    _ state: borrowing ScriptedState, _ model: ScriptModel, _ sample: ScriptRecipe, items: Int
  ) {
    let (list, sequence) = (state.list, state.sequence)
    let place = "\(sample.name), \(items) items, after \(sequence)"
    guard state.liveCount == model.rows.count else {
      Issue.record("live count: \(place)")
      return
    }
    for (rank, row) in model.rows.enumerated() {
      let id = row.item.entry.id
      let holds =
        state.entry(atRank: rank) == row.item.entry && state.item(atRank: rank) == row.item
        && state.rank(of: id) == rank && list.isAlive(id, after: sequence)
        && list.entry(of: id, after: sequence) == row.item.entry
        && list.version(of: id, after: sequence) == row.item.version
      if !holds {
        Issue.record("rank \(rank), \(row.item): \(place)")
        return
      }
    }
    for id in model.dead.keys where model.rank(of: id) == nil {
      if list.isAlive(id, after: sequence) || state.rank(of: id) != nil {
        Issue.record("\(id) lives: \(place)")
      }
    }
  }
}
