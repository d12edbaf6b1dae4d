/// Which neighbours of a list share their sort key.
///
/// Slots are taken in blocks of 64. A block is drawn to be one long tie, or each of its eight
/// groups of eight draws one of 64 patterns with at most one run of 2 to 8 equal keys. So the share
/// of tied slots is the stated one over the patterns, and the run of a slot is found by one hash
/// and two bit scans.
struct TieLayout: Sendable {
  /// The slots of a block; no run crosses a block.
  static let blockSize = 64
  /// The largest share of tied slots in short runs, per thousand.
  static let shortPermilleLimit = 400

  private static let runLengths = [2, 2, 3, 2, 4, 2, 3, 5, 2, 2, 3, 6, 2, 4, 2, 8]

  private let key: UInt64
  private let longThreshold: UInt64
  /// Bit `i` of a pattern says that slot `i` of the group ties with slot `i - 1`; bit 0 is never
  /// set.
  private let patterns: [UInt8]

  /// Makes a layout in which about `permille` of the slots are tied, `longPermille` of them in runs
  /// of 64.
  init(key: UInt64, permille: Int, longPermille: Int) {
    precondition(
      longPermille >= 0 && longPermille <= permille
        && permille - longPermille <= Self.shortPermilleLimit, "share of ties out of range")
    self.key = key
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
    let blockEnd = (slot | 63) &+ 1
    let hash = blockHash(of: slot, list: list)
    if isLong(hash) { return start..<min(blockEnd, count) }
    let index = slot & 7
    let following =
      ~UInt32(pattern(of: slot, hash)) &>> UInt32(index &+ 1) | (1 &<< UInt32(7 &- index))
    return start..<min(slot &+ 1 &+ following.trailingZeroBitCount, count)
  }

  /// The first slot of the run that `slot` stands in.
  @inline(__always)
  func runStart(of slot: Int, list: Int) -> Int {
    let hash = blockHash(of: slot, list: list)
    if isLong(hash) { return slot & ~63 }
    let index = slot & 7
    let free = ~UInt32(pattern(of: slot, hash)) & ((2 &<< UInt32(index)) &- 1)
    return slot &- index &+ (31 &- free.leadingZeroBitCount)
  }

  @inline(__always)
  private func isLong(_ hash: UInt64) -> Bool { hash &>> 48 < longThreshold }

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
