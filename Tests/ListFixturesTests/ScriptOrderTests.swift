import ListCore
import Testing

@testable import ListFixtures

/// The recipes that break an order or a row, and those that apps have, do what they are named for.
struct ScriptOrderTests {
  private func events(_ list: ScriptedList) -> [FixtureEvent] {
    var events: [FixtureEvent] = []
    list.forEachEvent(1..<list.eventCount + 1) { events.append($0) }
    return events
  }

  /// The keys in list order after a change.
  private func keys(_ list: ScriptedList, after sequence: Int) -> [SortKey] {
    let state = list.state(after: sequence)
    var keys: [SortKey] = []
    for rank in 0..<state.liveCount { keys.append(state.entry(atRank: rank).key) }
    return keys
  }

  private func longestRun(_ keys: [SortKey]) -> Int {
    var (longest, run) = (1, 1)
    for (first, second) in zip(keys, keys.dropFirst()) {
      run = first == second ? run + 1 : 1
      longest = max(longest, run)
    }
    return longest
  }

  @Test
  func tieStormSharesAKeyAmongAThousandRows() throws {
    let list = try ScriptRecipe.named("tie-storm").list(items: 3000, events: 2000)
    #expect(longestRun(keys(list, after: 0)) == 1024)
    #expect(longestRun(keys(list, after: 2000)) > 700)
  }

  @Test
  func sameMillisecondGivesKeysOfOneResolution() throws {
    let list = try ScriptRecipe.named("same-millisecond").list(items: 500, events: 2000)
    let all = events(list)
    #expect(all.count { $0.change.operation == .insert && $0.change.key.rawValue % 1000 != 0 } == 0)
    let inserted = Dictionary(grouping: all.filter { $0.change.operation == .insert }) {
      $0.change.key
    }
    #expect(inserted.values.map(\.count).max() ?? 0 > 15)
    #expect(longestRun(keys(list, after: 0)) == 50)
  }

  @Test
  func clockSkewInsertsBehindOthersAndAheadOfTheClock() throws {
    let list = try ScriptRecipe.named("clock-skew").list(items: 500, events: 1280)
    var (ahead, late) = (0, 0)
    var newest = SortKey(.min)
    for event in events(list) where event.change.operation == .insert {
      let time = list.time(ofSequence: Int(event.change.sequence))
      if event.change.key.rawValue > time { ahead += 1 }
      if event.change.key.rawValue <= time && event.change.key < newest { late += 1 }
      newest = max(newest, event.change.key)
    }
    #expect(ahead == 40)
    #expect(late > 240)
  }

  @Test
  func idExtremesStandOnEveryEdge() throws {
    let list = try ScriptRecipe.named("id-extremes").list(items: 1000, events: 800)
    var ids: Set<UInt64> = []
    list.forEachItem(0..<1000) { ids.insert($0.entry.id.rawValue) }
    #expect(ids.count == 1000)
    for event in events(list) where event.change.operation == .insert {
      #expect(ids.insert(event.change.id.rawValue).inserted)
    }
    let edges = [1 << 31, 1 << 32, 1 << 53] as [UInt64]
    let named = edges.flatMap { [$0 - 1, $0, $0 + 1] } + [0, 1, .max >> 1, .max >> 1 - 1]
    // Of a thousand, a hundred stand just below 2^64 instead.
    #expect(named.count { ids.contains($0) } >= 11)
    let unsigned = ids.count { $0 > UInt64.max >> 1 }
    #expect((90...170).contains(unsigned))
    for id in ids {
      let near = (edges + [0, .max >> 1, .max]).contains { edge in
        max(id, edge) - min(id, edge) < 4000
      }
      if !near { Issue.record("\(id) is at no edge") }
    }
  }

  @Test
  func editStormEditsARowEightTimesInARow() throws {
    let list = try ScriptRecipe.named("edit-storm").list(items: 500, events: 1280)
    let all = events(list)
    var runs = 0
    var run = 1
    for (first, second) in zip(all, all.dropFirst()) {
      run = first.change.id == second.change.id && second.change.operation == .update ? run + 1 : 1
      if run == 8 { runs += 1 }
    }
    #expect(runs >= 75)
    #expect(all.map(\.change.version).max() ?? 0 > 200)
  }

  @Test
  func cascadeDeletesWholeFamiliesAndMarksWhatIsImplied() throws {
    let list = try ScriptRecipe.named("cascade").list(items: 803, events: 64 * 20)
    let all = events(list)
    var explicit: ItemID?
    var (cascades, implied) = (0, 0)
    for event in all where event.change.operation == .delete {
      let number = try #require(list.identity.number(of: event.change.id))
      if event.isImplied {
        #expect(list.parent(ofNumber: number) == explicit)
        implied += 1
      } else {
        #expect(implied % 7 == 0)
        #expect(list.parent(ofNumber: number) == nil)
        explicit = event.change.id
        cascades += 1
      }
    }
    #expect(cascades == 60)
    #expect(implied == 420)
    // Nobody answers a row that is gone, but for the family that the snapshot cuts.
    let state = list.state(after: list.eventCount)
    var orphans = 0
    for rank in 0..<state.liveCount {
      let id = state.entry(atRank: rank).id
      let number = try #require(list.identity.number(of: id))
      guard let parent = list.parent(ofNumber: number) else { continue }
      if state.rank(of: parent) == nil { orphans += 1 }
    }
    #expect(orphans <= 3)
  }

