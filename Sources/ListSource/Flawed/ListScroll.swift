public import ListCore

/// A reader who scrolls a whole list down, and what came of it.
///
/// Known-bad designs are shown by it: what they repeat and lose against the rows that are there.
public struct ListScroll: Hashable, Sendable {
  /// How the reader asks for the next page.
  public enum Method: Hashable, Sendable, CaseIterable {
    /// After the last row; a page that is not full is the end.
    case keyset
    /// By the page's `next`; without one it is the end.
    case cursor
  }

  /// Pages fetched.
  public private(set) var pages = 0
  /// Rows received.
  public private(set) var returned = 0
  /// Rows received that had come before.
  public private(set) var repeated = 0
  /// Rows of the list that never came.
  public private(set) var lost = 0
  /// Whether the scroll was stopped because it would not end.
  public private(set) var isEndless = false

  /// Scrolls a list that does not change.
  ///
  /// - Parameters:
  ///   - source: The list as the reader sees it.
  ///   - limit: Rows of a page.
  ///   - method: How the next page is asked for.
  ///   - expected: The ids that a reader must see.
  /// - Throws: What the source throws.
  public init(
    of source: some ListSource, limit: Int, by method: Method, expecting expected: Set<ItemID>
  ) throws(SourceError) {
    var page = Page()
    var seen: Set<ItemID> = []
    var place: PageRequest.Place? = .head
    let most = 2 * (try source.count() / max(1, limit)) + 10
    while let asked = place {
      if pages == most {
        isEndless = true
        break
      }
      try source.fill(&page, with: PageRequest(asked, limit: limit))
      pages += 1
      returned += page.rows.count
      for row in page.rows where !seen.insert(row.entry.id).inserted { repeated += 1 }
      switch method {
      case .keyset:
        place = page.rows.count < limit ? nil : page.rows.last.map { .after($0.entry, .older) }
      case .cursor: place = page.next.map { .cursor($0) }
      }
    }
    lost = expected.subtracting(seen).count
  }

  /// The ids of a list, by offset, without those that are hidden.
  public static func ids(
    of source: some ListSource, hiding isHidden: (ItemID) -> Bool = { _ in false }
  ) throws(SourceError) -> Set<ItemID> {
    var ids: Set<ItemID> = []
    var page = Page()
    var rank = 0
    repeat {
      try source.fill(
        &page, with: PageRequest(.offset(rank), limit: PageRequest.limits.upperBound))
      for row in page.rows where !isHidden(row.entry.id) { ids.insert(row.entry.id) }
      rank += page.rows.count
    } while !page.rows.isEmpty
    return ids
  }
}
