/// From an id to a 32-bit number that the owner gives: open addressing, 8 bytes an entry.
///
/// An entry is 32 bits of the id's hash, its tag, and the number; all bits set is empty. The id itself
/// is not here: whoever looks up walks the entries that have its tag and asks the place that each
/// number leads to. Two ids with one tag and one number have two equal entries, and it does not
/// matter which belongs to which.
///
/// The home of a tag is `tag * capacity / 2^32`, and entries ascend by tag from the first place to
/// the last. So any capacity works and growth is by a quarter or less; a walk for an absent id ends
/// at the first larger tag; and growing copies from front to back. Behind the homes lies a tail for
/// entries that are pushed past the last home, instead of a wrap.
///
/// Invariants:
/// 1. `count` entries are not empty, at most four fifths of `capacity`; the last place is empty.
/// 2. No entry is before its home, and no place between an entry's home and the entry is empty.
/// 3. Tags ascend with places.
@safe
struct IDTable: ~Copyable {
  private(set) var count = 0
  /// Places that are homes.
  private(set) var capacity: Int
  /// Places in all, the tail included.
  private(set) var placeCount: Int
  private var entries: UnsafeMutablePointer<UInt64>

  /// What an empty place has.
  @inline(__always) static var empty: UInt64 { .max }
  /// A number for entries whose owner is between two places; owners give smaller ones.
  @inline(__always) static var heldNumber: UInt32 { .max - 1 }

  /// Makes an empty table that takes `minimumCount` ids before it grows.
  init(minimumCount: Int = 0) {
    placeCount = Self.placeCount(for: minimumCount, tail: Self.smallestTail)
    capacity = placeCount - Self.smallestTail
    unsafe entries = .allocate(capacity: placeCount)
    unsafe entries.initialize(repeating: Self.empty, count: placeCount)
  }

  deinit {
    unsafe entries.deallocate()
  }

