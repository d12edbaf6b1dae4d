import ListCoreFuzz
import Testing

@testable import ListCore

/// Viewports and page numbers at both ends of the integers, and lists of none or one page.
@Suite struct PageWindowExtremesTests {
  private static func window(rowsPerPage: Int, slabs: Int = 40) throws -> PageWindow {
    try PageWindow(
      budgetBytes: slabs * (rowsPerPage * 32 + 100) + 1024, rowsPerPage: rowsPerPage,
      textBytesPerPage: 0)
  }

  /// What is wanted, in order, by the definition, in integers that cannot overflow.
  private func wanted(
    viewport: Range<Int>, rowsPerPage: Int, prefetchPages: Int, pageCount: Int
  ) -> [Int] {
    let first = Int128(viewport.lowerBound / rowsPerPage)
    let last = viewport.isEmpty ? first : Int128((viewport.upperBound - 1) / rowsPerPage)
    var pages = Array(first...last)
    for distance in 0..<Int128(prefetchPages) {
      pages += [last + distance + 1, first - distance - 1]
    }
    return pages.filter { $0 >= 0 && $0 < Int128(pageCount) }.map { Int($0) }
  }

  @Test(arguments: [1, 3], [0, 1, 2, .max - 1, .max])
  func wantedPagesComeNearestFirstAtBothEnds(rowsPerPage: Int, pageCount: Int) throws {
    for start in [0, 1, 5, Int.max / 2, .max - 10, .max - 7, .max - 1, .max] {
      for length in [0, 1, 4, 7] where start <= .max - length {
        for prefetchPages in [0, 1, 3] {
          var window = try Self.window(rowsPerPage: rowsPerPage)
          let viewport = start..<(start + length)
          window.moveViewport(to: viewport)
          var order: [Int] = []
          while order.count < 40,
            let page = window.nextWantedPage(prefetchPages: prefetchPages, pageCount: pageCount)
          {
            order.append(page)
            #expect(try window.admit(Page(), at: page) == .admitted)
          }
          let expected = wanted(
            viewport: viewport, rowsPerPage: rowsPerPage, prefetchPages: prefetchPages,
            pageCount: pageCount)
          #expect(order == expected, "\(viewport), prefetch \(prefetchPages)")
          window.checkInvariants()
        }
      }
    }
  }

  @Test func wantingEndsHoweverLargeViewportAndPrefetchAre() throws {
    var window = try Self.window(rowsPerPage: 1, slabs: 8)
    for viewport in [0..<Int.max, 5..<5, Int.max..<Int.max, (Int.max - 3)..<Int.max] {
      for pageCount in [0, 1, 6, .max] {
        window.removeAll()
        window.moveViewport(to: viewport)
        var admitted = 0
        while let page = window.nextWantedPage(prefetchPages: .max, pageCount: pageCount) {
          #expect(try window.admit(Page(), at: page) != .declined)
          admitted += 1
          try #require(admitted <= window.pageCapacity)
        }
        #expect(admitted == min(pageCount, window.pageCapacity))
      }
    }
  }

  @Test func theLastRankAndTheLastPageAreLikeOthers() throws {
    var window = try Self.window(rowsPerPage: 1)
    #expect(window.row(atRank: .max) == nil)
    var page = Page()
    page.append(entry: ListEntry(key: 7, id: 8), version: 9, text: [10].span)
    #expect(try window.admit(page, at: .max) == .admitted)
    #expect(try window.admit(page, at: 0) == .admitted)
    let residents = [Int.max, 0, .max - 1].map { window.isResident($0) }
    #expect(residents == [true, true, false])
    #expect(window.row(atRank: .max)?.entry.id == 8)
    #expect(window.withText(atRank: .max) { $0[0] } == 10)
    #expect(window.distance(of: .max) == .max)
    window.moveViewport(to: Int.max..<Int.max)
    #expect(window.distance(of: .max) == 0 && window.distance(of: 0) == .max)
    let wasResident = window.drop(.max)
    #expect(wasResident)
    #expect(try window.admit(page, at: .max) == .reloaded)
    window.checkInvariants()
  }

  @Test func theFarthestPageIsDroppedFromEitherEnd() throws {
    var window = try Self.window(rowsPerPage: 1, slabs: 2)
    let capacity = window.pageCapacity
    for number in 0..<capacity { try window.admit(Page(), at: number) }
    window.moveViewport(to: (Int.max - 1)..<Int.max)
    var dropped: [Int] = []
    #expect(try window.admit(Page(), at: .max) { dropped.append($0) } == .admitted)
    #expect(dropped == [0])
    window.moveViewport(to: 0..<1)
    #expect(try window.admit(Page(), at: 0) { dropped.append($0) } == .reloaded)
    #expect(dropped == [0, .max])
    window.checkInvariants()
  }

  /// Slabs have 32-bit numbers: a budget for more of them is not used up.
  @Test func aBudgetForMoreSlabsThanNumbersGivesAsManyAsNumbers() {
    #expect(PageArena.slabCount(budgetBytes: .max, slabBytes: 64) == Int(UInt32.max))
    #expect(PageArena.slabCount(budgetBytes: 1 << 20, slabBytes: 64) < 1 << 14)
  }

  @Test func viewportsAndWishesOutOfRangeTrap() async {
    expectTrap(
      "viewport before the list",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        var window = try Self.window(rowsPerPage: 1)
        window.moveViewport(to: -1..<3)
      })
    expectTrap(
      "prefetch distance negative",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let window = try Self.window(rowsPerPage: 1)
        _ = window.nextWantedPage(prefetchPages: -1, pageCount: 1)
      })
    expectTrap(
      "page count negative",
      await #expect(processExitsWith: .failure, observing: Trap.message) {
        let window = try Self.window(rowsPerPage: 1)
        _ = window.nextWantedPage(prefetchPages: 1, pageCount: -1)
      })
  }
}
