public import ListCore

/// The ids of the whole ranking, frozen at the first page and kept by the server.
///
/// A session ends when it was not used for some time, or when others need its room; its cursors are then
/// answered by `sessionGone`.
public struct SessionSnapshotFeed: RankedFeed {
  /// How sessions are kept.
  public struct Options: Hashable, Sendable {
    /// The most sessions.
    public var maximumSessions = 1_000
    /// How long a session stays without a request.
    public var idleMicroseconds: Int64 = 600_000_000
    /// The most ids of a session, the best ones.
    public var maximumIDs = Int.max
    /// Whether a deleted or hidden item takes a row's place as a tombstone; else the next one does.
    public var sendsTombstones = false
    /// Whether candidates of several sources are checked for repeats.
    public var checksCandidates = true

    /// Makes the usual options.
    public init() {}
  }

  /// `sessionSnapshot`.
  public var design: RankedDesign { .sessionSnapshot }
  /// What the next sessions are made of: runs of entries, each the best first; nil for the ranking.
  public var candidates: [[ListEntry]]?
  private let options: Options
  private let cursors: RankedCursors
  private var sessions: SessionTable<[ItemID]>

  /// Makes a feed without a session; traps unless there is room for one.
  public init(
    identity: DatasetIdentity, authenticator: any CursorAuthenticator,
    options: Options = Options()
  ) {
    self.options = options
    cursors = RankedCursors(
      identity: identity, authenticator: authenticator, design: .sessionSnapshot)
    sessions = SessionTable(
      maximumCount: options.maximumSessions, idleMicroseconds: options.idleMicroseconds)
  }

  /// Sessions that are kept, the expired ones among them that nobody asked for since.
  public var sessionCount: Int { sessions.count }

  /// Eight bytes an id.
  public var sessionBytes: Int {
    var bytes = 0
    sessions.forEach { bytes += $0.count * MemoryLayout<ItemID>.stride }
    return bytes
  }

  /// Fills a reply from the session's ids, which a first page freezes.
  ///
  /// An item that is gone never holds a page up: it is skipped, or it stands in `gone`.
  /// - Complexity: O(n) for a first page, else O(rows and items that are gone).
  public mutating func fill(
    _ reply: inout RankedReply, with request: RankedRequest, of list: borrowing RankedList,
    at now: Int64, counting work: inout RankedWork
  ) throws(SourceError) {
    reply.removeAll()
    try request.validate()
    let session: UInt64
    let start: Int
    if let cursor = request.cursor {
      (session, start) = try cursors.session(cursor)
    } else {
      session = sessions.insert(freeze(list, &work), at: now)
      start = 0
    }
    let sendsTombstones = options.sendsTombstones
    let end = try sessions.use(session, at: now) { (ids: inout [ItemID]) throws(SourceError) in
      let end = list.append(
        ids, from: start, limit: request.limit, sendingTombstones: sendsTombstones, to: &reply,
        &work)
      reply.isEnd = end == ids.count
      return end
    }
    let isEnd = reply.isEnd
    try reply.complete(from: list) { page throws(SourceError) in
      page.previous = try cursors.cursor(session: session, position: start)
      if !isEnd { page.next = try cursors.cursor(session: session, position: end) }
    }
  }

  /// The ids of the ranking, or of the candidates.
  private func freeze(_ list: borrowing RankedList, _ work: inout RankedWork) -> [ItemID] {
    if let candidates {
      let ids = CandidateMerge.ids(
        of: candidates, checkingRepeats: options.checksCandidates, counting: &work)
      return Array(ids.prefix(options.maximumIDs))
    }
    return list.ids(limit: options.maximumIDs, &work)
  }
}

extension RankedList {
  /// The ids in the order of the ranking.
  func ids(limit: Int, _ work: inout RankedWork) -> [ItemID] {
    var ids: [ItemID] = []
    ids.reserveCapacity(min(limit, count))
    if limit > 0 {
      forEach { entry in
        ids.append(entry.id)
        return ids.count < limit
      }
    }
    work.itemsRanked += ids.count
    return ids
  }

  /// Appends rows of a session from a position on; returns the position after them.
  fileprivate func append(
    _ ids: [ItemID], from start: Int, limit: Int, sendingTombstones sendsTombstones: Bool,
    to reply: inout RankedReply, _ work: inout RankedWork
  ) -> Int {
    var position = min(max(0, start), ids.count)
    var left = limit
    while position < ids.count, left > 0 {
      work.lookups += 1
      if append(ids[position], to: &reply.page) {
        left -= 1
      } else if sendsTombstones {
        reply.gone.append(ids[position])
        left -= 1
      }
      position += 1
    }
    return position
  }
}
