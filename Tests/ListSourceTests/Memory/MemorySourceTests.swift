import ListCore
import TestSupport
import Testing

@testable import ListSource

/// What the source in memory does its own way: ends of the number range, its log, its errors.
@Suite struct MemorySourceTests {
  private func options(changes: Int, textBytes: Int = 1 << 20) -> MemorySource.Options {
    var options = MemorySource.Options()
    options.changeCapacity = changes
    options.changeTextCapacityBytes = textBytes
    return options
  }

  private func change(
    _ sequence: UInt64, _ operation: Change.Operation, _ entry: ListEntry, version: UInt32 = 2,
    text: [UInt8]? = nil
  ) -> ModelChange {
    ModelChange(
      Change(
        sequence: sequence, operation: operation, id: entry.id, key: entry.key, version: version),
      text: text ?? (operation.bringsText ? Array("new".utf8) : nil))
  }

  // MARK: - Ends

  @Test func keysAndIDsAtTheEndsAreTaken() throws {
    let keys: [Int64] = [.min, .min + 1, -1, 0, .max - 1, .max]
    let ids: [UInt64] = [0, 1, 1 << 63 - 1, 1 << 63, .max - 1, .max]
    var number: UInt64 = 0
    let rows = keys.flatMap { key in
      ids.prefix(1).map { _ in
        defer { number += 1 }
        return ModelRow(
          entry: ListEntry(key: SortKey(key), id: ItemID(ids[Int(number)])), text: [])
      }
    }
    let source = try MemorySource.holding(rows.reversed())
    var page = Page()
    for key in keys {
      for id in ids {
        let entry = ListEntry(key: SortKey(key), id: ItemID(id))
        try source.fill(&page, with: PageRequest(.after(entry, .older), limit: 10))
        #expect(page.rows.map(\.entry) == rows.map(\.entry).filter { $0 < entry }.reversed())
        try source.fill(&page, with: PageRequest(.after(entry, .newer), limit: 10))
        #expect(page.rows.map(\.entry) == rows.map(\.entry).filter { $0 > entry }.reversed())
        #expect(
          source.countNewer(than: entry, upTo: 100) == rows.filter { $0.entry > entry }.count)
        let place = try source.fill(
          &page, round: WindowRequest(round: entry, newer: 5_000, older: 4_999))
        #expect(page.rows.count == rows.count)
        #expect(place.index == rows.filter { $0.entry > entry }.count)
      }
    }
  }

  @Test func theSequenceMayReachItsEnd() throws {
    let source = try MemorySource.holding(.spread(3), sequence: .max - 1)
    let entry = ListEntry(key: 0, id: 1)
    try source.apply(ChangeBatch([change(.max, .update, entry)]))
    #expect(source.sequence() == .max)
    for sequence in [0, 1, .max] as [UInt64] {
      let batch = ChangeBatch([change(sequence, .update, entry, version: 3)])
      #expect(try sourceError { try source.apply(batch) }.code == .sequenceGap)
    }
    var batch = ChangeBatch()
    #expect(try source.fill(&batch, after: .max - 1, limit: 5) == .max)
    #expect(batch.elements.count == 1)
    #expect(try source.fill(&batch, after: .max, limit: 5) == .max)
    #expect(batch.elements.isEmpty)
  }

  @Test func loadsTakeRowsInAnyOrder() throws {
    let rows: [ModelRow] = .spread(2_500)
    var random = SeededRandom(state: 1)
    var shuffled = rows
    for index in shuffled.indices.dropFirst() {
      shuffled.swapAt(index, random.next(below: index + 1))
    }
    var page = Page()
    for order in [rows, rows.reversed(), shuffled] {
      let source = try MemorySource.holding(order)
      try source.fill(&page, with: PageRequest(.head, limit: 10_000))
      #expect(page.modelRows == rows)
      source.checkInvariants()
    }
    let empty = MemorySource(identity: testIdentity, authenticator: TestAuthenticator(secret: 1))
    try empty.fill(&page, with: PageRequest(.head, limit: 5))
    #expect(page == Page() && empty.count() == 0)
  }

  @Test func loadsRefuseWhatDoesNotFitAndGoOn() throws {
    var loader = MemoryLoader(identity: testIdentity)
    let text = [UInt8](repeating: 65, count: ItemStore.maximumTextByteCount + 1)
    let (first, second) = (ListEntry(key: 1, id: 1), ListEntry(key: 2, id: 2))
    try loader.append(first, version: 1, text: text.span.extracting(first: 10))
    do throws(SourceError) {
      try loader.append(ListEntry(key: 9, id: 1), version: 7, text: text.span.extracting(first: 1))
      Issue.record("an id twice")
    } catch {
      #expect(error.code == .duplicateID && error.message.contains("id 1"))
    }
    do throws(SourceError) {
      try loader.append(second, version: 1, text: text.span)
      Issue.record("a text too long")
    } catch {
      #expect(error.code == .textTooLong)
    }
    try loader.append(second, version: 1, text: text.span.extracting(first: 512 << 10 - 16))
    let source = loader.finish(authenticator: TestAuthenticator(secret: 1))
    var page = Page()
    try source.fill(&page, with: PageRequest(.head, limit: 5))
    #expect(page.rows.map(\.entry) == [second, first] && page.rows.map(\.version) == [1, 1])
  }

  // MARK: - Changes

  @Test func aTextThatIsTooLongIsRefusedWhole() throws {
    let source = try MemorySource.holding(.spread(10))
    let text = [UInt8](repeating: 65, count: ItemStore.maximumTextByteCount + 1)
    let batch = ChangeBatch([
      change(1, .delete, ListEntry(key: 0, id: 1)),
      change(2, .insert, ListEntry(key: 5, id: 99), text: text),
    ])
    #expect(try sourceError { try source.apply(batch) }.code == .textTooLong)
    #expect(source.count() == 10 && source.sequence() == 0)
    source.checkInvariants()
  }

  /// One batch may touch an id many times; each change counts from the one before.
  @Test func aBatchSeesItsOwnChanges() throws {
    let source = try MemorySource.holding(.spread(10))
    let (old, new) = (ListEntry(key: 0, id: 1), ListEntry(key: 7, id: 1))
    try source.apply(
      ChangeBatch([
        change(1, .delete, old), change(2, .insert, new), change(3, .update, new),
        change(4, .move, old), change(5, .delete, old), change(6, .insert, old, version: 1),
      ]))
    var page = Page()
    try source.fill(&page, with: PageRequest(.after(ListEntry(key: 0, id: 0), .newer), limit: 1))
    #expect(page.modelRows == [ModelRow(entry: old, version: 1, text: Array("new".utf8))])
    for bad in [
      [change(7, .delete, old), change(8, .update, old)],
      [change(7, .move, new), change(8, .delete, old)],
      [
        change(7, .insert, ListEntry(key: 1, id: 50)),
        change(8, .insert, ListEntry(key: 2, id: 50)),
      ],
    ] {
      let error = try sourceError { try source.apply(ChangeBatch(bad)) }
      #expect(error.code == .changeConflict && error.message.hasPrefix("change 8"))
      #expect(source.sequence() == 6 && source.count() == 10)
    }
    source.checkInvariants()
  }

  /// The log decides, also where its version is not the newer one.
  @Test func aVersionMayFall() throws {
    let source = try MemorySource.holding(.spread(10))
    let entry = ListEntry(key: 0, id: 1)
    try source.apply(ChangeBatch([change(1, .update, entry, version: 9)]))
    try source.apply(ChangeBatch([change(2, .move, entry, version: 3)]))
    var page = Page()
    _ = try source.fill(&page, round: WindowRequest(round: entry, newer: 0, older: 0))
    #expect(page.modelRows == [ModelRow(entry: entry, version: 3, text: Array("new".utf8))])
  }

  // MARK: - The log

  @Test(arguments: [0, 1, 3, 10]) func theLogKeepsAtLeastItsCapacity(capacity: Int) throws {
    let source = try MemorySource.holding(.spread(4), options: options(changes: capacity))
    var model = ListModel(.spread(4))
    var random = SeededRandom(state: 9)
    var batch = ChangeBatch()
    for number in 1...60 {
      try source.apply(model.churn(1, &random))
      for past in 0...number {
        let after = UInt64(number - past)
        if past <= capacity {
          try source.fill(&batch, after: after, limit: 100)
          #expect(batch.modelChanges.elementsEqual(model.changes(after: after, limit: 100)))
        } else if past > 2 * capacity {
          let error = try sourceError { try source.fill(&batch, after: after, limit: 100) }
          #expect(error.code == .changesGone && error.message.contains("fetch the list anew"))
          #expect(batch == ChangeBatch())
        }
      }
    }
  }

  /// Texts of 100 bytes in 1,000: ten changes to a half.
  @Test func theLogIsBoundedInBytes() throws {
    let source = try MemorySource.holding(
      .spread(4), options: options(changes: 1_000_000, textBytes: 1_000))
    let entry = ListEntry(key: 0, id: 1)
    let text = [UInt8](repeating: 65, count: 100)
    for number in 1...95 as ClosedRange<UInt64> {
      try source.apply(
        ChangeBatch([change(number, .update, entry, version: UInt32(number) + 1, text: text)]))
    }
    var batch = ChangeBatch()
    #expect(try source.fill(&batch, after: 80, limit: 100) == 95)
    #expect(batch.elements.count == 15)
    #expect(try sourceError { try source.fill(&batch, after: 79, limit: 100) }.code == .changesGone)
    // One that is larger than the whole room stands alone.
    let large = [UInt8](repeating: 66, count: 5_000)
    try source.apply(
      ChangeBatch([change(96, .update, entry, version: 200, text: large)]))
    #expect(try source.fill(&batch, after: 95, limit: 100) == 96)
    #expect(batch.text == large)
  }

  // MARK: - Pages

  @Test func pagesReuseTheirMemory() throws {
    let rows: [ModelRow] = .spread(3_000)
    let source = try MemorySource.holding(rows)
    var roomy: [UInt8] = []
    roomy.reserveCapacity(100_000)
    var page = Page()
    page.rows.reserveCapacity(10_000)
    page.text.reserveCapacity(1_000_000)
    page.next = Cursor(bytes: roomy)
    page.next?.bytes.reserveCapacity(100_000)
    page.previous = Cursor(bytes: roomy)
    page.previous?.bytes.reserveCapacity(100_000)
    roomy = []
    for rank in stride(from: 700, to: 2_500, by: 100) {
      for place in [.offset(rank), .after(rows[rank].entry, .newer)] as [PageRequest.Place] {
        try source.fill(&page, with: PageRequest(place, limit: 100))
        #expect(page.rows.capacity >= 10_000)
        #expect(page.text.capacity >= 1_000_000)
        #expect(try #require(page.next).bytes.capacity >= 100_000)
        #expect(try #require(page.previous).bytes.capacity >= 100_000)
      }
    }
  }

  /// The law of the rank-indexed list: nothing grows with the depth.
  @Test func costsAreTheSameAtEveryDepth() throws {
    let rows: [ModelRow] = .spread(20_000)
    let source = try MemorySource.holding(rows)
    var page = Page()
    func cost(_ place: PageRequest.Place) throws -> MemorySource.Counters {
      var counters = MemorySource.Counters()
      try source.fill(&page, with: PageRequest(place, limit: 50), counting: &counters)
      #expect(page.rows.count == 50)
      return counters
    }
    let offset = try cost(.offset(1))
    #expect(offset.nodeVisits >= 2 && offset.rowsScanned == 50)
    for depth in [100, 1_000, 10_000, 19_950] {
      #expect(try cost(.offset(depth)) == offset)
      let entry = rows[depth - 1].entry
      let cursor = try source.cursor(after: entry, .older)
      for place in [.after(entry, .older), .after(entry, .newer), .cursor(cursor)]
        as [PageRequest.Place]
      {
        #expect(try cost(place).nodeVisits == 2 * offset.nodeVisits)
      }
    }
  }

  @Test func aCursorThatIsKeptStaysAsItWas() throws {
    let source = try MemorySource.holding(.spread(300))
    var page = Page()
    try source.fill(&page, with: PageRequest(.head, limit: 10))
    let kept = try #require(page.next)
    let bytes = Array(kept.bytes)
    try source.fill(&page, with: PageRequest(.offset(100), limit: 10))
    #expect(kept.bytes == bytes && page.next != kept)
  }

  @Test func anAuthenticatorThatFailsLeavesAnEmptyPage() throws {
    struct Failing: CursorAuthenticator {
      func tag(of message: Span<UInt8>) throws(SourceError) -> CursorTag {
        throw SourceError(.engine, "no key: give one")
      }
    }
    var loader = MemoryLoader(identity: testIdentity)
    var rows = Page()
    rows.append(contentsOf: .spread(30) as [ModelRow])
    try loader.append(rows)
    let source = loader.finish(authenticator: Failing())
    var page = Page()
    #expect(
      try sourceError { try source.fill(&page, with: PageRequest(.head, limit: 5)) }.code == .engine
    )
    #expect(page == Page())
    try source.fill(&page, with: PageRequest(.head, limit: 30))
    #expect(page.rows.count == 30, "a page that needs no cursor")
  }

  @Test func callersMistakesTrap() async {
    await #expect(processExitsWith: .failure) {
      let source = try MemorySource.holding([])
      _ = source.countNewer(than: ListEntry(key: 1, id: 1), upTo: -1)
    }
    await #expect(processExitsWith: .failure) {
      var options = MemorySource.Options()
      options.changeCapacity = -1
      _ = try MemorySource.holding([], options: options)
    }
  }
}
