/// Which ids of a page have been met, without an allocation per page.
///
/// Open addressing over row numbers; the ids are in the page. Grows to the largest page ever met.
@safe
struct SeenRows: ~Copyable {
  private var slots: UnsafeMutablePointer<UInt32>
  private var capacity: Int

  init(rows: Int) {
    capacity = Self.capacity(for: rows)
    unsafe slots = .allocate(capacity: capacity)
    unsafe slots.initialize(repeating: 0, count: capacity)
  }

  deinit { unsafe slots.deallocate() }

  var byteCount: Int { HeapSize.roundedUp(capacity * 4) }

  /// Forgets all rows and makes room for `rows`.
  mutating func reset(rows: Int) {
    let needed = Self.capacity(for: rows)
    if needed > capacity {
      unsafe slots.deallocate()
      capacity = needed
      unsafe slots = .allocate(capacity: needed)
    }
    // SAFETY: all slots are in the allocation, initialised or trivial.
    unsafe slots.initialize(repeating: 0, count: capacity)
  }

  /// Notes row `row` of the page; returns whether an earlier row has its id.
  @inline(__always)
  mutating func insert(row: Int, of rows: UnsafeBufferPointer<Page.Row>) -> Bool {
    let id = unsafe rows[row].entry.id
    let mask = capacity &- 1
    var slot = Int(truncatingIfNeeded: IDTable.tag(of: id)) & mask
    while true {
      // SAFETY: the mask keeps slots below the capacity; slots hold rows noted before, plus 1.
      let seen = unsafe slots[slot]
      if seen == 0 {
        unsafe slots[slot] = UInt32(truncatingIfNeeded: row &+ 1)
        return false
      }
      if unsafe rows[Int(seen &- 1)].entry.id == id { return true }
      slot = (slot &+ 1) & mask
    }
  }

  /// A power of two at least twice the rows.
  private static func capacity(for rows: Int) -> Int {
    1 << (Int.bitWidth - (Swift.max(rows, 16) * 2 - 1).leadingZeroBitCount)
  }
}
