import Testing

@testable import ListCore

/// Every short sequence of operations on a window of few, tiny pages.
@Suite struct PageWindowExhaustiveTests {
  private enum Operation: CaseIterable {
    case admitFirst, admitSecond, admitThird, admitFar, admitEmpty, admitLong, refresh
    case dropSecond, viewFirst, viewFar, removeAll
  }

  private static let rowsPerPage = 2

  @Test func everySequenceOfFourOperations() throws {
    let operations = Operation.allCases
    for sequence in 0..<operations.count * operations.count * operations.count * operations.count {
      var window = try PageWindow(
        budgetBytes: 1_024, rowsPerPage: Self.rowsPerPage, textBytesPerPage: 8)
      #expect(window.pageCapacity >= 2)
      var model: [Int: Page] = [:]
      var rest = sequence
      for step in 0..<4 {
        try run(operations[rest % operations.count], &window, &model, salt: step)
        rest /= operations.count
        window.checkInvariants()
        compare(window, model)
      }
    }
  }

  private func run(
    _ operation: Operation, _ window: inout PageWindow, _ model: inout [Int: Page], salt: Int
  ) throws {
    switch operation {
    case .admitFirst: try admit(0, textBytes: 3, &window, &model, salt)
    case .admitSecond: try admit(1, textBytes: 4, &window, &model, salt)
    case .admitThird: try admit(2, textBytes: 1, &window, &model, salt)
    case .admitFar: try admit(40, textBytes: 2, &window, &model, salt)
    case .admitEmpty: try admit(3, rows: 0, textBytes: 0, &window, &model, salt)
    // Two and a half times what a slab has for text.
    case .admitLong: try admit(1, textBytes: 10, &window, &model, salt)
    case .refresh: try admit(model.keys.max() ?? 0, rows: 1, textBytes: 2, &window, &model, salt)
    case .dropSecond: #expect(window.drop(1) == (model.removeValue(forKey: 1) != nil))
    case .viewFirst: window.moveViewport(to: 0..<2)
    case .viewFar: window.moveViewport(to: 80..<82)
    case .removeAll:
      window.removeAll()
      model = [:]
    }
  }

  private func admit(
    _ number: Int, rows: Int = rowsPerPage, textBytes: Int, _ window: inout PageWindow,
    _ model: inout [Int: Page], _ salt: Int
  ) throws {
    var page = Page()
    for row in 0..<rows {
      let text = (0..<textBytes).map { UInt8($0 + 16 * row + 64 * salt % 192) }
      page.append(
        entry: ListEntry(key: SortKey(Int64(number)), id: ItemID(UInt64(number * 8 + row))),
        version: UInt32(salt + 1), text: text.span)
    }
    var drops: [Int] = []
    let wasResident = model[number] != nil
    let admission = try window.admit(page, at: number) { drops.append($0) }
    for drop in drops { #expect(model.removeValue(forKey: drop) != nil) }
    #expect((admission == .refreshed) == (wasResident && admission != .declined))
    if admission != .declined { model[number] = page }
  }

  private func compare(_ window: borrowing PageWindow, _ model: [Int: Page]) {
    var resident: [Int] = []
    window.forEachResidentPage { resident.append($0) }
    #expect(resident == model.keys.sorted())
    for number in [0, 1, 2, 3, 40] {
      #expect(window.isResident(number) == (model[number] != nil))
      for slot in 0..<Self.rowsPerPage {
        let rank = number * Self.rowsPerPage + slot
        let expected = model[number].flatMap { slot < $0.rows.count ? $0.rows[slot] : nil }
        let row = window.row(atRank: rank)
        #expect(row?.entry == expected?.entry && row?.version == expected?.version)
        guard let page = model[number], let expected else { continue }
        let start = Int(expected.textByteOffset)
        let text = Array(page.text[start..<start + Int(expected.textByteCount)])
        window.withText(atRank: rank) { span in
          #expect(span.count == text.count && text.indices.allSatisfy { span[$0] == text[$0] })
        }
      }
    }
  }
}
