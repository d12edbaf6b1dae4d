import ListCore
import ListFixtures

/// The model: a list that is changed one change at a time, and complains about each that does not
/// fit.
struct ReplayedList {
  /// What is known of a live item.
  struct Item: Equatable {
    var key: SortKey
    var version: UInt32
  }

  let order: ListOrder
  private(set) var items: [ItemID: Item] = [:]
  /// In the order of their deletion.
  private(set) var dead: [ItemID] = []
  private var known: Set<ItemID> = []
  private(set) var faults: [String] = []
  private(set) var newestKey: SortKey

  init(_ list: GeneratedList) {
    order = list.recipe.order
    let entries = list.entries(atRanks: 0..<list.itemCount)
    newestKey = entries.map(\.key).max() ?? 0
    known = Set(entries.map(\.id))
    for (rank, entry) in entries.enumerated() {
      if items.updateValue(Item(key: entry.key, version: 1), forKey: entry.id) != nil {
        faults.append("id \(entry.id) twice in the snapshot")
      }
      if rank > 0 {
        let rises = entries[rank - 1] < entry
        if rises != (order == .oldestFirst) { faults.append("rank \(rank) out of order") }
      }
    }
  }

  /// Applies a change.
  mutating func apply(_ change: Change) {
    let item = items[change.id]
    switch change.operation {
    case .insert:
      check(item == nil && known.insert(change.id).inserted, "insert of a known id", change)
      check(change.version == 1, "insert with a later version", change)
      check(change.key >= newestKey, "insert behind the newest", change)
      newestKey = max(newestKey, change.key)
      items[change.id] = Item(key: change.key, version: 1)
    case .delete:
      check(item == Item(key: change.key, version: change.version), "delete", change)
      items[change.id] = nil
      dead.append(change.id)
    case .move:
      check(item.map { $0.version + 1 } == change.version, "move", change)
      check(
        change.key >= newestKey && item.map { $0.key < change.key } == true, "move back", change)
      newestKey = max(newestKey, change.key)
      items[change.id] = Item(key: change.key, version: change.version)
    case .update:
      check(item == Item(key: change.key, version: change.version - 1), "update", change)
      items[change.id] = Item(key: change.key, version: change.version)
    }
  }

  /// The live items in list order.
  var entries: [ListEntry] {
    let sorted = items.map { ListEntry(key: $0.value.key, id: $0.key) }.sorted()
    return order == .newestFirst ? sorted.reversed() : sorted
  }

  private mutating func check(_ holds: Bool, _ what: String, _ change: Change) {
    if !holds && faults.count < 5 { faults.append("\(what): \(change)") }
  }
}
