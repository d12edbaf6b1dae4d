/// An inner node of `RowLayout`: up to 63 children with their rows and heights as running totals.
///
/// Rows are 64 totals of 32 bits, searched in one pass; heights are eight lines of eight totals and one
/// line of totals of those, so that a search or an update touches two of the nine. Slots that are not in
/// use count as children of no rows and no height; slot 63 never is in use, so what is before it is all.
@safe
struct RowBranch {
  enum Node: RowNode {
    static var byteCount: Int { 1152 }
    static var chunkBits: UInt32 { 8 }
  }

  /// A child: a node number, and what is below it.
  struct Child {
    var number: UInt32
    var rows: Int32
    var height: Int64
  }

  // Bytes: a line with the count and the parent, the upper line of heights, eight lines of heights, the
  // rows, the children.
  @inline(__always) private static var upperStart: Int { 64 }
  @inline(__always) private static var linesStart: Int { 128 }
  @inline(__always) private static var rowsStart: Int { 640 }
  @inline(__always) private static var childrenStart: Int { 896 }

  private let base: UnsafeMutableRawPointer

  @inline(__always)
  init(at base: UnsafeMutableRawPointer) {
    unsafe self.base = base
  }

  /// How many children there are.
  @inline(__always)
  var childCount: Int {
    // SAFETY: the node's first line belongs to it.
    get { Int(unsafe base.load(as: UInt32.self)) }
    nonmutating set { unsafe base.storeBytes(of: UInt32(newValue), as: UInt32.self) }
  }

  /// The number of the branch above; of the root, undefined.
  @inline(__always)
  var parent: UInt32 {
    // SAFETY: the node's first line belongs to it.
    get { unsafe base.load(fromByteOffset: 4, as: UInt32.self) }
    nonmutating set { unsafe base.storeBytes(of: newValue, toByteOffset: 4, as: UInt32.self) }
  }

  /// Whether the children are leaves.
  var hasLeaves: Bool {
    // SAFETY: the node's first line belongs to it.
    get { unsafe base.load(fromByteOffset: 8, as: UInt32.self) != 0 }
    nonmutating set {
      unsafe base.storeBytes(of: newValue ? 1 : 0, toByteOffset: 8, as: UInt32.self)
    }
  }

  /// The rows before each child.
  @inline(__always)
  var rows: RunningTotals32 {
    // SAFETY: 256 bytes of the node, with more of it before and behind.
    unsafe RunningTotals32(at: base + Self.rowsStart)
  }

  @inline(__always)
  private var upper: RunningTotals64 {
    // SAFETY: a line of the node.
    unsafe RunningTotals64(at: base + Self.upperStart)
  }

  @inline(__always)
  private func line(_ number: Int) -> RunningTotals64 {
    // SAFETY: the owner keeps line numbers in 0..<8.
    unsafe RunningTotals64(
      at: base + (Self.linesStart &+ number &* RunningTotals64.byteCount))
  }

  /// The number of the child in a slot.
  @inline(__always)
  func number(_ slot: Int) -> UInt32 {
    assert(slot >= 0 && slot < 64, "slot out of range")
    // SAFETY: the owner keeps slots in 0..<64.
    return unsafe base.load(
      fromByteOffset: Self.childrenStart &+ slot &* 4, as: UInt32.self)
  }

  @inline(__always)
  func setNumber(_ slot: Int, _ number: UInt32) {
    assert(slot >= 0 && slot < 64, "slot out of range")
    // SAFETY: see above.
    unsafe base.storeBytes(
      of: number, toByteOffset: Self.childrenStart &+ slot &* 4, as: UInt32.self)
  }

  // MARK: - Heights

  /// The height of the children before a slot.
  @inline(__always)
  func height(before slot: Int) -> Int64 {
    // SAFETY: the owner keeps slots in 0..<64; the entries of all lines lie in a row.
    let inLine = unsafe base.load(
      fromByteOffset: Self.linesStart &+ slot &* 8, as: Int64.self)
    return inLine &+ upper[slot &>> 3]
  }

  /// The slot of the child at `y`, from which its top is subtracted.
  @inline(__always)
  func slot(atY y: inout Int64) -> Int {
    let upperSlot = upper.slot(holding: y)
    y &-= upper[upperSlot]
    let slot = line(upperSlot).slot(holding: y)
    y &-= line(upperSlot)[slot]
    return upperSlot &* 8 &+ slot
  }

