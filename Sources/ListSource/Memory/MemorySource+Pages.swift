public import ListCore

extension MemorySource {
  /// Fills a page.
  ///
  /// - Complexity: O(log n + rows), at every depth; allocates nothing once the page has grown.
  public func fill(_ page: inout Page, with request: PageRequest) throws(SourceError) {
    let cursors = PageCursors(takenFrom: &page)
    try request.validate()
    let place = try PagePosition(request.place, codec: codec)
    let limit = request.limit
    let ends = try list.read { list throws(SourceError) in
      try list.fill(&page, with: list.ranks(place, limit: limit))
    }
    try setCursors(
      of: &page, hasNewer: ends.hasNewer && !place.isHead, hasOlder: ends.hasOlder,
      reusing: cursors)
  }

  /// Fills a page and adds what that cost to the counters.
  public func fill(
    _ page: inout Page, with request: PageRequest, counting counters: inout Counters
  ) throws(SourceError) {
    try fill(&page, with: request)
    let place = try PagePosition(request.place, codec: codec)
    counters.nodeVisits += list.read { $0.nodeVisits(place, limit: request.limit) }
    counters.rowsScanned += page.rows.count
  }

  /// Fills a page with the rows round an entry.
  ///
  /// - Complexity: O(log n + rows); allocates nothing once the page has grown.
  public func fill(
    _ page: inout Page, round window: WindowRequest
  ) throws(SourceError) -> AnchorPlace {
    let cursors = PageCursors(takenFrom: &page)
    try window.validate()
    let (place, ends) = try list.read { list throws(SourceError) in
      let isFound = list.contains(window.anchor)
      let rank = list.rank(of: window.anchor)
      let start = max(0, rank - window.newer)
      let end = min(list.index.count, rank + (isFound ? 1 : 0) + window.older)
      return (
        AnchorPlace(index: rank - start, isFound: isFound),
        try list.fill(&page, with: start..<end)
      )
    }
    try setCursors(
      of: &page, hasNewer: ends.hasNewer, hasOlder: ends.hasOlder, reusing: cursors)
    return place
  }

  /// Returns the cursor to the rows on one side of an entry.
  public func cursor(
    after entry: ListEntry, _ direction: Direction
  ) throws(SourceError) -> Cursor {
    var cursor = Cursor(bytes: [])
    try codec.encode(entry, direction, into: &cursor)
    return cursor
  }

  private func setCursors(
    of page: inout Page, hasNewer: Bool, hasOlder: Bool, reusing cursors: consuming PageCursors
  ) throws(SourceError) {
    do throws(SourceError) {
      try cursors.put(into: &page, codec: codec, hasOlder: hasOlder, hasNewer: hasNewer)
    } catch {
      page.removeAll()
      throw error
    }
  }
}

extension MemorySource.List {
  /// Whether an entry is in the list.
  borrowing func contains(_ entry: ListEntry) -> Bool { index.key(of: entry.id) == entry.key }

  /// How many rows are newer than an entry, which need not be in the list.
  borrowing func rank(of entry: ListEntry) -> Int {
    index.count - ranksNotNewer(entry)
  }

  /// How many rows are older than an entry, or it itself.
  private borrowing func ranksNotNewer(_ entry: ListEntry) -> Int {
    guard let next = entry.next else { return index.count }
    return index.firstRank(atOrAfter: next)
  }

  /// The ranks, from the head, of the rows that a place and a limit mean.
  borrowing func ranks(_ place: PagePosition, limit: Int) -> Range<Int> {
    let start: Int
    switch place {
    case .offset(let offset): start = min(offset, index.count)
    case .after(let entry, .older): start = index.count - index.firstRank(atOrAfter: entry)
    case .after(let entry, .newer):
      let end = rank(of: entry)
      return max(0, end - limit)..<end
    }
    return start..<min(index.count, start + limit)
  }

  /// Nodes of the index that are entered on the way to a page's first row.
  borrowing func nodeVisits(_ place: PagePosition, limit: Int) -> Int {
    var visits = 0
    switch place {
    case .offset: break
    case .after(let entry, .older):
      _ = index.firstRank(atOrAfter: entry, nodeVisits: &visits)
    case .after(let entry, .newer):
      if let next = entry.next { _ = index.firstRank(atOrAfter: next, nodeVisits: &visits) }
    }
    let ranks = ranks(place, limit: limit)
    if !ranks.isEmpty {
      _ = index.entry(atRank: index.count - 1 - ranks.lowerBound, nodeVisits: &visits)
    }
    return visits
  }

  /// Fills an empty page with the rows at some ranks from the head, and says whether there are more.
  borrowing func fill(
    _ page: inout Page, with ranks: Range<Int>
  ) throws(SourceError) -> (hasNewer: Bool, hasOlder: Bool) {
    guard !ranks.isEmpty else { return (false, false) }
    // The index ascends: what is last there comes first in the page.
    index.forEachReversed(fromRank: index.count - 1 - ranks.lowerBound) { entry in
      page.rows.append(
        Page.Row(entry: entry, version: 0, textByteOffset: 0, textByteCount: 0))
      return page.rows.count < ranks.count
    }
    guard store.fillTexts(of: &page) else {
      page.removeAll()
      throw SourceError(.pageTooLarge, "more than 4 GiB of text: ask for fewer rows")
    }
    return (ranks.lowerBound > 0, ranks.upperBound < index.count)
  }
}

extension ListEntry {
  /// The smallest entry above this one; nil for the largest of all.
  fileprivate var next: ListEntry? {
    if id.rawValue < .max { return ListEntry(key: key, id: ItemID(id.rawValue + 1)) }
    if key.rawValue < .max { return ListEntry(key: SortKey(key.rawValue + 1), id: 0) }
    return nil
  }
}
