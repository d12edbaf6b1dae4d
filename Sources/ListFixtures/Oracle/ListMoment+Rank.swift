public import ListCore

extension ListMoment {
  /// Whether an item is in the list.
  ///
  /// - Complexity: O(changes of one epoch), no allocation.
  public func isAlive(_ id: ItemID) -> Bool { place(of: id) != nil }

  /// The version of an item; nil when it is not in the list.
  ///
  /// - Complexity: as `isAlive(_:)`.
  public func version(of id: ItemID) -> UInt32? { place(of: id)?.version }

  /// The place of an item; nil when it is not in the list.
  ///
  /// - Complexity: as `isAlive(_:)`.
  public func entry(of id: ItemID) -> ListEntry? {
    place(of: id).map { ListEntry(key: list.key(of: $0.slot), id: id) }
  }

  /// The rank of an item, 0 at the head; nil when it is not in the list.
  ///
  /// - Complexity: O(log items + slots of one block + changes of one epoch).
  public func rank(of id: ItemID) -> Int? {
    guard let slot = place(of: id)?.slot else { return nil }
    let run = list.run(of: slot)
    let before = live(before: Churn.Slot(cohort: slot.cohort, ordinal: run.lowerBound))
    let descends = slot.cohort == 0 && list.recipe.order == .newestFirst
    let tied = liveIDs(cohort: slot.cohort, run: run).count { descends ? $0 > id : $0 < id }
    return rank(counted: before + tied, cohort: slot.cohort)
  }

  /// The place of the item at a rank in `0..<liveCount`.
  ///
  /// - Complexity: O(log^2 items + slots of one block + changes of one epoch).
  public func entry(atRank rank: Int) -> ListEntry {
    precondition(rank >= 0 && rank < liveCount, "rank out of range")
    let isNewestFirst = list.recipe.order == .newestFirst
    let cohortsLive = cohortsLive
    let slot: Churn.Slot
    let counted: Int
    if isNewestFirst ? rank < cohortsLive : rank >= liveCount - cohortsLive {
      counted = isNewestFirst ? cohortsLive - 1 - rank : rank - (liveCount - cohortsLive)
      slot = cohortSlot(live: counted)
    } else {
      counted = isNewestFirst ? rank - cohortsLive : rank
      slot = snapshotSlot(live: counted)
    }
    let run = list.run(of: slot)
    let key = list.key(of: slot)
    var ids = liveIDs(cohort: slot.cohort, run: run)
    ids.sort()
    if slot.cohort == 0 && isNewestFirst { ids.reverse() }
    let before = live(before: Churn.Slot(cohort: slot.cohort, ordinal: run.lowerBound))
    return ListEntry(key: key, id: ids[counted - before])
  }

  /// The list rank of what has `counted` live slots of its kind before it (`live(before:)`).
  private func rank(counted: Int, cohort: Int) -> Int {
    switch (list.recipe.order, cohort == 0) {
    case (.newestFirst, true): cohortsLive + counted
    case (.newestFirst, false): cohortsLive - 1 - counted
    case (.oldestFirst, true): counted
    case (.oldestFirst, false): snapshotLive + counted
    }
  }

  /// The ids that live in a run of equal keys.
  private func liveIDs(cohort: Int, run: Range<Int>) -> [ItemID] {
    run.compactMap { ordinal in
      let slot = Churn.Slot(cohort: cohort, ordinal: ordinal)
      return isLive(slot) ? list.cipher.id(ofBirth: list.birth(of: slot)) : nil
    }
  }
}
