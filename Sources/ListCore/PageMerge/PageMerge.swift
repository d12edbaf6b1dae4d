/// Merges fetched pages into a list by id: what is new, what is a repeat, what is newer, and where it
/// lands.
///
/// Pages overlap what is loaded, arrive late and twice, and repeat rows when the list moved while it
/// was read; a merge is right for all of these, in time proportional to the page. The value keeps the
/// small table that finds repeats inside a page, so that no merge allocates.
///
/// The rule, row by row in the page's order: a row older than what the store has is stale and changes
/// nothing. A newer row replaces the text. A row that is not stale puts the item at its key, for the
/// page fetched last knows best where an unchanged item is now. An item whose tombstone is not older
/// stays away.
///
/// Limits are those of index and store, where a merge traps; their `checkRoom` throws before it.
public struct PageMerge: ~Copyable {
  /// What a page was, row by row: the six counts from `inserted` on add up to the rows.
  @frozen
  public struct Report: Hashable, Sendable {
    /// Rows whose item was not in the list.
    public var inserted = 0
    /// Rows whose item was there, with this version and key.
    public var repeated = 0
    /// Rows whose item was there in an older version, with this key.
    public var updated = 0
    /// Rows whose item was there with another key, in this or an older version.
    public var moved = 0
    /// Rows whose item, or tombstone, was there in a newer version.
    public var stale = 0
    /// Rows whose id an earlier row of the page has; the newest of them is in the list.
    public var repeatedInPage = 0
    /// Rows that replaced the text of an item, among `updated`, `moved` and `repeatedInPage`.
    public var newer = 0
    /// The ranks, after the merge, from the page's smallest to its largest place that is not stale.
    ///
    /// Has as many ranks as the page has items if nothing of the list lies between them.
    public var ranks = 0..<0

    /// Makes a report of nothing.
    @inlinable
    public init() {}

    /// All rows of the page.
    @inlinable
    public var rows: Int { inserted + repeated + updated + moved + stale + repeatedInPage }
  }

  private var seen: SeenRows

  /// Makes a merge with room for pages of `rowsPerPage` rows; larger ones grow it once.
  public init(rowsPerPage: Int = 256) {
    precondition(rowsPerPage >= 0, "rows per page negative")
    seen = SeenRows(rows: rowsPerPage)
  }

  /// Bytes of heap that the merge keeps, rounded up as the allocator rounds.
  public var byteCount: Int { seen.byteCount }

  // MARK: - Pages

  /// Merges a page into a list and its items.
  ///
  /// - Parameters:
  ///   - page: Rows in any order, ids may repeat. Traps if a row's text is not inside the page's.
  ///   - index: The order of the list.
  ///   - store: The items of the list, and tombstones.
  /// - Returns: What the page was.
  /// - Complexity: O(k log n + text) for k rows; allocates only when index or store grow.
  public mutating func merge(
    _ page: borrowing Page, into index: inout OrderedIndex, store: inout ItemStore
  ) -> Report {
    let rows = page.rows.span
    let text = page.text.span
    return unsafe rows.withUnsafeBufferPointer { rows in
      unsafe text.withUnsafeBufferPointer { text in
        unsafe merge(rows, text: text, into: &index, store: &store)
      }
    }
  }

  /// Merges rows into a list that keeps no items: versions and texts are ignored, nothing is stale.
  ///
  /// - Parameters:
  ///   - rows: In any order, ids may repeat; the last of a repeated id wins.
  ///   - index: The order of the list.
  /// - Returns: What the rows were.
  /// - Complexity: O(k log n) for k rows; allocates only when the index grows.
  public mutating func merge(_ rows: Span<Page.Row>, into index: inout OrderedIndex) -> Report {
    unsafe rows.withUnsafeBufferPointer { unsafe merge($0, into: &index) }
  }

  private mutating func merge(
    _ rows: UnsafeBufferPointer<Page.Row>, into index: inout OrderedIndex
  ) -> Report {
    var report = Report()
    var places = PlaceRange()
    var tally = NoTally()
    var start = 0
    while start < rows.count {
      var batch = index.tree.batchMemory.emptySteps()
      // SAFETY: all row numbers are below `rows.count`, here and below.
      while start + batch.count < rows.count,
        batch.append(unsafe rows[start + batch.count].entry, .upserting)
      {}
      unsafe markRepeats(batch, rows, from: start)
      index.tree.run(&batch, tally: &tally)
      report.count(batch, &places)
      start += batch.count
    }
    report.ranks = places.ranks(in: index)
    return report
  }

