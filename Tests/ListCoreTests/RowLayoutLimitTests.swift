import Testing

@testable import ListCore

/// What happens at the most rows, on layouts that are made for 50.
@Suite struct RowLayoutLimitTests {
  private func refusal(_ layout: borrowing RowLayout, _ added: Int) -> ListCoreError? {
    do {
      try layout.checkRoom(forInserting: added)
      return nil
    } catch {
      return error
    }
  }

  private func refusal(_ layout: borrowing FixedRowLayout, _ added: Int) -> ListCoreError? {
    do {
      try layout.checkRoom(forAppending: added)
      return nil
    } catch {
      return error
    }
  }

  @Test func aLayoutSaysBeforeARunThatItHasNoRoom() {
    var layout = RowLayout(leafCapacity: 4, fanOut: 4, maximumCount: 50)
    #expect(refusal(layout, 50) == nil)
    layout.insert(count: 40, estimatedHeight: 64, atRank: 0)
    #expect(refusal(layout, 10) == nil)
    let error = refusal(layout, 11)
    #expect(error?.code == .tooManyRows)
    #expect(
      error?.description
        == "no room for 11 more rows beside 40: the most is 50; remove some first, or split the list"
    )
    #expect(layout.count == 40 && layout.totalHeight == 40 * 64)
    layout.insert([Int32](repeating: 1, count: 9).span, atRank: 20)
    layout.insert(2, atRank: 0)
    #expect(refusal(layout, 1)?.code == .tooManyRows)
    layout.checkInvariants()
    layout.remove(atRank: 5)
    #expect(refusal(layout, 1) == nil)
  }

  @Test func aFixedLayoutSaysBeforeARunThatItHasNoRoom() {
    var layout = FixedRowLayout(capacity: 0, maximumCount: 50)
    layout.append(count: 40, estimatedHeight: 64)
    #expect(refusal(layout, 10) == nil)
    #expect(refusal(layout, 11)?.code == .tooManyRows)
    layout.append([Int32](repeating: 1, count: 10).span)
    #expect(refusal(layout, 0) == nil)
    #expect(refusal(layout, .max)?.code == .tooManyRows)
    layout.checkInvariants()
  }

  @Test func rowsBeyondTheLimitTrap() async {
    expectTrap(
      "row count out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var layout = RowLayout(leafCapacity: 4, fanOut: 4, maximumCount: 50)
        for _ in 0..<51 { layout.insert(1, atRank: 0) }
      })
    expectTrap(
      "row count out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var layout = FixedRowLayout(capacity: 0, maximumCount: 50)
        for _ in 0..<51 { layout.append(count: 1, estimatedHeight: 1) }
      })
    expectTrap(
      "inserted rows out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let layout = RowLayout(count: 3, estimatedHeight: 64)
        var anchor = ScrollAnchor(rank: 1, in: layout)
        anchor.didInsert(.max, atRank: 0)
      })
  }
}
