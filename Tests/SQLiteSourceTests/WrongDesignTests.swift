import ListCore
import ListSource
import SQLiteSource
import TestSupport
import Testing

/// Designs that lose or repeat rows: each by as many as its predicate says.
@Suite struct WrongDesignTests {
  /// What a reader meets by a predicate "comes after the last row", from the array alone.
  private func predicted(
    _ entries: [ListEntry], limit: Int, _ direction: Direction,
    comesAfter: (_ entry: ListEntry, _ last: ListEntry) -> Bool
  ) -> ScrollOutcome {
    let inOrder = direction == .older ? entries : entries.reversed()
    var outcome = ScrollOutcome()
    var met = Set<ItemID>()
    var page = Array(inOrder.prefix(limit))
    while true {
      outcome.pages += 1
      outcome.rows += page.count
      for entry in page where !met.insert(entry.id).inserted { outcome.repeated += 1 }
      let isFull = page.count == limit
      outcome.isEndless = isFull && outcome.pages == 4 * (entries.count / limit + 4)
      guard isFull, !outcome.isEndless, let last = page.last else { break }
      page = Array(inOrder.filter { comesAfter($0, last) }.prefix(limit))
    }
    outcome.lost = entries.count - met.count
    return outcome
  }

  private func scroll(
    _ entries: [ListEntry], _ design: SQLiteDesign, limit: Int, _ direction: Direction = .older
  ) throws -> ScrollOutcome {
    let folder = try TemporaryFolder()
    try load(
      entries.map { ModelRow(entry: $0, text: [65]) }, into: folder.file("list"),
      layout: design.layout)
    let source = try SQLiteSource(
      path: folder.file("list"), secret: secret, options: .init(form: design.form))
    return try source.scroll(limit: limit, direction, expecting: Set(entries.map(\.id)))
  }

  /// 1,000 rows over 50 keys, ids in an order of their own, newest first.
  private var tied: [ListEntry] {
    (0..<1_000 as Range<UInt64>).map { number in
      ListEntry(key: SortKey(Int64(number % 50)), id: ItemID(number * 617 % 1_000))
    }.sorted(by: >)
  }

  @Test func theKeyAloneLosesTheRestOfEveryTie() throws {
    // 50 ties of 20: pages of 20 end where ties end, pages of 30 in their middle.
    #expect(try scroll(tied, SQLiteDesign(.keyAlone), limit: 20).lost == 0)
    let outcome = try scroll(tied, SQLiteDesign(.keyAlone), limit: 30)
    #expect(outcome == predicted(tied, limit: 30, .older) { $0.key < $1.key })
    #expect(outcome.lost == 250 && outcome.rows == 750 && outcome.repeated == 0)
    let up = try scroll(tied, SQLiteDesign(.keyAlone), limit: 30, .newer)
    #expect(up == predicted(tied, limit: 30, .newer) { $0.key > $1.key })
    #expect(up.lost == 250)
  }

  @Test func keyAndIDApartLoseMostRows() throws {
    let outcome = try scroll(tied, SQLiteDesign(.keyAndID), limit: 20)
    #expect(outcome == predicted(tied, limit: 20, .older) { $0.key < $1.key && $0.id < $1.id })
    #expect(outcome.lost > 900)
    let up = try scroll(tied, SQLiteDesign(.keyAndID), limit: 20, .newer)
    #expect(up == predicted(tied, limit: 20, .newer) { $0.key > $1.key && $0.id > $1.id })
    #expect(up.lost > 900)
  }

  /// 2,000 rows, 40 in each millisecond.
  private var dense: [ListEntry] {
    (0..<2_000 as Range<UInt64>).reversed().map { number in
      ListEntry(key: SortKey(Int64(number) * 25 - 20_000), id: ItemID(number * 617 % 2_000))
    }
  }

  private func milliseconds(_ entry: ListEntry) -> SortKey {
    SortKey(Int64((Double(entry.key.rawValue) / 1_000).rounded(.down)) * 1_000)
  }

