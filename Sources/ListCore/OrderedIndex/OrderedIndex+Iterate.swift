extension OrderedIndex {
  /// Calls `body` with the entries from a rank on, ascending, until it returns false.
  ///
  /// - Parameters:
  ///   - rank: In `0...count`. Traps otherwise.
  ///   - body: Returns whether to go on.
  /// - Complexity: O(log n + entries visited).
  public func forEach(
    fromRank rank: Int = 0, _ body: (ListEntry) -> Bool
  ) {
    precondition(rank >= 0 && rank <= tree.count, "rank out of range")
    unsafe tree.forEachRun(fromRank: rank, limit: .max - 256) {
      (keys, ids) -> Bool in
      for slot in 0..<keys.count {
        // SAFETY: both stretches have `keys.count` elements.
        if !body(ListEntry(key: unsafe keys[slot], id: unsafe ids[slot])) { return false }
      }
      return true
    }
  }

  /// Calls `body` with the entries from `entry` on, ascending, until it returns false.
  ///
  /// - Parameters:
  ///   - entry: Need not be in the list.
  ///   - body: Returns whether to go on.
  /// - Complexity: O(log n + entries visited).
  public func forEach(
    from entry: ListEntry, _ body: (ListEntry) -> Bool
  ) {
    unsafe tree.forEachRun(from: entry, limit: .max - 256) { (keys, ids) -> Bool in
      for slot in 0..<keys.count {
        // SAFETY: both stretches have `keys.count` elements.
        if !body(ListEntry(key: unsafe keys[slot], id: unsafe ids[slot])) { return false }
      }
      return true
    }
  }

  /// Calls `body` with the entry at a rank and those before it, descending, until it returns false.
  ///
  /// - Parameters:
  ///   - rank: In `0..<count`. Traps otherwise.
  ///   - body: Returns whether to go on.
  /// - Complexity: O(log n + entries visited).
  public func forEachReversed(
    fromRank rank: Int, _ body: (ListEntry) -> Bool
  ) {
    precondition(rank >= 0 && rank < tree.count, "rank out of range")
    unsafe tree.forEachRunReversed(fromRank: rank, limit: .max) {
      (keys, ids) -> Bool in
      var slot = keys.count
      while slot > 0 {
        slot -= 1
        // SAFETY: both stretches have `keys.count` elements.
        if !body(ListEntry(key: unsafe keys[slot], id: unsafe ids[slot])) { return false }
      }
      return true
    }
  }

  /// Calls `body` with the entries before `entry`, descending, until it returns false.
  ///
  /// - Parameters:
  ///   - entry: Need not be in the list; is not visited itself.
  ///   - body: Returns whether to go on.
  /// - Complexity: O(log n + entries visited).
  public func forEachReversed(
    before entry: ListEntry, _ body: (ListEntry) -> Bool
  ) {
    let rank = firstRank(atOrAfter: entry)
    if rank > 0 { forEachReversed(fromRank: rank - 1, body) }
  }

  /// Calls `body` with stretches of entries, keys and ids apart, in order and without copying.
  ///
  /// The fastest way to read a run: a stretch is a whole leaf, except the first and the last.
  ///
  /// - Parameters:
  ///   - rank: In `0...count`. Traps otherwise.
  ///   - limit: The most entries to visit, 0 or more.
  ///   - body: Gets as many keys as ids.
  /// - Complexity: O(log n + leaves visited).
  public func forEachRun(
    fromRank rank: Int, limit: Int, _ body: (Span<SortKey>, Span<ItemID>) -> Void
  ) {
    precondition(rank >= 0 && rank <= tree.count, "rank out of range")
    precondition(limit >= 0, "limit negative")
    let limit = Swift.min(limit, tree.count - rank)
    unsafe tree.forEachRun(fromRank: rank, limit: limit) {
      (keys, ids) -> Bool in
      body(unsafe Span(_unsafeElements: keys), unsafe Span(_unsafeElements: ids))
      return true
    }
  }

  /// As `forEachRun(fromRank:limit:_:)` from the first entry on that is not before `entry`, which need
  /// not be in the list; sooner than by its rank.
  ///
  /// - Complexity: O(log n + leaves visited).
  public func forEachRun(
    from entry: ListEntry, limit: Int, _ body: (Span<SortKey>, Span<ItemID>) -> Void
  ) {
    precondition(limit >= 0, "limit negative")
    unsafe tree.forEachRun(from: entry, limit: Swift.min(limit, tree.count)) {
      (keys, ids) -> Bool in
      body(unsafe Span(_unsafeElements: keys), unsafe Span(_unsafeElements: ids))
      return true
    }
  }

  /// Copies the entries from a rank on; returns how many, less than asked only at the list's end.
  ///
  /// - Parameters:
  ///   - rank: In `0...count`. Traps otherwise.
  ///   - entries: Filled from its front.
  /// - Returns: The number of entries copied.
  /// - Complexity: O(log n + entries copied).
  public func copyEntries(fromRank rank: Int, into entries: inout MutableSpan<ListEntry>) -> Int {
    precondition(rank >= 0 && rank <= tree.count, "rank out of range")
    return unsafe entries.withUnsafeMutableBufferPointer { output in
      var written = 0
      unsafe tree.forEachRun(fromRank: rank, limit: output.count) { (keys, ids) -> Bool in
        for slot in 0..<keys.count {
          // SAFETY: the stretches together have at most `limit` elements.
          unsafe output[written + slot] = ListEntry(key: keys[slot], id: ids[slot])
        }
        written += keys.count
        return true
      }
      return written
    }
  }
}
