import ListCore

/// What a store should know: version and text, no text for a tombstone.
package struct StoreModel {
  package struct Item: Equatable {
    package var version: UInt32
    package var text: [UInt8]?
  }
  package var items: [ItemID: Item] = [:]

  package init() {}

  package mutating func upsert(
    _ id: ItemID, version: UInt32, text: [UInt8]
  ) -> ItemStore.UpsertOutcome {
    guard let old = items[id] else {
      items[id] = Item(version: version, text: text)
      return .inserted
    }
    if version < old.version { return .stale }
    if version == old.version { return old.text == nil ? .stale : .repeated }
    items[id] = Item(version: version, text: text)
    return old.text == nil ? .inserted : .updated
  }

  package mutating func remove(_ id: ItemID) -> Bool {
    guard let old = items.removeValue(forKey: id) else { return false }
    return old.text != nil
  }

  package mutating func remove(
    _ id: ItemID, leavingTombstone version: UInt32
  ) -> ItemStore.RemovalOutcome {
    guard let old = items[id] else {
      items[id] = Item(version: version, text: nil)
      return .absent
    }
    if old.text == nil {
      items[id]?.version = max(old.version, version)
      return .absent
    }
    if version < old.version { return .stale }
    items[id] = Item(version: version, text: nil)
    return .removed
  }
}
