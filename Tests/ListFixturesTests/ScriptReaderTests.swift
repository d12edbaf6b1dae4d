import ListCore
import Testing

@testable import ListFixtures

/// The recipes that break a reader really do what they are named for.
struct ScriptReaderTests {
  /// Walks a list change by change: the states before and after each one.
  ///
  /// The reader's fetch comes with the change, so its page is known to the state after it.
  private func walk(
    _ name: String, items: Int = 600, events: Int = 800,
    _ body: (
      _ before: borrowing ScriptedState, _ after: borrowing ScriptedState, FixtureEvent
    ) throws -> Void
  ) throws {
    let list = try ScriptRecipe.named(name).list(items: items, events: events)
    var before = list.state(after: 0)
    var after = list.state(after: 0)
    for sequence in 1...events {
      before.advance(to: sequence - 1)
      after.advance(to: sequence)
      try body(before, after, list.event(at: sequence))
    }
  }

  @Test
  func theReadersPagesAreThoseOfAPlainKeysetReader() throws {
    for name in ["delete-under-cursor", "move-across-cursor", "null-keys", "catalog"] {
      let list = try ScriptRecipe.named(name).list(items: 130, events: 900)
      let reader = list.script.reader
      var model = ScriptModel(list)
      var last: FixtureItem?
      var sessions = 0
      var state = list.state(after: 0)
      for sequence in 1...900 {
        if (sequence - 1) % reader.eventsPerFetch == 0 {
          if last == nil { sessions += 1 }
          let rest = last.map { last in
            model.rows.drop { !model.isBefore(last, $0.item) }
          }
          let page = (rest ?? model.rows[...]).prefix(reader.pageSize).map(\.item)
          last = page.count < reader.pageSize ? nil : page.last
          state.advance(to: sequence)
          #expect(state.page == page, "\(name) before \(sequence)")
          #expect(state.session == sessions)
        }
        model.apply(list.event(at: sequence))
      }
      #expect(sessions > 1)
    }
  }

  @Test
  func anOffsetReadersPagesFollowEachOther() throws {
    let list = try ScriptRecipe.named("page-boundary").list(items: 130, events: 400)
    var model = ScriptModel(list)
    var offset = 0
    var state = list.state(after: 0)
    for sequence in 1...400 {
      let page = model.rows.dropFirst(offset).prefix(20).map(\.item)
      offset = page.count < 20 ? 0 : offset + 20
      state.advance(to: sequence)
      #expect(state.page == page)
      model.apply(list.event(at: sequence))
    }
  }

  @Test
  func deleteUnderCursorTakesTheCursorsRowBeforeEveryFetch() throws {
    var last: ItemID?
    var fetches = 0
    try walk("delete-under-cursor") { _, state, event in
      if event.change.operation == .delete {
        // The first change after a fetch.
        #expect(event.change.id == state.page.last?.entry.id)
        if let last { #expect(!state.list.isAlive(last, after: state.sequence - 1)) }
        last = state.page.last?.entry.id
        fetches += 1
      }
    }
    #expect(fetches == 400)
  }

  @Test
  func pageBoundaryChangesExactlyTheLastRowRead() throws {
    var effects = [0, 0]
    /// The last change behind a full page: what it was, that page's last row and the next one.
    var last: (operation: Change.Operation, row: ItemID, next: ItemID)?
    try walk("page-boundary") { before, state, event in
      if let last, state.pageRanks.lowerBound > 0 {
        if last.operation == .insert {
          #expect(state.page.first?.entry.id == last.row, "a row is repeated")
          effects[0] += 1
        } else {
          let isRead = state.page.contains { $0.entry.id == last.next }
          #expect(!isRead && state.list.isAlive(last.next, after: state.sequence), "one is skipped")
          effects[1] += 1
        }
      }
      last = nil
      guard let row = state.page.last?.entry.id, state.page.count == 20 else { return }
      let boundary = state.pageRanks.upperBound
      if event.change.operation == .insert {
        #expect(state.rank(of: event.change.id) == boundary - 1)
      } else {
        #expect(event.change.id == row)
      }
      guard boundary < before.liveCount else { return }
      last = (event.change.operation, row, before.entry(atRank: boundary).id)
    }
    #expect(effects[0] > 300 && effects[1] > 300)
  }

  @Test
  func movesCrossTheCursorBothWaysAndBack() throws {
    var crossed = 0
    var expected = 0
    try walk("move-across-cursor") { before, state, event in
      let boundary = state.nextPageRank
      guard boundary > 25, boundary < state.liveCount - 25, state.pageRanks.lowerBound > 0,
        let cursor = state.page.last, let old = before.rank(of: event.change.id),
        let new = state.rank(of: event.change.id)
      else { return }
      // Newest first: what is newer than the cursor is on the side that was read.
      let wasRead = before.entry(atRank: old) >= cursor.entry
      let isRead = new < boundary
      expected += 1
      if wasRead != isRead { crossed += 1 }
      let step = (state.sequence - 1) % 4
      #expect(isRead == (step == 0 || step == 3), "step \(step) at \(state.sequence)")
    }
    #expect(expected > 400)
    #expect(crossed == expected)
  }

  @Test
  func emptyPageHidesWholePages() throws {
    let list = try ScriptRecipe.named("empty-page").list(items: 600, events: 800)
    for epoch in 0..<10 {
      let state = list.state(after: epoch * 80 + 20)
      var empty = 0
      for page in 0..<state.liveCount / 20 {
        if (page * 20..<page * 20 + 20).allSatisfy({ state.item(atRank: $0).isHidden }) {
          empty += 1
        }
      }
      #expect(empty >= 3, "epoch \(epoch)")
    }
    var hidden = 0
    list.forEachEvent(1..<21) { event in hidden += event.isHidden ? 1 : 0 }
    #expect(hidden == 20)
  }

  @Test
  func lastPageShrinksAtItsEnd() throws {
    var ranks: [Int] = []
    try walk("last-page-shrink", items: 600, events: 240) { before, state, event in
      if event.change.operation == .delete {
        let isLast = before.rank(of: event.change.id) == before.liveCount - 1
        #expect(isLast)
        ranks.append(state.liveCount)
      }
    }
    #expect(ranks.count == 120)
    #expect(ranks.min() == 588)
  }

  @Test
  func headFloodPushesAPageBetweenTwoFetches() throws {
    var inserts = 0
    try walk("head-flood", items: 100, events: 112) { _, state, event in
      #expect(state.rank(of: event.change.id) == 0)
      inserts += 1
    }
    #expect(inserts == 112)
    #expect(try ScriptRecipe.named("head-flood").script.reader == .init())
  }

  @Test
  func resurrectBringsDeletedIdsBack() throws {
    let list = try ScriptRecipe.named("resurrect").list(items: 300, events: 800)
    var places: [ItemID: ListEntry] = [:]
    var (kept, moved) = (0, 0)
    list.forEachEvent(1..<801) { event in
      let entry = ListEntry(key: event.change.key, id: event.change.id)
      switch event.change.operation {
      case .delete: places[event.change.id] = entry
      case .insert:
        guard let before = places.removeValue(forKey: event.change.id) else {
          Issue.record("\(event) was never deleted")
          return
        }
        if before == entry { kept += 1 } else { moved += 1 }
      default: break
      }
    }
    #expect(kept == 24 * 10)
    #expect(moved == 8 * 10)
  }
}
