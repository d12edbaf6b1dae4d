import ListCore

/// The state of a generated list after one of its changes, known without replay.
///
/// Complete epochs are arithmetic; what the last, partial epoch did is kept here, so many questions
/// about the same moment share it.
///
/// Notation: `age` is the number of complete epochs since a cohort was created.
public struct ListMoment: Sendable {
  /// The list.
  public let list: GeneratedList
  /// The number of the last change applied; 0 is the snapshot.
  public let sequence: Int
  /// How many items live.
  public let liveCount: Int

  /// Epochs that are over.
  let epochs: Int
  /// Slots that the partial epoch has created so far.
  let created: Int
  /// Which victims the partial epoch has removed so far.
  let isVictimDone: [Bool]
  /// Which updates the partial epoch has done so far.
  let isUpdateDone: [Bool]
  /// The slots that the partial epoch has removed so far.
  let removed: [Churn.Slot]
  /// How many turns of the snapshot's order are over with the complete epochs.
  let turns: Int

  /// Goes to the moment after a change; `sequence` is in `0...list.eventCount`.
  ///
  /// - Complexity: O(events of one epoch).
  init(list: GeneratedList, sequence: Int) {
    precondition(sequence >= 0 && sequence <= list.eventCount, "sequence out of range")
    let churn = list.churn
    let (epochs, rest) = sequence.quotientAndRemainder(dividingBy: churn.epochLength)
    let epoch = epochs + 1
    var created = 0
    var isVictimDone = [Bool](repeating: false, count: churn.tables.victims.count)
    var isUpdateDone = [Bool](repeating: false, count: churn.updates)
    var removed: [Churn.Slot] = []
    var live = list.itemCount + epochs * (churn.inserts - churn.deletes)
    var plan = EpochPlan(churn)
    plan.draw(epoch: epoch, key: churn.planKey)
    for position in 0..<rest {
      switch plan.step(at: position, creationsBefore: created) {
      case .create(let ordinal):
        created += 1
        live += 1
        guard churn.isMove(ordinal: ordinal) else { continue }
        let victim = churn.source(ofMovedSlot: Churn.Slot(cohort: epoch, ordinal: ordinal))
        isVictimDone[victim] = true
        removed.append(churn.slot(ofVictim: victim, epoch: epoch))
        live -= 1
      case .delete(let index):
        let victim = churn.tables.deletedVictims[index]
        isVictimDone[victim] = true
        removed.append(churn.slot(ofVictim: victim, epoch: epoch))
        live -= 1
      case .update(let index):
        isUpdateDone[index] = true
      }
    }
    self.list = list
    self.sequence = sequence
    self.epochs = epochs
    self.created = created
    self.isVictimDone = isVictimDone
    self.isUpdateDone = isUpdateDone
    self.removed = removed
    liveCount = live
    turns = churn.victimTurns.count(before: epoch)
  }

  // MARK: - One slot

  /// Whether a victim's removal in an epoch is over.
  func isDone(victim: Int, epoch: Int) -> Bool {
    epoch <= epochs || (epoch == epochs + 1 && isVictimDone[victim])
  }

  /// Whether a slot has been created.
  func isCreated(_ slot: Churn.Slot) -> Bool {
    slot.cohort <= epochs || (slot.cohort == epochs + 1 && slot.ordinal < created)
  }

  /// Whether a slot has been created and not removed.
  func isLive(_ slot: Churn.Slot) -> Bool {
    guard isCreated(slot) else { return false }
    guard let residence = list.churn.residence(of: slot),
      let removal = list.churn.removal(of: residence)
    else { return true }
    return !isDone(victim: removal.victim, epoch: removal.epoch)
  }

  /// How many updates have hit a residence.
  func updates(of residence: Churn.Residence) -> Int {
    var count = list.churn.updates(of: residence, through: epochs)
    for (index, update) in list.churn.tables.updates.enumerated()
    where isUpdateDone[index] && update.stratum == residence.stratum
      && update.position == residence.position
      && residence.cohort + update.lag == epochs + 1
    {
      count += 1
    }
    return count
  }

  /// The live slot of an item and its version; nil when the item is not in the list.
  func place(of id: ItemID) -> (slot: Churn.Slot, version: UInt32)? {
    let churn = list.churn
    guard let birth = list.cipher.birth(of: id), let first = list.firstSlot(ofBirth: birth),
      isCreated(first)
    else { return nil }
    guard let residence = churn.residence(of: first) else { return (first, 1) }
    let version = 1 + UInt32(updates(of: residence))
    guard let removal = churn.removal(of: residence),
      isDone(victim: removal.victim, epoch: removal.epoch)
    else { return (first, version) }
    guard churn.tables.victims[removal.victim].isMove else { return nil }

    let target = churn.target(ofVictim: removal.victim, epoch: removal.epoch)
    guard let residence = churn.residence(of: target) else { return (target, version + 1) }
    if let removal = churn.removal(of: residence),
      isDone(victim: removal.victim, epoch: removal.epoch)
    {
      return nil
    }
    return (target, version + 1 + UInt32(updates(of: residence)))
  }
}
