import ListCore

/// The replay of a script: the list as it stands, and the log as far as it goes.
///
/// **Invariants.**
/// 1. `order` holds exactly the items whose flags say that they are alive, each at its key.
/// 2. `items[n]` is the state of item number n after the last event of `events`.
/// 3. `popularity`, when there is one, holds the same items as `order`.
struct ScriptRun: ~Copyable {
  /// What is known of an item that was born.
  struct Item {
    var key: Int64
    var version: UInt32 = 1
    var edition: UInt32 = 1
    /// The event that hid it last; 0 for the snapshot.
    var hiding: UInt32 = 0
    var votes: UInt16 = 0
    var status: UInt8
    var flags: ScriptFlags
  }

  let script: StepScript
  let listOrder: ListOrder
  let itemCount: Int
  let clock: ScriptClock
  let identity: ScriptIdentity
  let draws: ScriptDraws
  let score: ScriptScore?

  var order: ScriptOrder
  var reader: ScriptReader
  var items: [Item]
  var events: [EventRecord] = []
  var plan: ScriptPlan
  var popularity: ScriptPopularity?
  /// The events that inserted items number `itemCount` and so on.
  var inserts: [UInt32] = []
  /// Deleted items, the first one first; those before `deletedStart` came back.
  var deleted: [UInt32] = []
  var deletedStart = 0
  /// Hidden items with the event that hid them; some of them are shown by now.
  var hidden: [(item: UInt32, event: UInt32)] = []
  var hiddenStart = 0
  /// The key that `newest` gave last.
  var newestKey: Int64?
  var epoch = 0
  /// How many items lived when the epoch began.
  var epochLive = 0

  /// Runs the script until the log has a number of events.
  mutating func run(eventCount: Int) {
    events.reserveCapacity(eventCount)
    while events.count < eventCount {
      epoch += 1
      epochLive = order.count
      plan.draw(epoch: epoch)
      for run in plan.runs {
        let step = script.steps[Int(run.step)]
        for action in step.actions {
          if events.count >= eventCount { return }
          perform(action, run: run, eventCount: eventCount)
        }
      }
    }
  }

  /// The number of the event that comes next.
  var sequence: Int { events.count + 1 }

  /// Takes one action: an event, or those of a cascade.
  private mutating func perform(_ action: StepScript.Action, run: ScriptPlan.Run, eventCount: Int) {
    reader.beginEvent(order)
    switch action.operation {
    case .insert: insert(at: action.destination, run: run)
    case .resurrect: resurrect(action, run: run)
    case .update: update(action, run: run)
    case .move:
      let item = victim(action.victim, run: run, isTaken: true)
      move(item, to: action.destination, run: run)
    case .delete:
      if order.count == 1 {
        substitute()
      } else {
        delete(victim(action.victim, run: run, isTaken: true))
      }
    case .cascade: cascade(action, run: run, eventCount: eventCount)
    }
  }

  // MARK: - Actions

  private mutating func insert(at destination: StepScript.Destination, run: ScriptPlan.Run) {
    let number = items.count
    let votes = script.score == nil ? 0 : draws.firstVotes(destination, sequence)
    let place = place(for: destination, mover: nil, votes: votes, run: run)
    var item = Item(
      key: place.key, votes: UInt16(votes), status: draws.insertedStatus, flags: .alive)
    if place.isUnkeyed { item.flags.insert(.unkeyed) }
    items.append(item)
    inserts.append(UInt32(sequence))
    arrive(number)
    record(.insert, number)
  }

  private mutating func resurrect(_ action: StepScript.Action, run: ScriptPlan.Run) {
    guard deleted.count > deletedStart else { return substitute() }
    let number: Int
    if action.victim == .earliestDeleted {
      number = Int(deleted[deletedStart])
      deletedStart += 1
    } else {
      number = Int(deleted.removeLast())
    }
    if action.destination != .unchanged {
      let place = place(for: action.destination, mover: nil, votes: 0, run: run)
      items[number].key = place.key
      items[number].flags.setUnkeyed(place.isUnkeyed)
    }
    items[number].flags.insert(.alive)
    items[number].version += 1
    arrive(number)
    if items[number].flags.contains(.hidden) { hide(number) }
    record(.insert, number)
  }

