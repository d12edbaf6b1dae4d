public import ListCore

/// How a feed hands out a ranking that changes between two pages.
public enum RankedDesign: String, Hashable, Sendable, CaseIterable {
  /// A cursor of score and id over the ranking as it is now: repeats what fell and skips what rose.
  case plainCursor
  /// The ids of the whole ranking are frozen at the first page and kept by the server.
  case sessionSnapshot
  /// Each page is ranked anew without what was shown, which the server keeps.
  case excludeShown
  /// Each page is ranked anew without what was shown, which the reader sends.
  case excludeShownSent
  /// The ids of the whole ranking are sent first; the reader asks for rows by their ids.
  case idsFirst

  /// The name in tables.
  public var implementation: String {
    switch self {
    case .plainCursor: "memory, ranked, plain cursor, wrong"
    case .sessionSnapshot: "memory, ranked, session snapshot"
    case .excludeShown: "memory, ranked, exclude shown"
    case .excludeShownSent: "memory, ranked, exclude shown, sent"
    case .idsFirst: "memory, ranked, ids first"
    }
  }
}

/// What a reader asks a ranked feed for.
public struct RankedRequest: Hashable, Sendable {
  /// The most rows, within `PageRequest.limits`.
  public var limit: Int
  /// The `next` of the page before, or a page's `previous` to get that page again; nil starts anew.
  public var cursor: Cursor?
  /// What was shown, for the design whose reader sends it.
  public var shown: [ItemID] = []
  /// The rows that are wanted, for the design whose reader has the ids; at most `limit`.
  public var ids: [ItemID] = []

  /// The most ids that a request may name.
  public static let maximumIDs = 100_000

  /// Makes a request for a page.
  public init(limit: Int, cursor: Cursor? = nil) {
    self.limit = limit
    self.cursor = cursor
  }

  /// Throws `limitOutOfRange` or `tooManyIDs` unless limit and ids are in range.
  public func validate() throws(SourceError) {
    try PageRequest(.head, limit: limit).validate()
    guard shown.count <= Self.maximumIDs, ids.count <= limit else {
      throw SourceError(
        .tooManyIDs,
        "\(shown.count) ids shown and \(ids.count) asked for: at most \(Self.maximumIDs) and \(limit); "
          + "start anew, or ask for fewer")
    }
  }
}

/// What a ranked feed answers.
public struct RankedReply: Equatable, Sendable {
  /// The rows, and where to go on; `previous` gives this page again.
  public var page = Page()
  /// Ids that stood here and are deleted or hidden, so that a reader need not wait for their rows.
  public var gone: [ItemID] = []
  /// The whole ranking's ids, for the design that sends them first.
  public var ids: [ItemID] = []
  /// Whether there is nothing after this page.
  public var isEnd = false

  /// Makes an empty reply.
  public init() {}

  /// Empties the reply and keeps its memory.
  public mutating func removeAll() {
    page.removeAll()
    gone.removeAll(keepingCapacity: true)
    ids.removeAll(keepingCapacity: true)
    isEnd = false
  }
}

extension RankedReply {
  /// Gives the rows their texts and the page its cursors; empties the reply when either fails.
  mutating func complete(
    from list: borrowing RankedList,
    _ putCursors: (inout Page) throws(SourceError) -> Void = { _ in }
  ) throws(SourceError) {
    do throws(SourceError) {
      try list.fillTexts(of: &page)
      try putCursors(&page)
    } catch {
      removeAll()
      throw error
    }
  }
}

/// What a feed did for its answers, in operations.
public struct RankedWork: Hashable, Sendable {
  /// Items visited in the order of the ranking.
  public var itemsRanked = 0
  /// Ids looked for among those that were shown, or among other candidates.
  public var idsCompared = 0
  /// Items looked up by id.
  public var lookups = 0

  /// Makes no work.
  public init() {}

  /// All of it together.
  public var operations: Int { itemsRanked + idsCompared + lookups }

  /// Adds other work.
  public static func += (total: inout RankedWork, other: RankedWork) {
    total.itemsRanked += other.itemsRanked
    total.idsCompared += other.idsCompared
    total.lookups += other.lookups
  }

  /// The difference to the work of before.
  public static func - (total: RankedWork, before: RankedWork) -> RankedWork {
    var work = total
    work.itemsRanked -= before.itemsRanked
    work.idsCompared -= before.idsCompared
    work.lookups -= before.lookups
    return work
  }
}

/// A backend's feed over a ranking, in one of the designs.
///
/// The same request gives the same page as long as the ranking stays: a reply that is lost can be asked for
/// again. All sessions are of one feed; one owner, no lock.
public protocol RankedFeed: Sendable {
  /// Which design it is.
  var design: RankedDesign { get }
  /// Sessions that the server keeps now.
  var sessionCount: Int { get }
  /// Bytes that the server keeps for all sessions.
  var sessionBytes: Int { get }

  /// Fills a reply.
  ///
  /// - Parameters:
  ///   - list: The ranking now.
  ///   - now: The time in microseconds; never goes back.
  ///   - work: What was done is added.
  /// - Throws: `limitOutOfRange`, `tooManyIDs`, the cursor's errors, `sessionGone`; the reply is then empty.
  mutating func fill(
    _ reply: inout RankedReply, with request: RankedRequest, of list: borrowing RankedList,
    at now: Int64, counting work: inout RankedWork
  ) throws(SourceError)
}

extension RankedFeed {
  /// Without a session.
  public var sessionCount: Int { 0 }
  /// Without a session.
  public var sessionBytes: Int { 0 }
}

/// Cursors of feeds: a session and a position in it, signed as cursors of lists are.
struct RankedCursors: Sendable {
  private let codec: CursorCodec

  /// A filter's number that no list has, so that lists and feeds refuse each other's cursors.
  init(
    identity: DatasetIdentity, authenticator: any CursorAuthenticator, design: RankedDesign
  ) {
    let number = UInt64(RankedDesign.allCases.firstIndex(of: design) ?? 0)
    codec = CursorCodec(
      identity: identity, filter: .max - number, authenticator: authenticator)
  }

  /// Returns the cursor to a position of a session.
  func cursor(session: UInt64, position: Int) throws(SourceError) -> Cursor {
    try cursor(behind: ListEntry(key: SortKey(Int64(position)), id: ItemID(session)))
  }

  /// Returns the cursor behind an entry.
  func cursor(behind entry: ListEntry) throws(SourceError) -> Cursor {
    var cursor = Cursor(bytes: [])
    try codec.encode(entry, .older, into: &cursor)
    return cursor
  }

  func session(_ cursor: Cursor) throws(SourceError) -> (session: UInt64, position: Int) {
    let entry = try codec.decode(cursor).entry
    return (entry.id.rawValue, Int(entry.key.rawValue))
  }

  func entry(_ cursor: Cursor) throws(SourceError) -> ListEntry {
    try codec.decode(cursor).entry
  }
}
