import ListCore

/// A list's order with rows that have no key: they stand behind all others, by id in the list's
/// direction, as `ORDER BY key DESC NULLS LAST, id DESC` has them.
struct ScriptOrder: ~Copyable {
  /// An item's place.
  struct Standing: Equatable {
    var entry: ListEntry
    var isUnkeyed: Bool
  }

  private(set) var keyed: OrderedIndex
  /// All at key 0.
  private(set) var unkeyed: OrderedIndex
  let descends: Bool
  // MEASURED: asking the indexes cost 4.5% of a script's replay.
  private(set) var keyedCount: Int
  private(set) var unkeyedCount: Int

  /// Makes the order of a list; both arrays ascend.
  init(keyed: [ListEntry], unkeyed: [ListEntry], order: ListOrder) {
    self.keyed = OrderedIndex(ascending: keyed.span)
    self.unkeyed = OrderedIndex(ascending: unkeyed.span)
    descends = order == .newestFirst
    keyedCount = keyed.count
    unkeyedCount = unkeyed.count
  }

  var count: Int { keyedCount + unkeyedCount }

  // MARK: - Reading

  /// The item at a rank in `0..<count`.
  @inline(__always)
  func standing(atRank rank: Int) -> Standing {
    if rank < keyedCount {
      return Standing(
        entry: keyed.entry(atRank: descends ? keyedCount - 1 - rank : rank), isUnkeyed: false)
    }
    let behind = rank - keyedCount
    return Standing(
      entry: unkeyed.entry(atRank: descends ? unkeyedCount - 1 - behind : behind),
      isUnkeyed: true)
  }

  /// The rank of an item; nil when it is not in the list.
  func rank(of id: ItemID) -> Int? {
    if let rank = keyed.rank(of: id) { return descends ? keyedCount - 1 - rank : rank }
    guard let rank = unkeyed.rank(of: id) else { return nil }
    return keyedCount + (descends ? unkeyedCount - 1 - rank : rank)
  }

  /// The rank of the first item behind a place, whether or not an item stands there.
  func firstRank(behind place: Standing) -> Int {
    place.isUnkeyed
      ? keyedCount + firstRank(behind: place.entry, in: unkeyed)
      : firstRank(behind: place.entry, in: keyed)
  }

  private func firstRank(behind entry: ListEntry, in index: borrowing OrderedIndex) -> Int {
    let before = index.firstRank(atOrAfter: entry)
    if descends { return index.count - before }
    return index.key(of: entry.id) == entry.key ? before + 1 : before
  }

  // MARK: - Writing

  /// Puts an item that is not in the list into it.
  mutating func insert(_ place: Standing) {
    if place.isUnkeyed {
      unkeyed.upsert(ListEntry(key: 0, id: place.entry.id))
      unkeyedCount += 1
    } else {
      keyed.upsert(place.entry)
      keyedCount += 1
    }
  }

  /// Takes an item out that is in the list.
  mutating func remove(_ id: ItemID, isUnkeyed: Bool) {
    if isUnkeyed {
      unkeyed.remove(id)
      unkeyedCount -= 1
    } else {
      keyed.remove(id)
      keyedCount -= 1
    }
  }

  /// Gives an item of the list another place.
  mutating func move(_ id: ItemID, wasUnkeyed: Bool, to place: Standing) {
    if wasUnkeyed || place.isUnkeyed {
      remove(id, isUnkeyed: wasUnkeyed)
      insert(place)
    } else {
      keyed.upsert(place.entry)
    }
  }
}
