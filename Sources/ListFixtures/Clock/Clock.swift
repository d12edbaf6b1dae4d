/// The sort keys of slots and the times of events, in microseconds: a fixed start, a mean gap, and
/// a jitter below the gap, so that both only rise and any of them is computed alone.
///
/// A slot of epoch `e` has a key within the epoch's span; the log records the epoch's events one
/// span later, so an event is never earlier than the key it creates.
struct Clock: Sendable {
  private let order: ListOrder
  private let start: Int64
  /// Where the first epoch's span starts.
  private let churnStart: Int64
  private let itemGap: Int
  private let eventGap: Int
  private let epochLength: Int
  private let cohortSize: Int
  private let creationGap: Int
  private let itemKey: UInt64
  private let eventKey: UInt64
  private let creationKey: UInt64

  /// Sets the clock of a list.
  init(recipe: Recipe, itemCount: Int, churn: Churn, seed: SeedKey) {
    order = recipe.order
    start = recipe.startMicroseconds
    itemGap = recipe.itemGapMicroseconds
    eventGap = recipe.eventGapMicroseconds
    churnStart =
      recipe.order == .newestFirst ? start : start + Int64(itemCount) * Int64(itemGap)
    epochLength = churn.epochLength
    cohortSize = churn.cohortSize
    // Rounded down: the cohort's keys stay within its epoch's span.
    creationGap = churn.epochLength * recipe.eventGapMicroseconds / churn.cohortSize
    itemKey = seed.key(of: .itemClock)
    eventKey = seed.key(of: .eventClock)
    creationKey = seed.key(of: .creationClock)
  }

  /// The key of the snapshot's slot that starts a run.
  @inline(__always)
  func snapshotKey(ofRunStart slot: Int) -> Int64 {
    let jitter = Mixer.bounded(Mixer.word(itemKey, UInt64(truncatingIfNeeded: slot)), itemGap)
    let offset = order == .newestFirst ? jitter - (slot + 1) * itemGap : slot * itemGap + jitter
    return start + Int64(offset)
  }

  /// The key of the slot of a cohort that starts a run.
  @inline(__always)
  func creationKey(cohort: Int, ofRunStart ordinal: Int) -> Int64 {
    let number = UInt64(truncatingIfNeeded: cohort &* cohortSize &+ ordinal)
    let jitter = Mixer.bounded(Mixer.word(creationKey, number), creationGap)
    return churnStart
      + Int64((cohort - 1) * epochLength * eventGap + ordinal * creationGap + jitter)
  }

  /// When the log records an event; sequences count from 1.
  @inline(__always)
  func time(ofSequence sequence: Int) -> Int64 {
    let jitter = Mixer.bounded(Mixer.word(eventKey, UInt64(truncatingIfNeeded: sequence)), eventGap)
    return churnStart + Int64((epochLength + sequence - 1) * eventGap + jitter)
  }
}
