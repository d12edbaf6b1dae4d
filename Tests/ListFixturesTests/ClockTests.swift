import ListCore
import Testing

@testable import ListFixtures

/// The parts of the clock: rhythm and bursts.
struct ClockTests {
  private static let day = [
    20, 12, 8, 6, 6, 9, 16, 28, 40, 48, 52, 54, 58, 58, 54, 52, 54, 58, 62, 66, 68, 62, 48, 32,
  ]
  private static let hour = 3_600_000_000

  static let rhythms = [
    [], day, day.flatMap { quota in (0..<7).map { quota * (10 + $0) } },
    [Int](repeating: 0, count: 23) + [5], [7] + [Int](repeating: 0, count: 23),
    [Int](repeating: 1, count: 168), [1_000_000] + [Int](repeating: 1, count: 167),
  ]

  @Test(arguments: rhythms)
  func aRhythmOnlyRisesAndKeepsItsPeriods(quotas: [Int]) {
    let rhythm = Rhythm(quotas)
    let step = max(rhythm.leastGap, 997_000_003)
    var last = rhythm.bent(-40 * step)
    for index in -39...1500 {
      let time = rhythm.bent(index * step)
      if time <= last { Issue.record("\(time) behind \(last)") }
      last = time
    }
    guard rhythm.period > 0 else { return }
    for index in -3...3 {
      let time = index * rhythm.period
      #expect(rhythm.bent(time) >= time && rhythm.bent(time) < time + rhythm.period)
      #expect(rhythm.bent(time + 12_345) - rhythm.bent(12_345) == time)
    }
  }

  @Test(arguments: rhythms)
  func theLeastGapKeepsNeighboursApart(quotas: [Int]) {
    let rhythm = Rhythm(quotas)
    let gap = rhythm.leastGap
    let bounds = quotas.indices.map { hour in
      quotas[..<hour].reduce(0, +) * (rhythm.period / max(1, quotas.reduce(0, +)))
    }
    for start in bounds + [0, -1, 5, 1 << 30, 1 << 40] {
      for offset in -3...3 {
        let time = start + offset * gap + offset
        #expect(rhythm.bent(time + gap) > rhythm.bent(time), "\(time)")
      }
    }
  }

  /// Even times fall into the hours as the quotas say.
  @Test(arguments: [day, [Int](repeating: 0, count: 23) + [5]])
  func hoursHaveTheirQuotas(quotas: [Int]) {
    let rhythm = Rhythm(quotas)
    var found = [Int](repeating: 0, count: quotas.count)
    let count = 40_000
    for index in 0..<count {
      let time = rhythm.bent(index * (rhythm.period / count))
      found[time % rhythm.period / Self.hour] += 1
    }
    let total = quotas.reduce(0, +)
    for (hour, quota) in quotas.enumerated() {
      #expect(abs(found[hour] - count * quota / total) <= 2, "hour \(hour): \(found[hour])")
    }
  }

  static let bursts = [1, 100, 550, 800, 900].flatMap { permille in
    [8, 50, 10_000].map { ClockShape.Bursts(permille: permille, speedup: $0) }
  }

