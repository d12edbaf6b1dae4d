internal import ListCore

/// Each page is ranked anew, without what was shown, which the server keeps.
///
/// A cursor says how many rows were shown when it was made. Rows that were handed out after it are taken back
/// first: whoever asks twice has not seen the first reply.
public struct ExcludeShownFeed: RankedFeed {
  /// `excludeShown`.
  public var design: RankedDesign { .excludeShown }
  private let cursors: RankedCursors
  private var sessions: SessionTable<Shown>

  /// What a session has shown.
  struct Shown {
    private(set) var ids: [ItemID] = []
    private(set) var set: Set<ItemID> = []

    mutating func append(_ id: ItemID) {
      ids.append(id)
      set.insert(id)
    }

    /// Forgets what came after the first `count` ids.
    mutating func takeBack(to count: Int) {
      while ids.count > max(0, count) { set.remove(ids.removeLast()) }
    }

    /// Eight bytes an id, and a table that is three quarters full at most, with a bit a place.
    var byteCount: Int {
      let places = set.capacity * 4 / 3
      return ids.count * MemoryLayout<ItemID>.stride + places * MemoryLayout<ItemID>.stride
        + places / 8
    }
  }

  /// Makes a feed without a session; traps unless there is room for one.
  ///
  /// - Parameters:
  ///   - maximumSessions: The most sessions.
  ///   - idleMicroseconds: How long a session stays without a request.
  public init(
    identity: DatasetIdentity, authenticator: any CursorAuthenticator,
    maximumSessions: Int = 1_000, idleMicroseconds: Int64 = 600_000_000
  ) {
    cursors = RankedCursors(
      identity: identity, authenticator: authenticator, design: .excludeShown)
    sessions = SessionTable(maximumCount: maximumSessions, idleMicroseconds: idleMicroseconds)
  }

  /// Sessions that are kept, the expired ones among them that nobody asked for since.
  public var sessionCount: Int { sessions.count }

  /// Bytes of what was shown, of all sessions.
  public var sessionBytes: Int {
    var bytes = 0
    sessions.forEach { bytes += $0.byteCount }
    return bytes
  }

  /// Fills a reply with the best that was not shown.
  ///
  /// - Complexity: O(rows shown so far + rows).
  public mutating func fill(
    _ reply: inout RankedReply, with request: RankedRequest, of list: borrowing RankedList,
    at now: Int64, counting work: inout RankedWork
  ) throws(SourceError) {
    reply.removeAll()
    try request.validate()
    let session: UInt64
    let position: Int
    if let cursor = request.cursor {
      (session, position) = try cursors.session(cursor)
    } else {
      session = sessions.insert(Shown(), at: now)
      position = 0
    }
    let shown = try sessions.use(session, at: now) { (shown: inout Shown) throws(SourceError) in
      shown.takeBack(to: position)
      list.appendBest(to: &reply, limit: request.limit, except: shown.set, &work)
      for row in reply.page.rows { shown.append(row.entry.id) }
      return shown.ids.count
    }
    try reply.complete(from: list) { page throws(SourceError) in
      page.previous = try cursors.cursor(session: session, position: position)
      // Also at the end, for what may come later.
      page.next = try cursors.cursor(session: session, position: shown)
    }
  }
}

/// Each page is ranked anew, without what was shown, which the reader sends.
///
/// No state on the server; what goes upstream grows with the depth, its sum with the square of it.
public struct ExcludeShownSentFeed: RankedFeed {
  /// `excludeShownSent`.
  public var design: RankedDesign { .excludeShownSent }

  /// Makes a feed.
  public init() {}

  /// Fills a reply with the best that the request does not name.
  ///
  /// - Complexity: O(ids in the request + rows).
  public mutating func fill(
    _ reply: inout RankedReply, with request: RankedRequest, of list: borrowing RankedList,
    at now: Int64, counting work: inout RankedWork
  ) throws(SourceError) {
    reply.removeAll()
    try request.validate()
    work.idsCompared += request.shown.count
    list.appendBest(to: &reply, limit: request.limit, except: Set(request.shown), &work)
    try reply.complete(from: list)
  }
}

extension RankedList {
  /// Appends the best rows that are not in a set, and says whether there are no more of them.
  fileprivate func appendBest(
    to reply: inout RankedReply, limit: Int, except shown: Set<ItemID>, _ work: inout RankedWork
  ) {
    var visited = 0
    var hasMore = false
    forEach { entry in
      visited += 1
      if shown.contains(entry.id) { return true }
      if reply.page.rows.count == limit {
        hasMore = true
        return false
      }
      reply.page.append(entry)
      return true
    }
    work.itemsRanked += visited
    work.idsCompared += visited
    reply.isEnd = !hasMore
  }
}
