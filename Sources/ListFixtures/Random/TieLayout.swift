/// Which neighbours of a list share their sort key.
///
/// Slots are taken in blocks of 64. A block, or a longer stretch of them, is drawn to be one long
/// tie, or each of its eight groups of eight draws one of 64 patterns with at most one run of 2 to 8
/// equal keys. So the share
/// of tied slots is the stated one over the patterns, and the run of a slot is found by one hash
/// and two bit scans.
struct TieLayout: Sendable {
  /// The slots of a block; no short run crosses a block.
  static let blockSize = 64
  /// The largest share of tied slots in short runs, per thousand.
  static let shortPermilleLimit = 400

  private static let runLengths = [2, 2, 3, 2, 4, 2, 3, 5, 2, 2, 3, 6, 2, 4, 2, 8]

  private let key: UInt64
  private let longThreshold: UInt64
  private let longKey: UInt64
  /// A long run has 2 to this many slots; 6 makes them as long as blocks.
  private let longBits: UInt64
  /// Bit `i` of a pattern says that slot `i` of the group ties with slot `i - 1`; bit 0 is never
  /// set.
  private let patterns: [UInt8]

  /// Makes a layout in which about `permille` of the slots are tied, `longPermille` of them in runs
  /// of `longLength`, a power of two from 64 to 4,096.
  init(key: UInt64, permille: Int, longPermille: Int, longLength: Int) {
    precondition(
      longPermille >= 0 && longPermille <= permille
        && permille - longPermille <= Self.shortPermilleLimit, "share of ties out of range")
    precondition(
      longLength.nonzeroBitCount == 1 && (64...4096).contains(longLength),
      "length of ties out of range")
    self.key = key
    longKey = Mixer.mix(key)
    longBits = UInt64(longLength.trailingZeroBitCount)
    longThreshold = UInt64(longPermille * 65536 / 1000)
    // Long blocks are tied whole, so the short runs fill their share of the other blocks.
    var rest = 512 * (permille - longPermille) / max(1, 1000 - longPermille)
    var patterns = [UInt8](repeating: 0, count: 64)
    for index in 0..<64 where rest >= 2 {
      // Odd multiplier: the tied patterns lie all over the table.
      let pattern = index * 37 % 64
      let length = min(Self.runLengths[index % Self.runLengths.count], rest)
      let start = index * 3 % (8 - length + 1)
      patterns[pattern] = UInt8(((1 << (length - 1)) - 1) << (start + 1))
      rest -= length
    }
    self.patterns = patterns
  }

  /// The run of equal keys that a slot in `0..<count` stands in.
  ///
  /// List 0 is the snapshot, others are cohorts.
  @inline(__always)
  func run(of slot: Int, count: Int, list: Int) -> Range<Int> {
    let start = runStart(of: slot, list: list)
    let hash = blockHash(of: slot, list: list)
    if isLong(slot, hash, list: list) { return start..<min((slot | longMask) &+ 1, count) }
    let index = slot & 7
    let following =
      ~UInt32(pattern(of: slot, hash)) &>> UInt32(index &+ 1) | (1 &<< UInt32(7 &- index))
    return start..<min(slot &+ 1 &+ following.trailingZeroBitCount, count)
  }

  /// The first slot of the run that `slot` stands in.
  @inline(__always)
  func runStart(of slot: Int, list: Int) -> Int {
    let hash = blockHash(of: slot, list: list)
    if isLong(slot, hash, list: list) { return slot & ~longMask }
    let index = slot & 7
    let free = ~UInt32(pattern(of: slot, hash)) & ((2 &<< UInt32(index)) &- 1)
    return slot &- index &+ (31 &- free.leadingZeroBitCount)
  }

  private var longMask: Int { 1 &<< Int(truncatingIfNeeded: longBits) &- 1 }

  /// Whether a slot lies in a long run; `hash` is that of its block.
  @inline(__always)
  private func isLong(_ slot: Int, _ hash: UInt64, list: Int) -> Bool {
    longBits == 6 ? hash &>> 48 < longThreshold : isVeryLong(slot, list: list)
  }

  private func isVeryLong(_ slot: Int, list: Int) -> Bool {
    let run = UInt64(truncatingIfNeeded: slot) &>> longBits
    let number = UInt64(truncatingIfNeeded: list) &<< 6 &+ run
    return Mixer.word(longKey, list == 0 ? run : ~number) &>> 48 < longThreshold
  }

  @inline(__always)
  private func pattern(of slot: Int, _ hash: UInt64) -> UInt8 {
    patterns[Int(truncatingIfNeeded: hash &>> UInt64((slot &>> 3 & 7) &* 6)) & 63]
  }

  @inline(__always)
  private func blockHash(of slot: Int, list: Int) -> UInt64 {
    // A cohort has at most 64 blocks, so a cohort's block number is its list's number and six bits.
    let block = UInt64(truncatingIfNeeded: slot &>> 6)
    let number = UInt64(truncatingIfNeeded: list) &<< 6 &+ block
    return Mixer.word(key, list == 0 ? block : ~number)
  }
}