  @Test(arguments: bursts.indices)
  func burstsKeepTheMeanAndRise(index: Int) {
    let bursts = Self.bursts[index]
    for gap in [bursts.speedup, 250_000, 86_400_000_000] {
      let pattern = GapPattern(gap: gap, bursts: bursts, key: 77)
      #expect(pattern.start(ofSlot: 0) == 0)
      #expect(pattern.shortestGap >= 1)
      var fast = 0
      var last = 0
      for slot in 1...2560 {
        let start = pattern.start(ofSlot: slot)
        if start - last < pattern.shortestGap { Issue.record("slot \(slot) of \(bursts)") }
        if start - last == gap / bursts.speedup { fast += 1 }
        last = start
        // Whole blocks are as long as even ones.
        if slot % 256 == 0 { #expect(start == slot * gap) }
      }
      // Quiet gaps of a few microseconds are as short.
      guard gap > 10_000 else { continue }
      #expect(abs(fast - 2560 * bursts.permille / 1000) <= 2560 * 6 / 256, "\(fast) of \(bursts)")
    }
  }

  /// Long bursts are rarer than short ones; blocks differ in where they start.
  @Test func burstsHaveManyLengthsAndBlocksDiffer() {
    let pattern = GapPattern(
      gap: 250_000, bursts: ClockShape.Bursts(permille: 550, speedup: 200), key: 5)
    let isFast = (0..<2560).map {
      pattern.start(ofSlot: $0 + 1) - pattern.start(ofSlot: $0) == 250_000 / 200
    }
    var lengths: [Int: Int] = [:]
    for run in isFast.split(separator: false) { lengths[run.count, default: 0] += 1 }
    #expect((lengths[1] ?? 0) > (lengths[2] ?? 0) && (lengths[2] ?? 0) > (lengths[4] ?? 0))
    #expect(lengths.keys.contains { $0 >= 16 })
    #expect(Array(isFast[..<256]) != Array(isFast[256..<512]))
    let gaps = (0..<256).map { pattern.start(ofSlot: $0 + 1) - pattern.start(ofSlot: $0) }
    #expect((gaps.max() ?? 0) > 20 * 250_000, "quiet has a heavy tail")
  }

  /// A feed with a clock of its own.
  private static func feed(_ order: ListOrder, _ clock: ClockShape) -> Recipe {
    let base = order == .newestFirst ? Recipe.timeline : .conversation
    return Recipe(
      name: "clock", summary: "s", breaks: nil, order: order, clock: clock, keys: base.keys,
      ids: base.ids, rows: base.rows, churn: base.churn, sources: [])
  }

  /// All that a list promises holds with any clock: order, oracle, times behind keys, prefixes.
  @Test(arguments: ListOrder.allCases, [[], day])
  func listsKeepTheirLawsUnderAnyClock(order: ListOrder, quotas: [Int]) throws {
    for bursts in [nil, ClockShape.Bursts(permille: 600, speedup: 100)] {
      let recipe = Self.feed(
        order,
        ClockShape(
          startMicroseconds: 1_735_689_600_000_000, itemGapMicroseconds: 90_000_000,
          eventGapMicroseconds: 40_000_000, hourlyQuotas: quotas, bursts: bursts))
      #expect(try Recipe(json: recipe.json) == recipe)
      let list = try GeneratedList(recipe: recipe, itemCount: 3000, eventCount: 2500, seed: 4)
      var model = ReplayedList(list)
      var last = Int64.min
      list.forEachChange(1..<2501) { change in
        let time = list.time(ofSequence: Int(change.sequence))
        if time <= last || time < change.key.rawValue { Issue.record("\(change)") }
        last = time
        model.apply(change)
      }
      #expect(model.faults == [])
      let entries = list.entries(atRanks: 0..<3000)
      let ascending = order == .oldestFirst ? entries : entries.reversed()
      #expect(zip(ascending, ascending.dropFirst()).allSatisfy { $0 < $1 })
      let moment = list.moment(after: 2500)
      for (rank, entry) in model.entries.enumerated() where rank % 97 == 0 {
        #expect(moment.entry(atRank: rank) == entry && moment.rank(of: entry.id) == rank)
      }
      let larger = try GeneratedList(recipe: recipe, itemCount: 9000, eventCount: 10, seed: 4)
      #expect(larger.itemLines(0..<2900) == list.itemLines(0..<2900))
    }
  }

  @Test func countsThatLeaveTheDatesAreRefusedWithTheRange() throws {
    let slow = ClockShape(
      startMicroseconds: 0, itemGapMicroseconds: 86_400_000_000,
      eventGapMicroseconds: 86_400_000_000, hourlyQuotas: Self.day, bursts: nil)
    for order in ListOrder.allCases {
      let recipe = Self.feed(order, slow)
      let items = Clock.itemLimit(of: recipe)
      #expect(items > 90_000 && items < 110_000)
      let list = try GeneratedList(recipe: recipe, itemCount: items, eventCount: 0, seed: 1)
      let edge = list.entry(atRank: items - 1).key.rawValue
      #expect(abs(edge) <= 1 << 53)
      let error = #expect(throws: FixtureError.self) {
        try GeneratedList(recipe: recipe, itemCount: items + 1, eventCount: 0, seed: 1)
      }
      #expect(error?.code == .itemCountOutOfRange)
      #expect(error?.message.hasPrefix("items must be in 1...\(items), not \(items + 1); ") == true)
      let events = Clock.eventLimit(of: recipe, itemCount: 10)
      let long = try GeneratedList(recipe: recipe, itemCount: 10, eventCount: events, seed: 1)
      #expect(long.time(ofSequence: events) <= 1 << 53)
      let late = #expect(throws: FixtureError.self) {
        try GeneratedList(recipe: recipe, itemCount: 10, eventCount: events + 1, seed: 1)
      }
      #expect(late?.code == .eventCountOutOfRange)
    }
  }

  @Test(arguments: [
    ("\"hourlyQuotas\": []", "\"hourlyQuotas\": [1\(String(repeating: ", 0", count: 23))]"),
    ("\"bursts\": null", "\"bursts\": {\"permille\": 100, \"speedup\": 100}"),
  ])
  func aGapTooShortForItsClockIsRefused(old: String, new: String) throws {
    let text = String(decoding: Recipe.timeline.json, as: UTF8.self)
      .replacing("GapMicroseconds\": 250000", with: "GapMicroseconds\": 7").replacing(
        old, with: new)
    let error = #expect(throws: FixtureError.self) { try Recipe(json: Array(text.utf8)) }
    #expect(error?.path == "clock.itemGapMicroseconds")
    // What is said to be accepted is accepted.
    let message = try #require(error?.message)
    let least = try #require(message.firstMatch(of: /in (\d+)\.\.\./)?.1)
    for (gap, isAccepted) in [(Int(least) ?? 0, true), ((Int(least) ?? 0) - 1, false)] {
      let text = text.replacing(
        "GapMicroseconds\": 7", with: "GapMicroseconds\": \(gap)")
      #expect(((try? Recipe(json: Array(text.utf8))) != nil) == isAccepted, "\(gap)")
    }
  }
}
