import ListCoreFuzz
import Testing

@testable import ListCore

/// Scripts H1 to H4, I1, J1 and J3 at the level of the layout: what is pinned does not move at all.
@Suite struct ScrollAnchorTests {
  /// A list in a viewport 800 pt high: rows and a scroll position.
  private struct Screen: ~Copyable {
    var layout: RowLayout
    var scrollY: Int64
    var anchor: ScrollAnchor

    init(rows: Int, estimate: Int32, anchorRank: Int, edge: ScrollAnchor.Edge = .top) {
      layout = RowLayout(count: rows, estimatedHeight: estimate)
      anchor = ScrollAnchor(rank: anchorRank, edge: edge, in: layout)
      scrollY = layout.viewportTop(showing: anchorRank, .center, viewportHeight: 800 * 64)
    }

    /// Where the anchored edge is on the screen.
    var place: Int64? {
      guard let rank = anchor.rank else { return nil }
      return layout.y(ofRank: anchor.edge == .top ? rank : rank + 1) - scrollY
    }

    mutating func settle() {
      scrollY += anchor.correction(in: layout)
    }
  }

  private static func real(_ rng: inout TestRandom) -> Int32 {
    Int32(40 * 64 + rng.below(560 * 64))
  }

  @Test(arguments: [1, 20, 200], [0, 250, 499])
  func prependedRowsDoNotMoveTheAnchorWhateverTheyMeasure(added: Int, rank: Int) {
    for edge in ScrollAnchor.Edge.allCases {
      var rng = TestRandom(state: UInt64(added))
      var screen = Screen(rows: 500, estimate: 80 * 64, anchorRank: rank, edge: edge)
      let place = screen.place
      screen.layout.insert(count: added, estimatedHeight: 80 * 64, atRank: 0)
      screen.anchor.didInsert(added, atRank: 0)
      screen.settle()
      #expect(screen.anchor.rank == rank + added)
      #expect(screen.place == place)
      for row in 0..<added {
        screen.layout.setHeight(Self.real(&rng), ofRank: row)
        screen.settle()
        #expect(screen.place == place)
      }
      #expect(screen.layout.estimatedCount == 500)
      screen.layout.checkInvariants()
    }
  }

  @Test func scrollingUpThroughEstimatesMovesTheAnchorByTheFingerAlone() {
    var rng = TestRandom(state: 2)
    var screen = Screen(rows: 5000, estimate: 80 * 64, anchorRank: 2500)
    for _ in 0..<600 {
      let visible = screen.layout.visibleRows(
        top: screen.scrollY, bottom: screen.scrollY + 800 * 64)
      // The row at the top of the viewport is the one that stays while what is above it is measured.
      screen.anchor = ScrollAnchor(rank: visible.ranks.lowerBound, edge: .bottom, in: screen.layout)
      let before = screen.place
      screen.scrollY -= 4 * 64
      let rows = screen.layout.visibleRows(
        top: screen.scrollY, bottom: screen.scrollY + 800 * 64
      ).ranks
      for rank in rows where screen.layout.isEstimated(rank: rank) {
        screen.layout.setHeight(Self.real(&rng), ofRank: rank)
      }
      screen.settle()
      #expect(before.map { $0 + 4 * 64 } == screen.place)
    }
  }

  @Test func rowsThatChangeHeightLaterDoNotMoveTheAnchor() {
    var rng = TestRandom(state: 3)
    var screen = Screen(rows: 300, estimate: 80 * 64, anchorRank: 150)
    let place = screen.place
    for _ in 0..<100 {
      for _ in 0..<30 { screen.layout.setHeight(Self.real(&rng), ofRank: rng.below(300)) }
      screen.settle()
      #expect(screen.place == place)
    }
  }

  @Test func correctionsOfADragWaitAndAreNotLost() {
    var screen = Screen(rows: 100, estimate: 80 * 64, anchorRank: 50)
    let place = screen.place
    screen.layout.setHeight(1, ofRank: 3)
    screen.layout.remove(atRank: 7)
    // A removal is told before it happens, here by a second anchor that is told rightly.
    screen.anchor = ScrollAnchor(rank: 49, in: screen.layout)
    screen.scrollY = screen.layout.y(ofRank: 49) - (place ?? 0)
    screen.layout.setHeight(5, ofRank: 2)
    screen.anchor.willRemove(10..<20, from: screen.layout)
    screen.layout.removeRows(in: 10..<20)
    screen.layout.insert(9, atRank: 0)
    screen.anchor.didInsert(1, atRank: 0)
    #expect(screen.anchor.rank == 40)
    #expect(screen.place != place)
    screen.settle()
    #expect(screen.place == place)
  }

  @Test func rowsOfAGapPinTheRowOnTheSideFromWhichTheGapIsReached() {
    // From below, the row behind the gap stays; from above, the row before it.
    for (rank, edge) in [(41, ScrollAnchor.Edge.top), (39, .bottom)] {
      var screen = Screen(rows: 80, estimate: 80 * 64, anchorRank: rank, edge: edge)
      let place = screen.place
      screen.anchor.willRemove(40..<41, from: screen.layout)
      screen.layout.remove(atRank: 40)
      screen.layout.insert(count: 20, estimatedHeight: 90 * 64, atRank: 40)
      screen.anchor.didInsert(20, atRank: 40)
      screen.settle()
      #expect(screen.place == place)
      #expect(screen.anchor.rank == (rank == 41 ? 60 : 39))
    }
  }

