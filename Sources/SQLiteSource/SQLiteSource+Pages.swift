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
    return switch form {
    case .offset: .offset(depth)
    case .keysetRowValues, .keysetTwoSeeks: .after(entry, .older)
    case .cursor: .cursor(try cursor(after: entry, .older))
    }
  }

  private func fill(
    _ page: inout Page, with request: PageRequest, isCounted: Bool
  ) throws(SourceError) -> Counters {
    // The old cursors' memory is used again if nobody else holds it.
    var next = page.next ?? Cursor(bytes: [])
    var previous = page.previous ?? Cursor(bytes: [])
    page.removeAll()
    try request.validate()
    let position = try Position(request.place, codec: codec)
    do throws(SourceError) {
      let counters = try database.withLock { database throws(SourceError) in
        try database.fill(&page, from: position, limit: request.limit, isCounted: isCounted)
      }
      guard let first = page.rows.first?.entry, let last = page.rows.last?.entry else {
        return counters
      }
      let isFull = page.rows.count == request.limit
      if isFull || position.direction == .newer {
        try codec.encode(last, .older, into: &next)
        page.next = next
      }
      if position.direction == .older ? !position.isHead : isFull {
        try codec.encode(first, .newer, into: &previous)
        page.previous = previous
      }
      return counters
    } catch {
      page.removeAll()
      throw error
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

extension SQLiteSource.Database {
  /// Fills an empty page with rows, newest first.
  fileprivate func fill(
    _ page: inout Page, from position: Position, limit: Int,
    isCounted: Bool
  ) throws(SourceError) -> SQLiteSource.Counters {
    let statement = try onFile(connection.path) { () throws(SQLiteError) in
      try bind(position, limit: limit)
    }
    if isCounted {
      _ = statement.takeCounters()
      _ = connection.takePageCacheCounters()
    }
    try statement.appendRows(to: &page)
    if position.direction == .newer { page.rows.reverse() }
    guard isCounted else { return SQLiteSource.Counters() }
    return SQLiteSource.Counters(
      statement.takeCounters(), pageCache: connection.takePageCacheCounters())
  }

  private func bind(_ position: Position, limit: Int) throws(SQLiteError) -> Statement {
    switch position {
    case .offset(let offset):
      try self.offset.bind(Int64(limit), at: 1)
      try self.offset.bind(Int64(offset), at: 2)
      return self.offset
    case .after(let entry, let direction):
      let statement = direction == .older ? older : newer
      try statement.bind(entry.key.rawValue, at: 1)
      try statement.bind(entry.id.rawValue, at: 2)
      try statement.bind(Int64(limit), at: 3)
      return statement
    }
  }
}

extension Statement {
  /// Runs a statement that gives id, key, version and text.
  fileprivate func appendRows(to page: inout Page) throws(SourceError) {
    let path = connection.path
    defer { reset() }
    while try onFile(path, { () throws(SQLiteError) in try step() }) {
      guard let id = UInt64(exactly: integer(at: 0)), let version = UInt32(exactly: integer(at: 2))
      else {
        throw SourceError(
          .corrupt, "a row's id or version is out of range: load the dataset anew", place: path)
      }
      let entry = ListEntry(key: SortKey(integer(at: 1)), id: ItemID(id))
      try withText(at: 3) { text throws(SourceError) in
        guard page.text.count + text.count <= Int(UInt32.max) else {
          throw SourceError(
            .pageTooLarge, "more than 4 GiB of text: ask for fewer rows", place: path)
        }
        page.append(entry: entry, version: version, text: text)
      }
    }
  }
}
