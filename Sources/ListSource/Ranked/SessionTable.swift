/// Sessions by number, the least recently used of which goes when there are too many or it is too old.
///
/// Invariants:
/// 1. `slots` are a list from the most to the least recently used, by `newer` and `older`.
/// 2. `places` has each session's slot; no more than `maximumCount`.
/// 3. Times of use do not rise from `newest` to `oldest`.
struct SessionTable<State: Sendable>: Sendable {
  private struct Slot {
    var session: UInt64
    var state: State
    var lastUse: Int64
    var newer: Int
    var older: Int
  }

  /// No slot.
  private static var none: Int { -1 }

  let maximumCount: Int
  let idleMicroseconds: Int64
  private var slots: [Slot] = []
  private var places: [UInt64: Int] = [:]
  private var newest = none
  private var oldest = none
  private var lastSession: UInt64 = 0

  init(maximumCount: Int, idleMicroseconds: Int64) {
    precondition(maximumCount > 0 && idleMicroseconds >= 0, "no room or no time for a session")
    self.maximumCount = maximumCount
    self.idleMicroseconds = idleMicroseconds
  }

  var count: Int { slots.count }

  /// Calls `body` with each session's state, in no order that matters.
  func forEach(_ body: (State) -> Void) { for slot in slots { body(slot.state) } }

  /// Adds a session and returns its number, which never comes again.
  mutating func insert(_ state: State, at now: Int64) -> UInt64 {
    removeExpired(at: now)
    if slots.count == maximumCount { remove(at: oldest) }
    lastSession += 1
    slots.append(
      Slot(session: lastSession, state: state, lastUse: now, newer: Self.none, older: Self.none))
    places[lastSession] = slots.count - 1
    link(slots.count - 1)
    return lastSession
  }

  /// Calls `body` with a session's state, which is used now.
  ///
  /// - Throws: `sessionGone`.
  mutating func use<Result>(
    _ session: UInt64, at now: Int64, _ body: (inout State) throws(SourceError) -> Result
  ) throws(SourceError) -> Result {
    removeExpired(at: now)
    guard let place = places[session] else {
      throw SourceError(
        .sessionGone,
        "the session has expired or had to make room: start a new one at the head, and leave out "
          + "what was shown already")
    }
    unlink(place)
    slots[place].lastUse = now
    link(place)
    return try body(&slots[place].state)
  }

  private mutating func removeExpired(at now: Int64) {
    while oldest != Self.none, now - slots[oldest].lastUse > idleMicroseconds {
      remove(at: oldest)
    }
  }

  private mutating func remove(at place: Int) {
    unlink(place)
    places[slots[place].session] = nil
    let last = slots.count - 1
    if place != last {
      // The last slot takes the place, and its neighbours point there.
      let moved = slots[last]
      slots[place] = moved
      places[moved.session] = place
      if moved.newer == Self.none { newest = place } else { slots[moved.newer].older = place }
      if moved.older == Self.none { oldest = place } else { slots[moved.older].newer = place }
    }
    slots.removeLast()
  }

  private mutating func link(_ place: Int) {
    slots[place].newer = Self.none
    slots[place].older = newest
    if newest == Self.none { oldest = place } else { slots[newest].newer = place }
    newest = place
  }

  private mutating func unlink(_ place: Int) {
    let (newer, older) = (slots[place].newer, slots[place].older)
    if newer == Self.none { newest = older } else { slots[newer].older = older }
    if older == Self.none { oldest = newer } else { slots[older].newer = newer }
  }
}
