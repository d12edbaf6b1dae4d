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
    ("timeline", 0xFC04_0B9F_B406_82F5, 0x363F_51CC_1081_0022),
    ("conversation", 0x1988_056E_424C_EAE4, 0x2C8F_C10D_A5A8_3B69),
    ("orders", 0x680E_8090_D73F_B5BC, 0x5DA5_D9BB_3E8A_E166),
    ("notifications", 0xA01A_20F4_0546_C435, 0x48BB_7590_7C8B_BFAD),
    ("catalog", 0xF0B4_3110_E139_5CAD, 0xB05D_CB39_BC5E_6DB5),
    ("ranked", 0xB0CE_B9BF_0944_E38C, 0xAF6C_20D2_258C_FA0F),
    ("conversations", 0x55C2_06EB_EBFA_4CC7, 0xD216_0E29_DF74_AE23),
    ("tie-storm", 0xD384_FCC0_F38F_7535, 0x58C2_230F_1714_8497),
    ("head-flood", 0x3CE1_ABB6_4C03_3442, 0x4786_5940_D260_A749),
    ("delete-under-cursor", 0xF0FB_182C_C646_E815, 0x3C98_9A47_AA4D_C8B5),
    ("page-boundary", 0x2D86_67DA_61FD_A349, 0xFF45_3F0E_D3EB_D8CB),
    ("resurrect", 0x8B82_9C39_805D_7695, 0xAFF6_4F26_E338_AAA6),
    ("move-across-cursor", 0x07E7_2EDA_9419_4F72, 0x97B4_E56A_4C2A_F79B),
    ("empty-page", 0x5272_A6A0_44DD_536F, 0xEEEE_96BD_595D_CA7C),
    ("clock-skew", 0x95B3_EB4B_CB37_3B78, 0x57D5_988E_2CAA_C169),
    ("id-extremes", 0x6DA4_865F_F59C_23F2, 0x1582_E680_6E57_55E5),
    ("edit-storm", 0x53C7_9984_1BD8_39FC, 0x958E_D797_8A9B_41C0),
    ("cascade", 0xED7C_5341_33D2_7C23, 0x8057_F294_6433_4331),
    ("last-page-shrink", 0x2C4F_4E73_2B6E_F3C5, 0x107E_8F24_4173_5236),
    ("same-millisecond", 0x3144_2FBD_509D_7959, 0x3FAD_A864_6358_874A),
    ("null-keys", 0xFC11_9DF7_4A87_E45D, 0x3011_D8B1_57FC_73C8),
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
