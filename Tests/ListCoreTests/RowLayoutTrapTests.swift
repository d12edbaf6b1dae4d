import Testing

@testable import ListCore

/// A caller's mistakes stop the program; each on a layout of three rows of 64.
@Suite struct RowLayoutTrapTests {
  @Test func negativeHeightsTrap() async {
    expectTrap(
      "row height out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var layout = RowLayout(count: 3, estimatedHeight: 64)
        layout.setHeight(-1, ofRank: 0)
      })
    expectTrap(
      "row height out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var layout = FixedRowLayout(count: 3, estimatedHeight: 64)
        layout.setHeight(-1, ofRank: 0)
      })
    expectTrap(
      "row height out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var layout = RowLayout(count: 3, estimatedHeight: 64)
        layout.insert([1, -1].span, atRank: 0)
      })
  }

  @Test func heightsBeyondTheMaximumTrap() async {
    expectTrap(
      "row height out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var layout = RowLayout(count: 3, estimatedHeight: 64)
        layout.insert(RowHeight.maximum + 1, atRank: 0)
      })
    expectTrap(
      "row height out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var layout = FixedRowLayout()
        layout.append(count: 0, estimatedHeight: RowHeight.maximum + 1)
      })
    expectTrap(
      "row height out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var layout = RowLayout()
        layout.reestimate(at: .max)
      })
  }

  @Test func ranksOutOfRangeTrap() async {
    expectTrap(
      "rank out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let layout = RowLayout(count: 3, estimatedHeight: 64)
        _ = layout.y(ofRank: 4)
      })
    expectTrap(
      "rank out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let layout = FixedRowLayout(count: 3, estimatedHeight: 64)
        _ = layout.y(ofRank: -1)
      })
    expectTrap(
      "rank out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let layout = FixedRowLayout(count: 3, estimatedHeight: 64)
        _ = layout.height(ofRank: 3)
      })
    expectTrap(
      "rank out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var layout = RowLayout(count: 3, estimatedHeight: 64)
        layout.remove(atRank: 3)
      })
    expectTrap(
      "rank out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var layout = RowLayout(count: 3, estimatedHeight: 64)
        layout.removeRows(in: 2..<4)
      })
    expectTrap(
      "rank out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var layout = RowLayout(count: 3, estimatedHeight: 64)
        layout.insert(1, atRank: 4)
      })
    expectTrap(
      "rank out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var layout = RowLayout(count: 3, estimatedHeight: 64)
        layout.setHeights([1, 2].span, fromRank: 2)
      })
    expectTrap(
      "rank out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let layout = RowLayout(count: 3, estimatedHeight: 64)
        _ = ScrollAnchor(rank: 3, in: layout)
      })
  }

  @Test func ysOutOfRangeTrap() async {
    expectTrap(
      "y out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let layout = RowLayout(count: 3, estimatedHeight: 64)
        _ = layout.position(atY: 192)
      })
    expectTrap(
      "y out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let layout = FixedRowLayout(count: 3, estimatedHeight: 64)
        _ = layout.position(atY: -1)
      })
    expectTrap(
      "y out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let layout = FixedRowLayout()
        _ = layout.position(atY: 0)
      })
  }

  @Test func rowCountsBeyondTheLimitTrap() async {
    expectTrap(
      "row count out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var layout = RowLayout(count: 3, estimatedHeight: 64)
        layout.insert(count: 1 << 31, estimatedHeight: 1, atRank: 0)
      })
    expectTrap(
      "row count out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var layout = FixedRowLayout(count: 3, estimatedHeight: 64)
        layout.append(count: (1 << 31) - 3, estimatedHeight: 1)
      })
    expectTrap(
      "row count out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var layout = RowLayout(count: 3, estimatedHeight: 64)
        layout.insert(count: -1, estimatedHeight: 1, atRank: 0)
      })
  }

  @Test func aViewGivenBackTwiceTraps() async {
    expectTrap(
      "binding not current",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var pool = RowPool(typeCount: 1)
        let binding = pool.take(type: 0, for: 1)
        pool.giveBack(binding)
        pool.giveBack(binding)
      })
    expectTrap(
      "row type out of range",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var pool = RowPool(typeCount: 1)
        _ = pool.take(type: 1, for: 1)
      })
  }

  @Test func aBrokenLayoutDoesNotPassItsInvariants() async {
    expectTrap(
      "row layout invariant 6: estimated count",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var layout = RowLayout(count: 300, estimatedHeight: 64)
        layout.estimatedCount -= 1
        layout.checkInvariants()
      })
    expectTrap(
      "row layout invariant 4: height",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let layout = RowLayout(count: 300, estimatedHeight: 64)
        layout.leaf(1).add(1, to: 2)
        layout.checkInvariants()
      })
    expectTrap(
      "row layout invariant 5: leaf's parent",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let layout = RowLayout(count: 300, estimatedHeight: 64)
        layout.leaf(2).parent = 9
        layout.checkInvariants()
      })
    expectTrap(
      "sum tree invariant 3: prefix",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let layout = FixedRowLayout(count: 300, estimatedHeight: 64)
        layout.line(1).add(1, to: 2, layout.lanes)
        layout.checkInvariants()
      })
  }
}
