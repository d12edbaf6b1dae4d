import ListCore

/// Finds places in a list's snapshot without holding it.
struct SnapshotSearch: Sendable {
  let list: any FixtureList
  private let first: ListPlace
  private let last: ListPlace

  init(_ list: any FixtureList) {
    self.list = list
    first = Self.place(atRank: 0, list)
    last = Self.place(atRank: list.itemCount - 1, list)
  }

  private static func place(atRank rank: Int, _ list: any FixtureList) -> ListPlace {
    // The walk below sets it: a snapshot has at least one item.
    var place = ListPlace(ListEntry(key: 0, id: 0), in: list.recipe.order)
    list.forEachItem(rank..<rank + 1) { place = $0.place(in: list.recipe.order) }
    return place
  }

  /// How many items of the snapshot stand before a place.
  ///
  /// - Complexity: O(log items) questions for one item; both ends are found at once.
  func count(before place: ListPlace) -> Int {
    if place <= first { return 0 }
    if place > last { return list.itemCount }
    var low = 1
    var high = list.itemCount - 1
    while low < high {
      let middle = low + (high - low) / 2
      if Self.place(atRank: middle, list) < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The ranks in the snapshot of items that are there.
  ///
  /// A list that knows where an item came from is asked; any other one is read once from head to
  /// tail.
  func ranks(of ids: Set<ItemID>) -> [ItemID: Int] {
    var ranks: [ItemID: Int] = [:]
    guard !ids.isEmpty else { return ranks }
    if let list = list as? GeneratedList {
      for id in ids {
        guard let entry = list.firstEntry(of: id) else { continue }
        ranks[id] = count(before: ListPlace(entry, in: list.recipe.order))
      }
      return ranks
    }
    var rank = 0
    list.forEachItem(0..<list.itemCount) { item in
      if ids.contains(item.entry.id) { ranks[item.entry.id] = rank }
      rank += 1
    }
    return ranks
  }
}

extension GeneratedList {
  /// The place at which an item first stood, in the snapshot or when it was inserted; nil when this
  /// list never has it.
  ///
  /// An item moves once at most, so this is where a moved one was before.
  func firstEntry(of id: ItemID) -> ListEntry? {
    guard let birth = cipher.birth(of: id), let slot = firstSlot(ofBirth: birth) else { return nil }
    return ListEntry(key: key(of: slot), id: id)
  }
}
