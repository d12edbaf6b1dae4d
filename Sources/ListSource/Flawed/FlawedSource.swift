public import ListCore

/// A source with a mistake made on purpose, over any other: a reference that benchmarks must catch.
///
/// Pages after an entry and by cursor are flawed; all else is the source's below.
public struct FlawedSource: ListSource {
  /// The source that is right.
  public let base: any ListSource
  /// The mistake.
  public let flaw: SourceFlaw
  private let isHidden: @Sendable (ItemID) -> Bool

  /// Puts a mistake over a source.
  ///
  /// - Parameter isHidden: Which rows are taken out of pages, for `shortPageIsTheEnd` alone.
  public init(
    _ base: any ListSource, flaw: SourceFlaw,
    hiding isHidden: @escaping @Sendable (ItemID) -> Bool = { _ in false }
  ) {
    self.base = base
    self.flaw = flaw
    self.isHidden = isHidden
  }

  /// Fills a page, the wrong one where the flaw shows.
  public func fill(_ page: inout Page, with request: PageRequest) throws(SourceError) {
    guard flaw != .shortPageIsTheEnd else {
      try base.fill(&page, with: request)
      page.removeRows { isHidden($0.entry.id) }
      // The mistake: no cursor behind a page that has become short.
      if page.rows.count < request.limit { page.next = nil }
      return
    }
    guard case .after(let entry, let direction) = request.place else {
      try base.fill(&page, with: request)
      return
    }
    switch flaw {
    case .keyAlone:
      try base.fill(
        &page, with: PageRequest(.after(entry.tieEnd(direction), direction), limit: request.limit))
    case .milliseconds:
      try base.fill(
        &page, with: PageRequest(.after(entry.inMilliseconds, direction), limit: request.limit))
    case .keyAndID: try fillByAnd(&page, after: entry, direction, limit: request.limit)
    case .shortPageIsTheEnd: break
    }
  }

  /// Rows whose key and whose id are both beyond the entry's, as an engine finds them: by walking.
  private func fillByAnd(
    _ page: inout Page, after entry: ListEntry, _ direction: Direction, limit: Int
  ) throws(SourceError) {
    try PageRequest(.head, limit: limit).validate()
    var found: [Page] = []
    var (from, count) = (entry.tieEnd(direction), 0)
    while count < limit {
      try base.fill(
        &page, with: PageRequest(.after(from, direction), limit: PageRequest.limits.upperBound))
      guard let last = direction == .older ? page.rows.last : page.rows.first else { break }
      from = last.entry
      page.removeRows {
        direction == .older ? $0.entry.id >= entry.id : $0.entry.id <= entry.id
      }
      page.keep(limit - count, direction)
      count += page.rows.count
      found.append(page)
    }
    page.removeAll()
    // Pages are in list order, whichever way they came.
    for part in direction == .older ? found : found.reversed() { page.append(part) }
    guard let first = page.rows.first, let last = page.rows.last else { return }
    if count == limit || direction == .newer {
      page.next = try base.cursor(after: last.entry, .older)
    }
    if count == limit || direction == .older {
      page.previous = try base.cursor(after: first.entry, .newer)
    }
  }
}

extension FlawedSource {
  /// As the source below.
  public func fill(
    _ page: inout Page, round window: WindowRequest
  ) throws(SourceError) -> AnchorPlace { try base.fill(&page, round: window) }

  /// As the source below.
  public func entry(of id: ItemID) throws(SourceError) -> ListEntry? { try base.entry(of: id) }

  /// As the source below.
  public func cursor(after entry: ListEntry, _ direction: Direction) throws(SourceError) -> Cursor {
    try base.cursor(after: entry, direction)
  }

  /// As the source below.
  public func count() throws(SourceError) -> Int { try base.count() }

  /// As the source below.
  public func total(_ kind: TotalKind) throws(SourceError) -> Total { try base.total(kind) }

  /// As the source below.
  public func countNewer(than entry: ListEntry, upTo cap: Int) throws(SourceError) -> Int {
    try base.countNewer(than: entry, upTo: cap)
  }

  /// As the source below.
  public func sequence() throws(SourceError) -> UInt64 { try base.sequence() }

  /// As the source below.
  public func fill(
    _ batch: inout ChangeBatch, after sequence: UInt64, limit: Int
  ) throws(SourceError) -> UInt64 { try base.fill(&batch, after: sequence, limit: limit) }

  /// As the source below.
  public func apply(_ batch: ChangeBatch) throws(SourceError) { try base.apply(batch) }
}

extension ListEntry {
  /// The last entry, in a direction, that has this key.
  fileprivate func tieEnd(_ direction: Direction) -> ListEntry {
    // Ids above 2^63 - 1 are not for every source.
    ListEntry(key: key, id: direction == .older ? 0 : ItemID(UInt64(Int64.max)))
  }

  /// The entry as a cursor has it that carries milliseconds.
  fileprivate var inMilliseconds: ListEntry {
    let remainder = key.rawValue % 1_000
    let floored = key.rawValue - (remainder < 0 ? remainder + 1_000 : remainder)
    return ListEntry(key: SortKey(floored), id: id)
  }
}

extension Page {
  /// Takes rows out; their texts stay where they are.
  fileprivate mutating func removeRows(where isRemoved: (Row) -> Bool) {
    rows.removeAll(where: isRemoved)
  }

  /// Keeps the first rows, in a direction.
  fileprivate mutating func keep(_ count: Int, _ direction: Direction) {
    if rows.count <= count { return }
    if direction == .older {
      rows.removeLast(rows.count - count)
    } else {
      rows.removeFirst(rows.count - count)
    }
  }

  /// Appends another page's rows.
  fileprivate mutating func append(_ other: Page) {
    for row in other.rows {
      let start = Int(row.textByteOffset)
      append(
        entry: row.entry, version: row.version,
        text: other.text.span.extracting(start..<start + Int(row.textByteCount)))
    }
  }
}
