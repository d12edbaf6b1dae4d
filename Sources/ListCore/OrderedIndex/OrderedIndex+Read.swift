extension OrderedIndex {
  /// Whether an item is in the list.
  ///
  /// - Complexity: O(1) expected.
  public func contains(_ id: ItemID) -> Bool {
    var tally = NoTally()
    return tree.location(of: id, tally: &tally) != nil
  }

  /// The sort key of an item; nil if it is not in the list.
  ///
  /// - Complexity: O(1) expected.
  public func key(of id: ItemID) -> SortKey? {
    var tally = NoTally()
    guard let found = tree.location(of: id, tally: &tally) else { return nil }
    return tree.leaf(found.leaf).key(at: found.slot)
  }

  /// The rank of an item; nil if it is not in the list.
  ///
  /// - Complexity: O(log n).
  public func rank(of id: ItemID) -> Int? {
    var tally = NoTally()
    guard let found = tree.location(of: id, tally: &tally) else { return nil }
    return tree.rank(of: found, tally: &tally)
  }

  /// As `rank(of:)`, adding the number of nodes entered to `nodeVisits`.
  public func rank(of id: ItemID, nodeVisits: inout Int) -> Int? {
    var tally = CountingTally()
    defer { nodeVisits += tally.visits }
    guard let found = tree.location(of: id, tally: &tally) else { return nil }
    return tree.rank(of: found, tally: &tally)
  }

  /// Writes the rank of each id, -1 for one that is not in the list, overlapping cache misses.
  ///
  /// - Parameters:
  ///   - ids: In any order.
  ///   - ranks: As many places as ids. Traps otherwise.
  /// - Complexity: O(k log n) for k ids.
  public func ranks(of ids: Span<ItemID>, into ranks: inout MutableSpan<Int>) {
    precondition(ids.count == ranks.count, "as many ranks as ids")
    var tally = NoTally()
    unsafe ids.withUnsafeBufferPointer { ids in
      unsafe ranks.withUnsafeMutableBufferPointer { ranks in
        unsafe tree.ranks(of: ids, into: ranks, tally: &tally)
      }
    }
  }

  /// The entry at a rank.
  ///
  /// - Parameter rank: In `0..<count`. Traps otherwise.
  /// - Returns: The entry.
  /// - Complexity: O(log n).
  public func entry(atRank rank: Int) -> ListEntry {
    precondition(rank >= 0 && rank < tree.count, "rank out of range")
    var tally = NoTally()
    let found = tree.locate(rank: rank, tally: &tally)
    return tree.leaf(found.leaf).entry(at: found.slot)
  }

  /// As `entry(atRank:)`, adding the number of nodes entered to `nodeVisits`.
  public func entry(atRank rank: Int, nodeVisits: inout Int) -> ListEntry {
    precondition(rank >= 0 && rank < tree.count, "rank out of range")
    var tally = CountingTally()
    defer { nodeVisits += tally.visits }
    let found = tree.locate(rank: rank, tally: &tally)
    return tree.leaf(found.leaf).entry(at: found.slot)
  }

  /// The number of entries before `entry`, which need not be in the list: the rank that it has, or
  /// would have.
  ///
  /// - Complexity: O(log n), with any number of equal keys.
  public func firstRank(atOrAfter entry: ListEntry) -> Int {
    var tally = NoTally()
    return tree.lowerBound(of: entry, tally: &tally)
  }

  /// As `firstRank(atOrAfter:)`, adding the number of nodes entered to `nodeVisits`.
  public func firstRank(atOrAfter entry: ListEntry, nodeVisits: inout Int) -> Int {
    var tally = CountingTally()
    defer { nodeVisits += tally.visits }
    return tree.lowerBound(of: entry, tally: &tally)
  }

  /// The entries just before and just after an item; nil if it is not in the list.
  ///
  /// - Complexity: O(1) expected.
  public func neighbours(of id: ItemID) -> (before: ListEntry?, after: ListEntry?)? {
    var tally = NoTally()
    guard let found = tree.location(of: id, tally: &tally) else { return nil }
    return (
      tree.entry(before: found.slot, in: found.leaf), tree.entry(after: found.slot, in: found.leaf)
    )
  }
}
