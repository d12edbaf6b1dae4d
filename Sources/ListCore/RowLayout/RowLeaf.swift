/// A leaf of `RowLayout`: up to 63 rows in four lines of running totals, and a header apart from them.
///
/// The header holds the heights of the lines as running totals, so that a search or an update touches one
/// line of the rows; headers are an eighth of the rows and stay in a near cache.
@safe
struct RowLeaf {
  /// The lines of a leaf.
  enum Node: RowNode {
    static var byteCount: Int { 4 * RowLine.byteCount }
    static var chunkBits: UInt32 { 9 }
  }

  /// The header: the lines' heights, a bit for each estimated row, the row count, the parent.
  enum Header: RowNode {
    static var byteCount: Int { 32 }
    static var chunkBits: UInt32 { Node.chunkBits }
  }

  private typealias Tops = SIMD4<Int32>

  private let lines: UnsafeMutableRawPointer
  private let header: UnsafeMutableRawPointer

  private let lanes: RowLanes.View

  @inline(__always)
  init(
    lines: UnsafeMutableRawPointer, header: UnsafeMutableRawPointer, lanes: RowLanes.View
  ) {
    unsafe self.lines = lines
    unsafe self.header = header
    self.lanes = lanes
  }

  // MARK: - Header

  /// The height of the lines before each line.
  @inline(__always)
  private var tops: Tops {
    // SAFETY: the header has 32 bytes, of which the first 16 are these.
    get { unsafe header.load(as: Tops.self) }
    nonmutating set { unsafe header.storeBytes(of: newValue, as: Tops.self) }
  }

  @inline(__always)
  private func top(_ line: Int) -> Int32 {
    assert(line >= 0 && line < 4, "line out of range")
    // SAFETY: see above.
    return unsafe header.load(fromByteOffset: line &* 4, as: Int32.self)
  }

  @inline(__always)
  private func setTop(_ line: Int, _ top: Int32) {
    assert(line >= 0 && line < 4, "line out of range")
    // SAFETY: see above.
    unsafe header.storeBytes(of: top, toByteOffset: line &* 4, as: Int32.self)
  }

  /// One bit for each row: whether its height is estimated.
  @inline(__always)
  var estimatedBits: UInt64 {
    // SAFETY: see above.
    get { unsafe header.load(fromByteOffset: 16, as: UInt64.self) }
    nonmutating set {
      unsafe header.storeBytes(of: newValue, toByteOffset: 16, as: UInt64.self)
    }
  }

  /// How many rows the leaf has.
  @inline(__always)
  var rowCount: Int {
    // SAFETY: see above.
    get { Int(unsafe header.load(fromByteOffset: 24, as: UInt32.self)) }
    nonmutating set {
      unsafe header.storeBytes(
        of: UInt32(truncatingIfNeeded: newValue), toByteOffset: 24, as: UInt32.self)
    }
  }

  /// The number of the branch above.
  @inline(__always)
  var parent: UInt32 {
    // SAFETY: see above.
    get { unsafe header.load(fromByteOffset: 28, as: UInt32.self) }
    nonmutating set { unsafe header.storeBytes(of: newValue, toByteOffset: 28, as: UInt32.self) }
  }

  // MARK: - Rows

  @inline(__always)
  private func line(_ number: Int) -> RowLine {
    assert(number >= 0 && number < 4, "line out of range")
    // SAFETY: the leaf has four lines.
    return unsafe RowLine(at: lines + number &* RowLine.byteCount)
  }

  /// The height of the rows before a slot.
  @inline(__always)
  func height(before slot: Int) -> Int32 {
    top(slot &>> 4) &+ line(slot &>> 4).total(before: slot & 15, lanes)
  }

  /// The height of a row.
  @inline(__always)
  func height(of slot: Int) -> Int32 {
    let line = line(slot &>> 4)
    return line[slot & 15] &- line.total(before: slot & 15, lanes)
  }

  var totalHeight: Int32 { top(3) &+ line(3).total }

  /// The row at `y`, which is not negative and less than the total; `y` becomes what is left in the row.
  @inline(__always)
  func slot(atY y: inout Int32) -> Int {
    let number = 3 &- SIMD4<UInt32>(truncatingIfNeeded: Tops(repeating: y) &- tops).signCount
    y &-= top(number)
    let line = line(number)
    let slot = line.slot(atY: y)
    y &-= line.total(before: slot, lanes)
    return number &* 16 &+ slot
  }

  @inline(__always)
  private func addToTops(_ growth: Int32, behind line: Int) {
    tops &+= Tops(repeating: growth) & lanes.fourBehind(line)
  }

  /// Adds to the height of a row.
  @inline(__always)
  func add(_ growth: Int32, to slot: Int) {
    addToTops(growth, behind: slot &>> 4)
    line(slot &>> 4).add(growth, to: slot & 15, lanes)
  }

