import ListCore
import ListSource
import SQLite
import SQLiteSource
import TestSupport
import Testing

/// Windows, places of items, totals and the log.
@Suite struct WindowTests {
  let folder: TemporaryFolder
  let rows = spreadRows(400)

  init() throws {
    folder = try TemporaryFolder()
    try load(rows, into: folder.file("list"))
  }

  private func open(_ name: String = "list") throws -> SQLiteSource {
    try SQLiteSource(withoutSync: folder.file(name))
  }

  @Test func aWindowLiesRoundItsAnchor() throws {
    let source = try open()
    var page = Page()
    for (rank, newer, older) in [
      (0, 10, 10), (5, 10, 10), (200, 10, 10), (200, 0, 0), (200, 0, 5), (200, 5, 0),
      (399, 10, 10), (390, 10, 10), (389, 10, 10), (10, 10, 389), (200, 5_000, 4_999),
    ] {
      let place = try source.fill(
        &page, round: WindowRequest(round: rows[rank].entry, newer: newer, older: older))
      let start = max(0, rank - newer)
      let end = min(400, rank + 1 + older)
      #expect(page.modelRows == Array(rows[start..<end]))
      #expect(place == AnchorPlace(index: rank - start, isFound: true))
      #expect((page.next == nil) == (end == 400), "\(rank), \(older)")
      #expect((page.previous == nil) == (start == 0), "\(rank), \(newer)")
      if let next = page.next {
        try source.fill(&page, with: PageRequest(.cursor(next), limit: 3))
        #expect(page.modelRows == Array(rows[end..<min(400, end + 3)]))
      }
    }
  }

  @Test func aWindowRoundAnAbsentAnchorHasBothSides() throws {
    let source = try open()
    var page = Page()
    // Between ranks 199 and 200, above the head, below the end.
    let below = rows[200].entry
    for (anchor, rank) in [
      (ListEntry(key: below.key, id: ItemID(below.id.rawValue + 5_000)), 200),
      (ListEntry(key: SortKey(.max), id: ItemID(UInt64(Int64.max))), 0),
      (ListEntry(key: SortKey(.min), id: 0), 400),
    ] {
      // Ids of a tie are near each other: a larger one stands before its whole tie.
      let rank = rank == 200 ? rows.firstIndex { $0.entry < anchor } ?? 0 : rank
      for (newer, older) in [(10, 10), (0, 0), (3, 0), (0, 3)] {
        let place = try source.fill(
          &page, round: WindowRequest(round: anchor, newer: newer, older: older))
        let start = max(0, rank - newer)
        let end = min(400, rank + older)
        #expect(page.modelRows == Array(rows[start..<end]))
        #expect(place == AnchorPlace(index: rank - start, isFound: false))
        #expect((page.next == nil) == (end == 400 || start == end))
        #expect((page.previous == nil) == (start == 0 || start == end))
      }
    }
  }

