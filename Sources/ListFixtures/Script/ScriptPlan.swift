/// The order of an epoch's runs: as written, or shuffled anew each epoch.
struct ScriptPlan: Sendable {
  /// One execution of a step.
  struct Run: Sendable {
    /// Which of the script's steps.
    var step: UInt16
    /// How often the step has run in this epoch.
    var number: UInt16
  }

  /// The runs of the epoch drawn last.
  private(set) var runs: [Run] = []
  private let written: [Run]
  private let isShuffled: Bool
  private let key: UInt64

  init(_ script: StepScript, seed: SeedKey) {
    for (index, step) in script.steps.enumerated() {
      for number in 0..<step.count {
        runs.append(Run(step: UInt16(index), number: UInt16(number)))
      }
    }
    written = runs
    isShuffled = script.isShuffled
    key = seed.key(of: .scriptPlan)
  }

  /// Draws the plan of an epoch, from 1.
  mutating func draw(epoch: Int) {
    guard isShuffled else { return }
    let key = Mixer.word(key, UInt64(truncatingIfNeeded: epoch))
    runs = written
    for index in stride(from: runs.count - 1, to: 0, by: -1) {
      let word = Mixer.word(key, UInt64(truncatingIfNeeded: index))
      runs.swapAt(index, Mixer.bounded(word, index + 1))
    }
  }
}
