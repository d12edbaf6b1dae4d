public import ListCore
public import ListSource
internal import SQLite
internal import Synchronization

extension SQLiteSource {
  /// Fills a page with the rows round an entry: two seeks each way in one read transaction.
  ///
  /// - Throws: `windowOutOfRange`, `idOutOfRange` for an anchor above 2^63 - 1.
  public func fill(
    _ page: inout Page, round window: WindowRequest
  ) throws(SourceError) -> AnchorPlace {
    var cost: Counters?
    return try fill(&page, round: window, counting: &cost)
  }

  /// Fills a page with the rows round an entry and adds what that cost to the counters.
  public func fill(
    _ page: inout Page, round window: WindowRequest, counting counters: inout Counters
  ) throws(SourceError) -> AnchorPlace {
    var cost: Counters? = Counters()
    let place = try fill(&page, round: window, counting: &cost)
    if let cost { counters += cost }
    return place
  }

  /// Returns where an item stands now; nil when it is not in the list.
  ///
  /// - Throws: `idOutOfRange` above 2^63 - 1.
  public func entry(of id: ItemID) throws(SourceError) -> ListEntry? {
    try database.withLock { database throws(SourceError) in try database.entry(of: id) }
  }

  private func fill(
    _ page: inout Page, round window: WindowRequest, counting counters: inout Counters?
  ) throws(SourceError) -> AnchorPlace {
    var cursors = PageCursors(takenFrom: &page)
    try window.validate()
    do throws(SourceError) {
      let rows = try database.withLock { database throws(SourceError) in
        var rows = WindowRows()
        if counters == nil {
          rows = try database.fill(&page, round: window)
        } else {
          let statements = [database.window.newer, database.window.olderOrSame]
          counters = try database.counted(statements) { () throws(SourceError) in
            rows = try database.fill(&page, round: window)
          }
        }
        return rows
      }
      try cursors.put(
        into: &page, codec: codec, hasOlder: rows.hasOlder, hasNewer: rows.hasNewer)
      return rows.anchor
    } catch {
      page.removeAll()
      throw error
    }
  }
}

/// What a window's page holds.
struct WindowRows {
  var anchor = AnchorPlace(index: 0, isFound: false)
  var hasNewer = false
  var hasOlder = false
}

extension SQLiteSource.Database {
  /// Fills an empty page with the rows round an entry; one row more on each side tells where the list ends.
  fileprivate func fill(
    _ page: inout Page, round request: WindowRequest
  ) throws(SourceError) -> WindowRows {
    try reading { () throws(SourceError) in
      var rows = WindowRows()
      try bind(request.anchor, limit: request.newer + 1, to: window.newer)
      rows.hasNewer = try appendRows(of: window.newer, to: &page, limit: request.newer)
      page.rows.reverse()
      rows.anchor.index = page.rows.count

      try bind(request.anchor, limit: request.older + 2, to: window.olderOrSame)
      rows.hasOlder = try appendRows(
        of: window.olderOrSame, to: &page, limit: request.older + 1)
      if page.rows.count > rows.anchor.index {
        rows.anchor.isFound = page.rows[rows.anchor.index].entry == request.anchor
      }
      if !rows.anchor.isFound, page.rows.count - rows.anchor.index > request.older {
        // No anchor: what was read in its stead is a row too many.
        page.removeLastRow()
        rows.hasOlder = true
      }
      return rows
    }
  }
}

extension Page {
  /// Removes the row that was appended last, and its text.
  fileprivate mutating func removeLastRow() {
    guard let row = rows.popLast() else { return }
    text.removeLast(Int(row.textByteCount))
  }
}