  /// Puts a row before a slot, of which at most 62 are in use.
  @inline(__always)
  func insert(_ height: Int32, at slot: Int) {
    let home = slot &>> 4
    var number = 3
    while number > home {
      // The last row of the line before becomes the first of this one.
      let pushed = line(number &- 1).total &- line(number &- 1)[14]
      line(number).insert(pushed, at: 0, lanes)
      setTop(number, top(number) &+ height &- pushed)
      number &-= 1
    }
    line(home).insert(height, at: slot & 15, lanes)
  }

  /// Removes the row in a slot.
  @inline(__always)
  func remove(at slot: Int) {
    let height = height(of: slot)
    var pulled = height
    var number = slot &>> 4
    line(number).remove(height, at: slot & 15, lanes)
    while number < 3 {
      // The first row of the line behind becomes the last of this one.
      pulled = line(number &+ 1)[0]
      line(number).add(pulled, to: 15, lanes)
      line(number &+ 1).remove(pulled, at: 0, lanes)
      setTop(number &+ 1, top(number &+ 1) &- height &+ pulled)
      number &+= 1
    }
  }

  // MARK: - Runs of rows

  /// Changes many rows at once, as 64 running totals in a row.
  private func edit<Result>(_ body: (RowTotals) -> Result) -> Result {
    // Only entries are read and written here, no lines: temporary allocations of a larger alignment
    // come from the heap.
    unsafe withUnsafeTemporaryAllocation(
      byteCount: RowTotals.byteCount, alignment: MemoryLayout<Int32>.alignment
    ) { buffer in
      // SAFETY: the buffer is not empty, so it has an address.
      let totals = unsafe RowTotals(at: buffer.baseAddress.unsafelyUnwrapped)
      for slot in 0..<64 { totals[slot] = height(before: slot) }
      let result = body(totals)
      for number in 0..<4 {
        let top = totals[number * 16]
        setTop(number, top)
        for slot in 0..<16 {
          // Slot 63 is never in use: the row behind the last entry has no height.
          line(number)[slot] = totals[Swift.min(63, number * 16 + slot + 1)] - top
        }
      }
      return result
    }
  }

  /// Opens `count` slots before a slot and fills them; returns their height.
  func insert(_ count: Int, at slot: Int, _ heights: Span<Int32>, from index: Int) -> Int32 {
    edit { totals in
      totals.open(count, at: slot)
      return totals.replace(count, at: slot, by: heights, from: index)
    }
  }

  /// Replaces the heights of `count` rows from a slot on; returns by how much they grew.
  func replace(_ count: Int, at slot: Int, by heights: Span<Int32>, from index: Int) -> Int32 {
    edit { $0.replace(count, at: slot, by: heights, from: index) }
  }

  /// Closes `count` slots from a slot on; returns the height that was there.
  func remove(_ count: Int, at slot: Int) -> Int32 {
    edit { totals in
      let height = totals[slot + count] - totals[slot]
      totals.close(count, at: slot)
      return height
    }
  }

  /// Moves the rows from a slot on to an empty leaf.
  func split(at slot: Int, to right: RowLeaf) {
    let moved = rowCount - slot
    edit { totals in
      right.edit { $0.copy(moved, from: slot, of: totals) }
      totals.copy(slot, from: 0, of: totals)
    }
    right.rowCount = moved
    right.estimatedBits = estimatedBits >> UInt64(slot)
    rowCount = slot
    estimatedBits &= RowBits.ones(slot)
  }

  /// Copies the rows of another leaf behind those of this one.
  func append(_ other: RowLeaf) {
    let kept = rowCount
    edit { totals in
      other.edit { totals.append($0, behind: kept) }
    }
    estimatedBits |= other.estimatedBits << UInt64(kept)
    rowCount = kept + other.rowCount
  }

  /// Replaces the height of each row.
  func rewrite(_ body: (_ height: Int32, _ isEstimated: Bool) -> Int32) {
    let rows = rowCount
    let bits = estimatedBits
    edit { totals in
      var before: Int32 = 0
      var running: Int32 = 0
      for slot in 0..<64 {
        let end = totals[Swift.min(63, slot + 1)]
        totals[slot] = running
        if slot < rows { running += body(end - before, bits >> UInt64(slot) & 1 != 0) }
        before = end
      }
    }
  }

  func checkInvariants() {
    precondition(top(0) == 0, "row layout invariant 3: first line's top")
    for slot in 0..<64 {
      precondition(height(of: slot) >= 0, "row layout invariant 3: order")
      precondition(
        slot < rowCount || height(of: slot) == 0, "row layout invariant 3: behind the rows")
    }
    for number in 1..<4 {
      precondition(
        top(number) == top(number - 1) + line(number - 1).total, "row layout invariant 3: tops")
    }
    precondition(
      estimatedBits & ~RowBits.ones(rowCount) == 0, "row layout invariant 6: bit behind the rows")
  }
}
