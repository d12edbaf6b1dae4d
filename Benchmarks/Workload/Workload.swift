import FixtureFormats
import ListCore
import ListFixtures

/// A list and its changes in memory: what a suite feeds to every implementation.
///
/// Rows ascend by (sort key, id). Everything here is set-up and belongs outside the measured region.
public struct Workload {
  /// An item's place and its version.
  public struct Row: BitwiseCopyable, Hashable, Comparable, Sendable {
    /// The item's place in the list.
    public var entry: ListEntry
    /// The item's version, from 1.
    public var version: UInt32

    /// Makes a row.
    public init(entry: ListEntry, version: UInt32) {
      self.entry = entry
      self.version = version
    }

    /// Whether `lhs` comes first in the list.
    public static func < (lhs: Row, rhs: Row) -> Bool { lhs.entry < rhs.entry }
  }

  /// The list before the changes, ascending.
  public private(set) var rows: [Row]
  /// What happens to it, in order.
  public internal(set) var changes: [Change]
  private let titles: Titles

  /// Loads a list.
  ///
  /// - Parameter changeLimit: The most changes to load.
  /// - Throws: `FixtureError` or `FormatError`.
  public init(_ source: WorkloadSource, changeLimit: Int = .max) throws {
    switch source {
    case .generated:
      let list = try source.generatedList()
      rows = Self.rows(of: list)
      changes = Self.changes(of: list, limit: changeLimit)
      titles = .generated(list)
    case .stored(let folder, _, _, _):
      let stored = try StoredList(StoredDataset(opening: folder), changeLimit: changeLimit)
      rows = stored.rows
      changes = stored.changes
      titles = .stored(stored.titles)
    }
  }

  private static func rows(of list: GeneratedList) -> [Row] {
    var entries = list.entries(atRanks: 0..<list.itemCount)
    if list.recipe.order == .newestFirst { entries.reverse() }
    return entries.map { Row(entry: $0, version: 1) }
  }

  private static func changes(of list: GeneratedList, limit: Int) -> [Change] {
    var changes: [Change] = []
    let count = min(limit, list.eventCount)
    changes.reserveCapacity(count)
    list.forEachChange(1..<count + 1) { changes.append($0) }
    return changes
  }

  /// The version of the row that was at a place before the changes; 0 if there was none.
  ///
  /// - Complexity: O(log n).
  public func version(at entry: ListEntry) -> UInt32 {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].entry < entry { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && rows[low].entry == entry ? rows[low].version : 0
  }

  /// The places of all rows, ascending.
  public var entries: [ListEntry] { rows.map(\.entry) }

  /// Makes all changes happen.
  public mutating func play() {
    rows = outcome
    changes = []
  }

  /// Makes all changes happen if the list is empty, so that a suite that needs a long list has one.
  public mutating func playIfEmpty() {
    if rows.isEmpty { play() }
  }

  /// Takes the newest rows back, so that inserts, oldest first, build a list that never changes.
  ///
  /// - Parameter limit: The most rows to take back.
  public mutating func unbuildIfUnchanging(limit: Int) {
    guard changes.isEmpty else { return }
    let start = max(0, rows.count - limit)
    changes = rows[start...].enumerated().map { offset, row in
      Change(
        sequence: UInt64(offset + 1), operation: .insert, id: row.entry.id, key: row.entry.key,
        version: row.version)
    }
    rows.removeSubrange(start...)
  }

  /// What the list must be after all changes: the model that results are checked against.
  public var outcome: [Row] { Self.rows(rows, after: changes) }

  /// The rows after some changes, by a dictionary of the ids that change and a sort.
  ///
  /// - Parameter rows: Ascending.
  public static func rows(_ rows: [Row], after changes: some Sequence<Change>) -> [Row] {
    // The row that an id has at last, nil for none.
    var changed: [ItemID: Row?] = [:]
    for change in changes {
      let row = Row(
        entry: ListEntry(key: change.key, id: change.id), version: change.version)
      changed.updateValue(change.operation == .delete ? nil : row, forKey: change.id)
    }
    return Self.rows(rows, replaced: changed)
  }

  /// Ascending rows in which some ids have other rows, or none.
  private static func rows(_ rows: [Row], replaced changed: [ItemID: Row?]) -> [Row] {
    let come = changed.values.compactMap { $0 }.sorted()
    var result: [Row] = []
    result.reserveCapacity(rows.count + come.count)
    var next = 0
    for row in rows where !changed.keys.contains(row.entry.id) {
      while next < come.count, come[next] < row {
        result.append(come[next])
        next += 1
      }
      result.append(row)
    }
    result += come[next...]
    return result
  }

  /// Appends the UTF-8 of an item's title to a buffer.
  public func appendTitle(of id: ItemID, version: UInt32, to text: inout [UInt8]) {
    var buffer = RowBuffer()
    titles.append(id, version: version, to: &text, through: &buffer)
  }

  /// Fills a page with rows and their titles, in the order given.
  public func fill(_ page: inout Page, with rows: some Sequence<Row>) {
    page.removeAll()
    var buffer = RowBuffer()
    for row in rows {
      let start = page.text.count
      titles.append(row.entry.id, version: row.version, to: &page.text, through: &buffer)
      page.rows.append(
        Page.Row(
          entry: row.entry, version: row.version, textByteOffset: UInt32(start),
          textByteCount: UInt32(page.text.count - start)))
    }
  }
}
