extension ListMoment {
  /// How many slots of the snapshot live.
  var snapshotLive: Int {
    list.itemCount - turns - removed.count { $0.cohort == 0 }
  }

  /// How many slots of all cohorts from 1 on live.
  var cohortsLive: Int { live(beforeCohort: epochs + 2) }

  /// How many slots of the cohorts from 1 to before `cohort` live; `cohort` is at most the partial
  /// one plus 1.
  ///
  /// - Complexity: O(victims of one epoch).
  func live(beforeCohort cohort: Int) -> Int {
    let whole = min(cohort - 1, epochs)
    var count = whole * list.churn.cohortSize
    for victim in list.churn.tables.victims {
      // A cohort has lost this victim when it is at least the victim's lag old.
      count -= max(0, min(whole, epochs - victim.lag))
    }
    if cohort > epochs + 1 { count += created }
    return count - removed.count { $0.cohort >= 1 && $0.cohort < cohort }
  }

  /// How many slots of the same kind live before a slot.
  ///
  /// Those of the snapshot count from its head, those of all cohorts from the first. `slot.ordinal`
  /// may be one past the end.
  ///
  /// - Complexity: O(log snapshot blocks + victims of one epoch + slots of one block).
  func live(before slot: Churn.Slot) -> Int {
    let gone = removed.count { $0.cohort == slot.cohort && $0.ordinal < slot.ordinal }
    if slot.cohort == 0 {
      return slot.ordinal - list.churn.snapshot.taken(before: slot.ordinal, turns: turns) - gone
    }
    var count = live(beforeCohort: slot.cohort) - gone
    if slot.cohort == epochs + 1 { return count + min(created, slot.ordinal) }
    count += slot.ordinal
    forEachRemovedOrdinal(ofCohort: slot.cohort) { if $0 < slot.ordinal { count -= 1 } }
    return count
  }

  /// Visits the ordinals that complete epochs removed from a cohort of at least 1.
  private func forEachRemovedOrdinal(ofCohort cohort: Int, _ body: (Int) -> Void) {
    let churn = list.churn
    let orders = [EpochShape.Stratum.inserted, .moved].map { stratum in
      churn.shape.size(of: stratum) == 0
        ? nil : churn.removalOrder(ofCohort: cohort, stratum)
    }
    for victim in churn.tables.victims where victim.lag <= epochs - cohort {
      guard let order = orders[victim.stratum.rawValue] else { continue }
      let index = order.image(of: victim.position)
      body(victim.stratum == .inserted ? churn.insertOrdinals[index] : churn.moveOrdinals[index])
    }
  }

  /// The live slot of the snapshot with `index` live ones before it.
  func snapshotSlot(live index: Int) -> Churn.Slot {
    // What the partial epoch removed is not in the turns: go on past it until nothing more is
    // passed.
    var passed = 0
    while true {
      let slot = list.churn.snapshot.slot(remaining: index + passed, turns: turns)
      let gone = removed.count { $0.cohort == 0 && $0.ordinal <= slot }
      if gone == passed { return Churn.Slot(cohort: 0, ordinal: slot) }
      passed = gone
    }
  }

  /// The live slot of the cohorts from 1 on with `index` live ones before it.
  func cohortSlot(live index: Int) -> Churn.Slot {
    var low = 1
    var high = epochs + 2
    while high - low > 1 {
      let middle = (low + high) / 2
      if live(beforeCohort: middle) <= index { low = middle } else { high = middle }
    }
    let size = low == epochs + 1 ? created : list.churn.cohortSize
    var isGone = [Bool](repeating: false, count: size)
    forEachRemovedOrdinal(ofCohort: low) { isGone[$0] = true }
    for slot in removed where slot.cohort == low { isGone[slot.ordinal] = true }
    var rest = index - live(beforeCohort: low)
    for ordinal in 0..<size where !isGone[ordinal] {
      if rest == 0 { return Churn.Slot(cohort: low, ordinal: ordinal) }
      rest -= 1
    }
    preconditionFailure("rank out of range")
  }
}
