/// What a script draws: every word a function of the seed and of the event's or item's number.
struct ScriptDraws: Sendable {
  /// The number of a status that the row's text draws.
  static let drawnStatus: UInt8 = 255

  private let victimKey: UInt64
  private let placeKey: UInt64
  private let keyKey: UInt64
  private let pageKey: UInt64
  private let substituteKey: UInt64
  private let statusKey: UInt64
  private let hiddenKey: UInt64
  private let nullKey: UInt64
  private let votesKey: UInt64
  private let tiePermille: Int
  private let traits: ScriptTraits
  private let initialStatus: StepScript.InitialStatus?
  private let snapshotVotes: Int
  /// The number of the recipe's last status.
  let lastStatus: UInt8

  init(recipe: Recipe, script: StepScript, traits: ScriptTraits, seed: SeedKey) {
    victimKey = seed.key(of: .scriptVictim)
    placeKey = seed.key(of: .scriptPlace)
    keyKey = seed.key(of: .scriptKey)
    pageKey = seed.key(of: .scriptPage)
    substituteKey = seed.key(of: .scriptSubstitute)
    statusKey = seed.key(of: .scriptStatus)
    hiddenKey = seed.key(of: .scriptHidden)
    nullKey = seed.key(of: .scriptNull)
    votesKey = seed.key(of: .scriptVotes)
    tiePermille = recipe.keys.tiePermille
    self.traits = traits
    initialStatus = script.initialStatus
    snapshotVotes = script.score?.snapshotVotes ?? 0
    lastStatus = UInt8(clamping: recipe.rows.statuses.count - 1)
  }

  // MARK: - Events

  @inline(__always)
  func victim(_ sequence: Int) -> UInt64 { word(victimKey, sequence) }

  @inline(__always)
  func place(_ sequence: Int) -> UInt64 { word(placeKey, sequence) }

  @inline(__always)
  func key(_ sequence: Int) -> UInt64 { word(keyKey, sequence) }

  @inline(__always)
  func substitute(_ sequence: Int) -> UInt64 { word(substituteKey, sequence) }

  /// Whether a new key is equal to the one given before.
  func isTied(_ sequence: Int) -> Bool {
    Mixer.bounded(Mixer.mix(~key(sequence)), 1000) < tiePermille
  }

  /// The page that a step works on in an epoch.
  func page(epoch: Int, step: Int) -> UInt64 { word(pageKey, epoch &* 64 &+ step) }

  /// How many votes a new item starts with.
  func firstVotes(_ destination: StepScript.Destination, _ sequence: Int) -> Int {
    guard case .votes(let most) = destination else { return 0 }
    return Mixer.bounded(word(votesKey, sequence), most)
  }

  /// How many votes an item gets.
  func votes(_ sequence: Int, most: Int) -> Int {
    1 + Mixer.bounded(word(votesKey, sequence), most)
  }

  /// The status of a new item.
  var insertedStatus: UInt8 {
    initialStatus.map { UInt8(clamping: $0.inserted) } ?? Self.drawnStatus
  }

  // MARK: - The snapshot

  func isUnkeyed(slot: Int) -> Bool {
    Mixer.bounded(word(nullKey, slot), 1000) < traits.nullKeyPermille
  }

  func isHidden(slot: Int) -> Bool {
    Mixer.bounded(word(hiddenKey, slot / traits.hiddenRun), 1000) < traits.hiddenPermille
  }

  func status(slot: Int) -> UInt8 {
    guard let shares = initialStatus?.snapshotPermille else { return Self.drawnStatus }
    var drawn = Mixer.bounded(word(statusKey, slot), 1000)
    for (status, share) in shares.enumerated() {
      if drawn < share { return UInt8(clamping: status) }
      drawn -= share
    }
    return 0
  }

  /// A power of two of the range is drawn first: few votes are likelier.
  func snapshotVotes(slot: Int) -> Int {
    let drawn = Mixer.word(~votesKey, UInt64(truncatingIfNeeded: slot))
    return Mixer.bounded(drawn, snapshotVotes + 1) &>> Int(drawn & 15)
  }

  @inline(__always)
  private func word(_ key: UInt64, _ index: Int) -> UInt64 {
    Mixer.word(key, UInt64(truncatingIfNeeded: index))
  }
}
