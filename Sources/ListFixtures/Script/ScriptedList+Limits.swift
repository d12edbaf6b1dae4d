extension FixtureError.Code {
  /// A script contradicts itself or is out of range.
  public static let invalidScript = FixtureError.Code("invalidScript")
  /// The clock and the counts lead to keys beyond ±2^53.
  public static let keysOutOfRange = FixtureError.Code("keysOutOfRange")
}

extension ScriptedList {
  /// Throws when a count is out of range.
  static func check(itemCount: Int, eventCount: Int) throws(FixtureError) {
    guard itemCount >= 1 && itemCount <= itemLimit else {
      throw FixtureError(
        code: .itemCountOutOfRange,
        message: "items of a scripted recipe must be in 1...\(itemLimit), not \(itemCount)")
    }
    guard eventCount >= 0 && eventCount <= eventLimit else {
      throw FixtureError(
        code: .eventCountOutOfRange,
        message: "events of a scripted recipe must be in 0...\(eventLimit), not \(eventCount)")
    }
  }

  /// Throws when a key could leave ±2^53.
  static func checkKeys(
    recipe: Recipe, script: StepScript, itemCount: Int, eventCount: Int
  ) throws(FixtureError) {
    var delay = 0
    var lead = 0
    for action in script.steps.flatMap(\.actions) {
      if case .backdated(let most) = action.destination { delay = max(delay, most) }
      if case .ahead(let most) = action.destination { lead = max(lead, most) }
    }
    if let score = script.score { delay = max(delay, score.halfLifeMicroseconds * 16) }
    // Each event may put a key an item's gap before the oldest one, or a microsecond before its own.
    // A block of bursts and a period of the rhythm may come early or late.
    let clock = recipe.clock
    let slack = Int128(Rhythm(clock.hourlyQuotas).period)
    let block = GapPattern.blockSize
    let span =
      Int128(itemCount + eventCount + block) * (Int128(clock.itemGapMicroseconds) + 2) + slack
    let start = Int128(clock.startMicroseconds)
    let oldest = start - span - Int128(delay) - Int128(script.keyResolutionMicroseconds)
    let churn = Int128(eventCount + 1 + block) * Int128(clock.eventGapMicroseconds)
    let newest = start + span + churn + Int128(lead)
    guard oldest >= -(1 << 53) && newest <= 1 << 53 else {
      throw FixtureError(
        code: .keysOutOfRange,
        message: """
          \(recipe.name): \(itemCount) items and \(eventCount) events lead to keys beyond ±2^53; \
          take fewer or a shorter gap
          """)
    }
  }
}
