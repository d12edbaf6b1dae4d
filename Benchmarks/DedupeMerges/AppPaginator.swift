import ListCore

/// What apps do with a fetched page: collect the ids that are shown, drop those rows, append, sort.
///
/// Every page costs the whole list.
struct AppPaginator {
  /// One row as an app models it.
  struct Row {
    var id: ItemID
    var key: SortKey
    var version: UInt32
  }

  private(set) var rows: [Row]

  /// Makes a list of ascending rows.
  init(rows: [Row]) {
    self.rows = rows
  }

  /// Merges a page; rows that are shown are replaced when the page has a newer version.
  ///
  /// - Returns: How many rows are new.
  mutating func merge(_ page: [Page.Row]) -> Int {
    let shown = Set(rows.map(\.id))
    let fresh = page.filter { !shown.contains($0.entry.id) }
    let known = Dictionary(
      page.filter { shown.contains($0.entry.id) }.map { ($0.entry.id, $0) },
      uniquingKeysWith: { $0.version < $1.version ? $1 : $0 })
    for index in rows.indices {
      guard let row = known[rows[index].id], rows[index].version < row.version else { continue }
      rows[index] = Row(id: row.entry.id, key: row.entry.key, version: row.version)
    }
    rows += fresh.map { Row(id: $0.entry.id, key: $0.entry.key, version: $0.version) }
    rows.sort { ($0.key, $0.id) < ($1.key, $1.id) }
    return fresh.count
  }
}
