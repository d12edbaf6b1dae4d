/// Constant vectors, in memory.
///
/// MEASURED: as constants in the code the optimiser reasons about single lanes, and makes chains of shuffles,
/// branches and loops of three instructions a vector: `setHeight` was up to five times slower.
@safe
struct RowLanes: ~Copyable {
  typealias Line = SIMD16<Int32>

  private let base: UnsafeMutableRawPointer

  static var byteCount: Int { 192 }

  init() {
    unsafe base = .allocate(byteCount: Self.byteCount, alignment: 64)
    let halves = Line(0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7)
    let numbers = Line(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    // SAFETY: three vectors of 64 bytes fit.
    unsafe base.storeBytes(of: numbers, as: Line.self)
    unsafe base.storeBytes(of: halves, toByteOffset: 64, as: Line.self)
    for slot in 0..<16 {
      unsafe base.storeBytes(
        of: slot == 0 ? 0 : -1, toByteOffset: 128 + slot * 4, as: Int32.self)
    }
  }

  deinit {
    unsafe base.deallocate()
  }

  /// The vectors, as long as their owner lives.
  @inline(__always)
  var view: View { unsafe View(base: base) }

  /// The vectors by reference.
  @safe
  struct View {
    private let base: UnsafeMutableRawPointer

    @inline(__always)
    fileprivate init(base: UnsafeMutableRawPointer) {
      unsafe self.base = base
    }

    /// 0, 1, 2 to 15.
    @inline(__always)
    private var numbers: Line {
      // SAFETY: the owner has stored three vectors.
      unsafe base.load(as: Line.self)
    }

    /// All ones in the lanes behind a slot, which may be -1, else zeros.
    @inline(__always)
    func behind(_ slot: Int) -> Line {
      (Line(repeating: Int32(truncatingIfNeeded: slot)) &- numbers) &>> Line(repeating: 31)
    }

    /// The same for four lanes.
    @inline(__always)
    func fourBehind(_ slot: Int) -> SIMD4<Int32> {
      // SAFETY: the first four of the numbers.
      let numbers = unsafe base.load(as: SIMD4<Int32>.self)
      let slot = SIMD4(repeating: Int32(truncatingIfNeeded: slot))
      return (slot &- numbers) &>> SIMD4(repeating: 31)
    }

    /// The same for eight lanes of 64 bits.
    @inline(__always)
    func wideBehind(_ slot: Int) -> SIMD8<Int64> {
      // SAFETY: see above; two 32-bit lanes of -1 or 0 make a 64-bit one.
      let halves = unsafe base.load(fromByteOffset: 64, as: Line.self)
      let behind =
        (Line(repeating: Int32(truncatingIfNeeded: slot)) &- halves) &>> Line(repeating: 31)
      return unsafe unsafeBitCast(behind, to: SIMD8<Int64>.self)
    }

    /// All ones, for slot 0 of 16 zero.
    @inline(__always)
    func notFirst(_ slot: Int) -> Int32 {
      assert(slot >= 0 && slot < 16, "slot out of range")
      // SAFETY: the third vector has 16 lanes.
      return unsafe base.load(fromByteOffset: 128 &+ slot &* 4, as: Int32.self)
    }
  }
}

extension SIMD where Scalar == UInt32 {
  /// How many lanes have their highest bit set.
  @inline(__always)
  var signCount: Int { Int((self &>> Self(repeating: 31)).wrappedSum()) }
}

/// 64 running totals of 32 bits: entry k is the sum of what lies in the slots before slot k.
///
/// Entry 0 is therefore 0, and slots that are not in use count as slots of value 0: their entries all
/// equal the total. Nothing here branches on what is stored: every operation works on all 64 entries,
/// so that a processor runs on into the next operation while this one still waits for memory.
@safe
struct RunningTotals32 {
  static var byteCount: Int { 256 }
  /// Entries that one vector takes, which is a cache line.
  private typealias Line = SIMD16<Int32>
  private let base: UnsafeMutableRawPointer