  @Test func millisecondsLoseRowsDownwardsAndRepeatThemUpwards() throws {
    let design = SQLiteDesign(.milliseconds)
    let down = try scroll(dense, design, limit: 30)
    #expect(
      down
        == predicted(dense, limit: 30, .older) { entry, last in
          entry < ListEntry(key: milliseconds(last), id: last.id)
        })
    #expect(down.lost > 400 && down.repeated == 0)
    // Upwards a page goes on from the start of the last row's millisecond: for ever.
    let up = try scroll(dense, design, limit: 30, .newer)
    #expect(
      up
        == predicted(dense, limit: 30, .newer) { entry, last in
          entry > ListEntry(key: milliseconds(last), id: last.id)
        })
    #expect(up.isEndless && up.repeated > 1_000 && up.lost > 1_000)
    let wide = try scroll(dense, design, limit: 100, .newer)
    #expect(!wide.isEndless && wide.lost == 0 && wide.repeated > 0)
  }

  @Test func nullKeysAreLostBelowTheFirstPage() throws {
    // The 300 rows of the smallest key are stored as NULL, the last ones of SQLite's order.
    let entries = tied.map { entry in
      entry.key < 15 ? ListEntry(key: SortKey(.min), id: entry.id) : entry
    }.sorted(by: >)
    let design = SQLiteDesign(.keysetRowValues, .nullableKey)
    let outcome = try scroll(entries, design, limit: 20)
    #expect(outcome.lost == 300 && outcome.rows == 700 && outcome.repeated == 0)
    // No comparison with NULL is true, upwards from there neither.
    let up = try scroll(entries, design, limit: 20, .newer)
    #expect(up.rows == 20 && up.lost == 980)
    // By offset all are there, in this order.
    let offset = try scroll(entries, SQLiteDesign(.offset, .nullableKey), limit: 20)
    #expect(offset.rows == 1_000 && offset.lost == 0)
  }

  @Test func otherFormsMeetAllOfTheSameRows() throws {
    for entries in [tied, dense] {
      for form in [QueryForm.keysetRowValues, .keysetTwoSeeks, .keysetOr, .keysetAnd, .cursor] {
        for direction in Direction.allCases {
          let outcome = try scroll(entries, SQLiteDesign(form), limit: 30, direction)
          #expect(outcome.rows == entries.count && outcome.lost == 0 && outcome.repeated == 0)
        }
      }
    }
  }

  @Test func offsetsRepeatAndSkipUnderChurnAndCursorsDoNot() throws {
    let folder = try TemporaryFolder()
    let rows = spreadRows(1_000)
    func scroll(_ form: QueryForm, _ operation: Change.Operation) throws -> ScrollOutcome {
      try load(rows, into: folder.file("list"), replacing: true)
      let source = try SQLiteSource(withoutSync: folder.file("list"), form: form)
      let staying =
        operation == .delete ? Set(rows[25...].map(\.entry.id)) : Set(rows.map(\.entry.id))
      return try source.scroll(limit: 50, expecting: staying) { pages throws(SourceError) in
        // Five rows above what was read, five pages long.
        guard pages <= 5 else { return }
        var batch = ChangeBatch()
        for number in 0..<5 {
          let sequence = UInt64((pages - 1) * 5 + number + 1)
          let entry =
            operation == .delete
            ? rows[Int(sequence) - 1].entry
            : ListEntry(key: 10_000, id: ItemID(100_000 + sequence))
          let change = Change(
            sequence: sequence, operation: operation, id: entry.id, key: entry.key, version: 1)
          if operation == .delete {
            batch.append(change)
          } else {
            batch.append(change, text: Span())
          }
        }
        try source.apply(batch)
      }
    }
    let inserted = try scroll(.offset, .insert)
    #expect(inserted.repeated == 25 && inserted.lost == 0)
    let deleted = try scroll(.offset, .delete)
    #expect(deleted.repeated == 0 && deleted.lost == 25)
    for operation in [Change.Operation.insert, .delete] {
      for form in [QueryForm.cursor, .keysetRowValues] {
        let outcome = try scroll(form, operation)
        #expect(outcome.repeated == 0 && outcome.lost == 0)
      }
    }
  }
}
