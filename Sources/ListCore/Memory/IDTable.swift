/// From an id to a 32-bit number that the owner gives: open addressing, 8 bytes an entry.
///
/// An entry is 32 bits of the id's hash, its tag, and the number plus one; 0 is empty. The id itself
/// is not here: whoever looks up walks the entries that have its tag and asks the place that each
/// number leads to. Two ids with one tag and one number have two equal entries, and it does not
/// matter which belongs to which.
///
/// The home of a tag is `tag * capacity / 2^32`: any capacity works, so that growth is by a quarter,
/// and homes ascend with tags, so that growth walks both tables once from front to back.
///
/// Invariants:
/// 1. `count` entries are not 0, and at least a fifth of the entries are.
/// 2. No entry between the home of an entry's tag and the entry itself is empty.
@safe
struct IDTable: ~Copyable {
  private(set) var count = 0
  private(set) var capacity: Int
  private var entries: UnsafeMutablePointer<UInt64>

  /// A number that owners must never give.
  static var heldNumber: UInt32 { .max - 1 }

  /// Makes an empty table that takes `minimumCount` ids before it grows.
  init(minimumCount: Int = 0) {
    capacity = Self.capacity(for: minimumCount)
    unsafe entries = .allocate(capacity: capacity)
    unsafe entries.initialize(repeating: 0, count: capacity)
  }

  deinit {
    unsafe entries.deallocate()
  }

  /// Bytes of heap, as the allocator counts them.
  var byteCount: Int { HeapSize.roundedUp(capacity * 8) }

  // MARK: - Hash

  /// 32 bits of the id's hash: the upper half of a product with 2^64 divided by the golden ratio,
  /// which spreads consecutive ids evenly.
  ///
  /// Source: D. Knuth, The Art of Computer Programming, volume 3, section 6.4.
  @inline(__always)
  static func tag(of id: ItemID) -> UInt32 {
    UInt32(truncatingIfNeeded: (id.rawValue &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }

  @inline(__always)
  func home(of tag: UInt32) -> Int {
    Int(truncatingIfNeeded: (UInt64(tag) &* UInt64(truncatingIfNeeded: capacity)) >> 32)
  }

  // MARK: - Walking

  /// The entry in a place.
  @inline(__always)
  func entry(at place: Int) -> UInt64 {
    assert(place >= 0 && place < capacity, "table place out of range")
    // SAFETY: places come from `home` and `place(after:)`, which stay below `capacity`.
    return unsafe entries[place]
  }

  /// The next place, round the end.
  @inline(__always)
  func place(after place: Int) -> Int {
    let next = place &+ 1
    return next == capacity ? 0 : next
  }

  @inline(__always)
  static func tag(ofEntry entry: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: entry >> 32) }

  /// The number in an entry that is not empty.
  @inline(__always)
  static func number(ofEntry entry: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: entry) &- 1 }

  @inline(__always)
  private static func entry(tag: UInt32, number: UInt32) -> UInt64 {
    UInt64(tag) << 32 | UInt64(number &+ 1)
  }

  // MARK: - Changes

  /// Whether one more id would fill over four fifths of the entries.
  @inline(__always)
  var isFull: Bool { (count &+ 1) &* 5 > capacity &* 4 }

  /// Fills the empty place to which a walk for `tag` led.
  @inline(__always)
  mutating func fill(_ place: Int, tag: UInt32, number: UInt32) {
    assert(entry(at: place) == 0, "table place taken")
    // SAFETY: see `entry(at:)`.
    unsafe entries[place] = Self.entry(tag: tag, number: number)
    count &+= 1
  }

  /// Puts `number` into a place that has an entry of `tag` already.
  @inline(__always)
  mutating func replace(_ place: Int, tag: UInt32, number: UInt32) {
    assert(Self.tag(ofEntry: entry(at: place)) == tag, "table place of another tag")
    // SAFETY: see `entry(at:)`.
    unsafe entries[place] = Self.entry(tag: tag, number: number)
  }

  /// Adds an entry without looking whether there is an equal one; grows when full.
  mutating func insert(tag: UInt32, number: UInt32) {
    if isFull { grow() }
    var place = home(of: tag)
    while entry(at: place) != 0 { place = self.place(after: place) }
    fill(place, tag: tag, number: number)
  }

