/// 64 running totals of 32 bits: entry k is the sum of what lies in the slots before slot k.
///
/// Entry 0 is therefore 0, and slots that are not in use count as slots of value 0: their entries all
/// equal the total. Nothing here branches on what is stored: every operation works on all 64 entries,
/// so that a processor runs on into the next operation while this one still waits for memory.
///
/// MEASURED: with a suffix loop instead of masks, and a 6-step binary search instead of the count,
/// see `heights fixed` and `heights edited`.
@safe
struct RunningTotals32 {
  static var byteCount: Int { 256 }
  /// Entries that one vector takes, which is a cache line.
  private typealias Line = SIMD16<Int32>
  @inline(__always) private static var lanes: Line {
    Line(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
  }

  private let base: UnsafeMutableRawPointer

  /// Takes 256 bytes at `base`, which lie in a slab with readable bytes before and after them.
  @inline(__always)
  init(at base: UnsafeMutableRawPointer) {
    unsafe self.base = base
  }

  @inline(__always)
  private func line(_ number: Int, shiftedBy entries: Int = 0) -> Line {
    // SAFETY: `number` is in 0..<4 and `entries` in -1...1: inside the node or the slab's padding.
    unsafe base.loadUnaligned(
      fromByteOffset: number &* 64 &+ entries &* 4, as: Line.self)
  }

  @inline(__always)
  private func store(_ line: Line, _ number: Int) {
    // SAFETY: `number` is in 0..<4.
    unsafe base.storeBytes(of: line, toByteOffset: number &* 64, as: Line.self)
  }

  /// Which entries of a line lie behind a slot, as all ones or all zeros.
  ///
  /// MEASURED: the sign of a difference; `.>` on a vector of constants became a loop over lanes, which
  /// made `setHeight` five times slower.
  @inline(__always)
  private func mask(_ number: Int, after slot: Int) -> Line {
    let first = Int32(truncatingIfNeeded: slot &- number &* 16)
    return (Line(repeating: first) &- Self.lanes) &>> Line(repeating: 31)
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
  @inline(__always)
  func slot(holding key: Int32) -> Int {
    let key = Line(repeating: key)
    var larger = Line()
    for number in 0..<4 {
      // SAFETY: a mask's storage is the vector of its -1s and 0s.
      larger &+= unsafe unsafeBitCast(line(number) .> key, to: Line.self)
    }
    return 63 &+ Int(larger.wrappedSum())
  }

  /// Adds to the value of a slot, that is, to every entry behind it.
  @inline(__always)
  func add(_ value: Int32, to slot: Int) {
    let value = Line(repeating: value)
    for number in 0..<4 {
      store(line(number) &+ (value & mask(number, after: slot)), number)
    }
  }

  /// Puts a value before a slot; the last slot, not in use, falls off.
  @inline(__always)
  func insert(_ value: Int32, at slot: Int) {
    let value = Line(repeating: value)
    for number in (0..<4).reversed() {
      let mask = mask(number, after: slot)
      let moved = line(number, shiftedBy: -1) &+ value
      store((moved & mask) | (line(number) & ~mask), number)
    }
  }

  /// Removes a slot and its value; the last slot falls free.
  @inline(__always)
  func remove(_ value: Int32, at slot: Int) {
    let total = self[63]
    let minus = Line(repeating: value)
    for number in 0..<4 {
      let mask = mask(number, after: slot)
      let moved = line(number, shiftedBy: 1) &- minus
      store((moved & mask) | (line(number) & ~mask), number)
    }
    self[63] = total &- value
  }

  /// Sets all entries to 0.
  func clear() {
    for number in 0..<4 { store(Line(), number) }
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
  func total(before slot: Int) -> Int32 {
    self[(slot &- 1) & 15] & Int32(truncatingIfNeeded: (0 &- slot) &>> 63)
  }

  /// The row at `y`, which is not negative and less than the total.
  @inline(__always)
  func slot(atY y: Int32) -> Int {
    // SAFETY: a mask's storage is the vector of its -1s and 0s.
    let below = unsafe unsafeBitCast(line .> Line(repeating: y), to: Line.self)
    return 16 &+ Int(below.wrappedSum())
  }

  /// Adds to the height of a row, that is, to its entry and every one behind it.
  @inline(__always)
  func add(_ growth: Int32, to slot: Int) {
    let lanes = Line(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    let before = Line(repeating: Int32(truncatingIfNeeded: slot &- 1))
    line &+= Line(repeating: growth) & ((before &- lanes) &>> Line(repeating: 31))
  }

  /// Replaces the heights of `count` rows from a slot on.
  ///
  /// Returns by how much the total grew.
  func replace(_ count: Int, at slot: Int, by heights: Span<Int32>, from index: Int) -> Int32 {
    let old = self[slot &+ count &- 1]
    var running = total(before: slot)
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
  func add(_ value: Int64, to slot: Int) {
    let halves = SIMD16<Int32>(0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7)
    let first = SIMD16<Int32>(repeating: Int32(truncatingIfNeeded: slot))
    let behind = (first &- halves) &>> SIMD16(repeating: 31)
    // SAFETY: two 32-bit lanes of -1 or 0 make a 64-bit one.
    unsafe line &+= Line(repeating: value) & unsafeBitCast(behind, to: Line.self)
  }
}
