import Testing

@testable import ListCore

/// Scripts L1, S1 and S2 of SCENARIOS.md at the level of the layout.
@Suite struct RowLayoutScriptTests {
  /// 72.5 pt.
  private static let height: Int32 = 72 * 64 + 32

  /// L1: one unit is 1/64 pt, so a scroll of 0.25 pt is 16 units, exact at any depth.
  private static func lastRow(
    of layout: borrowing some RowGeometry & ~Copyable, is count: Int
  ) {
    let total = Int64(count) * Int64(height)
    #expect(layout.totalHeight == total)
    #expect(layout.y(ofRank: count - 1) == total - Int64(height))
    #expect(layout.y(ofRank: count) == total)
    let last = layout.position(atY: total - 1)
    #expect(last == RowPosition(rank: count - 1, distance: Int64(height) - 1))
    for step in 0..<8 {
      let y = total - Int64(height) + Int64(step) * 16
      let place = layout.position(atY: y)
      #expect(place == RowPosition(rank: count - 1, distance: Int64(step) * 16))
    }
    let visible = layout.visibleRows(top: total - 800 * 64, bottom: total)
    #expect(visible.ranks == (count - 12)..<count)
    #expect(visible.y == total - 12 * Int64(height))
  }

  @Test(arguments: [1_000_000, 5_000_000, 10_000_000])
  func theLastOfManyRowsIsReachedExactly(count: Int) {
    let fixed = FixedRowLayout(count: count, estimatedHeight: Self.height)
    Self.lastRow(of: fixed, is: count)
    #if DEBUG
      // Unoptimised, ten million rows take ten seconds to insert.
      if count > 1_000_000 { return }
    #endif
    let edited = RowLayout(count: count, estimatedHeight: Self.height)
    Self.lastRow(of: edited, is: count)
  }

  @Test func theLargestHeightsDoNotOverflow() {
    let count = 10_000
    var layout = RowLayout(count: count, estimatedHeight: RowHeight.maximum)
    let fixed = FixedRowLayout(count: count, estimatedHeight: RowHeight.maximum)
    let total = Int64(count) * Int64(RowHeight.maximum)
    #expect(layout.totalHeight == total && fixed.totalHeight == total)
    #expect(layout.position(atY: total - 1).rank == count - 1)
    #expect(fixed.position(atY: total - 1).rank == count - 1)
    for rank in 0..<100 { layout.setHeight(0, ofRank: rank) }
    #expect(layout.position(atY: 0).rank == 100)
    layout.checkInvariants()
    fixed.checkInvariants()
  }

  /// S1: the nodes on the way to a row, which every operation visits once down and once up.
  @Test func theNodesOnTheWayToARowGrowAsALogarithm() {
    var depths: [Int] = []
    for count in [1_000, 10_000, 100_000, 1_000_000] {
      let layout = RowLayout(count: count, estimatedHeight: 64)
      depths.append(layout.depth + 1)
    }
    #expect(depths == [2, 2, 3, 3])
  }

  /// S2: N rows change their height, then one query; all of it in time that grows as N.
  @Test func aStormOfResizesIsFollowedByAnExactQuery() {
    let count = 20_000
    var edited = RowLayout(count: count, estimatedHeight: Self.height)
    var fixed = FixedRowLayout(count: count, estimatedHeight: Self.height)
    let heights = (0..<count).map { Int32($0 % 1000) }
    edited.setHeights(heights.span, fromRank: 0)
    fixed.setHeights(heights.span, fromRank: 0)
    for rank in stride(from: 0, to: count, by: 7) {
      edited.setHeight(5, ofRank: rank)
      fixed.setHeight(5, ofRank: rank)
    }
    var y: Int64 = 0
    for rank in 0..<count {
      if rank % 97 == 0 {
        #expect(edited.y(ofRank: rank) == y)
        #expect(fixed.y(ofRank: rank) == y)
      }
      y += rank % 7 == 0 ? 5 : Int64(heights[rank])
    }
    #expect(edited.estimatedCount == 0 && fixed.estimatedCount == 0)
    edited.checkInvariants()
    fixed.checkInvariants()
  }

  @Test func visibleRowsAreThoseThatIntersectTheViewport() {
    let heights: [Int32] = [0, 10, 0, 0, 20, 5, 0]
    let layout = RowLayout(heights: heights.span)
    let fixed = FixedRowLayout(heights: heights.span)
    for top in Int64(-5)...40 {
      for bottom in top...45 {
        var y: Int64 = 0
        var ranks: [Int] = []
        for (rank, height) in heights.enumerated() {
          if height > 0, y < bottom, y + Int64(height) > top, top < bottom { ranks.append(rank) }
          y += Int64(height)
        }
        let visible = layout.visibleRows(top: top, bottom: bottom)
        #expect(fixed.visibleRows(top: top, bottom: bottom) == visible)
        #expect(visible.ranks.isEmpty == ranks.isEmpty)
        if let first = ranks.first, let last = ranks.last {
          #expect(visible.ranks == first..<(last + 1))
          #expect(visible.y == layout.y(ofRank: first))
        }
      }
    }
    #expect(RowLayout().visibleRows(top: 0, bottom: 100).ranks.isEmpty)
  }

  @Test func memoryFollowsTheRowsBackDown() {
    var layout = RowLayout(count: 200_000, estimatedHeight: 64)
    let full = layout.byteCount
    #expect(full < 200_000 * 8)
    // First in, first out, which leaves a sparse node only at one end; then every second row.
    layout.removeRows(in: 0..<100_000)
    #expect(layout.byteCount < full * 3 / 4)
    for rank in 0..<50_000 { layout.remove(atRank: rank) }
    for rank in 0..<25_000 { layout.remove(atRank: rank) }
    for rank in 0..<12_500 { layout.remove(atRank: rank) }
    layout.checkInvariants()
    #expect(layout.count == 12_500)
    #expect(layout.leafCount < 4 * 12_500 / 63 + 2)
    layout.removeRows(in: 0..<layout.count)
    #expect(layout.byteCount < 16_384)
    layout.insert(7, atRank: 0)
    #expect(layout.totalHeight == 7)
    layout.removeAll()
    #expect(layout.count == 0 && layout.totalHeight == 0 && layout.estimatedCount == 0)
    layout.checkInvariants()
  }

  @Test func aListThatGrowsAtItsEndsStaysDense() {
    for atEnd in [true, false] {
      var layout = RowLayout()
      for count in 0..<20_000 { layout.insert(64, atRank: atEnd ? count : 0) }
      #expect(layout.leafCount <= 20_000 / 60)
      layout.checkInvariants()
    }
  }
}
