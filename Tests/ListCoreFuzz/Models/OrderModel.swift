import ListCore

/// A list as a sorted array: slow, plainly right.
package struct OrderModel: Sendable {
  package private(set) var entries: [ListEntry] = []
  package private(set) var keys: [ItemID: SortKey] = [:]

  package init() {}

  /// Makes a list of entries in order.
  package init(ascending entries: [ListEntry]) {
    self.entries = entries
    for entry in entries { keys[entry.id] = entry.key }
  }

  package mutating func upsert(_ entry: ListEntry) -> OrderedIndex.UpsertOutcome {
    let old = keys[entry.id]
    if old == entry.key { return .unchanged }
    if let old { entries.remove(at: rank(ListEntry(key: old, id: entry.id))) }
    keys[entry.id] = entry.key
    entries.insert(entry, at: rank(entry))
    return old == nil ? .inserted : .moved
  }

  package mutating func remove(_ id: ItemID) -> ListEntry? {
    guard let key = keys.removeValue(forKey: id) else { return nil }
    return entries.remove(at: rank(ListEntry(key: key, id: id)))
  }

  package func rank(_ entry: ListEntry) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle] < entry { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The ranks from the smallest to the largest of some places, the largest included if it is taken.
  package func ranks(of places: [ListEntry]) -> Range<Int> {
    guard let low = places.min(), let high = places.max() else { return 0..<0 }
    return rank(low)..<(rank(high) + (keys[high.id] == high.key ? 1 : 0))
  }
}