  /// Changes one entry of `tag` from one number to another.
  ///
  /// Does not end if there is no such entry.
  @inline(__always)
  mutating func retarget(tag: UInt32, from: UInt32, to: UInt32) {
    let wanted = Self.entry(tag: tag, number: from)
    var place = home(of: tag)
    while entry(at: place) != wanted {
      assert(entry(at: place) != 0, "no entry to retarget")
      place = self.place(after: place)
    }
    // SAFETY: see `entry(at:)`.
    unsafe entries[place] = Self.entry(tag: tag, number: to)
  }

  /// Empties a place and closes the hole; shrinks below two fifths full.
  mutating func erase(_ place: Int) {
    assert(entry(at: place) != 0, "table place empty")
    var hole = place
    var next = self.place(after: place)
    while true {
      let moving = entry(at: next)
      if moving == 0 { break }
      let home = home(of: Self.tag(ofEntry: moving))
      if distance(from: home, to: next) >= distance(from: hole, to: next) {
        // SAFETY: see `entry(at:)`.
        unsafe entries[hole] = moving
        hole = next
      }
      next = self.place(after: next)
    }
    // SAFETY: see `entry(at:)`.
    unsafe entries[hole] = 0
    count &-= 1
    if count &* 5 < capacity &* 2, capacity > Self.smallestCapacity {
      resize(to: Self.capacity(for: count + count / 4))
    }
  }

  /// Makes room for one more id at least.
  @inline(never)
  mutating func grow() {
    resize(to: Self.capacity(for: Swift.max(count + 1, capacity * 4 / 5 + 1)))
  }

  /// Empties the table and gives its memory back.
  mutating func removeAll() {
    count = 0
    resize(to: Self.smallestCapacity)
  }

  /// Calls `body` with the tag and the number of every entry.
  func forEach(_ body: (UInt32, UInt32) -> Void) {
    for place in 0..<capacity {
      let entry = entry(at: place)
      if entry != 0 { body(Self.tag(ofEntry: entry), Self.number(ofEntry: entry)) }
    }
  }

  func checkInvariants() {
    var found = 0
    for place in 0..<capacity {
      let entry = entry(at: place)
      if entry == 0 { continue }
      found += 1
      var walk = home(of: Self.tag(ofEntry: entry))
      while walk != place {
        precondition(self.entry(at: walk) != 0, "table invariant 2: hole before an entry")
        walk = self.place(after: walk)
      }
    }
    precondition(found == count, "table invariant 1: count")
    precondition(count * 5 <= capacity * 4, "table invariant 1: load")
  }

  // MARK: - Capacity

  private static var smallestCapacity: Int { 16 }

  /// The capacity that holds `count` ids at most four fifths full: a power of two while small, then
  /// a size class of the allocator, so that nothing is lost to rounding.
  ///
  /// MEASURED: growth by a quarter keeps the table at 10 to 12.5 bytes an id; doubling, at 10 to 20.
  private static func capacity(for count: Int) -> Int {
    let least = Swift.max(smallestCapacity, count + (count + 3) / 4)
    precondition(least < 1 << 32, "more ids than a table can hold")
    if least <= 4096 { return 1 << (Int.bitWidth - (least - 1).leadingZeroBitCount) }
    return HeapSize.roundedUp(least * 8) / 8
  }

  private func distance(from: Int, to: Int) -> Int {
    to >= from ? to - from : to + capacity - from
  }

  private mutating func resize(to newCapacity: Int) {
    let old = unsafe entries
    let oldCapacity = capacity
    capacity = newCapacity
    unsafe entries = .allocate(capacity: newCapacity)
    unsafe entries.initialize(repeating: 0, count: newCapacity)
    if count > 0 {
      for place in 0..<oldCapacity {
        // SAFETY: `old` has `oldCapacity` initialised entries.
        let entry = unsafe old[place]
        if entry == 0 { continue }
        var walk = home(of: Self.tag(ofEntry: entry))
        while self.entry(at: walk) != 0 { walk = self.place(after: walk) }
        // SAFETY: see `entry(at:)`.
        unsafe entries[walk] = entry
      }
    }
    unsafe old.deallocate()
  }
}
