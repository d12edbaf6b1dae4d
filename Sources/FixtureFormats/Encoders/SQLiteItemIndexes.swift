import ListFixtures

/// The indexes of `item`, built from keys that were kept while the rows went by.
///
/// They are those of ranks that follow each other from `firstRank` on. Once there are too many, nothing is
/// kept and SQLite builds both indexes.
final class SQLiteItemIndexes {
  /// 16 bytes each while rows are written, 32 while ids are sorted.
  static let mostKept = 1 << 20

  private struct Entry {
    var id: Int64
    var rank: Int64
  }

  private let isDescending: Bool
  private let limit: Int
  private var firstRank = 0
  private var ids: [Int64] = []
  /// A null key is the smallest of all, as SQLite has it.
  private var keys: [Int64] = []
  private var isWhole = true
  private var isInOrder = true

  init(_ order: ListOrder, mostKept: Int) {
    isDescending = order == .newestFirst
    limit = mostKept
  }

  /// Keeps the key of the next item.
  @inline(__always)
  func add(rank: Int, id: Int64, key: Int64?) {
    guard isWhole else { return }
    let key = key ?? .min
    if let before = keys.last {
      if ids.count == limit { return giveUp() }
      let last = ids[ids.count - 1]
      let isInOrder =
        isDescending
        ? key < before || key == before && id < last
        : key > before || key == before && id > last
      if !isInOrder { self.isInOrder = false }
    } else {
      firstRank = rank
    }
    ids.append(id)
    keys.append(key)
  }

  private func giveUp() {
    isWhole = false
    ids = []
    keys = []
  }

  /// Builds the index by key and id, unless the items came in another order; forgets the keys.
  ///
  /// - Returns: Whether it was built.
  func buildKeys(_ pages: SQLitePages, root: Int) throws(FormatError) -> Bool {
    guard isWhole, isInOrder else {
      keys = []
      return false
    }
    let tree = SQLiteTree(index: pages)
    var record = SQLiteRecord()
    for index in keys.indices {
      record.removeAll()
      if keys[index] == .min { record.putNull() } else { record.put(keys[index]) }
      record.put(ids[index])
      record.put(Int64(firstRank + index))
      try tree.append(entry: record)
    }
    try tree.finish(root: root)
    keys = []
    return true
  }

  /// Builds the index by id; forgets the ids.
  ///
  /// - Returns: Whether it was built; not if an id is there twice, which SQLite then reports.
  func buildIDs(_ pages: SQLitePages, root: Int) throws(FormatError) -> Bool {
    guard isWhole else { return false }
    var entries: [Entry] = []
    entries.reserveCapacity(ids.count)
    for index in ids.indices {
      entries.append(Entry(id: ids[index], rank: Int64(firstRank + index)))
    }
    ids = []
    entries.sort { $0.id < $1.id }
    for index in entries.indices.dropFirst() where entries[index].id == entries[index - 1].id {
      return false
    }
    let tree = SQLiteTree(index: pages)
    var record = SQLiteRecord()
    for entry in entries {
      record.removeAll()
      record.put(entry.id)
      record.put(entry.rank)
      try tree.append(entry: record)
    }
    try tree.finish(root: root)
    return true
  }
}
