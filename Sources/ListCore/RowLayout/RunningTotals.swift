/// Masks for vectors, in memory: 16 lanes of zeros, then 16 of ones, of which a vector loads a part.
///
/// MEASURED: as constants in the code the optimiser reasons about single lanes, and makes chains of shuffles,
/// branches and loops of three instructions a vector: `setHeight` was up to five times slower. Comparing
/// lane numbers with a slot takes twice the instructions of a load.
@safe
struct RowLanes: ~Copyable {
  private let base: UnsafeMutablePointer<Int32>

  static var byteCount: Int { 128 }

  init() {
    let masks = UnsafeMutableRawPointer.allocate(byteCount: Self.byteCount, alignment: 64)
    // SAFETY: the block has 32 lanes.
    unsafe base = masks.initializeMemory(as: Int32.self, repeating: 0, count: 32)
    unsafe (base + 16).update(repeating: -1, count: 16)
  }

  deinit {
    unsafe base.deallocate()
  }

  /// The masks, as long as their owner lives.
  @inline(__always)
  var view: View { unsafe View(base: base) }

  /// The masks by reference.
  @safe
  struct View {
    private let base: UnsafeMutableRawPointer

    @inline(__always)
    fileprivate init(base: UnsafeMutablePointer<Int32>) {
      unsafe self.base = UnsafeMutableRawPointer(base)
    }

    /// A vector whose lanes from the 16th lane of the masks on are ones.
    @inline(__always)
    private func load<Mask>(_ lane: Int, as type: Mask.Type) -> Mask {
      assert(lane >= 0 && lane * 4 + MemoryLayout<Mask>.size <= byteCount, "lane out of range")
      // SAFETY: the masks have 32 lanes; callers keep slots in their vectors, or one before them.
      return unsafe base.loadUnaligned(fromByteOffset: lane &* 4, as: type)
    }

    /// All ones in the lanes behind a slot, which may be -1, else zeros.
    @inline(__always)
    func behind(_ slot: Int) -> SIMD16<Int32> { load(15 &- slot, as: SIMD16<Int32>.self) }

    /// The same for four lanes.
    @inline(__always)
    func fourBehind(_ slot: Int) -> SIMD4<Int32> { load(15 &- slot, as: SIMD4<Int32>.self) }

    /// The same for eight lanes of 64 bits.
    @inline(__always)
    func wideBehind(_ slot: Int) -> SIMD8<Int64> { load(14 &- 2 &* slot, as: SIMD8<Int64>.self) }

    /// The same for four lanes of 64 bits.
    @inline(__always)
    func fourWideBehind(_ slot: Int) -> SIMD4<Int64> {
      load(14 &- 2 &* slot, as: SIMD4<Int64>.self)
    }

    /// All ones, for slot 0 of 16 zero.
    @inline(__always)
    func notFirst(_ slot: Int) -> Int32 { load(15 &+ slot, as: Int32.self) }
  }
}

extension SIMD where Scalar == UInt32 {
  /// How many lanes have their highest bit set.
  @inline(__always)
  var signCount: Int { Int((self &>> Self(repeating: 31)).wrappedSum()) }
}

/// 16 running totals of 32 bits, one cache line: entry k is the sum of the slots before slot k.
@safe
struct RunningTotals32 {
  static var byteCount: Int { 64 }
  private typealias Line = SIMD16<Int32>

  private let base: UnsafeMutableRawPointer

  @inline(__always)
  init(at base: UnsafeMutableRawPointer) {
    unsafe self.base = base
  }

  @inline(__always)
  private var line: Line {
    get {
      // SAFETY: 64 bytes at `base` belong to this line.
      unsafe base.load(as: Line.self)
    }
    nonmutating set {
      // SAFETY: see above.
      unsafe base.storeBytes(of: newValue, as: Line.self)
    }
  }

  @inline(__always)
  subscript(slot: Int) -> Int32 {
    get {
      assert(slot >= 0 && slot < 16, "slot out of range")
      // SAFETY: the owner keeps slots in 0..<16.
      return unsafe base.load(fromByteOffset: slot &* 4, as: Int32.self)
    }
    nonmutating set {
      assert(slot >= 0 && slot < 16, "slot out of range")
      // SAFETY: see above.
      unsafe base.storeBytes(of: newValue, toByteOffset: slot &* 4, as: Int32.self)
    }
  }

  /// The slot that holds `key`: the last one whose entry is at most `key`, which is not negative.
  @inline(__always)
  func slot(holding key: Int32) -> Int {
    15 &- RowLine.countAbove(key, in: line)
  }

  /// Adds to the value of a slot, that is, to every entry behind it.
  @inline(__always)
  func add(_ value: Int32, to slot: Int, _ lanes: RowLanes.View) {
    line &+= Line(repeating: value) & lanes.behind(slot)
  }
}

/// The running totals of 16 rows, one cache line: entry k is the height of the rows up to and with k.
///
/// Rows that are not there count as rows of height 0, so that entry 15 is the height of all.
@safe
struct RowLine {
  static var byteCount: Int { 64 }
  static var rowCount: Int { 16 }
  private typealias Line = SIMD16<Int32>

  private let base: UnsafeMutableRawPointer

  @inline(__always)
  init(at base: UnsafeMutableRawPointer) {
    unsafe self.base = base
  }

  @inline(__always)
  private var line: Line {
    get {
      // SAFETY: 64 bytes at `base` belong to this line.
      unsafe base.load(as: Line.self)
    }
    nonmutating set {
      // SAFETY: see above.
      unsafe base.storeBytes(of: newValue, as: Line.self)
    }
  }