  @Test func aTailThatGrowsIsFollowedByItsBottomEdgeAndPinnedByItsTop() {
    for edge in ScrollAnchor.Edge.allCases {
      var screen = Screen(rows: 50, estimate: 80 * 64, anchorRank: 49, edge: edge)
      let (scrollY, place) = (screen.scrollY, screen.place)
      for frame in 1...60 {
        screen.layout.setHeight(Int32(80 * 64 + frame * 3 * 64), ofRank: 49)
        screen.settle()
        #expect(screen.place == place)
        #expect(screen.scrollY - scrollY == (edge == .bottom ? Int64(frame * 3 * 64) : 0))
      }
    }
  }

  @Test func aRemovedAnchorGoesToItsNearestNeighbourWhichDoesNotMove() {
    for count in 1...7 {
      for rank in 0..<count {
        for lower in 0...count {
          for upper in lower...count {
            for edge in ScrollAnchor.Edge.allCases {
              check(count: count, rank: rank, removing: lower..<upper, edge)
            }
          }
        }
      }
    }
  }

  private func check(
    count: Int, rank: Int, removing ranks: Range<Int>, _ edge: ScrollAnchor.Edge
  ) {
    let heights = (0..<count).map { Int32(10 + $0 * $0) }
    var layout = RowLayout(heights: heights.span)
    // The model: the rows that are left, by distance in ranks, the lower of two equal ones first.
    let next = (0..<count).filter { !ranks.contains($0) }
      .min { (abs($0 - rank), -$0) < (abs($1 - rank), -$1) }
    var anchor = ScrollAnchor(rank: rank, edge: edge, in: layout)
    anchor.willRemove(ranks, from: layout)
    guard let next else {
      layout.removeRows(in: ranks)
      #expect(anchor.rank == nil)
      #expect(anchor.correction(in: layout) == 0)
      return
    }
    let old = layout.y(ofRank: edge == .top ? next : next + 1)
    layout.removeRows(in: ranks)
    let new = next < ranks.lowerBound ? next : next - ranks.count
    #expect(anchor.rank == new)
    #expect(
      anchor.correction(in: layout) == layout.y(ofRank: edge == .top ? new : new + 1) - old)
    #expect(anchor.correction(in: layout) == 0)
  }

  @Test(arguments: RowAlignment.allCases, [1, 2, 16])
  func aJumpLandsExactlyOnceTheRowsOnTheWayAreMeasured(alignment: RowAlignment, error: Int) {
    var rng = TestRandom(state: UInt64(error))
    var layout = RowLayout(count: 3000, estimatedHeight: Int32(80 * 64 * error))
    let viewport: Int64 = 800 * 64
    let rank = 1234
    var scrollY = layout.viewportTop(showing: rank, alignment, viewportHeight: viewport)
    // Measuring what is visible moves what is visible, until all of it is measured.
    var rounds = 0
    while true {
      let rows = layout.visibleRows(top: scrollY, bottom: scrollY + viewport).ranks
      let estimated = rows.filter { layout.isEstimated(rank: $0) }
      if estimated.isEmpty { break }
      for rank in estimated { layout.setHeight(Self.real(&rng), ofRank: rank) }
      scrollY = layout.viewportTop(showing: rank, alignment, viewportHeight: viewport)
      rounds += 1
    }
    #expect(rounds < 40)
    let top = layout.y(ofRank: rank) - scrollY
    let height = Int64(layout.height(ofRank: rank))
    switch alignment {
    case .start: #expect(top == 0)
    case .center: #expect(abs(2 * top + height - viewport) <= 1)
    case .end: #expect(top + height == viewport)
    }
  }

  @Test func aJumpStopsAtTheEndsOfTheList() {
    let layout = RowLayout(count: 20, estimatedHeight: 80 * 64)
    let viewport: Int64 = 800 * 64
    #expect(layout.viewportTop(showing: 0, .end, viewportHeight: viewport) == 0)
    #expect(layout.viewportTop(showing: 19, .start, viewportHeight: viewport) == 800 * 64)
    let short = RowLayout(count: 3, estimatedHeight: 80 * 64)
    for alignment in RowAlignment.allCases {
      #expect(short.viewportTop(showing: 2, alignment, viewportHeight: viewport) == 0)
    }
  }

  @Test func aRotationKeepsTheAnchorWhileAllHeightsChange() {
    var rng = TestRandom(state: 9)
    var screen = Screen(rows: 2000, estimate: 80 * 64, anchorRank: 1000)
    for rank in 0..<2000 { screen.layout.setHeight(Self.real(&rng), ofRank: rank) }
    screen.settle()
    let place = screen.place
    // From 390 to 844 pt wide: what is known of the heights shrinks in proportion.
    screen.layout.forgetMeasurements(numerator: 390, denominator: 844)
    screen.settle()
    #expect(screen.place == place)
    #expect(screen.layout.estimatedCount == 2000)
    for rank in 990..<1010 {
      screen.layout.setHeight(Self.real(&rng), ofRank: rank)
      screen.settle()
      #expect(screen.place == place)
    }
    screen.layout.checkInvariants()
  }

  @Test func theAnchorWorksOnTheFixedFormToo() {
    var layout = FixedRowLayout(count: 100, estimatedHeight: 64)
    var anchor = ScrollAnchor(rank: 50, in: layout)
    layout.setHeight(100, ofRank: 10)
    layout.append(count: 5, estimatedHeight: 3)
    anchor.didInsert(5, atRank: 100)
    #expect(anchor.correction(in: layout) == 36)
    #expect(anchor.rank == 50)
  }
}
