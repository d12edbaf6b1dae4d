extension OrderedIndex {
  /// Puts an item at a key: inserts it, or moves it if it has another key.
  ///
  /// Traps at `maximumCount` items.
  ///
  /// - Complexity: O(log n); allocates only when a slab or the table grows.
  @discardableResult
  public mutating func upsert(_ entry: ListEntry) -> UpsertOutcome {
    var tally = NoTally()
    return tree.upsert(entry, tally: &tally)
  }

  /// As `upsert(_:)`, adding the number of nodes entered to `nodeVisits`.
  @discardableResult
  public mutating func upsert(_ entry: ListEntry, nodeVisits: inout Int) -> UpsertOutcome {
    var tally = CountingTally()
    defer { nodeVisits += tally.visits }
    return tree.upsert(entry, tally: &tally)
  }

  /// Removes an item; returns its entry, or nil if it was not there.
  ///
  /// - Complexity: O(log n); gives memory back when enough nodes are empty.
  @discardableResult
  public mutating func remove(_ id: ItemID) -> ListEntry? {
    var tally = NoTally()
    return tree.remove(id, tally: &tally)
  }

  /// As `remove(_:)`, adding the number of nodes entered to `nodeVisits`.
  @discardableResult
  public mutating func remove(_ id: ItemID, nodeVisits: inout Int) -> ListEntry? {
    var tally = CountingTally()
    defer { nodeVisits += tally.visits }
    return tree.remove(id, tally: &tally)
  }

  // MARK: - Batches

  /// Upserts entries one after the other, overlapping their cache misses.
  ///
  /// The result is that of `upsert(_:)` for each in the order given. Traps at `maximumCount` items, which
  /// `checkRoom(forInserting:)` knows before.
  ///
  /// - Parameter entries: In any order, ids may repeat.
  /// - Returns: What became of the entries, counted.
  /// - Complexity: O(k log n) for k entries.
  @discardableResult
  public mutating func upsert(contentsOf entries: Span<ListEntry>) -> BatchOutcome {
    var tally = NoTally()
    return unsafe entries.withUnsafeBufferPointer { unsafe tree.upsert($0, tally: &tally) }
  }

  /// Applies changes one after the other, overlapping their cache misses.
  ///
  /// Inserts, moves and updates put the item at the change's key, deletes remove it; a change that
  /// does not fit (a delete of an absent item, an insert of a present one) is applied as far as it
  /// goes and counted by what it did. Traps at `maximumCount` items.
  ///
  /// - Complexity: O(k log n) for k changes.
  @discardableResult
  public mutating func apply(_ changes: Span<Change>) -> BatchOutcome {
    var tally = NoTally()
    return unsafe changes.withUnsafeBufferPointer { unsafe tree.apply($0, tally: &tally) }
  }

  /// As `apply(_:)`, adding the number of nodes entered to `nodeVisits`.
  @discardableResult
  public mutating func apply(_ changes: Span<Change>, nodeVisits: inout Int) -> BatchOutcome {
    var tally = CountingTally()
    defer { nodeVisits += tally.visits }
    return unsafe changes.withUnsafeBufferPointer { unsafe tree.apply($0, tally: &tally) }
  }
}
