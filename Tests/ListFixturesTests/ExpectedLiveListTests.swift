import ListCore
import Testing

@testable import ListFixtures

/// The list behind all expected answers, against lists that are held whole.
struct ExpectedLiveListTests {
  @Test(arguments: ListOrder.allCases, 0..<20)
  func everyRangeIsThatOfTheList(order: ListOrder, seed: Int) {
    let list = RandomList(seed: UInt64(seed), items: 1 + seed * 2, events: 50, order: order)
    var live = LiveList(FirstEvents(list, atMost: 100))
    for (sequence, state) in list.states.enumerated() {
      live.advance(to: sequence)
      #expect(live.sequence == sequence)
      #expect(live.count == state.count)
      #expect(live.items(fromRank: 0, atMost: 1_000) == state)
      for rank in 0...state.count {
        for limit in [0, 1, 3] {
          let part = Array(state[rank..<min(state.count, rank + limit)])
          #expect(live.items(fromRank: rank, atMost: limit) == part)
        }
      }
      for item in state + list.items {
        let before = state.count { RandomList.isAhead($0, item, order) }
        #expect(live.count(before: item.place(in: order)) == before)
      }
      for item in list.items {
        #expect(live.now(item) == state.first { $0.entry.id == item.entry.id })
      }
    }
  }

  @Test(arguments: Recipe.all)
  func generatedListsAreReplayed(recipe: Recipe) throws {
    guard
      let list = try recipe.list(itemCount: 500, eventCount: 700, seed: 3) as? GeneratedList
    else { return }
    var live = LiveList(FirstEvents(list, atMost: 700))
    var replayed = ReplayedList(list)
    list.forEachChange(1..<701) { change in
      replayed.apply(change)
      live.advance(to: Int(change.sequence))
      guard change.sequence % 50 == 0 else { return }
      let items = live.items(fromRank: 0, atMost: 2_000)
      #expect(items.map(\.entry) == replayed.entries)
      #expect(items.allSatisfy { replayed.items[$0.entry.id]?.version == $0.version })
    }
  }

  @Test func theSnapshotIsAskedForWhatMoved() throws {
    let list = try GeneratedList(recipe: .timeline, itemCount: 900, eventCount: 600, seed: 4)
    let asked = FirstEvents(list, atMost: 600)
    let read = FirstEvents(Plain(list: list), atMost: 600)
    #expect(asked.ranks == read.ranks)
    #expect(asked.ranks.count > 100)
  }

  /// A list of which it is not known how it was made.
  private struct Plain: FixtureList {
    let list: any FixtureList
    var recipe: Recipe { list.recipe }
    var itemCount: Int { list.itemCount }
    var eventCount: Int { list.eventCount }
    var seed: UInt64 { list.seed }
    var counts: ChangeCounts { list.counts }
    func appendItems(ranks: Range<Int>, to buffer: inout RowBuffer) {
      list.appendItems(ranks: ranks, to: &buffer)
    }
    func appendFacts(ranks: Range<Int>, to buffer: inout RowBuffer) {
      list.appendFacts(ranks: ranks, to: &buffer)
    }
    func appendEvents(sequences: Range<Int>, to buffer: inout RowBuffer) {
      list.appendEvents(sequences: sequences, to: &buffer)
    }
    func forEachItem(_ ranks: Range<Int>, _ body: (FixtureItem) -> Void) {
      list.forEachItem(ranks, body)
    }
    func forEachEvent(_ sequences: Range<Int>, _ body: (FixtureEvent) -> Void) {
      list.forEachEvent(sequences, body)
    }
  }

  @Test func hashesAreSumsOfRows() throws {
    for order in ListOrder.allCases {
      let list = RandomList(seed: 8, items: 40, events: 700, order: order)
      var sequences: [Int] = []
      EpochHashes(list).forEach { epoch in
        sequences.append(epoch.sequence)
        let state = list.states[epoch.sequence]
        let sum = state.reduce(0 as UInt64) { $0 &+ RowHash.of($1) }
        let base = list.items.reduce(0 as UInt64) { $0 &+ RowHash.of($1) }
        #expect(epoch.hash == sum)
        #expect(epoch.delta == sum &- base)
        #expect(epoch.liveCount == state.count)
      }
      #expect(sequences == [0, 128, 256, 384, 512, 640, 700])
    }
  }

  @Test(arguments: Recipe.all)
  func hashesOfGeneratedListsNeedNoMemory(recipe: Recipe) throws {
    let list = try recipe.list(itemCount: 700, eventCount: 900, seed: 6)
    var own: [EpochHashes.Epoch] = []
    EpochHashes(list).forEach { own.append($0) }
    var read: [EpochHashes.Epoch] = []
    EpochHashes(Plain(list: list)).forEach { read.append($0) }
    #expect(own == read)
    #expect(own.last?.liveCount == list.counts.live)
    #expect(own.map(\.sequence) == [0, 128, 256, 384, 512, 640, 768, 896, 900])
  }

  /// Worked out by hand in Python from the formula in `RowHash`.
  @Test func theRowHashIsPinned() {
    #expect(RowHash.of(id: 0, key: 0, version: 0) == 0x33FE_8BD4_F9C5_7863)
    #expect(RowHash.of(id: 7, key: -1, version: 3) == 0xFD04_4FDD_9FC1_2109)
    let null = FixtureItem(entry: ListEntry(key: 5, id: 9), isKeyNull: true, version: 2)
    #expect(RowHash.of(null) == RowHash.of(id: 9, key: .min, version: 2))
  }
}
