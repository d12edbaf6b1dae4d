public import ListCore
public import ListSource
internal import SQLite
internal import Synchronization

extension SQLiteSource {
  /// Fills a page.
  public func fill(_ page: inout Page, with request: PageRequest) throws(SourceError) {
    _ = try fill(&page, with: request, isCounted: false)
  }

  /// Fills a page and adds what that cost to the counters.
  public func fill(
    _ page: inout Page, with request: PageRequest, counting counters: inout Counters
  ) throws(SourceError) {
    counters += try fill(&page, with: request, isCounted: true)
  }

  /// Returns the cursor to the rows on one side of an entry.
  public func cursor(
    after entry: ListEntry, _ direction: Direction
  ) throws(SourceError) -> Cursor {
    var cursor = Cursor(bytes: [])
    try codec.encode(entry, direction, into: &cursor)
    return cursor
  }

  /// Returns the place by which the source's form asks for the rows from a rank down.
  ///
  /// - Parameters:
  ///   - depth: The rank, not negative. Traps otherwise.
  ///   - entry: The row just before it; nil at depth 0 only. Traps otherwise.
  public func place(
    depth: Int, after entry: ListEntry?
  ) throws(SourceError) -> PageRequest.Place {
    precondition(depth >= 0 && (depth == 0) == (entry == nil), "depth without the row before it")
    guard let entry else { return .head }
    if form.isByRank { return .offset(depth) }
    return try place(beside: entry, .older)
  }

  /// Returns the place by which the source's form asks for the rows on one side of a row.
  public func place(
    beside entry: ListEntry, _ direction: Direction
  ) throws(SourceError) -> PageRequest.Place {
    form == .cursor ? .cursor(try cursor(after: entry, direction)) : .after(entry, direction)
  }

  private func fill(
    _ page: inout Page, with request: PageRequest, isCounted: Bool
  ) throws(SourceError) -> Counters {
    var cursors = PageCursors(takenFrom: &page)
    try request.validate()
    let position = try PagePosition(request.place, codec: codec)
    do throws(SourceError) {
      let counters = try database.withLock { database throws(SourceError) in
        try database.fill(&page, from: position, limit: request.limit, isCounted: isCounted)
      }
      let isFull = page.rows.count == request.limit
      try cursors.put(
        into: &page, codec: codec, hasOlder: isFull || position.direction == .newer,
        hasNewer: position.direction == .older ? !position.isHead : isFull)
      return counters
    } catch {
      page.removeAll()
      throw error
    }
  }
}
