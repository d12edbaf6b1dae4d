import ListCoreFuzz
import Testing

@testable import ListCore

@Suite struct PageWindowModelTests {
  /// A page whose rows are a function of its number and a salt.
  static func page(_ number: Int, rows: Int, rowsPerPage: Int, textBytes: Int, salt: Int) -> Page {
    var page = Page()
    for row in 0..<rows {
      let rank = number * rowsPerPage + row
      let text = (0..<(textBytes * (row % 3) / 2)).map {
        UInt8(truncatingIfNeeded: $0 + rank + salt)
      }
      page.append(
        entry: ListEntry(key: SortKey(Int64(rank * 3)), id: ItemID(UInt64(rank + salt))),
        version: UInt32(salt + 1), text: text.span)
    }
    return page
  }

  @Test(arguments: [(10, 1), (10, 3), (60, 5), (0, 2)])
  func windowKeepsWhatIsNear(textBytes: Int, rowsPerPage: Int) throws {
    var random = TestRandom(
      state: ModelRun.seed("PageWindow, \(textBytes) bytes of text, \(rowsPerPage) rows"))
    var window = try PageWindow(
      budgetBytes: 4096, rowsPerPage: rowsPerPage, textBytesPerPage: 10 * rowsPerPage)
    #expect(window.byteCount <= 4096)
    let bytes = window.byteCount
    var model: [Int: Page] = [:]
    var dropped: Set<Int> = []
    var reloads = 0
    for step in 0..<ModelRun.operations(3000) {
      if random.below(3) == 0 {
        let jump = random.below(20) == 0
        let start =
          jump ? random.below(60 * rowsPerPage) : window.viewport.lowerBound + random.below(5)
        window.moveViewport(to: start..<(start + random.below(3 * rowsPerPage)))
      }
      let number =
        random.below(2) == 0
        ? window.nextWantedPage(prefetchPages: 3, pageCount: 80) ?? random.below(80)
        : random.below(80)
      let page = Self.page(
        number, rows: random.below(8) == 0 ? random.below(rowsPerPage + 1) : rowsPerPage,
        rowsPerPage: rowsPerPage, textBytes: random.below(textBytes + 1), salt: step)
      let wasResident = model[number] != nil
      let nearest = model.keys.map { window.distance(of: $0) }.max() ?? -1
      var drops: [Int] = []
      let admission = try window.admit(page, at: number) { drops.append($0) }
      for drop in drops {
        #expect(model.removeValue(forKey: drop) != nil)
        #expect(window.distance(of: drop) > window.distance(of: number))
        dropped.insert(drop)
      }
      // What was dropped was the farthest.
      let kept = model.keys.filter { $0 != number }.map { window.distance(of: $0) }.max() ?? 0
      #expect(drops.allSatisfy { window.distance(of: $0) >= kept })
      switch admission {
      case .declined:
        #expect(drops.isEmpty)
        #expect(window.distance(of: number) >= nearest || window.counts.overflowSlabs > 0)
      case .refreshed: #expect(wasResident)
      case .reloaded:
        #expect(!wasResident && dropped.contains(number))
        reloads += 1
      case .admitted: #expect(!wasResident && !dropped.contains(number))
      }
      if admission != .declined { model[number] = page }
      if random.below(50) == 0, let victim = model.keys.min() {
        let wasResident = window.drop(victim)
        #expect(wasResident)
        model[victim] = nil
        dropped.insert(victim)
      }
      check(window, model, rowsPerPage: rowsPerPage, all: step % 50 == 0)
      #expect(window.byteCount == bytes)
      #expect(window.counts.reloaded == reloads)
    }
    window.removeAll()
    #expect(window.residentPageCount == 0)
    window.checkInvariants()
  }