  /// Takes 256 bytes at `base`.
  @inline(__always)
  init(at base: UnsafeMutableRawPointer) {
    unsafe self.base = base
  }

  @inline(__always)
  private func line(_ number: Int) -> Line {
    // SAFETY: `number` is in 0..<4.
    unsafe base.load(fromByteOffset: number &* 64, as: Line.self)
  }

  @inline(__always)
  private func store(_ line: Line, _ number: Int) {
    // SAFETY: `number` is in 0..<4.
    unsafe base.storeBytes(of: line, toByteOffset: number &* 64, as: Line.self)
  }

  /// The total of the slots before `slot`; of slot 63, which rows never use, the total of all.
  @inline(__always)
  subscript(slot: Int) -> Int32 {
    get {
      assert(slot >= 0 && slot < 64, "slot out of range")
      // SAFETY: the owner keeps slots in 0..<64.
      return unsafe base.load(fromByteOffset: slot &* 4, as: Int32.self)
    }
    nonmutating set {
      assert(slot >= 0 && slot < 64, "slot out of range")
      // SAFETY: see above.
      unsafe base.storeBytes(of: newValue, toByteOffset: slot &* 4, as: Int32.self)
    }
  }

  /// The slot that holds `key`: the last one whose entry is at most `key`, which is not negative.
  ///
  /// The first entries of the lines say in which line it is, then all of that line count.
  @inline(__always)
  func slot(holding key: Int32) -> Int {
    let number =
      (self[16] <= key ? 1 : 0) &+ (self[32] <= key ? 1 : 0) &+ (self[48] <= key ? 1 : 0)
    return number &* 16 &+ 15 &- RowLine.countAbove(key, in: line(number))
  }

  /// Adds to the value of a slot, that is, to every entry behind it.
  @inline(__always)
  func add(_ value: Int32, to slot: Int, _ lanes: RowLanes.View) {
    let value = Line(repeating: value)
    for number in 0..<4 {
      store(line(number) &+ (value & lanes.behind(slot &- number &* 16)), number)
    }
  }

  /// Replaces the values of `count` slots from a slot on, which end before slot 63.
  ///
  /// Returns by how much the total grew.
  func replace(_ count: Int, at slot: Int, by heights: Span<Int32>, from index: Int) -> Int32 {
    let end = self[slot &+ count]
    var running = self[slot]
    for offset in 0..<count {
      running &+= heights[index &+ offset]
      self[slot &+ offset &+ 1] = running
    }
    let growth = running &- end
    for entry in (slot &+ count &+ 1)..<64 { self[entry] = self[entry] &+ growth }
    return growth
  }

  /// Opens `count` slots of value 0 before a slot.
  func open(_ count: Int, at slot: Int) {
    var entry = 63
    while entry >= slot &+ count {
      self[entry] = self[entry &- count]
      entry &-= 1
    }
    while entry > slot {
      self[entry] = self[slot]
      entry &-= 1
    }
  }

  /// Closes `count` slots from a slot on, with what they hold.
  func close(_ count: Int, at slot: Int) {
    let total = self[63]
    let value = self[slot &+ count] &- self[slot]
    for entry in slot..<64 {
      self[entry] = (entry &+ count < 64 ? self[entry &+ count] : total) &- value
    }
  }

  /// Appends the slots of another node behind the first `count` slots of this one.
  func append(_ other: RunningTotals32, behind count: Int) {
    let total = self[63]
    for entry in count..<64 { self[entry] = total &+ other[entry &- count] }
  }

  /// Replaces the entries by the first `count` slots of another node from a slot on.
  ///
  /// `other` may be this node.
  func copy(_ count: Int, from slot: Int, of other: RunningTotals32) {
    let before = other[slot]
    for entry in 0..<64 {
      self[entry] = other[slot &+ Swift.min(entry, count)] &- before
    }
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
