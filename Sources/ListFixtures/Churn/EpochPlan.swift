/// The order of one epoch's events: a keyed shuffle of its creations, deletes and updates.
///
/// The creations happen in the order of their ordinals whatever they drew, so keys never fall.
struct EpochPlan {
  /// What an event of the plan does; the number says which of its kind.
  enum Step {
    case create(ordinal: Int)
    case delete(index: Int)
    case update(index: Int)
  }

  private var drawn: [UInt16]
  private let creations: Int
  private let deletes: Int

  /// Makes room for the plans of a churn's epochs.
  init(_ churn: Churn) {
    drawn = [UInt16](repeating: 0, count: churn.epochLength)
    creations = churn.cohortSize
    deletes = churn.deletes
  }

  /// Draws the plan of an epoch.
  ///
  /// - Complexity: O(events of an epoch), no allocation.
  mutating func draw(epoch: Int, key: UInt64) {
    let key = Mixer.word(key, UInt64(truncatingIfNeeded: epoch))
    for index in drawn.indices { drawn[index] = UInt16(truncatingIfNeeded: index) }
    var word: UInt64 = 0
    for index in stride(from: drawn.count - 1, to: 0, by: -1) {
      // One word gives four draws of 16 bits, which is enough for 4,096 events.
      let lane = UInt64(truncatingIfNeeded: index & 3)
      if lane == 3 || index == drawn.count - 1 {
        word = Mixer.word(key, UInt64(truncatingIfNeeded: index >> 2))
      }
      drawn.swapAt(index, Mixer.scaled(word &>> (lane &* 16), index + 1))
    }
  }

  /// How many creations the first `count` events of the plan have.
  func creations(inFirst count: Int) -> Int {
    drawn[..<count].count { $0 < creations }
  }

  /// What the event at a position does, given how many creations come before it.
  @inline(__always)
  func step(at position: Int, creationsBefore: Int) -> Step {
    let value = Int(drawn[position])
    if value < creations { return .create(ordinal: creationsBefore) }
    if value < creations &+ deletes { return .delete(index: value &- creations) }
    return .update(index: value &- creations &- deletes)
  }
}