  @Test
  func nullKeysStandBehindAllOthersAndComeAndGo() throws {
    let list = try ScriptRecipe.named("null-keys").list(items: 500, events: 1200)
    var (given, taken) = (0, 0)
    for event in events(list) where event.change.operation == .move {
      if event.isKeyNull { given += 1 } else { taken += 1 }
    }
    #expect(taken >= 160 && given >= 60 && given + taken == 240)
    for sequence in [0, 600, 1200] {
      let state = list.state(after: sequence)
      let nulls = (0..<state.liveCount).map { state.item(atRank: $0).isKeyNull }
      #expect(nulls.count { $0 } > 20)
      #expect(nulls == nulls.sorted { !$0 && $1 })
      #expect(nulls.first == false)
    }
  }

  // MARK: - What apps have

  @Test
  func conversationsAreBumpedByPopularity() throws {
    let list = try ScriptRecipe.named("conversations").list(items: 3000, events: 12_800)
    var bumps: [ItemID: Int] = [:]
    let all = events(list)
    for (index, event) in all.enumerated() where event.change.operation == .move {
      bumps[event.change.id, default: 0] += 1
      let update = all[index - 1]
      #expect(update.change.operation == .update && update.change.id == event.change.id)
      if index % 97 == 0 {
        let rank = list.state(after: index + 1).rank(of: event.change.id)
        #expect(rank ?? 9 < 3, "a bump goes to the top, ties aside")
      }
    }
    let counts = bumps.values.sorted(by: >)
    #expect(counts.reduce(0, +) == 4800)
    // Every second bump falls on one conversation, every fourth on 16, every eighth on 256.
    #expect((2300...2500).contains(counts[0]))
    #expect((1150...1250).contains(counts[1...16].reduce(0, +)))
    #expect((2...3).contains(counts[200]))
  }

  @Test
  func ordersMoveWithTheirStatus() throws {
    let list = try ScriptRecipe.named("orders").list(items: 800, events: 2560)
    var (changes, hides, shows) = (0, 0, 0)
    var before: [ItemID: Bool] = [:]
    list.forEachItem(0..<800) { before[$0.entry.id] = $0.isHidden }
    let all = events(list)
    for (index, event) in all.enumerated() {
      let id = event.change.id
      let sequence = index + 1
      if event.change.operation == .update {
        let old = try #require(list.itemState(of: id, after: sequence - 1))
        let new = try #require(list.itemState(of: id, after: sequence))
        if new.status != old.status {
          #expect(new.status == (old.status ?? 9) + 1)
          #expect(new.edition == old.edition)
          changes += 1
        }
        if new.item.isHidden && !old.item.isHidden { hides += 1 }
        if !new.item.isHidden && old.item.isHidden { shows += 1 }
      }
      if event.change.operation == .move { #expect(all[index - 1].change.id == id) }
    }
    #expect(changes > 700 && changes <= 800)
    #expect(hides == 240)
    #expect((70...80).contains(shows))
  }

  @Test
  func notificationsAreReadAndDismissedInBursts() throws {
    let list = try ScriptRecipe.named("notifications").list(items: 900, events: 1280)
    let all = events(list)
    var run = 0
    var longest = 0
    for event in all {
      run = event.change.operation == .delete ? run + 1 : 0
      longest = max(longest, run)
    }
    #expect(longest == 24)
    var read = 0
    for event in all where event.change.operation == .update {
      let sequence = Int(event.change.sequence)
      if list.itemState(of: event.change.id, after: sequence)?.status == 1 { read += 1 }
    }
    #expect(read > 250)
  }

  @Test
  func catalogInsertsAnywhereAndItsTotalSwings() throws {
    let list = try ScriptRecipe.named("catalog").list(items: 1000, events: 1280)
    var depths = [0, 0, 0, 0]
    var live = Set<Int>()
    var state = list.state(after: 0)
    for event in events(list) {
      state.advance(to: Int(event.change.sequence))
      live.insert(state.liveCount)
      guard event.change.operation == .insert else { continue }
      let rank = state.rank(of: event.change.id) ?? 0
      depths[4 * rank / state.liveCount] += 1
    }
    #expect(live == Set(1000...1020))
    #expect(depths.allSatisfy { $0 > 25 })
  }

  @Test
  func votesMakeTheScoreWhateverTheDay() throws {
    let list = try ScriptRecipe.named("ranked").list(items: 500, events: 1280)
    let score = ScriptScore(try #require(list.script.score))
    // Replays the votes from the log and recomputes each key from them.
    var votes: [ItemID: Int] = [:]
    for slot in 0..<500 {
      let id = list.identity.id(ofNumber: slot)
      let key = list.itemState(ofSlot: slot).item.entry.key.rawValue
      let birth = list.clock.birth(ofSlot: slot)
      let found = (0...4000).first(where: { score.key(birth: birth, votes: $0) == key })
      let known: Int = try #require(found)
      votes[id] = known
    }
    var births: [ItemID: Int64] = [:]
    for event in events(list) {
      let change = event.change
      if change.operation == .insert {
        births[change.id] = list.time(ofSequence: Int(change.sequence))
        votes[change.id] = -1
      }
      guard change.operation == .insert || change.operation == .move else { continue }
      let number = try #require(list.identity.number(of: change.id))
      let birth = births[change.id] ?? list.clock.birth(ofSlot: number)
      let before = try #require(votes[change.id])
      let after = (before + 1...before + 8).first {
        score.key(birth: birth, votes: $0) == change.key.rawValue
      }
      #expect(after != nil, "\(change)")
      votes[change.id] = after
    }
  }
}
