import ListCore
import Workload

/// The list behind a scroll view: which row is at a rank, how high it is, and what happens to it next.
struct ScrolledList: ~Copyable {
  private let workload: Workload
  private var order: OrderedIndex
  /// Versions of the items that the changes brought.
  private var versions: [ItemID: UInt32] = [:]
  private var nextChange = 0
  /// The second half of a move.
  private var moved: ListEntry?

  /// Loads a list.
  ///
  /// - Parameter isFixed: Whether it is the list after all changes, to which nothing happens.
  init(_ source: WorkloadSource, isFixed: Bool) throws {
    // A script's edits need a tenth of these.
    let changeLimit = 1_000_000
    var workload = try Workload(
      source, changeLimit: source.isEmptyAtFirst ? .max : isFixed ? 0 : changeLimit)
    if isFixed {
      workload.playIfEmpty()
    } else {
      workload.unbuildIfUnchanging(limit: changeLimit)
    }
    self.workload = workload
    order = OrderedIndex(ascending: workload.entries.span)
  }

  /// The heights of all rows as a client guesses them, in 1/64 pt: one to three lines.
  var guessedHeights: [Int32] {
    workload.rows.map { row in
      Self.height(textBytes: Int(truncatingIfNeeded: row.entry.id.rawValue % 3) * 40)
    }
  }

  /// The height of the row at a rank, by its title, in 1/64 pt.
  func measuredHeight(atRank rank: Int) -> Int32 {
    measuredHeight(of: order.entry(atRank: rank))
  }

  private func measuredHeight(of entry: ListEntry) -> Int32 {
    var title: [UInt8] = []
    let version = versions[entry.id] ?? workload.version(at: entry)
    workload.appendTitle(of: entry.id, version: version, to: &title)
    return Self.height(textBytes: title.count)
  }

  /// As the fixtures lay rows out on a phone: 40 bytes a line, 20 pt a line, 48 pt around them.
  private static func height(textBytes: Int) -> Int32 {
    Int32(clamping: (48 + (textBytes / 40 + 1) * 20) * 64)
  }

  /// Lets the list change until a row comes or goes; nil when nothing happens any more.
  mutating func nextEdit() -> HeightStep? {
    if let entry = moved {
      moved = nil
      return insert(entry)
    }
    while nextChange < workload.changes.count {
      let change = workload.changes[nextChange]
      nextChange += 1
      let entry = ListEntry(key: change.key, id: change.id)
      guard let rank = order.rank(of: change.id) else {
        if change.operation == .delete { continue }
        versions[change.id] = change.version
        return insert(entry)
      }
      versions[change.id] = change.version
      let isMoved = change.operation != .delete && order.entry(atRank: rank) != entry
      if change.operation != .delete, !isMoved { continue }
      if isMoved { moved = entry }
      order.remove(change.id)
      return HeightStep(position: rank, operation: .remove)
    }
    return nil
  }

  private mutating func insert(_ entry: ListEntry) -> HeightStep {
    order.upsert(entry)
    let rank = order.rank(of: entry.id) ?? 0
    return HeightStep(position: rank, height: measuredHeight(of: entry), operation: .insert)
  }
}