  @Test func badWindowsAreRefused() throws {
    let source = try open()
    var page = Page()
    for (newer, older) in [(-1, 1), (1, -1), (10_000, 0), (5_000, 5_000), (.max, .max)] {
      try source.fill(&page, with: PageRequest(.head, limit: 5))
      let window = WindowRequest(round: rows[5].entry, newer: newer, older: older)
      #expect(
        try sourceError { _ = try source.fill(&page, round: window) }.code == .windowOutOfRange)
      #expect(page == Page())
    }
    let large = WindowRequest(
      round: ListEntry(key: 1, id: ItemID(1 << 63)), newer: 1, older: 1)
    #expect(try sourceError { _ = try source.fill(&page, round: large) }.code == .idOutOfRange)
    #expect(try sourceError { _ = try source.entry(of: ItemID(.max)) }.code == .idOutOfRange)
    _ = try source.fill(&page, round: WindowRequest(round: rows[5].entry, newer: 1, older: 1))
    #expect(page.rows.count == 3)
  }

  @Test func aWindowCostsTheSameEverywhere() throws {
    var costs: Set<Int> = []
    let source = try open()
    var page = Page()
    for rank in stride(from: 50, to: 350, by: 50) {
      var counters = SQLiteSource.Counters()
      let window = WindowRequest(round: rows[rank].entry, newer: 20, older: 20)
      _ = try source.fill(&page, round: window, counting: &counters)
      costs.insert(counters.vmSteps)
      #expect(counters.fullScanSteps == 0 && counters.sorts == 0)
    }
    #expect(try #require(costs.max()) < 20 * 42)
  }

  @Test func itemsAreFoundByID() throws {
    let source = try open()
    for row in rows { #expect(try source.entry(of: row.entry.id) == row.entry) }
    #expect(try source.entry(of: 0) == nil)
    #expect(try source.entry(of: ItemID(UInt64(Int64.max))) == nil)
  }

  // MARK: - Totals

  @Test func totalsAreAsExactAsAsked() throws {
    let source = try open()
    var model = ListModel(rows)
    var random = SeededRandom(state: 3)
    for _ in 0..<20 { try source.apply(model.churn(20, &random)) }
    let count = model.rows.count
    #expect(count != 400)
    #expect(try source.total(.exact) == Total(count))
    for cap in [0, 1, count - 1, count, count + 1, .max] {
      #expect(
        try source.total(.capped(cap)) == Total(min(cap, count), hasMore: cap < count), "\(cap)")
    }
    for cap in [-1, .min] {
      #expect(try sourceError { _ = try source.total(.capped(cap)) }.code == .totalOutOfRange)
    }
    // As of the load, until the statistics are made anew.
    #expect(try source.total(.estimated) == Total(400, isEstimate: true))
    try source.analyze()
    #expect(try source.total(.estimated) == Total(count, isEstimate: true))
  }

  @Test func totalsCostWhatTheyPromise() throws {
    let rows = spreadRows(50_000)
    try load(rows, into: folder.file("large"))
    let source = try open("large")
    func cost(_ way: SQLiteSource.Counting, _ count: Int) throws -> SQLiteSource.Counters {
      var counters = SQLiteSource.Counters()
      #expect(try source.total(by: way, counting: &counters).count == count)
      return counters
    }
    let kept = try cost(.kept, 50_000)
    #expect(kept.vmSteps < 30 && kept.pagesTouched < 5)
    // COUNT(*) hides in the steps: it reads all leaves of an index in one.
    let scan = try cost(.scan, 50_000)
    #expect(scan.vmSteps < 30 && scan.pagesTouched > 50_000 / 500)
    let capped = try cost(.capped(1_000), 1_000)
    #expect((1_000...8 * 1_001).contains(capped.vmSteps) && capped.pagesTouched < 10)
    let statistics = try cost(.statistics, 50_000)
    #expect(statistics.vmSteps < 60 && statistics.pagesTouched < 5)
  }

  @Test func anEmptyListHasTotalsOfNone() throws {
    try load([], into: folder.file("empty"))
    let source = try open("empty")
    #expect(try source.total(.exact) == Total(0))
    #expect(try source.total(.capped(0)) == Total(0))
    #expect(try source.total(.estimated) == Total(0, isEstimate: true))
    var page = Page()
    let window = WindowRequest(round: ListEntry(key: 1, id: 1), newer: 5, older: 5)
    #expect(try source.fill(&page, round: window) == AnchorPlace(index: 0, isFound: false))
    #expect(page == Page())
  }

  // MARK: - The log

  /// Applies batches and returns all changes.
  private func applied(_ source: SQLiteSource, _ counts: [Int]) throws -> [ChangeBatch.Element] {
    var model = ListModel(rows)
    var random = SeededRandom(state: 8)
    var all: [ChangeBatch.Element] = []
    for count in counts {
      let batch = model.churn(count, &random)
      try source.apply(batch)
      all += batch.elements
    }
    return all
  }

  @Test func changesComeBackAsTheyWere() throws {
    let source = try open()
    var model = ListModel(rows)
    var random = SeededRandom(state: 8)
    let applied = model.churn(500, &random)
    try source.apply(applied)
    var batch = ChangeBatch()
    #expect(try source.fill(&batch, after: 0, limit: 500) == 500)
    #expect(batch == applied)
    #expect(try source.fill(&batch, after: 123, limit: 7) == 500)
    #expect(batch.elements.map(\.change) == applied.elements[123..<130].map(\.change))
    #expect(try source.fill(&batch, after: 500, limit: 7) == 500)
    #expect(batch == ChangeBatch())
    for limit in [0, -1, ChangeBatch.maximumCount + 1, .max] {
      let error = try sourceError { try source.fill(&batch, after: 0, limit: limit) }
      #expect(error.code == .limitOutOfRange)
    }
    for sequence in [501, .max] as [UInt64] {
      _ = try source.fill(&batch, after: 0, limit: 5)
      let error = try sourceError { try source.fill(&batch, after: sequence, limit: 5) }
      #expect(error.code == .sequenceAhead)
      #expect(batch == ChangeBatch())
    }
  }

  @Test(arguments: [0, 1, 10, 100], [[1, 1, 1], [30], [100], [60, 60], [250, 1, 7]])
  func theLogKeepsItsLastChanges(limit: Int, counts: [Int]) throws {
    try load(
      rows, into: folder.file("short"), layout: SQLiteLayout(changeLimit: limit), sequence: 1_000,
      replacing: true)
    let source = try open("short")
    var model = ListModel(rows, sequence: 1_000)
    var random = SeededRandom(state: 8)
    var all: [Change] = []
    for count in counts {
      let batch = model.churn(count, &random)
      try source.apply(batch)
      all += batch.elements.map(\.change)
      var read = ChangeBatch()
      let last = 1_000 + UInt64(all.count)
      let floor = last - UInt64(min(limit, all.count))
      #expect(try source.fill(&read, after: floor, limit: 100_000) == last)
      #expect(read.elements.map(\.change) == all.suffix(limit))
      let error = try sourceError { try source.fill(&read, after: floor - 1, limit: 5) }
      #expect(error.code == .changesGone)
      #expect(read == ChangeBatch())
      // No change stays in the file that cannot be asked for.
      let kept = try Connection(path: folder.file("short"), mode: .readOnly)
        .integer("SELECT count(*) FROM change")
      #expect(kept == Int64(min(limit, all.count)))
    }
  }

  @Test func aRefusedBatchIsNotInTheLog() throws {
    let source = try open()
    let before = try applied(source, [5])
    var bad = ChangeBatch()
    bad.append(
      Change(sequence: 6, operation: .insert, id: 90_000, key: 1, version: 1), text: Span())
    bad.append(Change(sequence: 7, operation: .delete, id: 90_001, key: 1, version: 1))
    #expect(try sourceError { try source.apply(bad) }.code == .changeConflict)
    var batch = ChangeBatch()
    #expect(try source.fill(&batch, after: 0, limit: 100) == 5)
    #expect(batch.elements.map(\.change) == before.map(\.change))
  }

  @Test func numbersAbove63BitsAreInOrder() throws {
    let start = UInt64(Int64.max) - 1
    try load(rows, into: folder.file("far"), sequence: start)
    let source = try open("far")
    var batch = ChangeBatch()
    for number in 1...5 as ClosedRange<UInt64> {
      let entry = rows[Int(number)].entry
      batch.append(
        Change(
          sequence: start + number, operation: .delete, id: entry.id, key: entry.key, version: 1))
    }
    try source.apply(batch)
    #expect(try source.sequence() == start + 5)
    var read = ChangeBatch()
    #expect(try source.fill(&read, after: start, limit: 10) == start + 5)
    #expect(read == batch)
    #expect(
      try sourceError { try source.fill(&read, after: start - 1, limit: 1) }.code == .changesGone)
  }
}