  /// Adds to the height of a child.
  @inline(__always)
  func addHeight(_ growth: Int64, to slot: Int, _ lanes: RowLanes.View) {
    upper.add(growth, to: slot &>> 3, lanes)
    line(slot &>> 3).add(growth, to: slot & 7, lanes)
  }

  var totalHeight: Int64 { height(before: 63) }
  var rowCount: Int32 { rows[63] }

  // MARK: - Children

  /// The child in a slot.
  func child(_ slot: Int) -> Child {
    Child(
      number: number(slot), rows: rows[slot + 1] - rows[slot],
      height: height(before: slot + 1) - height(before: slot))
  }

  /// The slot of a child by its number, which is here.
  func slot(ofChild number: UInt32) -> Int {
    for slot in 0..<childCount where self.number(slot) == number { return slot }
    preconditionFailure("child not in its parent")
  }

  /// Replaces all children.
  ///
  /// `child` must not read this node.
  func fill(_ count: Int, _ child: (_ slot: Int) -> Child) {
    childCount = count
    var rowsBefore: Int32 = 0
    var before: Int64 = 0
    for slot in 0..<64 {
      if slot & 7 == 0 { upper[slot >> 3] = before }
      rows[slot] = rowsBefore
      line(slot >> 3)[slot & 7] = before - upper[slot >> 3]
      if slot < count {
        let child = child(slot)
        setNumber(slot, child.number)
        rowsBefore += child.rows
        before += child.height
      }
    }
  }

  /// A copy of a branch's children.
  @safe
  struct Children {
    private let children: UnsafeMutablePointer<Child>

    fileprivate init(_ children: UnsafeMutablePointer<Child>) {
      unsafe self.children = children
    }

    subscript(slot: Int) -> Child {
      assert(slot >= 0 && slot < 63, "slot out of range")
      // SAFETY: all 63 places are initialised.
      return unsafe children[slot]
    }
  }

  /// Replaces all children by what `child` makes of the old ones.
  func refill(_ count: Int, _ child: (_ old: Children, _ slot: Int) -> Child) {
    // 1,008 bytes: temporary allocations of more than 1,024 come from the heap.
    unsafe withUnsafeTemporaryAllocation(of: Child.self, capacity: 63) { buffer in
      // SAFETY: the buffer is not empty, so it has an address, and holds every slot that can be in use.
      let copy = unsafe buffer.baseAddress.unsafelyUnwrapped
      for slot in 0..<63 { unsafe (copy + slot).initialize(to: self.child(slot)) }
      let old = unsafe Children(copy)
      fill(count) { child(old, $0) }
    }
  }

  /// Removes the child in a slot.
  func remove(at slot: Int) {
    refill(childCount - 1) { old, place in old[place < slot ? place : place + 1] }
  }

  /// Moves the next child's rows and height to the child in a slot, and removes the next.
  func mergeNext(into slot: Int) {
    refill(childCount - 1) { old, place in
      var child = old[place <= slot ? place : place + 1]
      if place == slot {
        child.rows += old[slot + 1].rows
        child.height += old[slot + 1].height
      }
      return child
    }
  }

  /// Moves height and rows from a child to the new one behind it.
  func insert(_ child: Child, splitFrom slot: Int) {
    refill(childCount + 1) { old, place in
      if place == slot + 1 { return child }
      var other = old[place <= slot ? place : place - 1]
      if place == slot {
        other.rows -= child.rows
        other.height -= child.height
      }
      return other
    }
  }
}

/// The branches from the root to a leaf and the slot taken in each: 32 levels at most.
@safe
struct RowPath: ~Copyable {
  private let steps: UnsafeMutablePointer<(branch: RowBranch, slot: Int)>

  static var largestDepth: Int { 32 }
  static var byteCount: Int { largestDepth * 16 }

  init() {
    unsafe steps = .allocate(capacity: Self.largestDepth)
  }

  deinit {
    unsafe steps.deallocate()
  }

  /// The step at a level; those of a path just walked are valid until nodes are added or removed.
  @inline(__always)
  subscript(level: Int) -> (branch: RowBranch, slot: Int) {
    get {
      assert(level >= 0 && level < Self.largestDepth, "level out of range")
      // SAFETY: the owner reads the levels that it has written.
      return unsafe steps[level]
    }
    nonmutating set {
      assert(level >= 0 && level < Self.largestDepth, "level out of range")
      // SAFETY: the level is inside the buffer, and steps are trivial.
      unsafe (steps + level).initialize(to: newValue)
    }
  }
}
