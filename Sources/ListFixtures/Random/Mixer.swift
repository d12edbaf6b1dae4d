/// Counter-based randomness: every drawn word is a function of (seed, stream, index).
///
/// Nothing here has state, so any item or event can be computed first, by any thread, on any
/// machine. Source: the finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) as in
/// notes/generator.md 4.2.
enum Mixer {
  /// The odd number nearest to 2^64 divided by the golden ratio: it keeps successive indices apart.
  static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Scrambles 64 bits; a bijection.
  @inline(__always)
  static func mix(_ word: UInt64) -> UInt64 {
    var mixed = word
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// The word number `index` of the stream that starts at `key`.
  @inline(__always)
  static func word(_ key: UInt64, _ index: UInt64) -> UInt64 {
    mix(key &+ index &* gamma)
  }

  /// Brings a random word into `0..<bound` by multiplying and shifting; `bound` is positive.
  @inline(__always)
  static func bounded(_ word: UInt64, _ bound: Int) -> Int {
    // SAFETY: the high half of the product is below `bound`, which is an Int.
    Int(truncatingIfNeeded: word.multipliedFullWidth(by: UInt64(truncatingIfNeeded: bound)).high)
  }

  /// Brings the low 16 bits of a random word into `0..<bound`, for bounds that are small against
  /// 65,536.
  @inline(__always)
  static func scaled(_ word: UInt64, _ bound: Int) -> Int {
    (Int(truncatingIfNeeded: word & 0xFFFF) &* bound) &>> 16
  }
}

/// One stream for each thing that is drawn, so that a new field leaves the others as they were.
///
/// The numbers are part of the dataset version.
enum Stream: UInt64 {
  case identity = 1
  case ties, itemClock, eventClock, creationClock
  case plan, baseStride, baseBlock, insertedStratum, movedStratum, moveOrder
  case author, title, body, counts, image, parent, status, estimate
  case itemBursts, eventBursts, hidden
  case textKind = 64
  case scriptPlan = 128
  case scriptVictim, scriptPlace, scriptKey, scriptPage, scriptPopularity, scriptSubstitute
  case scriptStatus, scriptHidden, scriptNull, scriptIdentity, scriptVotes
}

/// The seed of a list, from which each stream takes its key.
struct SeedKey: Sendable {
  private let root: UInt64

  /// Mixes the seed with the recipe's name, so that two recipes of one seed share nothing.
  init(seed: UInt64, recipe name: String) {
    var hash = Mixer.mix(seed &+ Mixer.gamma)
    for byte in name.utf8 { hash = Mixer.mix(hash ^ UInt64(byte)) }
    root = hash
  }

  /// The key of one stream.
  func key(of stream: Stream) -> UInt64 {
    Mixer.word(root, stream.rawValue)
  }
}
