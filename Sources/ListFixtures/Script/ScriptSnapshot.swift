import ListCore

/// The snapshot of a scripted list: what its slots hold and how they are ranked.
struct ScriptSnapshot {
  let clock: ScriptClock
  let identity: ScriptIdentity
  let draws: ScriptDraws
  /// By slot.
  private(set) var slots: [SnapshotRecord] = []
  /// Slots by rank.
  private(set) var ranked: [UInt32] = []
  /// Ascending.
  private(set) var keyed: [ListEntry] = []
  /// Ascending.
  private(set) var unkeyed: [ListEntry] = []

  init(
    recipe: Recipe, script: StepScript, clock: ScriptClock, identity: ScriptIdentity,
    draws: ScriptDraws, seed: SeedKey
  ) {
    self.clock = clock
    self.identity = identity
    self.draws = draws
    let ties = TieLayout(
      key: seed.key(of: .ties), permille: recipe.keys.tiePermille,
      longPermille: recipe.keys.longTiePermille, longLength: recipe.keys.longTieLength)
    let score = script.score.map { ScriptScore($0) }
    let count = identity.itemCount
    slots.reserveCapacity(count)
    for slot in 0..<count {
      var record = SnapshotRecord(key: 0, status: draws.status(slot: slot), flags: .alive)
      if draws.isHidden(slot: slot) { record.flags.insert(.hidden) }
      if draws.isUnkeyed(slot: slot) {
        record.flags.insert(.unkeyed)
      } else if let score {
        record.key = score.key(
          birth: clock.birth(ofSlot: slot), votes: draws.snapshotVotes(slot: slot))
      } else {
        record.key = clock.rounded(clock.birth(ofSlot: ties.runStart(of: slot, list: 0)))
      }
      slots.append(record)
    }
    rank(order: recipe.order, isByTime: script.score == nil)
  }

  /// Sorts the slots.
  private mutating func rank(order: ListOrder, isByTime: Bool) {
    let count = slots.count
    keyed.reserveCapacity(count)
    for place in 0..<count {
      // Times fall with the slot in a newest-first list.
      let slot = order == .newestFirst ? count - 1 - place : place
      let entry = ListEntry(key: SortKey(slots[slot].key), id: identity.id(ofNumber: slot))
      if slots[slot].flags.contains(.unkeyed) { unkeyed.append(entry) } else { keyed.append(entry) }
    }
    unkeyed.sort()
    if isByTime { sortTies() } else { keyed.sort() }
    ranked.reserveCapacity(count)
    switch order {
    case .newestFirst:
      for entry in keyed.reversed() { append(entry) }
      for entry in unkeyed.reversed() { append(entry) }
    case .oldestFirst:
      for entry in keyed { append(entry) }
      for entry in unkeyed { append(entry) }
    }
  }

  private mutating func append(_ entry: ListEntry) {
    guard let slot = identity.number(of: entry.id) else {
      preconditionFailure("id not of this list")
    }
    ranked.append(UInt32(slot))
  }

  /// Puts runs of equal keys in order of their ids; the keys rise already.
  private mutating func sortTies() {
    var start = 0
    while start < keyed.count {
      var end = start + 1
      while end < keyed.count && keyed[end].key == keyed[start].key { end += 1 }
      if end - start > 1 { keyed[start..<end].sort() }
      start = end
    }
  }
}

extension ScriptRun {
  /// Starts a replay at a snapshot.
  init(_ snapshot: ScriptSnapshot, recipe: Recipe, script: StepScript, seed: SeedKey) {
    self.init(
      script: script, listOrder: recipe.order, itemCount: snapshot.slots.count,
      clock: snapshot.clock, identity: snapshot.identity, draws: snapshot.draws,
      score: script.score.map { ScriptScore($0) },
      order: ScriptOrder(
        keyed: snapshot.keyed, unkeyed: snapshot.unkeyed, order: recipe.order),
      reader: ScriptReader(script.reader),
      items: snapshot.slots.enumerated().map { slot, record in
        Item(
          key: record.key,
          votes: script.score == nil ? 0 : UInt16(snapshot.draws.snapshotVotes(slot: slot)),
          status: record.status, flags: record.flags)
      }, plan: ScriptPlan(script, seed: seed),
      popularity: script.usesPopularity
        ? ScriptPopularity(snapshot: snapshot.ranked, seed: seed) : nil)
    for slot in snapshot.ranked where snapshot.slots[Int(slot)].flags.contains(.hidden) {
      hidden.append((slot, 0))
    }
  }
}
