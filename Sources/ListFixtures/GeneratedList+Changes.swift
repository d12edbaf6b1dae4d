public import ListCore

/// How many changes of each kind a log has, and how many items live after it.
public struct ChangeCounts: Equatable, Sendable {
  /// Items that appear.
  public var inserts = 0
  /// Items that disappear.
  public var deletes = 0
  /// Items whose sort key changes.
  public var moves = 0
  /// Items whose content changes.
  public var updates = 0
  /// Items in the list after the last change.
  public var live: Int

  /// Makes the counts of an empty log.
  public init(live: Int) {
    self.live = live
  }
}

extension GeneratedList {
  /// How many changes of each kind the log has.
  ///
  /// - Complexity: O(events of one epoch).
  public var counts: ChangeCounts { counts(through: eventCount) }

  /// How many changes of each kind the first `sequence` changes are; `sequence` is in
  /// `0...eventCount`.
  ///
  /// - Complexity: O(events of one epoch).
  public func counts(through sequence: Int) -> ChangeCounts {
    precondition(sequence >= 0 && sequence <= eventCount, "sequence out of range")
    let (epochs, rest) = sequence.quotientAndRemainder(dividingBy: churn.epochLength)
    var counts = ChangeCounts(live: itemCount + epochs * (churn.inserts - churn.deletes))
    counts.inserts = epochs * churn.inserts
    counts.deletes = epochs * churn.deletes
    counts.moves = epochs * churn.moves
    counts.updates = epochs * churn.updates
    guard rest > 0 else { return counts }
    var plan = EpochPlan(churn)
    plan.draw(epoch: epochs + 1, key: churn.planKey)
    var creations = 0
    for position in 0..<rest {
      switch plan.step(at: position, creationsBefore: creations) {
      case .create(let ordinal):
        if churn.isMove(ordinal: ordinal) {
          counts.moves += 1
        } else {
          counts.inserts += 1
          counts.live += 1
        }
        creations += 1
      case .delete:
        counts.deletes += 1
        counts.live -= 1
      case .update: counts.updates += 1
      }
    }
    return counts
  }

  /// The change with a number in `1...eventCount`.
  ///
  /// - Complexity: O(events of one epoch); allocates the epoch's plan.
  public func change(at sequence: Int) -> Change {
    precondition(sequence >= 1 && sequence <= eventCount, "sequence out of range")
    let (epochs, position) = (sequence - 1).quotientAndRemainder(dividingBy: churn.epochLength)
    var plan = EpochPlan(churn)
    plan.draw(epoch: epochs + 1, key: churn.planKey)
    let step = plan.step(at: position, creationsBefore: plan.creations(inFirst: position))
    return detail(
      of: step, epoch: epochs + 1, firstTurn: churn.victimTurns.count(before: epochs + 1),
      sequence: sequence
    ).change
  }

  /// Calls `body` with each of a range of changes, in order.
  ///
  /// - Parameters:
  ///   - sequences: Numbers in `1...eventCount`.
  ///   - body: Called once per change.
  /// - Complexity: O(changes + events of one epoch); allocates one epoch's plan, nothing per change.
  public func forEachChange(_ sequences: Range<Int>, _ body: (Change) -> Void) {
    forEachDetail(sequences) { detail in body(detail.change) }
  }

  // MARK: - Details

  /// A change with what its row needs: the item's birth number and how often its content was
  /// written.
  struct Detail {
    var change: Change
    var birth: UInt64
    var edition: UInt32
  }

  /// Calls `body` with each of a range of changes, in order.
  @inline(__always)
  func forEachDetail(_ sequences: Range<Int>, _ body: (Detail) -> Void) {
    precondition(
      sequences.isEmpty || (sequences.lowerBound >= 1 && sequences.upperBound <= eventCount + 1),
      "sequence out of range")
    var plan = EpochPlan(churn)
    var sequence = sequences.lowerBound
    while sequence < sequences.upperBound {
      let (epochs, first) = (sequence - 1).quotientAndRemainder(dividingBy: churn.epochLength)
      plan.draw(epoch: epochs + 1, key: churn.planKey)
      let firstTurn = churn.victimTurns.count(before: epochs + 1)
      var creations = plan.creations(inFirst: first)
      let last = min(churn.epochLength, first + sequences.upperBound - sequence)
      for position in first..<last {
        let step = plan.step(at: position, creationsBefore: creations)
        if case .create = step { creations &+= 1 }
        body(detail(of: step, epoch: epochs + 1, firstTurn: firstTurn, sequence: sequence))
        sequence &+= 1
      }
    }
  }

  /// What a step of an epoch's plan does.
  @inline(__always)
  private func detail(
    of step: EpochPlan.Step, epoch: Int, firstTurn: Int, sequence: Int
  ) -> Detail {
    switch step {
    case .create(let ordinal):
      let slot = Churn.Slot(cohort: epoch, ordinal: ordinal)
      guard churn.isMove(ordinal: ordinal) else {
        return detail(
          .insert, sequence, slot: slot, birth: birth(ofUnmoved: slot), edition: 1, version: 1)
      }
      let victim = churn.source(ofMovedSlot: slot)
      let edition = 1 + UInt32(truncatingIfNeeded: churn.updates(ofVictim: victim, epoch: epoch))
      return detail(
        .move, sequence, slot: slot,
        birth: birth(
          ofUnmoved: churn.slot(ofVictim: victim, epoch: epoch, firstTurn: firstTurn)),
        edition: edition, version: edition + 1)
    case .delete(let index):
      let victim = churn.tables.deletedVictims[index]
      return detail(
        .delete, sequence,
        slot: churn.slot(ofVictim: victim, epoch: epoch, firstTurn: firstTurn),
        updates: churn.updates(ofVictim: victim, epoch: epoch))
    case .update(let index):
      let update = churn.tables.updates[index]
      let residence = Churn.Residence(
        cohort: epoch - update.lag, stratum: update.stratum, position: update.position)
      return detail(
        .update, sequence, slot: churn.slot(ofUpdate: index, epoch: epoch),
        updates: churn.updates(of: residence, through: epoch))
    }
  }

  /// The detail of a change in a slot that may have been moved into, with the updates that hit it
  /// there.
  @inline(__always)
  private func detail(
    _ operation: Change.Operation, _ sequence: Int, slot: Churn.Slot, updates: Int
  ) -> Detail {
    let updates = UInt32(truncatingIfNeeded: updates)
    guard slot.cohort > 0 && churn.isMove(ordinal: slot.ordinal) else {
      return detail(
        operation, sequence, slot: slot, birth: birth(ofUnmoved: slot), edition: 1 + updates,
        version: 1 + updates)
    }
    let victim = churn.source(ofMovedSlot: slot)
    let edition =
      1 + updates
      + UInt32(truncatingIfNeeded: churn.updates(ofVictim: victim, epoch: slot.cohort))
    return detail(
      operation, sequence, slot: slot,
      birth: birth(ofUnmoved: churn.slot(ofVictim: victim, epoch: slot.cohort)),
      edition: edition, version: edition + 1)
  }

  @inline(__always)
  private func detail(
    _ operation: Change.Operation, _ sequence: Int, slot: Churn.Slot, birth: UInt64,
    edition: UInt32, version: UInt32
  ) -> Detail {
    Detail(
      change: Change(
        sequence: UInt64(truncatingIfNeeded: sequence), operation: operation,
        id: cipher.id(ofBirth: birth), key: key(of: slot), version: version),
      birth: birth, edition: edition)
  }
}
