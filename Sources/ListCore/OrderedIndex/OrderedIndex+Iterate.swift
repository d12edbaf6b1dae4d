extension OrderedIndex {
  /// Calls `body` with the entries from a rank on, ascending, until it returns false.
  ///
  /// - Parameters:
  ///   - rank: In `0...count`. Traps otherwise.
  ///   - body: Returns whether to go on.
  /// - Throws: What `body` throws.
  /// - Complexity: O(log n + entries visited).
  public func forEach<Failure: Error>(
    fromRank rank: Int = 0, _ body: (ListEntry) throws(Failure) -> Bool
  ) throws(Failure) {
    precondition(rank >= 0 && rank <= tree.count, "rank out of range")
    try unsafe tree.forEachRun(fromRank: rank, limit: .max - 256) {
      (keys, ids) throws(Failure) -> Bool in
      for slot in 0..<keys.count {
        // SAFETY: both stretches have `keys.count` elements.
        if try !body(ListEntry(key: unsafe keys[slot], id: unsafe ids[slot])) { return false }
      }
      return true
    }
  }

  /// Calls `body` with the entries from `entry` on, ascending, until it returns false.
  ///
  /// - Parameters:
  ///   - entry: Need not be in the list.
  ///   - body: Returns whether to go on.
  /// - Throws: What `body` throws.
  /// - Complexity: O(log n + entries visited).
  public func forEach<Failure: Error>(
    from entry: ListEntry, _ body: (ListEntry) throws(Failure) -> Bool
  ) throws(Failure) {
    try forEach(fromRank: firstRank(atOrAfter: entry), body)
  }

  /// Calls `body` with the entry at a rank and those before it, descending, until it returns false.
  ///
  /// - Parameters:
  ///   - rank: In `0..<count`. Traps otherwise.
  ///   - body: Returns whether to go on.
  /// - Throws: What `body` throws.
  /// - Complexity: O(log n + entries visited).
  public func forEachReversed<Failure: Error>(
    fromRank rank: Int, _ body: (ListEntry) throws(Failure) -> Bool
  ) throws(Failure) {
    precondition(rank >= 0 && rank < tree.count, "rank out of range")
    try unsafe tree.forEachRunReversed(fromRank: rank, limit: .max) {
      (keys, ids) throws(Failure) -> Bool in
      var slot = keys.count
      while slot > 0 {
        slot -= 1
        // SAFETY: both stretches have `keys.count` elements.
        if try !body(ListEntry(key: unsafe keys[slot], id: unsafe ids[slot])) { return false }
      }
      return true
    }
  }

  /// Calls `body` with the entries before `entry`, descending, until it returns false.
  ///
  /// - Parameters:
  ///   - entry: Need not be in the list; is not visited itself.
  ///   - body: Returns whether to go on.
  /// - Throws: What `body` throws.
  /// - Complexity: O(log n + entries visited).
  public func forEachReversed<Failure: Error>(
    before entry: ListEntry, _ body: (ListEntry) throws(Failure) -> Bool
  ) throws(Failure) {
    let rank = firstRank(atOrAfter: entry)
    if rank > 0 { try forEachReversed(fromRank: rank - 1, body) }
  }

  /// Calls `body` with stretches of entries, keys and ids apart, in order and without copying.
  ///
  /// The fastest way to read a run: a stretch is a whole leaf, except the first and the last.
  ///
  /// - Parameters:
  ///   - rank: In `0...count`. Traps otherwise.
  ///   - limit: The most entries to visit, 0 or more.
  ///   - body: Gets as many keys as ids.
  /// - Throws: What `body` throws.
  /// - Complexity: O(log n + leaves visited).
  public func forEachRun<Failure: Error>(
    fromRank rank: Int, limit: Int, _ body: (Span<SortKey>, Span<ItemID>) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(rank >= 0 && rank <= tree.count, "rank out of range")
    precondition(limit >= 0, "limit negative")
    let limit = Swift.min(limit, tree.count - rank)
    try unsafe tree.forEachRun(fromRank: rank, limit: limit) {
      (keys, ids) throws(Failure) -> Bool in
      try body(unsafe Span(_unsafeElements: keys), unsafe Span(_unsafeElements: ids))
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