  private mutating func merge(
    _ rows: UnsafeBufferPointer<Page.Row>, text: UnsafeBufferPointer<UInt8>,
    into index: inout OrderedIndex, store: inout ItemStore
  ) -> Report {
    var report = Report()
    var places = PlaceRange()
    var tally = NoTally()
    var start = 0
    while start < rows.count {
      let ahead = Swift.min(IndexBatch.size, rows.count - start)
      // SAFETY: all row numbers are below `rows.count`, here and below.
      index.tree.readAhead ^= store.touched(ahead) { unsafe rows[start + $0].entry.id }
      var batch = index.tree.batchMemory.emptySteps()
      while start + batch.count < rows.count {
        let row = unsafe rows[start + batch.count]
        // A repeated id waits for the next batch, before the store hears of it.
        if !batch.append(row.entry, .upserting) { break }
        switch unsafe upsert(row, text: text, into: &store) {
        case .stale: batch[batch.count - 1].outcome = .stale
        case .updated: batch[batch.count - 1].marks.insert(.isNewer)
        case .inserted, .repeated: break
        }
      }
      unsafe markRepeats(batch, rows, from: start)
      index.tree.run(&batch, tally: &tally)
      report.count(batch, &places)
      start += batch.count
    }
    report.ranks = places.ranks(in: index)
    return report
  }

  /// Marks the rows of a batch whose id an earlier row of the page has.
  ///
  /// Ids are once in a batch, so the first batch has none, and a page of one batch needs no table.
  @inline(__always)
  private mutating func markRepeats(
    _ batch: BatchSteps, _ rows: UnsafeBufferPointer<Page.Row>, from start: Int
  ) {
    if batch.count == rows.count { return }
    if start == 0 { seen.reset(rows: rows.count) }
    for step in 0..<batch.count {
      // SAFETY: the batch has the rows from `start` on.
      if unsafe seen.insert(row: start + step, of: rows) { batch[step].marks.insert(.repeats) }
    }
  }

  @inline(__always)
  private func upsert(
    _ row: Page.Row, text: UnsafeBufferPointer<UInt8>, into store: inout ItemStore
  ) -> ItemStore.UpsertOutcome {
    let start = Int(row.textByteOffset)
    let end = start + Int(row.textByteCount)
    precondition(end <= text.count, "row text outside the page's")
    // SAFETY: as just checked.
    return unsafe store.upsert(
      row.entry.id, version: row.version, text: UnsafeBufferPointer(rebasing: text[start..<end]))
  }
}

extension PageMerge.Report {
  /// Counts what became of a batch's rows, and notes their places.
  @inline(__always)
  fileprivate mutating func count(_ batch: BatchSteps, _ places: inout PlaceRange) {
    for index in 0..<batch.count {
      let step = batch[index]
      if step.outcome != .stale { places.add(step.entry) }
      if step.marks.contains(.isNewer) { newer += 1 }
      if step.marks.contains(.repeats) {
        repeatedInPage += 1
        continue
      }
      switch step.outcome {
      case .inserted: inserted += 1
      case .moved: moved += 1
      case .stale: stale += 1
      default: if step.marks.contains(.isNewer) { updated += 1 } else { repeated += 1 }
      }
    }
  }
}

/// The smallest and the largest place of a page.
private struct PlaceRange {
  private var low = ListEntry(key: SortKey(.max), id: ItemID(.max))
  private var high = ListEntry(key: SortKey(.min), id: ItemID(.min))
  private var isEmpty = true

  @inline(__always)
  mutating func add(_ entry: ListEntry) {
    if entry < low { low = entry }
    if high < entry { high = entry }
    isEmpty = false
  }

  /// The ranks from the smallest place to the largest, both included if they are in the list.
  func ranks(in index: borrowing OrderedIndex) -> Range<Int> {
    if isEmpty { return 0..<0 }
    let first = index.firstRank(atOrAfter: low)
    if low == high { return first..<(first + 1) }
    let last = index.firstRank(atOrAfter: high)
    return first..<(index.key(of: high.id) == high.key ? last + 1 : last)
  }
}