  /// Bytes of heap, as the allocator counts them.
  var byteCount: Int { HeapSize.roundedUp(placeCount * 8) }

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
    assert(place >= 0 && place < placeCount, "table place out of range")
    // SAFETY: homes are below `capacity`, and walks end at the last place, which is empty.
    return unsafe entries[place]
  }

  /// The place where the entries of a tag begin, or would.
  @inline(__always)
  func firstPlace(of tag: UInt32) -> Int {
    let least = UInt64(tag) << 32
    var place = home(of: tag)
    while entry(at: place) < least { place &+= 1 }
    return place
  }

  /// Whether an entry is one of a tag; an empty one is of none.
  @inline(__always)
  static func isEntry(_ entry: UInt64, of tag: UInt32) -> Bool {
    entry &- UInt64(tag) << 32 < UInt64(UInt32.max)
  }

  @inline(__always)
  static func tag(ofEntry entry: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: entry >> 32) }

  /// The number in an entry that is not empty.
  @inline(__always)
  static func number(ofEntry entry: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: entry) }

  @inline(__always)
  private static func entry(tag: UInt32, number: UInt32) -> UInt64 {
    UInt64(tag) << 32 | UInt64(number)
  }

  // MARK: - Changes

  /// Whether one more id would fill over four fifths of the homes.
  @inline(__always)
  var isFull: Bool { (count &+ 1) &* 5 > capacity &* 4 }

  /// Inserts an entry where a walk for its tag ended, in a table that is not full.
  @inline(__always)
  mutating func insert(tag: UInt32, number: UInt32, at place: Int) {
    assert(number < Self.heldNumber && !isFull, "table number or load out of range")
    var place = place
    var carried = Self.entry(tag: tag, number: number)
    repeat {
      // SAFETY: the last place is empty, so the walk ends there at the latest.
      let pushed = unsafe entries[place]
      unsafe entries[place] = carried
      carried = pushed
      place &+= 1
    } while carried != Self.empty
    count &+= 1
    if place == placeCount { lengthenTail() }
  }

  /// Inserts an entry without looking whether there is an equal one; grows when full.
  mutating func insert(tag: UInt32, number: UInt32) {
    if isFull { grow() }
    insert(tag: tag, number: number, at: firstPlace(of: tag))
  }

  /// Puts `number` into a place that has an entry of `tag` already.
  @inline(__always)
  mutating func replace(_ place: Int, tag: UInt32, number: UInt32) {
    assert(Self.isEntry(entry(at: place), of: tag), "table place of another tag")
    // SAFETY: see `entry(at:)`.
    unsafe entries[place] = Self.entry(tag: tag, number: number)
  }

  /// Changes one entry of `tag`, which must be there, from one number to another.
  @inline(__always)
  mutating func retarget(tag: UInt32, from: UInt32, to: UInt32) {
    let wanted = Self.entry(tag: tag, number: from)
    var place = home(of: tag)
    while entry(at: place) != wanted {
      assert(entry(at: place) != Self.empty, "no entry to retarget")
      place &+= 1
    }
    // SAFETY: see `entry(at:)`.
    unsafe entries[place] = Self.entry(tag: tag, number: to)
  }

  /// Empties a place and closes the hole; shrinks below two fifths full.
  @inline(__always)
  mutating func erase(_ place: Int) {
    assert(entry(at: place) != Self.empty, "table place empty")
    var hole = place
    while true {
      let next = hole &+ 1
      // SAFETY: `hole` has an entry, so it is not the last place.
      let moving = unsafe entries[next]
      if moving == Self.empty || home(of: Self.tag(ofEntry: moving)) == next { break }
      unsafe entries[hole] = moving
      hole = next
    }
    unsafe entries[hole] = Self.empty
    count &-= 1
    if count &* 5 < capacity &* 2 { shrink() }
  }

  /// Calls `body` with the tag and the number of every entry.
  func forEach(_ body: (UInt32, UInt32) -> Void) {
    for place in 0..<placeCount {
      let entry = entry(at: place)
      if entry != Self.empty { body(Self.tag(ofEntry: entry), Self.number(ofEntry: entry)) }
    }
  }

  func checkInvariants() {
    precondition(count * 5 <= capacity * 4, "table invariant 1: load")
    precondition(entry(at: placeCount - 1) == Self.empty, "table invariant 1: last place")
    var found = 0
    var lastEmpty = -1
    var lastTag: UInt32 = 0
    for place in 0..<placeCount {
      let entry = entry(at: place)
      if entry == Self.empty {
        lastEmpty = place
        continue
      }
      found += 1
      let tag = Self.tag(ofEntry: entry)
      let home = home(of: tag)
      precondition(home <= place && home > lastEmpty, "table invariant 2: home")
      precondition(tag >= lastTag, "table invariant 3: order")
      lastTag = tag
    }
    precondition(found == count, "table invariant 1: count")
  }

  // MARK: - Size

  private static var smallestTail: Int { 16 }
  private static var smallestPlaceCount: Int { 32 }

  /// Places for `count` ids at most four fifths full, and a tail: a power of two while small, then a
  /// size class of the allocator, so that nothing is lost to rounding.
  ///
  /// MEASURED: growth by a quarter keeps the table at 10 to 12.5 bytes an id; doubling, at 10 to 20.
  private static func placeCount(for count: Int, tail: Int) -> Int {
    let least = Swift.max(smallestPlaceCount, count + (count + 3) / 4 + tail)
    precondition(least < 1 << 32, "more ids than a table can hold")
    if least <= 1 << 14 { return 1 << (Int.bitWidth - (least - 1).leadingZeroBitCount) }
    return HeapSize.roundedUp(least * 8) / 8
  }

  /// Makes room for one more id at least.
  @inline(never)
  mutating func grow() {
    let tail = placeCount - capacity
    // One more than fits now, at four fifths.
    resize(
      to: Self.placeCount(for: Swift.max(count + 1, capacity * 4 / 5 + 1), tail: tail), tail: tail)
  }

  @inline(never)
  private mutating func shrink() {
    let tail = Self.smallestTail
    let places = Self.placeCount(for: count + count / 4, tail: tail)
    if places < placeCount { resize(to: places, tail: tail) }
  }

  /// Empties the table and gives its memory back.
  mutating func removeAll() {
    count = 0
    resize(to: Self.smallestPlaceCount, tail: Self.smallestTail)
  }

  @inline(never)
  private mutating func lengthenTail() {
    let tail = (placeCount - capacity) * 2
    resize(to: capacity + tail, tail: tail)
  }

  /// Copies all entries in order into a new block; repeats with a longer tail until they fit.
  private mutating func resize(to newPlaceCount: Int, tail: Int) {
    let old = unsafe entries
    let oldPlaceCount = placeCount
    placeCount = newPlaceCount
    capacity = newPlaceCount - tail
    unsafe entries = .allocate(capacity: newPlaceCount)
    unsafe entries.initialize(repeating: Self.empty, count: newPlaceCount)
    var next = 0
    for place in 0..<(count == 0 ? 0 : oldPlaceCount) {
      // SAFETY: `old` has `oldPlaceCount` entries.
      let entry = unsafe old[place]
      if entry == Self.empty { continue }
      next = Swift.max(next, home(of: Self.tag(ofEntry: entry)))
      if next == newPlaceCount - 1 {
        unsafe entries.deallocate()
        unsafe entries = old
        placeCount = oldPlaceCount
        return resize(to: newPlaceCount + tail, tail: tail * 2)
      }
      // SAFETY: `next` is below the last place.
      unsafe entries[next] = entry
      next &+= 1
    }
    unsafe old.deallocate()
  }
}
