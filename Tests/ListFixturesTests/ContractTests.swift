import ListCore
import Testing

@testable import ListFixtures

/// What a list promises beyond one run: the same bytes for ever, prefixes, limits.
struct ContractTests {
  /// The bytes of dataset version 2, of some sizes of the two first recipes and of all recipes.
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
    try check(name, items: items, rows: rows, events: events)
    #expect(GeneratedList.datasetVersion == 2)
  }

  static let pins: [(name: String, rows: UInt64, events: UInt64)] = [
    ("timeline", 0x80BB_9968_1D65_444D, 0x998C_895D_4562_40F8),
    ("conversation", 0x2C74_FB9B_157F_33B9, 0x37F4_C943_1875_897D),
    ("orders", 0x5B70_2156_8CF1_1FE6, 0xBD5A_C8F5_55B4_B7C9),
    ("notifications", 0xD713_1CD3_2D63_0E5C, 0x43C1_E02F_749A_F301),
    ("catalog", 0x0AB6_CF9E_E0FD_FB99, 0x4DEF_694C_0BA6_EFC1),
    ("ranked", 0x59AC_45EF_CE56_F24A, 0x6F23_7184_A7BE_666A),
    ("conversations", 0x1390_76AE_0329_7A44, 0x7FC0_D6BB_D48B_1F46),
    ("tie-storm", 0x8F00_B863_13FF_85DA, 0x5C6F_E779_D0AE_8BEA),
    ("head-flood", 0xA1F1_F9D9_B3EC_904E, 0xDD09_E980_1E3A_DF83),
    ("delete-under-cursor", 0x9586_FF46_71E7_F619, 0xC66C_4714_93AF_4BAB),
    ("page-boundary", 0xFF0E_056A_5069_3F81, 0x8EC3_03B5_883F_1A6A),
    ("resurrect", 0x08E7_FB77_B976_9AF5, 0x7B41_1873_9C5C_F3DC),
    ("move-across-cursor", 0xF0BE_2EF3_0021_5D4F, 0x4836_DC58_C966_5533),
    ("empty-page", 0xD240_C728_4B1E_0816, 0x3278_7CBF_16F6_D9B1),
    ("clock-skew", 0x0339_28FC_4476_4069, 0x8B0A_1FBA_3F66_77BC),
    ("id-extremes", 0xE66E_D41D_C771_DFDC, 0x9D03_5956_C7CC_9AAA),
    ("edit-storm", 0x7925_770D_BB2E_451A, 0x7C0E_F857_433E_FA96),
    ("cascade", 0xCE54_2D26_D5E2_BBE1, 0xB174_CEA2_73E0_3817),
    ("last-page-shrink", 0x99AC_4E1A_FF5F_4621, 0x0C60_091A_4E4E_8199),
    ("same-millisecond", 0x2183_55EF_D538_18F5, 0x31AE_90DE_9DA7_5F82),
    ("null-keys", 0x2CCC_6EEE_17AB_C2EA, 0x685A_EA89_F29F_79B8),
  ]

  @Test func bytesOfEveryRecipeAreThoseOfTheDatasetVersion() throws {
    #expect(Self.pins.map(\.name) == Recipe.all.map(\.name))
    for pin in Self.pins { try check(pin.name, items: 700, rows: pin.rows, events: pin.events) }
  }

  private func check(_ name: String, items: Int, rows: UInt64, events: UInt64) throws {
    let recipe = try #require(Recipe.named(name))
    let list = try recipe.list(itemCount: items, eventCount: 2000, seed: 7)
    var buffer = RowBuffer()
    list.appendItems(ranks: 0..<items, to: &buffer)
    let foundRows = buffer.fingerprint
    buffer.removeAll()
    list.appendEvents(sequences: 1..<2001, to: &buffer)
    let found = "0x\(String(foundRows, radix: 16)), 0x\(String(buffer.fingerprint, radix: 16))"
    #expect(foundRows == rows && buffer.fingerprint == events, "(\"\(name)\", \(found)), \(items)")
  }

  @Test(arguments: Recipe.byEpochs)
  func moreEventsExtendTheSameStream(recipe: Recipe) throws {
    let short = try GeneratedList(recipe: recipe, itemCount: 700, eventCount: 333, seed: 9)
    let long = try GeneratedList(recipe: recipe, itemCount: 700, eventCount: 5000, seed: 9)
    #expect(short.itemLines(0..<700) == long.itemLines(0..<700))
    #expect(short.eventLines(1..<334) == long.eventLines(1..<334))
    #expect(
      short.entries(atRanks: 0..<700).map { short.rank(of: $0.id, after: 333) }
        == short.entries(atRanks: 0..<700).map { long.rank(of: $0.id, after: 333) })
  }

  @Test(arguments: Recipe.byEpochs)
  func moreItemsKeepTheFirstOnes(recipe: Recipe) throws {
    let small = try GeneratedList(recipe: recipe, itemCount: 1000, eventCount: 100, seed: 9)
    let large = try GeneratedList(recipe: recipe, itemCount: 50_000, eventCount: 100, seed: 9)
    // The last ones may stand in a run of equal keys that the small list cuts.
    let run = recipe.keys.longTieLength
    let sure = 1000 / run * run
    #expect(small.itemLines(0..<sure) == large.itemLines(0..<sure))
    #expect(
      Set(small.itemLines(0..<1000)).isSubset(of: large.itemLines(0..<sure + run)))
    let inserts = [small, large].map { list in
      (1...100).map { list.change(at: $0) }.filter { $0.operation == .insert }.map(\.id)
    }
    #expect(zip(inserts[0], inserts[1]).allSatisfy { $0 == $1 })
  }

  @Test
  func seedsAndRecipesShareNothing() throws {
    var seen: Set<ItemID> = []
    for recipe in Recipe.byEpochs {
      for seed in [0, 1, 2, UInt64.max] {
        let list = try GeneratedList(recipe: recipe, itemCount: 500, eventCount: 0, seed: seed)
        seen.formUnion(list.entries(atRanks: 0..<500).map(\.id))
      }
    }
    #expect(seen.count == Recipe.byEpochs.count * 4 * 500)
  }

  @Test(arguments: Recipe.byEpochs)
  func theLargestListIsAnsweredAtItsEnds(recipe: Recipe) throws {
    let items = Clock.itemLimit(of: recipe)
    let events = Clock.eventLimit(of: recipe, itemCount: items)
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
