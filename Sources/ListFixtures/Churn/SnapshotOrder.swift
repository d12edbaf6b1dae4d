/// The order in which churn takes the items of the snapshot: a bijection of turns and slots, both
/// ways in constant time, that keeps count of what was taken before any slot.
///
/// The snapshot is cut into blocks of at most 4,096 slots. Turns visit the blocks by a golden
/// stride, so every stretch of turns is spread evenly over the list, and inside a block a keyed
/// permutation picks. As all blocks have had the same number of visits or one more, counting the
/// taken slots of all blocks before one is a sum of floors, and only the block itself has to be
/// looked through.
struct SnapshotOrder: Sendable {
  /// How many slots the snapshot has.
  let slotCount: Int
  /// How many turns there are: all slots but for less than one per block, which are never taken.
  let turnCount: Int

  private let blockCount: Int
  /// How many slots the smallest block has.
  private let smallCount: Int
  private let stride: Int
  private let strideInverse: Int
  private let key: UInt64

  /// Cuts a snapshot into blocks whose number shares no factor with `period`.
  ///
  /// So turns of one period do not meet the same blocks again. Tests cut smaller blocks.
  init(
    slotCount: Int, unlike period: Int, key: UInt64, blockLimit: Int = SmallPermutation.countLimit
  ) {
    var blockCount = (slotCount + blockLimit - 1) / blockLimit
    if blockCount > 1 {
      while Self.greatestCommonDivisor(blockCount, period) != 1 { blockCount += 1 }
    }
    self.slotCount = slotCount
    self.blockCount = blockCount
    self.key = key
    smallCount = slotCount / blockCount
    turnCount = smallCount * blockCount
    var stride = max(1, Int(UInt64(blockCount).multipliedFullWidth(by: Mixer.gamma).high))
    while Self.greatestCommonDivisor(stride, blockCount) != 1 { stride += 1 }
    self.stride = stride
    strideInverse = Self.inverse(of: stride, modulo: blockCount)
  }

  /// The slot that a turn in `0..<turnCount` takes.
  @inline(__always)
  func slot(atTurn turn: Int) -> Int {
    let (round, visit) = turn.quotientAndRemainder(dividingBy: blockCount)
    let bounds = bounds(ofBlock: visit * stride % blockCount)
    return bounds.start + bounds.permutation.image(of: round)
  }

  /// The turn that takes a slot; `turnCount` or more when none does.
  func turn(ofSlot slot: Int) -> Int {
    let block = block(ofSlot: slot)
    let bounds = bounds(ofBlock: block)
    return bounds.permutation.preimage(of: slot - bounds.start) * blockCount
      + visit(ofBlock: block)
  }

  /// How many of the first `turns` turns took a slot before `slot`, which is in `0...slotCount`.
  ///
  /// - Complexity: O(log blocks + slots of one block).
  func taken(before slot: Int, turns: Int) -> Int {
    guard slot < slotCount else { return turns }
    let block = block(ofSlot: slot)
    let bounds = bounds(ofBlock: block)
    var count = taken(beforeBlock: block, turns: turns)
    for round in 0..<rounds(ofBlock: block, turns: turns)
    where bounds.permutation.image(of: round) < slot - bounds.start {
      count += 1
    }
    return count
  }

  /// The slot with `index` slots before it that the first `turns` turns left; `index` is below
  /// their number.
  ///
  /// - Complexity: O(log^2 blocks + slots of one block).
  func slot(remaining index: Int, turns: Int) -> Int {
    var low = 0
    var high = blockCount
    while high - low > 1 {
      let middle = (low + high) / 2
      let remaining = bounds(ofBlock: middle).start - taken(beforeBlock: middle, turns: turns)
      if remaining <= index { low = middle } else { high = middle }
    }
    let bounds = bounds(ofBlock: low)
    var isTaken = [Bool](repeating: false, count: bounds.count)
    for round in 0..<rounds(ofBlock: low, turns: turns) {
      isTaken[bounds.permutation.image(of: round)] = true
    }
    var rest = index - (bounds.start - taken(beforeBlock: low, turns: turns))
    for offset in 0..<bounds.count where !isTaken[offset] {
      if rest == 0 { return bounds.start + offset }
      rest -= 1
    }
    preconditionFailure("index out of range")
  }

  // MARK: - Blocks

  /// Where a block starts, how many slots it has and in which order they are taken.
  @inline(__always)
  private func bounds(ofBlock block: Int) -> (start: Int, count: Int, permutation: SmallPermutation)
  {
    // Blocks start at block * slotCount / blockCount, so their sizes differ by one at most.
    let (start, rest) = (block * slotCount).quotientAndRemainder(dividingBy: blockCount)
    let count = smallCount + (rest + slotCount - turnCount >= blockCount ? 1 : 0)
    let key = key &+ UInt64(truncatingIfNeeded: block) &* Mixer.gamma
    return (start, count, SmallPermutation(count: count, key: key))
  }

  private func block(ofSlot slot: Int) -> Int { ((slot + 1) * blockCount - 1) / slotCount }

  private func visit(ofBlock block: Int) -> Int { block * strideInverse % blockCount }

  /// How often the first `turns` turns visited a block.
  private func rounds(ofBlock block: Int, turns: Int) -> Int {
    turns / blockCount + (visit(ofBlock: block) < turns % blockCount ? 1 : 0)
  }

  /// How many slots of the blocks before `block` the first `turns` turns took.
  private func taken(beforeBlock block: Int, turns: Int) -> Int {
    guard block > 0 else { return 0 }
    // A visit v is counted when v * stride mod blockCount < block, that is, when adding
    // blockCount - block to v * stride does not carry into the next multiple of blockCount.
    let visits = turns % blockCount
    let carries =
      Self.sumOfFloors(visits, blockCount, stride, blockCount - block)
      - Self.sumOfFloors(visits, blockCount, stride, 0)
    return turns / blockCount * block + visits - carries
  }

  // MARK: - Number theory

  /// The sum of `(factor * i + offset) / divisor` over `i` in `0..<count`, in O(log divisor) steps.
  ///
  /// Source: the Euclid-like recursion in AtCoder Library, `floor_sum`.
  static func sumOfFloors(_ count: Int, _ divisor: Int, _ factor: Int, _ offset: Int) -> Int {
    var (count, divisor, factor, offset) = (count, divisor, factor, offset)
    var sum = 0
    while count > 0 {
      sum += factor / divisor * (count * (count - 1) / 2) + offset / divisor * count
      factor %= divisor
      offset %= divisor
      let last = factor * count + offset
      if last < divisor { break }
      count = last / divisor
      offset = last % divisor
      swap(&divisor, &factor)
    }
    return sum
  }

  /// The largest number that divides both, by Euclid.
  static func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
    var (first, second) = (first, second)
    while second != 0 { (first, second) = (second, first % second) }
    return first
  }

  /// The inverse of a number that shares no factor with `modulus`, in `0..<modulus`.
  private static func inverse(of number: Int, modulo modulus: Int) -> Int {
    var (remainder, next) = (modulus, number % modulus)
    var (coefficient, nextCoefficient) = (0, 1)
    while next != 0 {
      let quotient = remainder / next
      (remainder, next) = (next, remainder - quotient * next)
      (coefficient, nextCoefficient) = (nextCoefficient, coefficient - quotient * nextCoefficient)
    }
    return coefficient < 0 ? coefficient + modulus : coefficient % modulus
  }
}
