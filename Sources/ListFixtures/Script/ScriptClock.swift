import ListCore

/// The times of a scripted list, in microseconds: those of the recipe's clock, of which keys may be
/// rounded down.
struct ScriptClock: Sendable {
  private let clock: Clock
  let itemGap: Int
  private let resolution: Int64

  init(recipe: Recipe, script: StepScript, itemCount: Int, seed: SeedKey) {
    // No span lies between a key and its event: a script gives keys when it logs their events.
    clock = Clock(
      recipe: recipe, itemCount: itemCount, epochLength: 0, cohortSize: 1, seed: seed)
    itemGap = recipe.clock.itemGapMicroseconds
    resolution = Int64(script.keyResolutionMicroseconds)
  }

  /// When the snapshot's item in a slot was born.
  @inline(__always)
  func birth(ofSlot slot: Int) -> Int64 { clock.snapshotKey(ofRunStart: slot) }

  /// When the log records an event; sequences count from 1.
  @inline(__always)
  func time(ofSequence sequence: Int) -> Int64 { clock.time(ofSequence: sequence) }

  /// A key as a clock of the script's resolution gives it.
  @inline(__always)
  func rounded(_ key: Int64) -> Int64 {
    if resolution == 1 { return key }
    let rest = key % resolution
    return key - (rest < 0 ? rest + resolution : rest)
  }
}
