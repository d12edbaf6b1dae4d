import ListCore
import Testing

@testable import ListFixtures

/// Where an anchored row is, against a model that holds all rows and their heights.
struct ExpectedAnchorTests {
  /// The model: the whole list, and the anchor by its rules, change by change.
  private struct Model {
    let list: RandomList
    let ranks: Range<Int>
    var heights: [ItemID: Int]
    var anchor: ItemID?
    var top = 0
    var sequence = 0

    /// The rows of the window after a number of changes.
    func rows(_ sequence: Int) -> [FixtureItem] {
      let order = list.recipe.order
      let ends = (list.items[ranks.lowerBound], list.items[ranks.upperBound - 1])
      return list.states[sequence].filter { row in
        !row.isHidden
          && (ranks.lowerBound == 0 || !RandomList.isAhead(row, ends.0, order))
          && (ranks.upperBound == list.itemCount || !RandomList.isAhead(ends.1, row, order))
      }
    }

    func y(of id: ItemID, _ rows: [FixtureItem]) -> Int {
      rows.prefix { $0.entry.id != id }.reduce(0) { $0 + heights[$1.entry.id]! }
    }

    mutating func apply() {
      let before = rows(sequence)
      let event = list.events[sequence]
      sequence += 1
      let isLost =
        event.change.id == anchor && (event.change.operation != .update || event.isHidden)
      if isLost, let old = anchor, let index = before.firstIndex(where: { $0.entry.id == old }) {
        let next = index + 1 < before.count ? index + 1 : index - 1
        anchor = next < 0 ? nil : before[next].entry.id
        if let anchor { top += y(of: anchor, before) - y(of: old, before) }
      }
      if event.change.operation == .insert || event.change.operation == .update {
        heights[event.change.id] = list.eventHeights[sequence]
      }
    }
  }

  @Test(arguments: ListOrder.allCases, 0..<18)
  func theAnchorStaysOnTheScreen(order: ListOrder, seed: Int) {
    let long = seed % 6 == 5
    let list = RandomList(
      seed: UInt64(seed), items: long ? 700 : 3 + seed * 2, events: long ? 300 : 60, order: order)
    for rank in Set([0, list.itemCount / 2, list.itemCount - 1]) {
      let reach = AnchoredWindow.reach
      let ranks = max(0, rank - reach)..<min(list.itemCount, rank + reach)
      var window = AnchoredWindow(FirstEvents(list, atMost: 300), anchorRank: rank)
      var model = Model(list: list, ranks: ranks, heights: list.heights)
      guard let start = window.state else {
        #expect(model.rows(0).isEmpty)
        continue
      }
      #expect(start.top == start.y - start.scrollY)
      if !list.items[rank].isHidden { #expect(start.id == list.items[rank].entry.id) }
      (model.anchor, model.top) = (start.id, start.top)
      while window.advance(to: model.sequence + 1) {
        model.apply()
        guard let anchor = model.anchor, let state = window.state else {
          #expect(model.anchor == nil && window.state == nil)
          break
        }
        let rows = model.rows(model.sequence)
        #expect(state.id == anchor)
        #expect(state.sequence == model.sequence)
        #expect(state.y == model.y(of: anchor, rows))
        #expect(state.top == model.top)
        #expect(state.contentHeight == rows.reduce(0) { $0 + model.heights[$1.entry.id]! })
      }
    }
  }

  @Test func theFirstTopIsKeptFromTheEnds() throws {
    let list = try GeneratedList(recipe: .timeline, itemCount: 5_000, eventCount: 0, seed: 1)
    let first = FirstEvents(list, atMost: 0)
    let head = try #require(AnchoredWindow(first, anchorRank: 0).state)
    #expect((head.y, head.top, head.scrollY) == (0, 0, 0))
    let middle = try #require(AnchoredWindow(first, anchorRank: 2_500).state)
    #expect(middle.top == AnchoredWindow.firstTop)
    #expect(middle.scrollY == middle.y - 6_400)
    let tail = try #require(AnchoredWindow(first, anchorRank: 4_999).state)
    #expect(tail.scrollY == tail.contentHeight - AnchoredWindow.viewportHeight)
    #expect(tail.y - tail.scrollY == tail.top)
  }
}
