import ListCore

/// One of each structure, which several threads read at once while nobody writes.
///
/// Every read is compared with plain arrays, and under the thread sanitizer a read that writes is
/// found even where it writes what was there.
package final class SharedReads: @unchecked Sendable {
  // Unchecked: nothing changes after `init`, and structures promise that reads never write.
  private let index: OrderedIndex
  private let store: ItemStore
  private let layout: RowLayout
  private let fixedLayout: FixedRowLayout
  private let window: PageWindow
  private let pool: RowPool

  private let entries: [ListEntry]
  private let ranks: [ItemID: Int]
  private let texts: [ItemID: [UInt8]]
  private let heights: [Int32]
  private let tops: [Int64]
  private let bindings: [RowPool.Binding]
  private let pages: [Int: Page]

  private static let rowsPerPage = 20

  /// Makes the structures by random writes, as a list is that has been used.
  package init(seed: UInt64) throws(ListCoreError) {
    var random = TestRandom(state: seed)
    var keys: [ItemID: SortKey] = [:]
    var index = OrderedIndex()
    var store = ItemStore()
    var texts: [ItemID: [UInt8]] = [:]
    for version in 1...40_000 as ClosedRange<UInt32> {
      let id = ItemID(UInt64(random.below(12_000)) &* 0x1_0000_0001)
      if random.below(4) == 0 {
        index.remove(id)
        keys[id] = nil
        store.remove(id, leavingTombstone: version)
        texts[id] = nil
      } else {
        let key = SortKey(Int64(random.below(5_000)))
        index.upsert(ListEntry(key: key, id: id))
        keys[id] = key
        let text = [UInt8](repeating: UInt8(version & 255), count: random.below(200))
        store.upsert(id, version: version, text: text.span)
        texts[id] = text
      }
    }
    entries = keys.map { ListEntry(key: $0.value, id: $0.key) }.sorted()
    ranks = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.id, $0) })
    self.texts = texts

    var layout = RowLayout()
    var heights: [Int32] = []
    for _ in 0..<8_000 {
      let rank = random.below(heights.count + 1)
      let height = random.height()
      heights.insert(height, at: rank)
      layout.insert(height, atRank: rank)
    }
    fixedLayout = FixedRowLayout(heights: heights.span)
    var top: Int64 = 0
    var tops: [Int64] = []
    for height in heights {
      tops.append(top)
      top += Int64(height)
    }
    self.tops = tops + [top]
    self.heights = heights

    var window = try PageWindow(
      budgetBytes: 1 << 18, rowsPerPage: Self.rowsPerPage, textBytesPerPage: 1_000)
    window.moveViewport(to: 900..<940)
    var pages: [Int: Page] = [:]
    while let number = window.nextWantedPage(prefetchPages: 30, pageCount: 100) {
      var page = Page()
      for rank in number * Self.rowsPerPage..<(number + 1) * Self.rowsPerPage {
        let entry = entries[rank]
        let text = texts[entry.id] ?? []
        page.append(entry: entry, version: 1, text: text.span)
      }
      try window.admit(page, at: number) { pages[$0] = nil }
      pages[number] = page
    }
    self.pages = pages

    var pool = RowPool(typeCount: 3)
    bindings = (0..<100).map { pool.take(type: $0 % 3, for: ItemID(UInt64($0))) }
    self.index = index
    self.store = store
    self.layout = layout
    self.window = window
    self.pool = pool
  }

  /// Reads on several threads at once.
  ///
  /// - Parameters:
  ///   - threads: How many.
  ///   - operations: Reads of each thread.
  ///   - seed: Decides what is read.
  /// - Throws: The first difference of the first thread that has one.
  package func run(threads: Int, operations: Int, seed: UInt64) throws(FuzzFinding) {
    // SAFETY: a thread writes its own place, and all have ended before they are read.
    nonisolated(unsafe) let findings = UnsafeMutableBufferPointer<FuzzFinding?>.allocate(
      capacity: threads)
    findings.initialize(repeating: nil)
    defer { findings.deinitialize().deallocate() }
    let gotThreads = runOnThreads(threads) { number in
      var random = TestRandom(state: seed &+ UInt64(number))
      do {
        for _ in 0..<operations { try self.read(&random) }
      } catch let finding as FuzzFinding {
        findings[number] = finding
      } catch {}
    }
    if let finding = findings.lazy.compactMap({ $0 }).first { throw finding }
    if !gotThreads { throw FuzzFinding("the system gave fewer than \(threads) threads") }
  }

  private func read(_ random: inout TestRandom) throws(FuzzFinding) {
    switch random.below(8) {
    case 0, 1: try readItem(random.below(entries.count))
    case 2: try readRanks(&random)
    case 3: try readRuns(random.below(entries.count))
    case 4: try readStore(ItemID(UInt64(random.below(13_000)) &* 0x1_0000_0001))
    case 5: try readLayouts(random.below(heights.count))
    case 6: try readWindow(random.below(100 * Self.rowsPerPage))
    default: try readPool(random.below(bindings.count))
    }
  }

  // MARK: - Reads

  private func readItem(_ rank: Int) throws(FuzzFinding) {
    let entry = entries[rank]
    try expect(index.rank(of: entry.id), rank, "rank of \(entry.id)")
    try expect(index.entry(atRank: rank), entry, "entry at rank \(rank)")
    try expect(index.key(of: entry.id), entry.key, "key of \(entry.id)")
    try expect(index.firstRank(atOrAfter: entry), rank, "place of \(entry)")
    try expect(index.contains(ItemID(.max)), false, "whether an absent id is there")
    let before = index.neighbours(of: entry.id)?.before
    try expect(before, rank == 0 ? nil : entries[rank - 1], "entry before \(entry.id)")
  }

  private func readRanks(_ random: inout TestRandom) throws(FuzzFinding) {
    var ids: [ItemID] = []
    for _ in 0..<70 { ids.append(ItemID(UInt64(random.below(13_000)) &* 0x1_0000_0001)) }
    var found = [Int](repeating: 0, count: ids.count)
    var span = found.mutableSpan
    index.ranks(of: ids.span, into: &span)
    try expect(found, ids.map { ranks[$0] ?? -1 }, "ranks")
  }

  private func readRuns(_ rank: Int) throws(FuzzFinding) {
    let expected = entries[rank...].prefix(150)
    var found: [ListEntry] = []
    index.forEachRun(fromRank: rank, limit: 150) { keys, ids in
      for slot in keys.indices { found.append(ListEntry(key: keys[slot], id: ids[slot])) }
    }
    try expect(found[...], expected, "run from rank \(rank)")
    found = []
    index.forEach(from: entries[rank]) {
      found.append($0)
      return found.count < expected.count
    }
    try expect(found[...], expected, "entries from \(entries[rank])")
    found = []
    index.forEachReversed(fromRank: rank) {
      found.append($0)
      return found.count < 150
    }
    try expect(found, entries[...rank].suffix(150).reversed(), "entries down from rank \(rank)")
  }

  private func readStore(_ id: ItemID) throws(FuzzFinding) {
    let text = store.withText(of: id) { span in span.indices.map { span[$0] } }
    try expect(text, texts[id], "text of \(id)")
    try expect(store.contains(id), texts[id] != nil, "whether \(id) is there")
  }

  private func readLayouts(_ rank: Int) throws(FuzzFinding) {
    try read(layout, rank)
    try read(fixedLayout, rank)
    try expect(layout.isEstimated(rank: rank), false, "whether row \(rank) is estimated")
    try expect(fixedLayout.isEstimated(rank: rank), false, "whether row \(rank) is estimated")
  }

  private func read(
    _ layout: borrowing some RowGeometry & ~Copyable, _ rank: Int
  ) throws(FuzzFinding) {
    try expect(layout.y(ofRank: rank), tops[rank], "y of row \(rank)")
    try expect(layout.height(ofRank: rank), heights[rank], "height of row \(rank)")
    if heights[rank] > 0 {
      let position = RowPosition(rank: rank, distance: Int64(heights[rank]) - 1)
      try expect(layout.position(atY: tops[rank + 1] - 1), position, "row at the end of \(rank)")
    }
    try expect(layout.totalHeight, tops[tops.count - 1], "total height")
  }

  private func readWindow(_ rank: Int) throws(FuzzFinding) {
    let page = pages[rank / Self.rowsPerPage]
    let row = page?.rows[rank % Self.rowsPerPage]
    try expect(window.row(atRank: rank)?.entry, row?.entry, "row at rank \(rank)")
    let text = window.withText(atRank: rank) { span in span.indices.map { span[$0] } }
    try expect(text, row.map { texts[$0.entry.id] ?? [] }, "text at rank \(rank)")
    try expect(window.nextWantedPage(prefetchPages: 30, pageCount: 100), nil, "wanted page")
  }

  private func readPool(_ number: Int) throws(FuzzFinding) {
    try expect(pool.isCurrent(bindings[number]), true, "whether view \(number) is current")
    try expect(pool.item(inSlot: number), ItemID(UInt64(number)), "item of view \(number)")
  }
}
