internal import ListCore
internal import ListSource
internal import SQLite

extension SQLiteSource.Database {
  /// The statements that answer a page at a position, in their order.
  func statements(for position: PagePosition) -> [Statement] {
    switch position {
    case .after(_, .older): return form == .keysetByID ? [older, keyOfID] : [older]
    case .after(_, .newer): return form == .keysetByID ? [newer, keyOfID] : [newer]
    case .offset:
      return switch ranks {
      case .none: [byRank]
      case .milestones(let statement, let fromPlace), .buckets(let statement, let fromPlace):
        [statement, fromPlace]
      }
    }
  }

  /// Fills an empty page with rows, newest first.
  func fill(
    _ page: inout Page, from position: PagePosition, limit: Int, isCounted: Bool
  ) throws(SourceError) -> SQLiteSource.Counters {
    guard isCounted else {
      try fill(&page, from: position, limit: limit)
      return SQLiteSource.Counters()
    }
    return try counted(statements(for: position)) { () throws(SourceError) in
      try fill(&page, from: position, limit: limit)
    }
  }

  /// Returns what a body makes statements and the page cache do.
  func counted(
    _ statements: [Statement], _ body: () throws(SourceError) -> Void
  ) throws(SourceError) -> SQLiteSource.Counters {
    for statement in statements { _ = statement.takeCounters() }
    _ = connection.takePageCacheCounters()
    try body()
    var counters = SQLiteSource.Counters(connection.takePageCacheCounters())
    for statement in statements { counters += SQLiteSource.Counters(statement.takeCounters()) }
    return counters
  }

  private func fill(
    _ page: inout Page, from position: PagePosition, limit: Int
  ) throws(SourceError) {
    switch position {
    case .offset(let offset): try fill(&page, offset: offset, limit: limit)
    case .after(let entry, let direction) where form == .keysetByID:
      try reading { () throws(SourceError) in
        try fill(&page, after: entry, direction, limit: limit)
        if page.rows.isEmpty, try self.entry(of: entry.id) == nil {
          throw SourceError(
            .rowGone,
            "row \(entry.id) is gone and only its id is known: start at the head, or use cursors",
            place: connection.path)
        }
      }
    case .after(let entry, let direction):
      try fill(&page, after: entry, direction, limit: limit)
    }
  }

  private func fill(
    _ page: inout Page, after entry: ListEntry, _ direction: Direction, limit: Int
  ) throws(SourceError) {
    let statement = direction == .older ? older : newer
    try bind(boundary(entry), limit: limit, to: statement)
    try appendRows(of: statement, to: &page)
    if direction == .newer { page.rows.reverse() }
  }

  /// What a form makes of the last row's entry.
  private func boundary(_ entry: ListEntry) -> ListEntry {
    guard form == .milliseconds else { return entry }
    let key = entry.key.rawValue
    let micros = key % 1_000
    let (cut, isTooSmall) = key.subtractingReportingOverflow(micros < 0 ? micros + 1_000 : micros)
    return ListEntry(key: SortKey(isTooSmall ? .min : cut), id: entry.id)
  }

  /// Binds key, id and limit; a key that the file stores as NULL as it is stored.
  func bind(
    _ entry: ListEntry, limit: Int, to statement: Statement
  ) throws(SourceError) {
    try onFile(connection.path) { () throws(SQLiteError) in
      if shape == .nullableKey, entry.key == SortKey(.min) {
        try statement.bindNull(at: 1)
      } else {
        try statement.bind(entry.key.rawValue, at: 1)
      }
      try statement.bind(entry.id.rawValue, at: 2)
      try statement.bind(Int64(limit), at: 3)
    }
  }

  /// Returns where an item stands.
  func entry(of id: ItemID) throws(SourceError) -> ListEntry? {
    try onFile(connection.path) { () throws(SQLiteError) in
      try keyOfID.bind(id.rawValue, at: 1)
      defer { keyOfID.reset() }
      return try keyOfID.step() ? ListEntry(key: key(keyOfID, at: 0), id: id) : nil
    }
  }

  // MARK: - Rows

  /// Runs a statement that gives id, key, version and text, or id and key alone.
  ///
  /// - Returns: Whether there are rows beyond `limit`.
  @discardableResult
  func appendRows(
    of statement: Statement, to page: inout Page, limit: Int = .max
  ) throws(SourceError) -> Bool {
    defer { statement.reset() }
    let end = limit < .max - page.rows.count ? page.rows.count + limit : .max
    while try onFile(connection.path, { () throws(SQLiteError) in try statement.step() }) {
      guard page.rows.count < end else { return true }
      try appendRow(of: statement, to: &page)
    }
    return false
  }

  /// Appends the row that a statement stands at.
  func appendRow(of statement: Statement, to page: inout Page) throws(SourceError) {
    let hasText = statement.columnCount == 4
    guard let id = UInt64(exactly: statement.integer(at: 0)),
      let version = UInt32(exactly: hasText ? statement.integer(at: 2) : 0)
    else {
      throw SourceError(
        .corrupt, "a row's id or version is out of range: load the dataset anew",
        place: connection.path)
    }
    let entry = ListEntry(key: key(statement, at: 1), id: ItemID(id))
    guard hasText else {
      page.append(entry: entry, version: 0, text: Span())
      return
    }
    try statement.withText(at: 3) { text throws(SourceError) in
      guard page.text.count + text.count <= Int(UInt32.max) else {
        throw SourceError(
          .pageTooLarge, "more than 4 GiB of text: ask for fewer rows", place: connection.path)
      }
      page.append(entry: entry, version: version, text: text)
    }
  }
}
