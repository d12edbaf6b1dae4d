import ListCore

/// The naive ordered list: one array kept sorted, and a dictionary that knows each item's key.
///
/// A change costs a binary search and moves everything behind its place, so it grows with the list.
struct SortedArrayList {
  private(set) var entries: [ListEntry]
  private var keys: [ItemID: SortKey]

  /// Makes a list of ascending entries.
  init(ascending entries: [ListEntry]) {
    self.entries = entries
    keys = Dictionary(minimumCapacity: entries.count)
    for entry in entries { keys[entry.id] = entry.key }
  }

  /// The number of entries before `entry`.
  func place(of entry: ListEntry) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle] < entry { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The rank of an item, or nil if the list lacks it.
  func rank(of id: ItemID) -> Int? {
    keys[id].map { place(of: ListEntry(key: $0, id: id)) }
  }

  /// Inserts an item, or moves it when its key changed.
  mutating func upsert(_ entry: ListEntry) {
    if let key = keys.updateValue(entry.key, forKey: entry.id) {
      guard key != entry.key else { return }
      entries.remove(at: place(of: ListEntry(key: key, id: entry.id)))
    }
    entries.insert(entry, at: place(of: entry))
  }

  /// Removes an item if it is there.
  mutating func remove(_ id: ItemID) {
    guard let key = keys.removeValue(forKey: id) else { return }
    entries.remove(at: place(of: ListEntry(key: key, id: id)))
  }

  /// Applies one change.
  mutating func apply(_ change: Change) {
    if change.operation == .delete {
      remove(change.id)
    } else {
      upsert(ListEntry(key: change.key, id: change.id))
    }
  }
}