  private func check(
    _ window: borrowing PageWindow, _ model: [Int: Page], rowsPerPage: Int, all: Bool
  ) {
    window.checkInvariants()
    var resident: [Int] = []
    window.forEachResidentPage { resident.append($0) }
    #expect(resident == model.keys.sorted())
    guard all else { return }
    for number in 0..<85 {
      let page = model[number]
      #expect(window.isResident(number) == (page != nil))
      for row in 0..<rowsPerPage {
        let rank = number * rowsPerPage + row
        let expected = page.flatMap { row < $0.rows.count ? $0.rows[row] : nil }
        let found = window.row(atRank: rank)
        #expect(found?.entry == expected?.entry)
        #expect(found?.version == expected?.version)
        let text = window.withText(atRank: rank) { span in span.indices.map { span[$0] } }
        #expect(
          text
            == expected.flatMap { row in
              page.map {
                Array($0.text[Int(row.textByteOffset)...].prefix(Int(row.textByteCount)))
              }
            })
      }
    }
  }

  @Test func wantedPagesComeNearestFirstAndEnd() throws {
    var window = try PageWindow(budgetBytes: 64 << 10, rowsPerPage: 10, textBytesPerPage: 400)
    window.moveViewport(to: 95..<115)
    var order: [Int] = []
    while let page = window.nextWantedPage(prefetchPages: 2, pageCount: 13) {
      order.append(page)
      try window.admit(
        Self.page(page, rows: 10, rowsPerPage: 10, textBytes: 0, salt: 0), at: page)
    }
    #expect(order == [9, 10, 11, 12, 8, 7])
  }

  @Test func wantingEndsWhenTheBudgetIsSmallerThanTheWish() throws {
    var window = try PageWindow(budgetBytes: 2048, rowsPerPage: 10, textBytesPerPage: 100)
    window.moveViewport(to: 500..<520)
    var steps = 0
    while let page = window.nextWantedPage(prefetchPages: 40, pageCount: .max), steps < 200 {
      try window.admit(
        Self.page(page, rows: 10, rowsPerPage: 10, textBytes: 9, salt: 0), at: page)
      steps += 1
    }
    #expect(steps == window.pageCapacity)
    #expect(window.isResident(50) && window.isResident(51))
  }

  @Test func pagesThatCannotFitAreRefusedAndChangeNothing() throws {
    var window = try PageWindow(budgetBytes: 2048, rowsPerPage: 4, textBytesPerPage: 64)
    try window.admit(Self.page(0, rows: 4, rowsPerPage: 4, textBytes: 8, salt: 0), at: 0)
    let before = window.counts
    let tooMany = Self.page(1, rows: 5, rowsPerPage: 4, textBytes: 0, salt: 0)
    #expect(admissionError(&window, tooMany) == .tooManyRows)
    let tooLong = Self.page(1, rows: 4, rowsPerPage: 4, textBytes: 5000, salt: 0)
    #expect(admissionError(&window, tooLong) == .pageTooLarge)
    #expect(window.counts == before)
    window.checkInvariants()
    // Each text fits in a slab of 192 bytes, all together not in two of them.
    var narrow = try PageWindow(budgetBytes: 640, rowsPerPage: 4, textBytesPerPage: 64)
    #expect(narrow.pageCapacity == 2)
    let tooMuch = Self.page(1, rows: 4, rowsPerPage: 4, textBytes: 180, salt: 0)
    #expect(admissionError(&narrow, tooMuch) == .pageTooLarge)
    narrow.checkInvariants()
  }

  private func admissionError(_ window: inout PageWindow, _ page: Page) -> ListCoreError.Code? {
    do {
      try window.admit(page, at: 1)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(arguments: [-1, 0, 100, 2000])
  func aBudgetForLessThanTwoPagesIsRefusedWithAdvice(budget: Int) {
    do {
      _ = try PageWindow(budgetBytes: budget, rowsPerPage: 50, textBytesPerPage: 4096)
      Issue.record("a window of \(budget) bytes")
    } catch {
      #expect(error.code == .budgetTooSmall)
      #expect(error.description.contains("give about"))
    }
  }

  @Test func theAdvisedBudgetHoldsTwoPages() throws {
    for textBytes in stride(from: 0, to: 40_000, by: 173) {
      do {
        _ = try PageWindow(budgetBytes: 1, rowsPerPage: 7, textBytesPerPage: textBytes)
        Issue.record("a window of one byte")
      } catch {
        let words = error.description.split(separator: " ")
        let advice = words.firstIndex(of: "about").flatMap { Int(words[$0 + 1]) }
        let budget = try #require(advice)
        let window = try PageWindow(
          budgetBytes: budget, rowsPerPage: 7, textBytesPerPage: textBytes)
        #expect(window.pageCapacity >= 2 && window.byteCount <= budget)
      }
    }
  }
}
