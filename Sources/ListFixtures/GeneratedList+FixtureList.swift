import ListCore

extension GeneratedList: FixtureList {
  /// Visits some of the snapshot's items in list order, without making their rows.
  ///
  /// - Complexity: O(items); allocates a fixed scratch space.
  public func forEachItem(_ ranks: Range<Int>, _ body: (FixtureItem) -> Void) {
    precondition(ranks.lowerBound >= 0 && ranks.upperBound <= itemCount, "rank out of range")
    forEachSnapshotItem(ranks) { slot, entry in
      let isHidden = isHidden(birth: birth(ofSnapshotSlot: slot))
      body(FixtureItem(entry: entry, isHidden: isHidden))
    }
  }

  /// Visits some of the log's changes in order, without making their rows.
  ///
  /// - Complexity: O(changes + changes of one epoch); allocates one epoch's plan.
  public func forEachEvent(_ sequences: Range<Int>, _ body: (FixtureEvent) -> Void) {
    forEachDetail(sequences) {
      body(FixtureEvent(change: $0.change, isHidden: isHidden(birth: $0.birth)))
    }
  }
}