  private mutating func update(_ action: StepScript.Action, run: ScriptPlan.Run) {
    let first = victim(action.victim, run: run, isTaken: false)
    guard let number = changeable(first, by: action.edit) else { return substitute() }
    items[number].version += 1
    if action.edit.content { items[number].edition += 1 }
    switch action.edit.status {
    case .set(let status)?: items[number].status = UInt8(status)
    case .next?: items[number].status = min(items[number].status + 1, draws.lastStatus)
    case nil: break
    }
    switch action.edit.isHidden {
    case true? where !items[number].flags.contains(.hidden):
      items[number].flags.insert(.hidden)
      hide(number)
    case false?: items[number].flags.remove(.hidden)
    default: break
    }
    record(.update, number)
  }

  private mutating func move(
    _ number: Int, to destination: StepScript.Destination, run: ScriptPlan.Run
  ) {
    let before = items[number]
    if case .votes(let most) = destination {
      let votes = Int(before.votes) + draws.votes(sequence, most: most)
      items[number].votes = UInt16(min(votes, ScriptScore.voteLimit))
    }
    var place = place(
      for: destination, mover: number, votes: Int(items[number].votes), run: run)
    let wasUnkeyed = before.flags.contains(.unkeyed)
    if place.isUnkeyed && wasUnkeyed {
      place = (clock.time(ofSequence: sequence), false)
    } else if !wasUnkeyed && !place.isUnkeyed && place.key == before.key {
      place.key -= 1
    }
    items[number].key = place.key
    items[number].flags.setUnkeyed(place.isUnkeyed)
    items[number].version += 1
    order.move(identity.id(ofNumber: number), wasUnkeyed: wasUnkeyed, to: standing(of: number))
    record(.move, number)
  }

  private mutating func delete(_ number: Int, isImplied: Bool = false) {
    items[number].flags.remove(.alive)
    order.remove(
      identity.id(ofNumber: number), isUnkeyed: items[number].flags.contains(.unkeyed))
    popularity?.remove(number)
    deleted.append(UInt32(number))
    record(.delete, number, isImplied: isImplied)
  }

  private mutating func cascade(
    _ action: StepScript.Action, run: ScriptPlan.Run, eventCount: Int
  ) {
    let first = victim(action.victim, run: run, isTaken: true)
    let family = wholeFamily(near: first)
    for index in 0...script.childCount {
      if index > 0 {
        if events.count >= eventCount { return }
        reader.beginEvent(order)
      }
      guard let family else {
        substitute()
        continue
      }
      let number = index == 0 ? family.parent : family.child(index - 1)
      if items[number].flags.contains(.alive) && order.count > 1 {
        delete(number, isImplied: index > 0)
      } else {
        substitute()
      }
    }
  }

  /// Updates any item in place of what cannot be done.
  private mutating func substitute() {
    let word = draws.substitute(sequence)
    let number = number(atRank: Mixer.bounded(word, order.count))
    items[number].version += 1
    items[number].edition += 1
    record(.update, number)
  }

  // MARK: - Bookkeeping

  private mutating func arrive(_ number: Int) {
    order.insert(standing(of: number))
    popularity?.insert(number)
  }

  private mutating func hide(_ number: Int) {
    items[number].hiding = UInt32(sequence)
    hidden.append((UInt32(number), UInt32(sequence)))
  }

  private mutating func record(
    _ operation: Change.Operation, _ number: Int, isImplied: Bool = false
  ) {
    let item = items[number]
    var flags = item.flags
    if isImplied { flags.insert(.implied) }
    events.append(
      EventRecord(
        key: item.flags.contains(.unkeyed) ? 0 : item.key, item: UInt32(number),
        version: item.version, edition: item.edition, live: UInt32(order.count),
        operation: operation, flags: flags, status: item.status))
  }

  /// Where an item stands by its key.
  func standing(of number: Int) -> ScriptOrder.Standing {
    let isUnkeyed = items[number].flags.contains(.unkeyed)
    return ScriptOrder.Standing(
      entry: ListEntry(
        key: SortKey(isUnkeyed ? 0 : items[number].key), id: identity.id(ofNumber: number)),
      isUnkeyed: isUnkeyed)
  }
}
