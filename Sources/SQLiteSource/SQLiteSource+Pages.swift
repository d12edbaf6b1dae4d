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
    let position = try Position(request.place, codec: codec)
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

/// The old cursors of a page, whose memory is used again if nobody else holds it.
struct PageCursors {
  private var next: Cursor
  private var previous: Cursor

  /// Empties a page and keeps its cursors' memory.
  init(takenFrom page: inout Page) {
    next = page.next ?? Cursor(bytes: [])
    previous = page.previous ?? Cursor(bytes: [])
    page.removeAll()
  }

  /// Gives the page cursors at its ends; none if it is empty.
  mutating func put(
    into page: inout Page, codec: CursorCodec, hasOlder: Bool, hasNewer: Bool
  ) throws(SourceError) {
    guard let first = page.rows.first?.entry, let last = page.rows.last?.entry else { return }
    if hasOlder {
      try codec.encode(last, .older, into: &next)
      page.next = next
    }
    if hasNewer {
      try codec.encode(first, .newer, into: &previous)
      page.previous = previous
    }
  }
}

/// A place with its cursor read.
enum Position {
  case offset(Int)
  case after(ListEntry, Direction)

  init(_ place: PageRequest.Place, codec: CursorCodec) throws(SourceError) {
    switch place {
    case .head: self = .offset(0)
    case .offset(let offset): self = .offset(offset)
    case .after(let entry, let direction): self = .after(entry, direction)
    case .cursor(let cursor):
      let (entry, direction) = try codec.decode(cursor)
      self = .after(entry, direction)
    }
  }

  var direction: Direction {
    switch self {
    case .offset: .older
    case .after(_, let direction): direction
    }
  }

  var isHead: Bool {
    if case .offset(0) = self { true } else { false }
  }
}
