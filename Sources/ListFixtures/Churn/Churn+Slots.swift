extension Churn {
  // MARK: - From an event to its slot

  /// The slot that a victim of an epoch has; `firstTurn` is `victimTurns.count(before: epoch)`,
  /// where that is known.
  @inline(__always)
  func slot(ofVictim victim: Int, epoch: Int, firstTurn: Int? = nil) -> Slot {
    let entry = tables.victims[victim]
    if entry.lag >= epoch {
      let turn = (firstTurn ?? victimTurns.count(before: epoch)) + victim
      return Slot(cohort: 0, ordinal: snapshot.slot(atTurn: turn))
    }
    return slot(cohort: epoch - entry.lag, entry.stratum, position: entry.position)
  }

  /// The slot that an update of an epoch hits.
  func slot(ofUpdate update: Int, epoch: Int) -> Slot {
    let entry = tables.updates[update]
    let cohort = epoch - entry.lag
    if cohort >= 1 { return slot(cohort: cohort, entry.stratum, position: entry.position) }
    let turn: Int
    switch tables.fate(of: entry.stratum, position: entry.position) {
    case .removed(let victim):
      turn = victimTurns.count(before: cohort + tables.victims[victim].lag) + victim
    case .kept(let index):
      turn =
        snapshot.turnCount - 1 - index
        - keptTurns.count(before: cohort + tables.kept[index].lag)
    case .untouched:
      preconditionFailure("update of an untouched position")
    }
    return Slot(cohort: 0, ordinal: snapshot.slot(atTurn: turn))
  }

  /// The slot at a position of a stratum's removal order; the cohort is at least 1.
  @inline(__always)
  private func slot(cohort: Int, _ stratum: EpochShape.Stratum, position: Int) -> Slot {
    let index = removalOrder(ofCohort: cohort, stratum).image(of: position)
    return Slot(
      cohort: cohort,
      ordinal: stratum == .inserted ? insertOrdinals[index] : moveOrdinals[index])
  }

  // MARK: - From a slot to its events

  /// What a slot is in the tables; nil for a slot of the snapshot that nothing ever happens to.
  func residence(of slot: Slot) -> Residence? {
    guard slot.cohort == 0 else {
      let moved = moveIndex(ordinal: slot.ordinal)
      let isMove = isMove(ordinal: slot.ordinal)
      let stratum: EpochShape.Stratum = isMove ? .moved : .inserted
      let position = removalOrder(ofCohort: slot.cohort, stratum).preimage(
        of: isMove ? moved : slot.ordinal - moved)
      return Residence(cohort: slot.cohort, stratum: stratum, position: position)
    }
    let turn = snapshot.turn(ofSlot: slot.ordinal)
    if turn < victimTurns.count {
      let (epoch, victim) = victimTurns.location(ofTurn: turn)
      let entry = tables.victims[victim]
      return Residence(
        cohort: epoch - entry.lag, stratum: entry.stratum, position: entry.position)
    }
    let fromEnd = snapshot.turnCount - 1 - turn
    guard fromEnd >= 0 && fromEnd < keptTurns.count else { return nil }
    let (epoch, index) = keptTurns.location(ofTurn: fromEnd)
    let entry = tables.kept[index]
    return Residence(cohort: epoch - entry.lag, stratum: entry.stratum, position: entry.position)
  }

  /// The epoch and victim that remove what lives at a residence; nil when it stays.
  func removal(of residence: Residence) -> (epoch: Int, victim: Int)? {
    guard
      case .removed(let victim) = tables.fate(
        of: residence.stratum, position: residence.position)
    else { return nil }
    return (residence.cohort + tables.victims[victim].lag, victim)
  }

  /// The victim whose item a moved slot carries on; the epoch that removed it is the slot's cohort.
  @inline(__always)
  func source(ofMovedSlot slot: Slot) -> Int {
    let move = moveIndex(ordinal: slot.ordinal)
    return tables.movedVictims[moveOrder(ofEpoch: slot.cohort).image(of: move)]
  }

  /// The slot that a moving victim of an epoch gets.
  func target(ofVictim victim: Int, epoch: Int) -> Slot {
    let move = moveOrder(ofEpoch: epoch).preimage(of: tables.moveIndices[victim])
    return Slot(cohort: epoch, ordinal: moveOrdinals[move])
  }

  // MARK: - Updates

  /// How many updates hit a victim before its epoch removes it, since the snapshot.
  @inline(__always)
  func updates(ofVictim victim: Int, epoch: Int) -> Int {
    let entry = tables.victims[victim]
    return updates(
      of: Residence(
        cohort: epoch - entry.lag, stratum: entry.stratum, position: entry.position),
      through: epoch)
  }

  /// How many updates hit a residence in the epochs from 1 to `epoch`.
  @inline(__always)
  func updates(of residence: Residence, through epoch: Int) -> Int {
    var count = 0
    var update = tables.lastUpdate(of: residence.stratum, position: residence.position)
    while update >= 0 {
      let entry = tables.updates[update]
      let hit = residence.cohort + entry.lag
      // Lags fall along the chain: what is left was before the snapshot.
      if hit < 1 { break }
      if hit <= epoch { count += 1 }
      update = entry.previous
    }
    return count
  }
}
