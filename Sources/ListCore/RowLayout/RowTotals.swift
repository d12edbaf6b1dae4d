/// The running totals of a leaf's 63 rows, taken apart for edits of many rows: entry k is the height of
/// the rows before slot k.
///
/// Entry 0 is therefore 0, and slots that are not in use count as rows of height 0: their entries all
/// equal the total.
@safe
struct RowTotals {
  static var byteCount: Int { 256 }

  private let base: UnsafeMutableRawPointer

  /// Takes 256 bytes at `base`.
  init(at base: UnsafeMutableRawPointer) {
    unsafe self.base = base
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
  func append(_ other: RowTotals, behind count: Int) {
    let total = self[63]
    for entry in count..<64 { self[entry] = total &+ other[entry &- count] }
  }

  /// Replaces the entries by the first `count` slots of another node from a slot on.
  ///
  /// `other` may be this node.
  func copy(_ count: Int, from slot: Int, of other: RowTotals) {
    let before = other[slot]
    for entry in 0..<64 {
      self[entry] = other[slot &+ Swift.min(entry, count)] &- before
    }
  }
}
