import ListCore

extension LiveList {
  /// How many items stand before a place, hidden ones too.
  ///
  /// - Complexity: O(log items) questions to the snapshot.
  public func count(before place: ListPlace) -> Int {
    let rank = first.search.count(before: place)
    return rank - removedCount(before: rank) + index(of: place)
  }

  /// The items at some ranks, hidden ones too.
  ///
  /// - Parameters:
  ///   - rank: Where to start, not negative.
  ///   - limit: How many at most, not negative.
  /// - Complexity: O(items + log^2 changes).
  public func items(fromRank rank: Int, atMost limit: Int) -> [FixtureItem] {
    precondition(rank >= 0 && limit >= 0, "rank out of range")
    let end = min(count, rank + limit)
    guard rank < end else { return [] }
    // The rank of an added item is its number plus what is left of the snapshot before it.
    var (low, next) = (0, added.count)
    while low < next {
      let middle = (low + next) / 2
      if addedRank(middle) < rank { low = middle + 1 } else { next = middle }
    }
    var items: [FixtureItem] = []
    items.reserveCapacity(end - rank)
    var snapshotRank = snapshotRank(left: rank - next)
    while items.count < end - rank {
      while items.count < end - rank, next < added.count, added[next].gap <= snapshotRank {
        items.append(added[next].item)
        next += 1
      }
      guard items.count < end - rank else { break }
      // The snapshot's items up to the next added one, or as many as are still needed.
      var stop = min(list.itemCount, snapshotRank + end - rank - items.count)
      if next < added.count { stop = min(stop, added[next].gap) }
      appendSnapshot(snapshotRank..<stop, to: &items)
      snapshotRank = stop
    }
    return items
  }

  private func addedRank(_ index: Int) -> Int {
    let gap = added[index].gap
    return gap - removedCount(before: gap) + index
  }

  /// The snapshot rank of the item in place that has `left` ones in place before it.
  private func snapshotRank(left: Int) -> Int {
    var (low, high) = (0, removed.count)
    while low < high {
      let middle = (low + high) / 2
      if removed[middle] - middle <= left { low = middle + 1 } else { high = middle }
    }
    return left + low
  }

  /// Appends those of some of the snapshot's items that are in place, as they are now.
  private func appendSnapshot(_ ranks: Range<Int>, to items: inout [FixtureItem]) {
    var rank = ranks.lowerBound
    var nextRemoved = removedCount(before: rank)
    list.forEachItem(ranks) { item in
      defer { rank += 1 }
      if nextRemoved < removed.count, removed[nextRemoved] == rank {
        nextRemoved += 1
        return
      }
      items.append(standings[item.entry.id]?.item ?? item)
    }
  }

  /// An item as it is now; nil when it is not in the list.
  ///
  /// - Parameter seen: The item at an earlier moment of this list.
  public func now(_ seen: FixtureItem) -> FixtureItem? {
    guard let standing = standings[seen.entry.id] else { return seen }
    return standing.item
  }

  /// An item as it is now, if a reader sees it.
  func visible(_ seen: FixtureItem) -> FixtureItem? {
    now(seen).flatMap { $0.isHidden ? nil : $0 }
  }
}
