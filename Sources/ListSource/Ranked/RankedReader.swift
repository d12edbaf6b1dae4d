internal import ListCore

/// The reader's side of a feed: what it has to remember, send and do for a design.
struct RankedReader {
  let design: RankedDesign
  let pageSize: Int
  /// What was received, each id once, in the order in which it came.
  private(set) var shown: [ItemID] = []
  private var shownSet: Set<ItemID> = []
  /// The ids of the design that sends them first, and how many of them were asked for.
  private var ids: [ItemID] = []
  private var asked = 0
  private var hasIDs = false
  private var cursor: Cursor?
  /// What gives the first page again.
  private var firstPage: Cursor?
  private var hasFirstPage = false
  private(set) var isDone = false

  init(_ design: RankedDesign, pageSize: Int) {
    self.design = design
    self.pageSize = pageSize
  }

  /// Whether the next reply brings ids and no rows.
  var wantsIDs: Bool { design == .idsFirst && !hasIDs }

  func isShown(_ id: ItemID) -> Bool { shownSet.contains(id) }

  /// The request for the next page.
  func nextRequest() -> RankedRequest {
    var request = RankedRequest(limit: pageSize, cursor: cursor)
    switch design {
    case .excludeShownSent: request.shown = shown
    case .idsFirst: request.ids = Array(ids.dropFirst(asked).prefix(pageSize))
    case .plainCursor, .sessionSnapshot, .excludeShown: break
    }
    return request
  }

  /// The request by which the reader refreshes its first page.
  func refreshRequest() -> RankedRequest {
    var request = nextRequest()
    switch design {
    case .plainCursor: request.cursor = nil
    case .sessionSnapshot: request.cursor = firstPage
    case .idsFirst: request.ids = Array(ids.prefix(pageSize))
    // What was shown is excluded: the best of the rest comes.
    case .excludeShown, .excludeShownSent: break
    }
    return request
  }

  /// Takes the reply to `nextRequest()`; returns how many of its rows had come before.
  mutating func take(_ reply: RankedReply) -> Int {
    if wantsIDs {
      ids = reply.ids
      hasIDs = true
      isDone = ids.isEmpty
      return 0
    }
    var repeats = 0
    for row in reply.page.rows {
      if shownSet.insert(row.entry.id).inserted {
        shown.append(row.entry.id)
      } else {
        repeats += 1
      }
    }
    if !hasFirstPage {
      firstPage = reply.page.previous
      hasFirstPage = true
    }
    cursor = reply.page.next
    switch design {
    case .idsFirst:
      asked = min(ids.count, asked + pageSize)
      isDone = asked == ids.count
    case .plainCursor, .sessionSnapshot, .excludeShown, .excludeShownSent: isDone = reply.isEnd
    }
    return repeats
  }

  /// Starts anew, as `sessionGone` asks for; what was shown stays.
  mutating func restart() {
    cursor = nil
    hasFirstPage = false
    isDone = false
  }
}

extension RankedRequest {
  /// Bytes of a request's ids, as decimal strings of JSON with a comma, and of its cursor.
  var byteCount: Int {
    (cursor?.bytes.count ?? 0) + shown.reduce(0) { $0 + $1.byteCountInJSON }
      + ids.reduce(0) { $0 + $1.byteCountInJSON }
  }
}

extension RankedReply {
  /// Bytes of a reply: texts, each row's id, ids, cursors.
  var byteCount: Int {
    page.text.count + page.rows.reduce(0) { $0 + $1.entry.id.byteCountInJSON }
      + gone.reduce(0) { $0 + $1.byteCountInJSON } + ids.reduce(0) { $0 + $1.byteCountInJSON }
      + (page.next?.bytes.count ?? 0) + (page.previous?.bytes.count ?? 0)
  }
}

extension ItemID {
  /// The length of `"123",`.
  var byteCountInJSON: Int {
    var (digits, rest) = (1, rawValue / 10)
    while rest > 0 { (digits, rest) = (digits + 1, rest / 10) }
    return digits + 3
  }
}
