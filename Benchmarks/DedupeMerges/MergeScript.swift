import BenchHarness
import ListCore
import Workload

/// A list that a client holds, and pages that it fetches at random places.
///
/// As the yardsticks have it: of the 50 rows of a page, 15 are in the list, and of those 3 have
/// moved and 3 are newer where they are; the other 35 are new. A page covers every other row of 100
/// neighbours.
struct MergeScript {
  /// Rows of a page.
  static let pageSize = 50
  /// Rows of a page that the list has, or had at another key.
  private static let knownRows = 15

  /// What the client holds, ascending.
  var held: [Workload.Row]
  /// What it fetches, newest row first.
  var pages: [Page]
  /// What it must hold afterwards, ascending.
  var expected: Model

  /// Rows of all pages.
  var rowCount: Int { pages.reduce(0) { $0 + $1.rows.count } }

  init(_ source: WorkloadSource, _ run: Run, pageCount: Int) throws {
    (held, pages, expected) = try ScriptFile.load(
      "pages-\(source.fileKey)-\(pageCount)", in: run.scratchFolder
    ) { file in
      let workload = try Self.workload(source)
      try file.append(workload.rows)
      let pages = Self.pages(of: workload, count: pageCount)
      for page in pages { try file.append(page) }
      try file.append(Self.merged(workload.rows, pages))
    } read: { file in
      let held: [Workload.Row] = try file.array()
      var pages: [Page] = []
      for _ in 0..<pageCount { pages.append(try file.page()) }
      return (held, pages, try Model(&file))
    }
  }

  /// The titles of what the client holds, row by row.
  static func heldTitles(_ source: WorkloadSource, _ run: Run) throws -> Page {
    try ScriptFile.load("titles-\(source.fileKey)", in: run.scratchFolder) { file in
      let workload = try workload(source)
      var titles = Page()
      workload.fill(&titles, with: workload.rows)
      try file.append(titles)
    } read: {
      try $0.page()
    }
  }

  private static func workload(_ source: WorkloadSource) throws -> Workload {
    // A generated title needs no change; a stored one may come with a change.
    var isGenerated = false
    if case .generated = source { isGenerated = true }
    var workload = try Workload(source, changeLimit: isGenerated ? 0 : .max)
    workload.playIfEmpty()
    return workload
  }

  private static func pages(of workload: Workload, count: Int) -> [Page] {
    var draw = PageDraw(held: workload.rows)
    return (0..<count).map { _ in
      // A new row's title is that of the row next to which it is.
      let rows = draw.page()
      var page = Page()
      workload.fill(&page, with: rows.map(\.origin))
      for (position, row) in rows.enumerated() {
        page.rows[position].entry = row.row.entry
        page.rows[position].version = row.row.version
      }
      return page
    }
  }

  /// Draws the rows of pages.
  private struct PageDraw {
    /// The held rows as the pages so far have them.
    private var held: [Workload.Row]
    private var sample = Sample(seed: 5)
    private var freshIDs = Sample(seed: 6)
    /// The mean distance of two rows.
    private let step: Int64

    init(held: [Workload.Row]) {
      self.held = held
      let first = max(held[0].entry.key.rawValue, .min / 2)
      let last = min(held[held.count - 1].entry.key.rawValue, .max / 2)
      step = max(1, (last - first) / Int64(held.count))
    }

    /// The rows of the next page, newest first, and the held row that each comes from.
    mutating func page() -> [(row: Workload.Row, origin: Workload.Row)] {
      let size = min(pageSize, held.count)
      let stride = held.count >= 2 * size ? 2 : 1
      let start = sample.next(below: held.count - stride * (size - 1))
      var known = 0
      var rows: [(row: Workload.Row, origin: Workload.Row)] = []
      for number in 0..<size {
        let origin = held[start + number * stride]
        var row = origin
        if number * knownRows / pageSize == (number + 1) * knownRows / pageSize {
          row = fresh(near: origin)
        } else {
          known += 1
          if known % 5 == 0 { row = moved(origin) }
          if known % 5 == 1 { row.version += 1 }
          held[start + number * stride] = row
        }
        rows.append((row, origin))
      }
      return rows.sorted { $0.row.entry > $1.row.entry }
    }

    private mutating func fresh(near row: Workload.Row) -> Workload.Row {
      let id = ItemID(UInt64(freshIDs.next(below: .max)))
      return Workload.Row(entry: ListEntry(key: key(above: row, by: step), id: id), version: 1)
    }

    private mutating func moved(_ row: Workload.Row) -> Workload.Row {
      Workload.Row(
        entry: ListEntry(key: key(above: row, by: max(1, step / 2)), id: row.entry.id),
        version: row.version + 1)
    }

    private mutating func key(above row: Workload.Row, by distance: Int64) -> SortKey {
      let offset = Int64(sample.next(below: Int(distance)))
      return SortKey(min(row.entry.key.rawValue, .max - distance) + offset)
    }
  }

  /// The model: page after page, row after row, what is not older takes the item's place; then a sort.
  private static func merged(_ held: [Workload.Row], _ pages: [Page]) -> [Workload.Row] {
    let fetched = Set(pages.lazy.flatMap(\.rows).map(\.entry.id))
    var rows: [ItemID: Workload.Row] = [:]
    for row in held where fetched.contains(row.entry.id) { rows[row.entry.id] = row }
    var changes: [Change] = []
    for row in pages.lazy.flatMap(\.rows) {
      if let known = rows[row.entry.id], known.version > row.version { continue }
      rows[row.entry.id] = Workload.Row(entry: row.entry, version: row.version)
      changes.append(
        Change(
          sequence: UInt64(changes.count + 1), operation: .update, id: row.entry.id,
          key: row.entry.key, version: row.version))
    }
    return Workload.rows(held, after: changes)
  }
}
