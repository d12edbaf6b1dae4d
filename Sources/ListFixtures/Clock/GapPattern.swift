/// Where slots of a given mean gap start: evenly, or in bursts with quiet between them.
///
/// Bursty slots come in blocks of 256, each as long as 256 even ones. All blocks have the same gaps,
/// from a table, and each starts at another place of it. In the table, bursts are runs of short
/// gaps whose lengths fall like a power law, and the quiet gaps between them are shares 1, 1/2,
/// 1/3 ... of the time that is left, so their lengths fall like one, too. Source: Karsai et al.,
/// "Universal features of correlated bursty behaviour", 2012; Barabasi, "The origin of bursts and
/// heavy tails in human dynamics", 2005.
struct GapPattern: Sendable {
  /// The slots of a block.
  static let blockSize = 256

  /// The mean gap.
  let gap: Int
  /// Where each slot of the table starts, and where the last one ends; empty where gaps are even.
  private let offsets: [Int]
  private let key: UInt64
  /// Whether all gaps are the same.
  let isEven: Bool

  /// Makes a pattern with a mean gap of at least 1; `key` draws where each block starts.
  init(gap: Int, bursts: ClockShape.Bursts?, key: UInt64) {
    self.gap = gap
    self.key = key
    offsets = bursts.map { Self.offsets(gap: gap, $0) } ?? []
    isEven = bursts == nil
  }

  /// The shortest distance between two slots.
  var shortestGap: Int {
    isEven ? gap : zip(offsets, offsets.dropFirst()).map { $1 - $0 }.min() ?? gap
  }

  /// Where a slot starts, which is not negative: slot 0 at 0.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  func start(ofSlot slot: Int) -> Int {
    isEven ? slot &* gap : burstyStart(ofSlot: slot)
  }

  private func burstyStart(ofSlot slot: Int) -> Int {
    let block = slot / Self.blockSize
    let turn = Int(truncatingIfNeeded: Mixer.word(key, UInt64(block)) &>> 56)
    let place = turn &+ slot % Self.blockSize
    let length = offsets[Self.blockSize]
    let wrapped =
      place < Self.blockSize ? offsets[place] : length &+ offsets[place &- Self.blockSize]
    return block &* length &+ wrapped &- offsets[turn]
  }

  /// The starts of the table's slots, which end at 256 gaps.
  private static func offsets(gap: Int, _ bursts: ClockShape.Bursts) -> [Int] {
    let isQuiet = quietSlots(permille: bursts.permille)
    let fast = gap / bursts.speedup
    let quietCount = isQuiet.count { $0 }
    let rest = blockSize * gap - (blockSize - quietCount) * fast
    let weights = (0..<quietCount).map { 65_536 / ($0 + 1) }
    let total = weights.reduce(0, +)
    // A stride that shares no factor with their number puts long and short gaps in turn.
    var stride = quietCount / 3
    while SnapshotOrder.greatestCommonDivisor(stride, quietCount) != 1 { stride += 1 }
    var offsets = [0]
    var weight = 0
    var quiet = 0
    var fastTime = 0
    for slot in 0..<blockSize {
      if isQuiet[slot] {
        weight += weights[quiet * stride % quietCount]
        quiet += 1
      } else {
        fastTime += fast
      }
      // The product passes 64 bits for gaps of a day.
      let (high, low) = UInt64(rest).multipliedFullWidth(by: UInt64(weight))
      offsets.append(fastTime + Int(UInt64(total).dividingFullWidth((high, low)).quotient))
    }
    return offsets
  }

  /// Which of the 256 slots do not follow fast: runs of the others are bursts.
  private static func quietSlots(permille: Int) -> [Bool] {
    var fastLeft = blockSize * permille / 1000
    // Lengths 1, 2, 4, 8 ... each half as often as the one before, so all of them have as many slots.
    var lengths: [Int] = []
    var number = 1
    while fastLeft > 0 {
      let length = min(1 << min(number.trailingZeroBitCount, 6), fastLeft)
      lengths.append(length)
      fastLeft -= length
      number += 1
    }
    // A burst starts with a quiet gap, so with few of those the bursts are joined.
    let quietCount = blockSize - lengths.reduce(0, +)
    while lengths.count > quietCount {
      let last = lengths.removeLast()
      lengths[number % lengths.count] += last
      number += 1
    }
    var slots: [Bool] = []
    for (index, length) in lengths.enumerated() {
      let quiet = quietCount * (index + 1) / lengths.count - quietCount * index / lengths.count
      slots += [Bool](repeating: true, count: quiet) + [Bool](repeating: false, count: length)
    }
    return slots.isEmpty ? [Bool](repeating: true, count: blockSize) : slots
  }
}
