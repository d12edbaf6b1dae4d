import ListCore
import Testing

@testable import ListFixtures

/// What a list promises beyond one run: the same bytes for ever, prefixes, limits.
struct ContractTests {
  /// The bytes of dataset version 2.
  ///
  /// A failure here means that `GeneratedList.datasetVersion` must rise.
  @Test(arguments: [
    ("timeline", 1, 0x4E0C_FCE4_D941_7239 as UInt64, 0x4E30_36DE_D174_2814 as UInt64),
    ("timeline", 100, 0x5B38_120D_FBD4_2CA3, 0xC68E_B1B9_9934_9B3D),
    ("timeline", 5000, 0x5423_D36E_7BFA_6363, 0xEC8E_FE35_1762_EC79),
    ("conversation", 1, 0xF894_6FE6_F1EB_9A7D, 0xB85B_54CD_7AA6_86CA),
    ("conversation", 100, 0xA3A4_EF47_F972_8FB8, 0x9FEE_2D3D_C455_F272),
    ("conversation", 5000, 0xFCE3_14CA_BC02_6CCF, 0x2569_2CF8_7E09_413F),
  ])
  func bytesAreThoseOfTheDatasetVersion(name: String, items: Int, rows: UInt64, events: UInt64)
    throws
  {
    let recipe = try #require(Recipe.named(name))
    let list = try GeneratedList(recipe: recipe, itemCount: items, eventCount: 2000, seed: 7)
    var buffer = RowBuffer()
    list.appendItems(ranks: 0..<items, to: &buffer)
    #expect(
      buffer.fingerprint == rows, "\(name) \(items): 0x\(String(buffer.fingerprint, radix: 16))")
    buffer.removeAll()
    list.appendEvents(sequences: 1..<2001, to: &buffer)
    #expect(
      buffer.fingerprint == events, "\(name) \(items): 0x\(String(buffer.fingerprint, radix: 16))")
    #expect(GeneratedList.datasetVersion == 2)
  }

  @Test(arguments: Recipe.all)
  func moreEventsExtendTheSameStream(recipe: Recipe) throws {
    let short = try GeneratedList(recipe: recipe, itemCount: 700, eventCount: 333, seed: 9)
    let long = try GeneratedList(recipe: recipe, itemCount: 700, eventCount: 5000, seed: 9)
    #expect(short.itemLines(0..<700) == long.itemLines(0..<700))
    #expect(short.eventLines(1..<334) == long.eventLines(1..<334))
    #expect(
      short.entries(atRanks: 0..<700).map { short.rank(of: $0.id, after: 333) }
        == short.entries(atRanks: 0..<700).map { long.rank(of: $0.id, after: 333) })
  }

  @Test(arguments: Recipe.all)
  func moreItemsKeepTheFirstOnes(recipe: Recipe) throws {
    let small = try GeneratedList(recipe: recipe, itemCount: 1000, eventCount: 100, seed: 9)
    let large = try GeneratedList(recipe: recipe, itemCount: 50_000, eventCount: 100, seed: 9)
    // The last 64 may stand in a run of equal keys that the small list cuts.
    #expect(small.itemLines(0..<936) == large.itemLines(0..<936))
    #expect(
      Set(small.itemLines(0..<1000)).isSubset(of: large.itemLines(0..<1064)))
    let inserts = [small, large].map { list in
      (1...100).map { list.change(at: $0) }.filter { $0.operation == .insert }.map(\.id)
    }
    #expect(zip(inserts[0], inserts[1]).allSatisfy { $0 == $1 })
  }

  @Test
  func seedsAndRecipesShareNothing() throws {
    var seen: Set<ItemID> = []
    for recipe in Recipe.all {
      for seed in [0, 1, 2, UInt64.max] {
        let list = try GeneratedList(recipe: recipe, itemCount: 500, eventCount: 0, seed: seed)
        seen.formUnion(list.entries(atRanks: 0..<500).map(\.id))
      }
    }
    #expect(seen.count == 8 * 500)
  }

  @Test(arguments: Recipe.all)
  func theLargestListIsAnsweredAtItsEnds(recipe: Recipe) throws {
    let (items, events) = (GeneratedList.itemLimit, GeneratedList.eventLimit)
    let list = try GeneratedList(recipe: recipe, itemCount: items, eventCount: events, seed: 3)
    let exact = Int64(-1) << 53...1 << 53
    for rank in [0, 1, items / 2, items - 1] {
      let entry = list.entry(atRank: rank)
      #expect(exact.contains(entry.key.rawValue))
      #expect(list.rank(of: entry.id, after: 0) == rank)
      #expect(list.entry(atRank: rank, after: 0) == entry)
    }
    for sequence in [1, events / 2 + 1, events] {
      let moment = list.moment(after: sequence)
      #expect(exact.contains(list.time(ofSequence: sequence)))
      for rank in [0, moment.liveCount / 3, moment.liveCount - 1] {
        let entry = moment.entry(atRank: rank)
        #expect(exact.contains(entry.key.rawValue))
        #expect(moment.rank(of: entry.id) == rank)
      }
      let change = list.change(at: sequence)
      #expect(moment.isAlive(change.id) == (change.operation != .delete))
    }
    #expect(list.counts.live == list.liveCount(after: events))
  }

  @Test
  func countsOutOfRangeAreRefusedWithTheRange() {
    for items in [0, -1, GeneratedList.itemLimit + 1] {
      let error = #expect(throws: FixtureError.self) {
        try GeneratedList(recipe: .timeline, itemCount: items, eventCount: 0, seed: 0)
      }
      #expect(error?.code == .itemCountOutOfRange)
      #expect(error?.message == "items must be in 1...10000000000, not \(items)")
    }
    for events in [-1, GeneratedList.eventLimit + 1] {
      let error = #expect(throws: FixtureError.self) {
        try GeneratedList(recipe: .timeline, itemCount: 1, eventCount: events, seed: 0)
      }
      #expect(error?.code == .eventCountOutOfRange)
    }
  }

  @Test
  func recipesAreFoundByName() {
    #expect(Recipe.all.map(\.name) == ["timeline", "conversation"])
    #expect(Recipe.named("timeline") == .timeline)
    #expect(Recipe.named("timelines") == nil)
  }

  @Test
  func idsThatNoItemHasAreNotInTheList() throws {
    let list = try GeneratedList(recipe: .timeline, itemCount: 100, eventCount: 500, seed: 1)
    for id in [0, 1, UInt64.max >> 1, UInt64.max] {
      #expect(!list.isAlive(ItemID(id), after: 500))
      #expect(list.version(of: ItemID(id), after: 500) == nil)
      #expect(list.entry(of: ItemID(id), after: 0) == nil)
    }
    let unborn = list.cipher.id(ofBirth: GeneratedList.firstInsertBirth + 10_000)
    #expect(list.rank(of: unborn, after: 500) == nil)
  }
}
