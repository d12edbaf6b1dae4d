import FixtureFormats
import ListCore
import ListFixtures

/// A list and its changes in memory: what a suite feeds to every implementation.
///
/// Rows ascend by (sort key, id). Everything here is set-up and belongs outside the measured region.
public struct Workload {
  /// An item's place and its version.
  public struct Row: Hashable, Comparable, Sendable {
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
  public private(set) var changes: [Change]
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

  /// The places of all rows, ascending.
  public var entries: [ListEntry] { rows.map(\.entry) }

  /// Makes the first changes happen, as many as `count`; they are then no longer in `changes`.
  public mutating func play(_ count: Int) {
    rows = Self.rows(rows, after: changes.prefix(count))
    changes.removeFirst(min(count, changes.count))
  }

  /// Makes everything happen if the list is empty, so that a suite that needs a long list has one.
  public mutating func playIfEmpty() {
    if rows.isEmpty { play(changes.count) }
  }

  /// The rows after some changes, by a dictionary and a sort: the model that results are checked against.
  public static func rows(_ rows: [Row], after changes: some Sequence<Change>) -> [Row] {
    var byID = Dictionary(minimumCapacity: rows.count) as [ItemID: Row]
    for row in rows { byID[row.entry.id] = row }
    for change in changes {
      if change.operation == .delete {
        byID[change.id] = nil
      } else {
        let entry = ListEntry(key: change.key, id: change.id)
        byID[change.id] = Row(entry: entry, version: change.version)
      }
    }
    return byID.values.sorted()
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
