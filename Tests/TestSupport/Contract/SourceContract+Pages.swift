import ListCore
import ListSource

extension SourceContract {
  // MARK: - Places

  /// An entry that is there, was there once, never was, or stands at an end.
  mutating func randomEntry() -> ListEntry {
    switch random.next(below: 8) {
    case 0 where !model.deleted.isEmpty: return random.pick(model.deleted)
    case 1:
      return ListEntry(
        key: .random(&random), id: ItemID(UInt64(random.next(below: 2 * model.rows.count + 50))))
    case 2:
      return random.pick([
        ListEntry(key: SortKey(.min), id: 0),
        ListEntry(key: SortKey(.max), id: ItemID(promise.largestID)),
        ListEntry(key: SortKey(.min), id: ItemID(promise.largestID)),
        ListEntry(key: SortKey(.max), id: 0),
      ])
    case 3 where !model.rows.isEmpty:
      // Next to the ends, where pages are short.
      let ranks = [0, 1, model.rows.count - 2, model.rows.count - 1]
      return model.rows[max(0, min(model.rows.count - 1, random.pick(ranks)))].entry
    default:
      guard !model.rows.isEmpty else { return ListEntry(key: 0, id: 0) }
      return model.rows[random.next(below: model.rows.count)].entry
    }
  }

  mutating func randomPlace() -> PageRequest.Place {
    switch random.next(below: 8) {
    case 0: .head
    case 1, 2: .offset(random.next(below: model.rows.count + 20))
    case 3:
      .offset(random.pick([0, model.rows.count - 1, model.rows.count, .max].map { max(0, $0) }))
    default: .after(randomEntry(), randomDirection())
    }
  }

  mutating func randomDirection() -> Direction { random.next(below: 2) == 0 ? .older : .newer }

  mutating func randomLimit() -> Int {
    random.next(below: 30) == 0
      ? 10_000 : random.pick([1, 2, 7, 20, 50, 200, 1 + random.next(below: 100)])
  }

  // MARK: - Pages

  /// Asks for a page by any place but a kept cursor, and by the cursor that means the same.
  mutating func checkPage() throws {
    let place = randomPlace()
    let limit = randomLimit()
    try fetch(PageRequest(place, limit: limit))
    let ranks = model.ranks(place, limit: limit)
    try compare(ranks, place, limit: limit, "\(place), limit \(limit)")
    guard case .after(let entry, let direction) = place else { return }
    let cursor = try attempt("cursor \(place)") { try source.cursor(after: entry, direction) }
    try checkCursor(KeptCursor(cursor: cursor, entry: entry, direction: direction), limit: limit)
    let cap = random.pick([0, 1, 300, .max / 2])
    let newer = try attempt("newer than \(entry)") {
      try source.countNewer(than: entry, upTo: cap)
    }
    try expect(newer, min(cap, model.rank(of: entry)), "newer than \(entry) up to \(cap)")
  }

  /// Goes on by a cursor of a page of before, rather by one whose row is gone.
  mutating func checkKeptCursor() throws {
    guard !keptCursors.isEmpty else { return }
    var place = random.next(below: keptCursors.count)
    for _ in 0..<20 where model.contains(keptCursors[place].entry) {
      place = random.next(below: keptCursors.count)
    }
    let kept = keptCursors.remove(at: place)
    if !model.contains(kept.entry) { deletedCursorCount += 1 }
    try checkCursor(kept, limit: randomLimit())
  }

  mutating func checkCursor(_ kept: KeptCursor, limit: Int) throws {
    try fetch(PageRequest(.cursor(kept.cursor), limit: limit))
    let place = PageRequest.Place.after(kept.entry, kept.direction)
    try compare(
      model.ranks(place, limit: limit), place, limit: limit, "cursor of \(place), limit \(limit)")
  }

  private mutating func fetch(_ request: PageRequest) throws {
    do {
      try source.fill(&page, with: request)
    } catch {
      throw failure("\(request): \(error)")
    }
    pageCount += 1
  }

  /// Compares the page with the model's rows at some ranks, and its cursors with the list's ends.
  private mutating func compare(
    _ ranks: Range<Int>, _ place: PageRequest.Place, limit: Int, _ text: String
  ) throws {
    try compareRows(ranks, text)
    let isFull = ranks.count == limit
    var isHead = false
    var direction = Direction.older
    switch place {
    case .head, .offset(0): isHead = true
    case .after(_, let way): direction = way
    case .offset, .cursor: break
    }
    try checkCursors(
      ranks, mayGoOn: direction == .older ? isFull : true,
      mayGoBack: direction == .older ? !isHead : isFull, text)
  }

