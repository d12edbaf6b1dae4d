internal import ListCore

/// A cursor of score and id over the ranking as it is now.
///
/// The reference that loses: an item that falls behind the cursor comes again, one that rises above it never
/// comes.
public struct PlainCursorFeed: RankedFeed {
  /// `plainCursor`.
  public var design: RankedDesign { .plainCursor }
  private let cursors: RankedCursors

  /// Makes a feed.
  public init(identity: DatasetIdentity, authenticator: any CursorAuthenticator) {
    cursors = RankedCursors(
      identity: identity, authenticator: authenticator, design: .plainCursor)
  }

  /// Fills a reply with what ranks behind the cursor now.
  ///
  /// - Complexity: O(log n + rows).
  public mutating func fill(
    _ reply: inout RankedReply, with request: RankedRequest, of list: borrowing RankedList,
    at now: Int64, counting work: inout RankedWork
  ) throws(SourceError) {
    reply.removeAll()
    try request.validate()
    var start = 0
    if let cursor = request.cursor {
      start = list.rankBehind(try cursors.entry(cursor))
    }
    list.forEach(fromRank: start) { entry in
      reply.page.append(entry)
      return reply.page.rows.count < request.limit
    }
    work.itemsRanked += reply.page.rows.count
    reply.isEnd = start + reply.page.rows.count >= list.count
    let isEnd = reply.isEnd
    try reply.complete(from: list) { page throws(SourceError) in
      page.previous = request.cursor
      guard !isEnd, let last = page.rows.last else { return }
      page.next = try cursors.cursor(behind: last.entry)
    }
  }
}
