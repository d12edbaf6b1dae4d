import ListCore
import ListSource
import TestSupport
import Testing

/// The contract finds every kind of wrong answer, and names its seed.
@Suite struct ContractTests {
  /// One mistake of a source.
  enum Fault: CaseIterable {
    case none, countsOneMore, neverHasMore, forgetsTheCap, findsNoEntry, entryOfAnotherKey
    case anchorOneLower, anchorAlwaysFound, windowWithoutItsLastRow, noPrevious, nextAtTheEnd
    case oldVersion, otherText, rowsReversed, missesAChange, changeWithoutText, lastOneLower
    case takesConflicts, takesGaps, takesAnyLimit, keepsThePageOfBefore
  }

  @Test(arguments: Fault.allCases) func everyFaultIsFound(fault: Fault) throws {
    var random = SeededRandom(state: 5)
    let rows: [ModelRow] = .hostile(400, largestID: .max, &random)
    let source = Faulty(base: try MemorySource.holding(rows), fault: fault)
    var contract = SourceContract(source, holding: ListModel(rows), seed: 77)
    if fault == .none {
      try contract.run(steps: 60)
      return
    }
    let failure = #expect(throws: ContractFailure.self) { try contract.run(steps: 60) }
    #expect(failure?.description.contains("seed 77") == true)
  }
}

/// A source in memory with one mistake.
private struct Faulty: ListSource {
  let base: MemorySource
  let fault: ContractTests.Fault

  func fill(_ page: inout Page, with request: PageRequest) throws(SourceError) {
    let before = page
    do throws(SourceError) {
      try base.fill(&page, with: request)
    } catch {
      if fault == .keepsThePageOfBefore { page = before }
      if fault == .takesAnyLimit, error.code == .limitOutOfRange { return }
      throw error
    }
    guard let last = page.rows.indices.last else { return }
    switch fault {
    case .noPrevious: page.previous = nil
    case .nextAtTheEnd: page.next = try base.cursor(after: page.rows[last].entry, .older)
    case .oldVersion: page.rows[last].version -= 1
    case .otherText: if !page.text.isEmpty { page.text[page.text.count - 1] ^= 1 }
    case .rowsReversed: if case .after(_, .newer) = request.place { page.rows.reverse() }
    default: break
    }
  }

  func fill(_ page: inout Page, round window: WindowRequest) throws(SourceError) -> AnchorPlace {
    var place = try base.fill(&page, round: window)
    switch fault {
    case .anchorOneLower: place.index += 1
    case .anchorAlwaysFound: place.isFound = true
    case .windowWithoutItsLastRow: _ = page.rows.popLast()
    default: break
    }
    return place
  }

  func entry(of id: ItemID) -> ListEntry? {
    var entry = base.entry(of: id)
    if fault == .findsNoEntry { entry = nil }
    if fault == .entryOfAnotherKey { entry?.key = 12_345 }
    return entry
  }

  func cursor(after entry: ListEntry, _ direction: Direction) throws(SourceError) -> Cursor {
    try base.cursor(after: entry, direction)
  }

  func count() -> Int { base.count() + (fault == .countsOneMore ? 1 : 0) }

  func total(_ kind: TotalKind) throws(SourceError) -> Total {
    var total = try base.total(kind)
    if fault == .neverHasMore { total.hasMore = false }
    return total
  }

  func countNewer(than entry: ListEntry, upTo cap: Int) -> Int {
    base.countNewer(than: entry, upTo: fault == .forgetsTheCap ? .max : cap)
  }

  func sequence() -> UInt64 { base.sequence() }

  func fill(
    _ batch: inout ChangeBatch, after sequence: UInt64, limit: Int
  ) throws(SourceError) -> UInt64 {
    let last = try base.fill(&batch, after: sequence, limit: limit)
    var changes = batch.modelChanges
    switch fault {
    case .missesAChange: _ = changes.popLast()
    case .changeWithoutText:
      for place in changes.indices where changes[place].change.operation == .move {
        changes[place].text = nil
      }
    case .lastOneLower: return last &- 1
    default: return last
    }
    batch = ChangeBatch(changes)
    return last
  }

  func apply(_ batch: ChangeBatch) throws(SourceError) {
    do throws(SourceError) {
      try base.apply(batch)
    } catch {
      if fault == .takesConflicts, error.code == .changeConflict { return }
      if fault == .takesGaps, error.code == .sequenceGap { return }
      throw error
    }
  }
}
