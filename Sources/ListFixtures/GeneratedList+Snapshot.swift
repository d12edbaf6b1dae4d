public import ListCore

extension GeneratedList {
  /// The place of the snapshot's item at a rank in `0..<itemCount`.
  ///
  /// - Complexity: O(1), the longest run of equal keys at most.
  public func entry(atRank rank: Int) -> ListEntry {
    precondition(rank >= 0 && rank < itemCount, "rank out of range")
    var found = ListEntry(key: 0, id: 0)
    forEachSnapshotItem(rank..<rank + 1) { _, entry in found = entry }
    return found
  }

  /// Fills a buffer with the places of the snapshot's items, in list order.
  ///
  /// - Parameters:
  ///   - entries: Room for the entries, from `startRank` on; `startRank + entries.count` is at most `itemCount`.
  ///   - startRank: The rank of the first one, not negative.
  /// - Complexity: O(entries); allocates a fixed scratch space.
  public func fillEntries(_ entries: UnsafeMutableBufferPointer<ListEntry>, from startRank: Int) {
    precondition(
      startRank >= 0 && startRank <= itemCount - entries.count, "rank out of range")
    var next = 0
    forEachSnapshotItem(startRank..<startRank + entries.count) { _, entry in
      // SAFETY: the walk visits as many items as the buffer has elements.
      unsafe (entries.baseAddress.unsafelyUnwrapped + next).initialize(to: entry)
      next &+= 1
    }
  }

  /// Returns the places of the snapshot's items at some ranks, in list order.
  ///
  /// - Parameter ranks: In `0..<itemCount`.
  /// - Returns: As many entries as ranks.
  public func entries(atRanks ranks: Range<Int>) -> [ListEntry] {
    precondition(ranks.lowerBound >= 0 && ranks.upperBound <= itemCount, "rank out of range")
    return unsafe [ListEntry](unsafeUninitializedCapacity: ranks.count) { buffer, count in
      unsafe fillEntries(
        UnsafeMutableBufferPointer(rebasing: buffer[..<ranks.count]), from: ranks.lowerBound)
      count = ranks.count
    }
  }

  /// Visits items of the snapshot in list order: the slot in which each stands, and its place.
  @inline(__always)
  func forEachSnapshotItem(_ ranks: Range<Int>, _ body: (_ slot: Int, _ entry: ListEntry) -> Void) {
    var tied: [(id: ItemID, slot: Int)] = []
    tied.reserveCapacity(TieLayout.blockSize)
    var rank = ranks.lowerBound
    while rank < ranks.upperBound {
      let run = ties.run(of: rank, count: itemCount, list: 0)
      let key = SortKey(clock.snapshotKey(ofRunStart: run.lowerBound))
      if run.count == 1 {
        let id = cipher.id(ofBirth: birth(ofSnapshotSlot: rank))
        body(rank, ListEntry(key: key, id: id))
        rank &+= 1
        continue
      }
      sort(run, into: &tied)
      let end = min(run.upperBound, ranks.upperBound)
      while rank < end {
        let item = tied[rank &- run.lowerBound]
        body(item.slot, ListEntry(key: key, id: item.id))
        rank &+= 1
      }
    }
  }

  /// Puts the items of a run of equal keys in list order: by id, rising or falling as the list
  /// does.
  private func sort(_ run: Range<Int>, into tied: inout [(id: ItemID, slot: Int)]) {
    tied.removeAll(keepingCapacity: true)
    let descends = recipe.order == .newestFirst
    for slot in run {
      let id = cipher.id(ofBirth: birth(ofSnapshotSlot: slot))
      tied.append((id, slot))
      if run.count > TieLayout.blockSize { continue }
      // Most runs are short: insertion is the fastest sort.
      var place = tied.count - 1
      while place > 0 && (tied[place - 1].id < id) == descends {
        tied.swapAt(place, place - 1)
        place -= 1
      }
    }
    if run.count > TieLayout.blockSize { tied.sort { ($0.id < $1.id) != descends } }
  }
}
