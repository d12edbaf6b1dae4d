import ListCore

/// The state of a list while its events go by: what is alive, where, and in which version.
///
/// Memory is proportional to the ids that were ever alive.
struct ListReplay {
  /// What is known of an item.
  struct Item {
    var key: SortKey
    var version: UInt32
    var isAlive = true
  }

  private(set) var items: [ItemID: Item] = [:]
  private(set) var counts = Manifest.Counts()

  /// Adds an item of the snapshot; false when its id was there already.
  mutating func add(_ item: ParsedItem) -> Bool {
    let state = Item(key: item.entry.key, version: item.version)
    guard items.updateValue(state, forKey: item.entry.id) == nil else { return false }
    counts.items += 1
    counts.live += 1
    return true
  }

  /// Applies an event.
  ///
  /// - Returns: The field and what is wrong with it, when the event breaks a rule; the list is then as before.
  mutating func apply(_ change: Change) -> (field: String, message: String)? {
    let expected = UInt64(counts.events + 1)
    guard change.sequence == expected else { return ("seq", "is not \(expected), the next number") }
    let item = items[change.id].flatMap { $0.isAlive ? $0 : nil }
    if change.operation == .insert {
      if item != nil { return ("id", "is inserted though it is alive") }
    } else {
      guard let item else { return ("id", "is not alive") }
      if let problem = problem(of: change, to: item) { return problem }
    }
    items[change.id] = Item(
      key: change.key, version: change.version, isAlive: change.operation != .delete)
    counts.events += 1
    switch change.operation {
    case .insert:
      counts.inserts += 1
      counts.live += 1
    case .delete:
      counts.deletes += 1
      counts.live -= 1
    case .move: counts.moves += 1
    case .update: counts.updates += 1
    }
    return nil
  }

  private func problem(of change: Change, to item: Item) -> (field: String, message: String)? {
    if change.operation != .move, change.key != item.key {
      return ("key", "is not \(item.key), the item's; only a move changes it")
    }
    switch change.operation {
    case .insert: return nil
    case .delete where change.version != item.version:
      return ("version", "is not \(item.version), the item's last one")
    case .move where change.version < item.version, .update where change.version <= item.version:
      return ("version", "does not rise; the item has \(item.version)")
    case .delete, .move, .update: return nil
    }
  }
}
