public import ListCore
public import ListSource

extension PostgresSource {
  /// Fills a page.
  public func fill(_ page: inout Page, with request: PageRequest) throws(SourceError) {
    var cursors = PageCursors(takenFrom: &page)
    try request.validate()
    let position = try PagePosition(request.place, codec: codec)
    let (statement, parameters) = try question(position, limit: request.limit)
    let result = try read { connection throws(PostgresError) in
      try connection.run(statement, parameters)
    }
    do throws(SourceError) {
      try page.append(result, place: place)
      if position.direction == .newer { page.rows.reverse() }
      let isFull = page.rows.count == request.limit
      try cursors.put(
        into: &page, codec: codec, hasOlder: isFull || position.direction == .newer,
        hasNewer: position.direction == .older ? !position.isHead : isFull)
    } catch {
      page.removeAll()
      throw error
    }
  }

  /// Returns the cursor to the rows on one side of an entry.
  public func cursor(
    after entry: ListEntry, _ direction: Direction
  ) throws(SourceError) -> Cursor {
    var cursor = Cursor(bytes: [])
    try codec.encode(entry, direction, into: &cursor)
    return cursor
  }

  /// Returns where an item stands now; nil when it is not in the list.
  public func entry(of id: ItemID) throws(SourceError) -> ListEntry? {
    // No row has such an id.
    guard let number = Int64(exactly: id.rawValue) else { return nil }
    let key = try read { connection throws(PostgresError) -> Int64? in
      let row = try connection.run(statements.entry, PostgresParameters(number))
      return row.rowCount == 1 ? try row.integer(0, 0) : nil
    }
    return key.map { ListEntry(key: SortKey($0), id: id) }
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
    return form == .cursor ? .cursor(try cursor(after: entry, .older)) : .after(entry, .older)
  }

  /// The statement that asks for a page, and its parameters.
  func question(
    _ position: PagePosition, limit: Int
  ) throws(SourceError) -> (PostgresStatement, PostgresParameters) {
    switch position {
    case .offset(let offset):
      return (statements.offset, PostgresParameters(Int64(limit), Self.clamped(offset)))
    case .after(let entry, let direction):
      let id = try number(entry.id)
      return (
        statements.keyset(direction), PostgresParameters(entry.key.rawValue, id, Int64(limit))
      )
    }
  }

  /// An offset to which a limit can be added; no list has so many rows.
  static func clamped(_ offset: Int) -> Int64 { min(Int64(offset), 1 << 62) }

  /// An id as PostgreSQL's `bigint`.
  func number(_ id: ItemID) throws(SourceError) -> Int64 {
    guard let number = Int64(exactly: id.rawValue) else {
      throw SourceError(
        .idOutOfRange,
        "id \(id) is above 2^63 - 1, the largest integer of PostgreSQL: "
          + "give the items smaller ids", place: place)
    }
    return number
  }
}

extension Page {
  /// Appends rows of id, key, version and text.
  mutating func append(_ result: PostgresResult, place: String) throws(SourceError) {
    for row in 0..<result.rowCount {
      let (id, key, version) = try onServer { () throws(PostgresError) in
        (try result.integer(row, 0), try result.integer(row, 1), try result.integer(row, 2))
      }
      guard let id = UInt64(exactly: id), let version = UInt32(exactly: version) else {
        throw SourceError(
          .corrupt, "a row's id or version is out of range: load the dataset anew", place: place)
      }
      try result.withBytes(row, 3) { bytes throws(SourceError) in
        guard text.count + bytes.count <= Int(UInt32.max) else {
          throw SourceError(
            .pageTooLarge, "more than 4 GiB of text: ask for fewer rows", place: place)
        }
        append(
          entry: ListEntry(key: SortKey(key), id: ItemID(id)), version: version, text: bytes)
      }
    }
  }
}
