import ListCore
import Testing

@testable import ListFixtures

/// The expected answers of paging readers, against a model and against what is known of each method.
struct ExpectedPagingTests {
  private static func sessions(
    _ list: any FixtureList, churn: Int, size: Int = 4, start: Int = 0, limit: Int = 9
  ) -> [PagingMethod: PagingSession] {
    let plans = PagingMethod.allCases.map {
      PagingPlan(method: $0, startRank: start, pageSize: size, churn: churn, pageLimit: limit)
    }
    let sessions = ExpectedPaging.sessions(plans, FirstEvents(list, atMost: churn * limit))
    return Dictionary(uniqueKeysWithValues: sessions.map { ($0.plan.method, $0) })
  }

  @Test(arguments: PagingMethod.allCases, ListOrder.allCases)
  func everySessionIsTheModels(method: PagingMethod, order: ListOrder) {
    for seed in 0..<24 {
      let list = RandomList(
        seed: UInt64(seed), items: 1 + seed % 30, events: 60, order: order)
      for (size, churn) in [(1, 1), (3, 0), (3, 2), (5, 7), (40, 3)] {
        for start in Set([0, list.itemCount / 2]) {
          let plan = PagingPlan(
            method: method, startRank: start, pageSize: size, churn: churn, pageLimit: 7)
          let session = ExpectedPaging.sessions([plan], FirstEvents(list, atMost: 60))[0]
          #expect(
            session.answers == NaiveReader(list, plan).session, "seed \(seed), \(plan)")
        }
      }
    }
  }

  @Test func nothingIsWrongWhereNothingChanges() throws {
    for recipe in Recipe.all {
      let list = try recipe.list(itemCount: 300, eventCount: 100, seed: 1)
      for (method, session) in Self.sessions(list, churn: 0) where method != .keysetKeyOnly {
        #expect(session.pages.count == 9)
        #expect(session.wrongCount == 0, "\(recipe.name), \(method)")
      }
    }
  }

  @Test func anOffsetRepeatsWhatInsertsPushDown() throws {
    // Ten items; before each fetch two more come at the head, so each page starts with the last two
    // rows of the page before.
    let list = try Self.timelineOfInserts()
    let session = try #require(Self.sessions(list, churn: 2, size: 4, limit: 3)[.offset])
    #expect(session.pages[1].prefix(2) == session.pages[0].suffix(2))
    #expect(session.pages[2].prefix(2) == session.pages[1].suffix(2))
    #expect(session.repeated == Array(session.pages[0].suffix(2) + session.pages[1].suffix(2)))
    #expect(session.skipped.isEmpty)
    let deduped = try #require(Self.sessions(list, churn: 2, size: 4, limit: 3)[.offsetDedupe])
    #expect(deduped.repeated.isEmpty)
    #expect(deduped.pages.map(\.count) == [4, 2, 2])
  }

  private static func timelineOfInserts() throws -> some FixtureList {
    var traits = RandomList.Traits()
    (traits.moves, traits.nulls, traits.hidden, traits.returns) = (false, false, false, false)
    for seed in 0..<100_000 {
      let list = RandomList(
        seed: UInt64(seed), items: 10, events: 4, order: .newestFirst, traits)
      let head = list.items[0]
      let isWanted = list.events.allSatisfy {
        $0.change.operation == .insert && RandomList.isAhead($0.item, head, .newestFirst)
      }
      if isWanted { return list }
    }
    return try #require(nil as RandomList?, "a list of inserts at the head")
  }

  @Test(arguments: ListOrder.allCases, 0..<30)
  func aKeysetOnTheUniqueKeySkipsNothing(order: ListOrder, seed: Int) {
    let list = RandomList(seed: UInt64(seed), items: 40, events: 60, order: order)
    let sessions = Self.sessions(list, churn: 5)
    #expect(sessions[.keyset]?.skipped == [])
    #expect(sessions[.changesSince]?.wrongCount == 0)
    #expect(sessions[.snapshot]?.repeated == [])
    #expect(sessions[.snapshot]?.skipped == [])
    var traits = RandomList.Traits()
    (traits.moves, traits.returns) = (false, false)
    let still = RandomList(seed: UInt64(seed), items: 40, events: 60, order: order, traits)
    let keyset = Self.sessions(still, churn: 5)[.keyset]
    #expect(keyset?.repeated == [])
    #expect(keyset?.outOfOrder == [])
    #expect(keyset?.movedPast == [])
    // A token that names a row is a place where no row moves.
    #expect(Self.sessions(still, churn: 5)[.cursor]?.pages == keyset?.pages)
  }

  @Test func aKeysetOnTheKeyAloneLosesTiesAndNulls() {
    var traits = RandomList.Traits()
    (traits.hidden, traits.keys) = (false, 4)
    let list = RandomList(seed: 5, items: 60, events: 1, order: .oldestFirst, traits)
    let session = Self.sessions(list, churn: 0, size: 5)[.keysetKeyOnly]
    let last = list.items.filter(\.isKeyNull).map(\.entry.id)
    #expect(last.count > 3)
    #expect(session?.skipped.suffix(last.count) == last[...])
    #expect((session?.skipped.count ?? 0) > last.count)
  }

  @Test func aLongListIsAnsweredInAMoment() throws {
    let list = try GeneratedList(
      recipe: .timeline, itemCount: 1_000_000_000, eventCount: 1_000, seed: 2)
    let first = FirstEvents(list, atMost: 300)
    let start = ContinuousClock.now
    let sessions = ExpectedPaging(first, pages: 20).sessions(churn: 10)
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(sessions.count == 40)
    #expect(sessions.contains { $0.plan.startRank == 500_000_000 && $0.pages[0].count == 20 })
    #expect(sessions.allSatisfy { $0.plan.method != .keyset || $0.skipped.isEmpty })
  }

  @Test func anchorsAreApart() {
    #expect(ExpectedPaging.anchorRanks(itemCount: 1) == [])
    #expect(ExpectedPaging.anchorRanks(itemCount: 3) == [1])
    #expect(ExpectedPaging.anchorRanks(itemCount: 10) == [2, 5])
    #expect(ExpectedPaging.anchorRanks(itemCount: 10_000) == [2_500, 5_000, 9_910])
  }
}

extension PagingSession {
  fileprivate var wrongCount: Int {
    repeated.count + skipped.count + movedPast.count + deleted.count + stale.count
      + outOfOrder.count
  }
}
