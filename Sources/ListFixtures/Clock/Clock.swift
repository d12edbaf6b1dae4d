/// The sort keys of slots and the times of events, in microseconds: both only rise, and any of them
/// is computed alone.
///
/// Even time is cut into slots of the mean gap, or into those of bursts (`GapPattern`); the rhythm
/// bends it (`Rhythm`); a key or time is drawn within its slot. All three only rise, so order is
/// that of the slots.
///
/// A slot of epoch `e` has a key within the epoch's span; the log records the epoch's events one
/// span later, so an event is never earlier than the key it creates.
struct Clock: Sendable {
  private let order: ListOrder
  private let start: Int64
  /// Where the first epoch's span starts, in even time from the start.
  private let churnStart: Int
  private let items: GapPattern
  private let events: GapPattern
  private let rhythm: Rhythm
  private let epochLength: Int
  private let cohortSize: Int
  /// Even time between two slots of a cohort; rounded down, so that they stay in their epoch's span.
  private let creationGap: Int
  /// Whether there are neither bursts nor a rhythm.
  private let isEven: Bool
  private let itemKey: UInt64
  private let eventKey: UInt64
  private let creationKey: UInt64

  /// Sets the clock of a list.
  ///
  /// - Parameters:
  ///   - recipe: What the list is like.
  ///   - itemCount: The items of the snapshot.
  ///   - epochLength: The events of an epoch.
  ///   - cohortSize: The slots that an epoch creates, at most one per event.
  ///   - seed: What the randomness starts from.
  init(recipe: Recipe, itemCount: Int, epochLength: Int, cohortSize: Int, seed: SeedKey) {
    order = recipe.order
    start = recipe.clock.startMicroseconds
    let gap = recipe.clock.eventGapMicroseconds
    items = GapPattern(
      gap: recipe.clock.itemGapMicroseconds, bursts: recipe.clock.bursts,
      key: seed.key(of: .itemBursts))
    events = GapPattern(gap: gap, bursts: recipe.clock.bursts, key: seed.key(of: .eventBursts))
    rhythm = Rhythm(recipe.clock.hourlyQuotas)
    churnStart = recipe.order == .newestFirst ? 0 : items.start(ofSlot: itemCount)
    self.epochLength = epochLength
    self.cohortSize = cohortSize
    creationGap = epochLength * gap / cohortSize
    isEven = items.isEven && events.isEven && rhythm.isEven
    itemKey = seed.key(of: .itemClock)
    eventKey = seed.key(of: .eventClock)
    creationKey = seed.key(of: .creationClock)
  }

  /// A time drawn from a stretch of even time.
  private func time(from first: Int, to last: Int, drawn: UInt64) -> Int64 {
    let time = rhythm.bent(first)
    return start + Int64(time &+ Mixer.bounded(drawn, rhythm.bent(last) &- time))
  }

  /// The key of the snapshot's slot that starts a run.
  @inline(__always)
  func snapshotKey(ofRunStart slot: Int) -> Int64 {
    let drawn = Mixer.word(itemKey, UInt64(truncatingIfNeeded: slot))
    guard isEven else { return unevenSnapshotKey(ofRunStart: slot, drawn: drawn) }
    let first = order == .newestFirst ? -(slot &+ 1) &* items.gap : slot &* items.gap
    return start + Int64(first &+ Mixer.bounded(drawn, items.gap))
  }

  @inline(never)
  private func unevenSnapshotKey(ofRunStart slot: Int, drawn: UInt64) -> Int64 {
    let first = items.start(ofSlot: slot)
    let last = items.start(ofSlot: slot &+ 1)
    return order == .newestFirst
      ? time(from: -last, to: -first, drawn: drawn) : time(from: first, to: last, drawn: drawn)
  }

  /// The key of the slot of a cohort that starts a run.
  @inline(__always)
  func creationKey(cohort: Int, ofRunStart ordinal: Int) -> Int64 {
    let number = UInt64(truncatingIfNeeded: cohort &* cohortSize &+ ordinal)
    let drawn = Mixer.word(creationKey, number)
    guard isEven else { return unevenCreationKey(cohort, ordinal, drawn: drawn) }
    let epoch = churnStart &+ (cohort &- 1) &* epochLength &* events.gap
    return start + Int64(epoch &+ ordinal &* creationGap &+ Mixer.bounded(drawn, creationGap))
  }

