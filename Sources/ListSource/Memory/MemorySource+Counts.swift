public import ListCore

extension MemorySource {
  /// The work of pages; repeats exactly for one list.
  public struct Counters: Hashable, Sendable {
    /// Nodes of the index entered to find the page's first row: one way down by offset, two by an entry.
    public var nodeVisits = 0
    /// Rows read.
    public var rowsScanned = 0

    /// Makes counters of no work.
    public init() {}
  }

  /// Returns how many rows the list has.
  ///
  /// - Complexity: O(1).
  public func count() -> Int { list.read { $0.index.count } }

  /// Returns how many rows the list has; an estimate is exact here.
  ///
  /// - Complexity: O(1).
  public func total(_ kind: TotalKind) throws(SourceError) -> Total {
    let count = count()
    guard case .capped(let cap) = kind else { return Total(count) }
    guard cap >= 0 else {
      throw SourceError(.totalOutOfRange, "a total up to \(cap) is negative: give 0 or more")
    }
    return Total(min(cap, count), hasMore: count > cap)
  }

  /// Returns how many rows are newer than an entry, but at most `cap`.
  ///
  /// - Complexity: O(log n), whatever the cap.
  public func countNewer(than entry: ListEntry, upTo cap: Int) -> Int {
    precondition(cap >= 0, "negative cap")
    return min(cap, list.read { $0.rank(of: entry) })
  }

  /// Returns where an item stands now; nil when it is not in the list.
  ///
  /// - Complexity: O(1) expected.
  public func entry(of id: ItemID) -> ListEntry? {
    list.read { list in list.index.key(of: id).map { ListEntry(key: $0, id: id) } }
  }

  /// Returns the number of the last change applied.
  public func sequence() -> UInt64 { list.read { $0.log.lastSequence } }

  /// Fills a batch with the changes after a sequence number.
  ///
  /// - Complexity: O(changes); allocates nothing once the batch has grown.
  @discardableResult
  public func fill(
    _ batch: inout ChangeBatch, after sequence: UInt64, limit: Int
  ) throws(SourceError) -> UInt64 {
    batch.removeAll()
    try ChangeBatch.validate(limit: limit)
    return try list.read { list throws(SourceError) in
      try list.log.fill(&batch, after: sequence, limit: limit)
      return list.log.lastSequence
    }
  }
}

extension ChangeBatch {
  /// Throws `limitOutOfRange` unless so many changes may be asked for.
  public static func validate(limit: Int) throws(SourceError) {
    guard limit >= 1, limit <= maximumCount else {
      throw SourceError(
        .limitOutOfRange,
        "from 1 to \(maximumCount) changes at a time, not \(limit): ask for fewer")
    }
  }
}