  private func compareRows(_ ranks: Range<Int>, _ text: String) throws {
    let rows = page.modelRows
    try expect(rows.count, ranks.count, "\(text): rows")
    for (row, rank) in zip(rows, ranks) where row != model.rows[rank] {
      throw failure("\(text): at rank \(rank) \(row), not \(model.rows[rank])")
    }
  }

  /// A side with more rows has a cursor; a side that cannot have more has none; in between, as after a
  /// page that is just full, the source may know or not.
  private mutating func checkCursors(
    _ ranks: Range<Int>, mayGoOn: Bool, mayGoBack: Bool, _ text: String
  ) throws {
    let hasOlder = !ranks.isEmpty && ranks.upperBound < model.rows.count
    let hasNewer = !ranks.isEmpty && ranks.lowerBound > 0
    let (next, previous) = (page.next, page.previous)
    if hasOlder && mayGoOn { try expect(next != nil, "\(text): no next before the list's end") }
    if ranks.isEmpty || !mayGoOn { try expect(next == nil, "\(text): a next at the list's end") }
    if hasNewer && mayGoBack { try expect(previous != nil, "\(text): no previous below the head") }
    if ranks.isEmpty || !mayGoBack {
      try expect(previous == nil, "\(text): a previous at the head")
    }
    guard let first = page.rows.first, let last = page.rows.last else { return }
    if let next { keep(next, last.entry, .older) }
    if let previous { keep(previous, first.entry, .newer) }
  }

  private mutating func keep(_ cursor: Cursor, _ entry: ListEntry, _ direction: Direction) {
    let kept = KeptCursor(cursor: cursor, entry: entry, direction: direction)
    if keptCursors.count < 500 {
      keptCursors.append(kept)
    } else {
      keptCursors[random.next(below: keptCursors.count)] = kept
    }
  }

  // MARK: - Windows

  mutating func checkWindow() throws {
    let anchor = randomEntry()
    let newer = random.pick([0, 1, 10, 30, random.next(below: 400)])
    let older = random.pick([0, 1, 10, 30, random.next(below: 400)])
    let window = WindowRequest(round: anchor, newer: newer, older: older)
    let text = "\(newer) rows above and \(older) below \(anchor)"
    let place: AnchorPlace
    do {
      place = try source.fill(&page, round: window)
    } catch {
      throw failure("\(text): \(error)")
    }
    pageCount += 1
    let rank = model.rank(of: anchor)
    let isFound = model.contains(anchor)
    let start = max(0, rank - newer)
    let end = min(model.rows.count, rank + (isFound ? 1 : 0) + older)
    try compareRows(start..<end, text)
    try expect(place, AnchorPlace(index: rank - start, isFound: isFound), "\(text): anchor")
    try checkCursors(
      start..<end, mayGoOn: end - rank - (isFound ? 1 : 0) == older,
      mayGoBack: rank - start == newer, text)
  }

  // MARK: - Walks

  /// Walks the whole list down and up again by cursors, and meets every row once.
  package mutating func walk(limit: Int) throws {
    step += 1
    try fetch(PageRequest(.head, limit: limit))
    var down = page.modelRows
    while let next = page.next, down.count <= model.rows.count {
      try fetch(PageRequest(.cursor(next), limit: limit))
      down += page.modelRows
    }
    try expect(down == model.rows, "walking down by \(limit): \(down.count) rows that differ")
    guard let last = model.rows.last else { return }
    var up = [last]
    try fetch(PageRequest(.after(last.entry, .newer), limit: limit))
    up += page.modelRows.reversed()
    while let previous = page.previous, up.count <= model.rows.count {
      try fetch(PageRequest(.cursor(previous), limit: limit))
      up += page.modelRows.reversed()
    }
    try expect(up.reversed() == model.rows, "walking up by \(limit): \(up.count) rows that differ")
  }

  /// Walks down by cursors while the list changes: no row comes twice, none that stays is missed.
  ///
  /// - Parameter changes: Changes between two pages.
  package mutating func walkUnderChurn(limit: Int, changes: Int) throws {
    step += 1
    var staying = Set(model.rows.map(\.entry))
    var met: [ListEntry] = []
    let most = model.rows.count + 1_000
    try fetch(PageRequest(.head, limit: limit))
    met += page.rows.map(\.entry)
    while let next = page.next, met.count < most {
      let before = model.log.count
      try applyChanges(changes)
      for change in model.log[before...] {
        if change.change.operation != .insert, change.change.operation != .update {
          staying = staying.filter { $0.id != change.change.id }
        }
      }
      try fetch(PageRequest(.cursor(next), limit: limit))
      met += page.rows.map(\.entry)
    }
    try expect(
      zip(met, met.dropFirst()).allSatisfy { $0 > $1 }, "a repeat or a step back in a walk")
    let missed = staying.subtracting(met)
    try expect(missed.isEmpty, "a walk missed \(missed.count) rows that stayed")
  }
}