  @inline(never)
  private func unevenCreationKey(_ cohort: Int, _ ordinal: Int, drawn: UInt64) -> Int64 {
    let slot = (cohort &- 1) &* epochLength
    let first: Int
    let last: Int
    if events.isEven {
      first = events.start(ofSlot: slot) &+ ordinal &* creationGap
      last = first &+ creationGap
    } else {
      // The slots of a cohort are spread over the slots of its epoch's events.
      first = events.start(ofSlot: slot &+ ordinal &* epochLength / cohortSize)
      last = events.start(ofSlot: slot &+ (ordinal &+ 1) &* epochLength / cohortSize)
    }
    return time(from: churnStart &+ first, to: churnStart &+ last, drawn: drawn)
  }

  /// When the log records an event; sequences count from 1.
  @inline(__always)
  func time(ofSequence sequence: Int) -> Int64 {
    let slot = epochLength &+ sequence &- 1
    let drawn = Mixer.word(eventKey, UInt64(truncatingIfNeeded: sequence))
    guard isEven else { return unevenTime(ofSlot: slot, drawn: drawn) }
    return start
      + Int64(churnStart &+ slot &* events.gap &+ Mixer.bounded(drawn, events.gap))
  }

  @inline(never)
  private func unevenTime(ofSlot slot: Int, drawn: UInt64) -> Int64 {
    time(
      from: churnStart &+ events.start(ofSlot: slot),
      to: churnStart &+ events.start(ofSlot: slot &+ 1), drawn: drawn)
  }
}

extension Clock {
  /// All keys and times lie within plus and minus this.
  static let timeLimit = 1 << 53

  /// By how many slots bursts, and by how much time a rhythm, are off even time at most; two spans
  /// of the longest epoch lie before and behind the events.
  private static let slack = (slots: GapPattern.blockSize, epochs: 2 * SmallPermutation.countLimit)

  /// How many items a list may have so that its keys stay within `timeLimit`.
  static func itemLimit(of recipe: Recipe) -> Int {
    let clock = recipe.clock
    let isNewestFirst = recipe.order == .newestFirst
    let reach = isNewestFirst ? Int(clock.startMicroseconds) : -Int(clock.startMicroseconds)
    let churn =
      isNewestFirst ? 0 : (slack.epochs + slack.slots) * clock.eventGapMicroseconds
    let room = timeLimit + reach - Rhythm(clock.hourlyQuotas).period - churn
    return min(GeneratedList.itemLimit, room / clock.itemGapMicroseconds - slack.slots)
  }

  /// How many events a list may have so that its times stay within `timeLimit`.
  static func eventLimit(of recipe: Recipe, itemCount: Int) -> Int {
    let clock = recipe.clock
    let items = recipe.order == .newestFirst ? 0 : itemCount + slack.slots
    let room =
      timeLimit - Int(clock.startMicroseconds) - items * clock.itemGapMicroseconds
      - Rhythm(clock.hourlyQuotas).period
    return min(
      GeneratedList.eventLimit,
      room / clock.eventGapMicroseconds - slack.slots - slack.epochs)
  }
}

extension Clock {
  /// Checks that a list of these counts has keys and times within `timeLimit`.
  static func check(_ recipe: Recipe, itemCount: Int, eventCount: Int) throws(FixtureError) {
    let items = itemLimit(of: recipe)
    guard itemCount >= 1 && itemCount <= items else {
      throw FixtureError(
        code: .itemCountOutOfRange,
        message: "items must be in 1...\(items), not \(itemCount)"
          + (items == GeneratedList.itemLimit
            ? "" : "; with more, keys of '\(recipe.name)' pass 2^53 microseconds"))
    }
    let events = eventLimit(of: recipe, itemCount: itemCount)
    guard eventCount >= 0 && eventCount <= events else {
      throw FixtureError(
        code: .eventCountOutOfRange,
        message: "events must be in 0...\(events), not \(eventCount)"
          + (events == GeneratedList.eventLimit
            ? "" : "; with more, times of '\(recipe.name)' pass 2^53 microseconds"))
    }
  }
}