  /// The height of the rows up to and with `slot`.
  @inline(__always)
  subscript(slot: Int) -> Int32 {
    get {
      assert(slot >= 0 && slot < 16, "slot out of range")
      // SAFETY: the owner keeps slots in 0..<16.
      return unsafe base.load(fromByteOffset: slot &* 4, as: Int32.self)
    }
    nonmutating set {
      assert(slot >= 0 && slot < 16, "slot out of range")
      // SAFETY: see above.
      unsafe base.storeBytes(of: newValue, toByteOffset: slot &* 4, as: Int32.self)
    }
  }

  /// The height of all rows.
  @inline(__always)
  var total: Int32 { self[15] }

  /// The height of the rows before `slot`, without a branch: slot 0 reads entry 15 and masks it.
  @inline(__always)
  func total(before slot: Int, _ lanes: RowLanes.View) -> Int32 {
    self[(slot &- 1) & 15] & lanes.notFirst(slot)
  }

  /// How many entries are larger than a key; neither is negative, so the sign of the difference says it.
  ///
  /// MEASURED: a comparison's lanes would be counted as bits, in twenty instructions.
  @inline(__always)
  static func countAbove(_ key: Int32, in line: SIMD16<Int32>) -> Int {
    SIMD16<UInt32>(truncatingIfNeeded: Line(repeating: key) &- line).signCount
  }

  /// The row at `y`, which is not negative and less than the total.
  @inline(__always)
  func slot(atY y: Int32) -> Int {
    16 &- Self.countAbove(y, in: line)
  }

  /// Adds to the height of a row, that is, to its entry and every one behind it.
  @inline(__always)
  func add(_ growth: Int32, to slot: Int, _ lanes: RowLanes.View) {
    line &+= Line(repeating: growth) & lanes.behind(slot &- 1)
  }

  /// The entries `entries` further on, of which those outside the line are whatever lies there.
  @inline(__always)
  private func line(shiftedBy entries: Int) -> Line {
    // SAFETY: lines lie in a slab with readable bytes before and after its nodes.
    unsafe base.loadUnaligned(fromByteOffset: entries &* 4, as: Line.self)
  }

  /// Puts a row before a slot; the last row falls off.
  @inline(__always)
  func insert(_ height: Int32, at slot: Int, _ lanes: RowLanes.View) {
    var moved = line(shiftedBy: -1)
    moved[0] = 0
    moved &+= Line(repeating: height)
    let mask = lanes.behind(slot &- 1)
    line = (moved & mask) | (line & ~mask)
  }

  /// Removes a row of a height; the last slot falls free.
  @inline(__always)
  func remove(_ height: Int32, at slot: Int, _ lanes: RowLanes.View) {
    var moved = line(shiftedBy: 1)
    moved[15] = total
    moved &-= Line(repeating: height)
    let mask = lanes.behind(slot &- 1)
    line = (moved & mask) | (line & ~mask)
  }

  /// Replaces the heights of `count` rows from a slot on.
  ///
  /// Returns by how much the total grew.
  func replace(_ count: Int, at slot: Int, by heights: Span<Int32>, from index: Int) -> Int32 {
    let old = self[slot &+ count &- 1]
    var running = slot == 0 ? 0 : self[slot &- 1]
    for offset in 0..<count {
      running &+= heights[index &+ offset]
      self[slot &+ offset] = running
    }
    let growth = running &- old
    for entry in (slot &+ count)..<16 { self[entry] = self[entry] &+ growth }
    return growth
  }
}

/// Eight running totals of 64 bits, one cache line: entry k is the sum of the slots before slot k.
@safe
struct RunningTotals64 {
  static var byteCount: Int { 64 }
  private typealias Line = SIMD8<Int64>

  private let base: UnsafeMutableRawPointer

  @inline(__always)
  init(at base: UnsafeMutableRawPointer) {
    unsafe self.base = base
  }

  @inline(__always)
  private var line: Line {
    get {
      // SAFETY: 64 bytes at `base` belong to this line.
      unsafe base.load(as: Line.self)
    }
    nonmutating set {
      // SAFETY: see above.
      unsafe base.storeBytes(of: newValue, as: Line.self)
    }
  }

  @inline(__always)
  subscript(slot: Int) -> Int64 {
    get {
      assert(slot >= 0 && slot < 8, "slot out of range")
      // SAFETY: the owner keeps slots in 0..<8.
      return unsafe base.load(fromByteOffset: slot &* 8, as: Int64.self)
    }
    nonmutating set {
      assert(slot >= 0 && slot < 8, "slot out of range")
      // SAFETY: see above.
      unsafe base.storeBytes(of: newValue, toByteOffset: slot &* 8, as: Int64.self)
    }
  }

  /// The slot that holds `y`: the last one whose entry is at most `y`, which is not negative.
  ///
  /// The sign of entry - y - 1 counts, since the baseline processor compares no 64-bit lanes.
  @inline(__always)
  func slot(holding y: Int64) -> Int {
    let difference = line &- Line(repeating: y &+ 1)
    // SAFETY: both vectors are eight 64-bit lanes.
    let signs = unsafe unsafeBitCast(difference, to: SIMD8<UInt64>.self) &>> SIMD8(repeating: 63)
    return Int(signs.wrappedSum()) &- 1
  }

  /// Adds to the value of a slot, that is, to every entry behind it.
  @inline(__always)
  func add(_ value: Int64, to slot: Int, _ lanes: RowLanes.View) {
    line &+= Line(repeating: value) & lanes.wideBehind(slot)
  }
}
