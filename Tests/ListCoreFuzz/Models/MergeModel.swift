import ListCore

/// A list and its items, into which pages are merged by the rule that `PageMerge` states.
package struct MergeModel {
  package var order = OrderModel()
  package var items = StoreModel()

  package init() {}

  /// Merges a page row by row.
  package mutating func merge(_ page: Page) -> PageMerge.Report {
    var report = PageMerge.Report()
    var seen: Set<ItemID> = []
    var places: [ListEntry] = []
    for row in page.rows {
      let start = Int(row.textByteOffset)
      let text = Array(page.text[start..<(start + Int(row.textByteCount))])
      let repeats = !seen.insert(row.entry.id).inserted
      let stored = items.upsert(row.entry.id, version: row.version, text: text)
      if stored == .updated { report.newer += 1 }
      if repeats { report.repeatedInPage += 1 }
      if stored == .stale {
        if !repeats { report.stale += 1 }
        continue
      }
      places.append(row.entry)
      let placed = order.upsert(row.entry)
      if repeats { continue }
      switch (placed, stored) {
      case (.inserted, _): report.inserted += 1
      case (.moved, _): report.moved += 1
      case (.unchanged, .updated): report.updated += 1
      case (.unchanged, _): report.repeated += 1
      }
    }
    report.ranks = order.ranks(of: places)
    return report
  }
}
