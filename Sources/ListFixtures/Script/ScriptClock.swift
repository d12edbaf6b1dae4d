import ListCore

/// The times of a scripted list, in microseconds: a fixed start, mean gaps, and jitters below the
/// gap, so that times strictly rise and any of them is computed alone.
struct ScriptClock: Sendable {
  private let order: ListOrder
  private let start: Int64
  /// Before the first event, after all items of the snapshot.
  private let churnStart: Int64
  let itemGap: Int
  private let eventGap: Int
  private let itemKey: UInt64
  private let eventKey: UInt64
  private let resolution: Int64

  init(recipe: Recipe, script: StepScript, itemCount: Int, seed: SeedKey) {
    order = recipe.order
    start = recipe.startMicroseconds
    itemGap = recipe.itemGapMicroseconds
    eventGap = recipe.eventGapMicroseconds
    churnStart =
      recipe.order == .newestFirst ? start : start + Int64(itemCount) * Int64(itemGap)
    itemKey = seed.key(of: .itemClock)
    eventKey = seed.key(of: .eventClock)
    resolution = Int64(script.keyResolutionMicroseconds)
  }

  /// When the snapshot's item in a slot was born.
  @inline(__always)
  func birth(ofSlot slot: Int) -> Int64 {
    let jitter = Mixer.bounded(Mixer.word(itemKey, UInt64(truncatingIfNeeded: slot)), itemGap)
    let offset = order == .newestFirst ? jitter - (slot + 1) * itemGap : slot * itemGap + jitter
    return start + Int64(offset)
  }

  /// When the log records an event; sequences count from 1.
  @inline(__always)
  func time(ofSequence sequence: Int) -> Int64 {
    let jitter = Mixer.bounded(Mixer.word(eventKey, UInt64(truncatingIfNeeded: sequence)), eventGap)
    return churnStart + Int64((sequence - 1) * eventGap + jitter)
  }

  /// A key as a clock of the script's resolution gives it.
  @inline(__always)
  func rounded(_ key: Int64) -> Int64 {
    if resolution == 1 { return key }
    let rest = key % resolution
    return key - (rest < 0 ? rest + resolution : rest)
  }
}
