/// Running totals of the heights of blocks that keep their places: an implicit tree of fan-out 8.
///
/// Level 0 has an entry for each block, every further level an entry for each line of eight entries
/// below it, up to a level of one line. An entry is the sum of what lies before it in its line. Where
/// an entry lies follows from the block's number alone, so that the loads of a prefix sum do not wait
/// for each other, and an update adds to one line a level without a branch.
///
/// MEASURED (`heights fixed`): 0.49, 0.34 and 0.35 of a C++ Fenwick tree over rows at 10^4, 10^6 and 10^7.
///
/// Invariants:
/// 1. `blockCapacity` is a multiple of 8, and the top level is one line.
/// 2. In every line entry 0 is 0, and entries never fall.
/// 3. The sum of a line is the value of its entry in the level above.
@safe
struct RowSumTree: ~Copyable {
  private(set) var blockCapacity: Int
  private var levelCount: Int
  private var lines: UnsafeMutableRawPointer
  /// Where each level starts, in bytes.
  private let levelStarts: UnsafeMutablePointer<Int>

  private static var largestLevelCount: Int { 11 }

  /// Makes a tree of blocks of height 0.
  init(blockCapacity: Int) {
    unsafe levelStarts = .allocate(capacity: Self.largestLevelCount)
    unsafe levelStarts.initialize(repeating: 0, count: Self.largestLevelCount)
    self.blockCapacity = 0
    levelCount = 0
    unsafe lines = .allocate(byteCount: 64, alignment: 64)
    allocateLines(blockCapacity: blockCapacity)
  }

  deinit {
    unsafe lines.deallocate()
    unsafe levelStarts.deallocate()
  }

  /// Bytes asked of the heap.
  var byteCount: Int { byteCountOfLines + Self.largestLevelCount * 8 }

  private var byteCountOfLines: Int {
    // SAFETY: there is at least one level.
    unsafe levelStarts[levelCount - 1] + RunningTotals64.byteCount
  }

  private mutating func allocateLines(blockCapacity: Int) {
    self.blockCapacity = Swift.max(8, (blockCapacity + 7) & ~7)
    var entries = self.blockCapacity
    var start = 0
    levelCount = 0
    while true {
      // SAFETY: 11 levels hold 8^11 blocks, and there are fewer than 2^26.
      unsafe levelStarts[levelCount] = start
      levelCount += 1
      start += (entries + 7) / 8 * RunningTotals64.byteCount
      if entries <= 8 { break }
      entries = (entries + 7) / 8
    }
    unsafe lines.deallocate()
    unsafe lines = .allocate(byteCount: start, alignment: 64)
    unsafe lines.initializeMemory(as: UInt8.self, repeating: 0, count: start)
  }

  @inline(__always)
  private func line(_ number: Int, ofLevel level: Int) -> RunningTotals64 {
    // SAFETY: the level exists and has that line, since block numbers are below the capacity.
    unsafe RunningTotals64(
      at: lines + (levelStarts[level] &+ number &* RunningTotals64.byteCount))
  }

  /// The height of all blocks before a block.
  @inline(__always)
  func total(before block: Int) -> Int64 {
    assert(block >= 0 && block < blockCapacity, "block out of range")
    var sum: Int64 = 0
    var entry = block
    for level in 0..<levelCount {
      // SAFETY: the level exists and has that entry.
      sum &+= unsafe lines.load(
        fromByteOffset: levelStarts[level] &+ entry &* 8, as: Int64.self)
      entry &>>= 3
    }
    return sum
  }

  /// The last block that starts at or above `y`, which is not negative and less than the total.
  @inline(__always)
  func position(atY y: Int64) -> (block: Int, rest: Int64) {
    var rest = y
    var entry = 0
    var level = levelCount &- 1
    while level >= 0 {
      let line = line(entry, ofLevel: level)
      let slot = line.slot(holding: rest)
      rest &-= line[slot]
      entry = entry &* 8 &+ slot
      level &-= 1
    }
    return (entry, rest)
  }

  /// Adds to the height of a block.
  @inline(__always)
  func add(_ growth: Int64, toBlock block: Int, _ lanes: RowLanes.View) {
    assert(block >= 0 && block < blockCapacity, "block out of range")
    var entry = block
    for level in 0..<levelCount {
      line(entry &>> 3, ofLevel: level).add(growth, to: entry & 7, lanes)
      entry &>>= 3
    }
  }

  // MARK: - All blocks at once

  /// Replaces the heights of all blocks; those from `blockCount` on have height 0.
  ///
  /// Calls `height` for each block in order.
  ///
  /// - Complexity: O(capacity); no allocation.
  func setAll(_ blockCount: Int, height: (_ block: Int) -> Int64) {
    precondition(blockCount <= blockCapacity, "block count out of range")
    // The sum before the first entry of the line that each level is in.
    // SAFETY: the buffer has a place for each level and is initialised first.
    unsafe withUnsafeTemporaryAllocation(of: Int64.self, capacity: levelCount) { lineStarts in
      unsafe lineStarts.initialize(repeating: 0)
      var sum: Int64 = 0
      for block in 0..<blockCapacity {
        var entry = block
        for level in 0..<levelCount {
          if entry & 7 == 0 { unsafe lineStarts[level] = sum }
          line(entry >> 3, ofLevel: level)[entry & 7] = unsafe sum - lineStarts[level]
          // A level above has an entry that starts here only if this one starts a line.
          if entry & 7 != 0 { break }
          entry >>= 3
        }
        if block < blockCount { sum += height(block) }
      }
      var last = blockCapacity - 1
      for level in 0..<levelCount {
        for slot in (last & 7)..<8 where slot > last & 7 {
          line(last >> 3, ofLevel: level)[slot] = unsafe sum - lineStarts[level]
        }
        last >>= 3
      }
    }
  }

  /// A tree with more room and the same heights.
  ///
  /// - Complexity: O(capacity * log n); allocates the new tree.
  func grown(to blockCapacity: Int, total: Int64) -> RowSumTree {
    let tree = RowSumTree(blockCapacity: blockCapacity)
    let known = self.blockCapacity
    tree.setAll(known) { block in
      let end = block + 1 < known ? self.total(before: block + 1) : total
      return end - self.total(before: block)
    }
    return tree
  }

  func checkInvariants(blockCount: Int, total: Int64, height: (_ block: Int) -> Int64) {
    precondition(blockCapacity & 7 == 0, "sum tree invariant 1: capacity")
    var entries = blockCapacity
    for level in 0..<levelCount {
      let lineCount = (entries + 7) / 8
      precondition((level == levelCount - 1) == (lineCount == 1), "sum tree invariant 1: top level")
      for number in 0..<lineCount {
        let line = line(number, ofLevel: level)
        precondition(line[0] == 0, "sum tree invariant 2: first entry")
        for slot in 1..<8 {
          precondition(line[slot] >= line[slot - 1], "sum tree invariant 2: order")
        }
      }
      entries = lineCount
    }
    var sum: Int64 = 0
    for block in 0..<blockCapacity {
      precondition(self.total(before: block) == sum, "sum tree invariant 3: prefix")
      if block < blockCount { sum += height(block) }
    }
    precondition(sum == total, "sum tree invariant 3: total")
  }
}
