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
/// A large table is not copied at once: the entries move to the new block from front to back, some at
/// every insert and removal. A tag below the boundary is looked for in the new block, another in the
/// old one. A place is counted from the start of the new block, in the old block too, so that nothing has
/// to be decided to reach it.
///
/// Invariants:
/// 1. `count` entries are not empty, at most four fifths of `capacity`; the last four places of a
///    block, and the last four ready ones of the new block, are empty.
/// 2. No entry is before its home, and no place between an entry's home and the entry is empty.
/// 3. Tags ascend with places.
/// 4. While entries move, the boundary is the first tag whose home in the old block is `oldNext`; the
///    homes of smaller tags are ready in the new block. Else it is 2^32 and all places are ready.
@safe
struct IDTable: ~Copyable {
  private(set) var count = 0
  private var block: TableBlock
  /// The first places of the block that have a value.
  private var readyCount: Int
  /// Tags below are in `block`, the others in `old`.
  private var boundary = Self.noBoundary
  /// Where entries come from while they move, and the first place that has not moved.
  private var old: TableBlock
  private var oldNext = 0
  /// The place of the old block's start.
  private var oldStart = 0
  /// Tables of at most as many places are copied at once.
  private let placesCopiedAtOnce: UInt32
  /// The most ids.
  ///
  /// MEASURED: these two have 32 bits, for a store of 136 bytes is copied by calls of `memcpy` where another
  /// module reads it; one of 128 is not.
  private let countLimit: UInt32

  /// Places at the end that stay empty, so that walks may look at so many at once.
  private static var emptyPlaces: Int { 4 }
  /// What an empty place has.
  @inline(__always) static var empty: UInt64 { .max }
  /// A number for entries whose owner is between two places; owners give smaller ones.
  @inline(__always) static var heldNumber: UInt32 { .max - 1 }

  private static var noBoundary: UInt64 { 1 << 32 }

  /// The most ids: a table of so many has fewer than 2^32 homes, also after it has grown.
  static var maximumCount: Int { 3_000_000_000 }

  /// Makes an empty table that takes `minimumCount` ids before it grows.
  ///
  /// MEASURED: 2^16 places take 0.1 ms to copy.
  init(
    minimumCount: Int = 0, placesCopiedAtOnce: UInt32 = 1 << 16,
    maximumCount: Int = IDTable.maximumCount
  ) {
    let places = Self.placeCount(for: minimumCount, tail: Self.smallestTail)
    block = TableBlock(placeCount: places, tail: Self.smallestTail, onHugePages: true)
    block.initialize(0..<places)
    readyCount = places
    old = block
    self.placesCopiedAtOnce = placesCopiedAtOnce
    countLimit = UInt32(maximumCount)
  }

  deinit {
    if boundary < Self.noBoundary { old.deallocate() }
    block.deallocate()
  }

  /// The most ids that the owner may put in.
  @inline(__always) var maximumCount: Int { Int(countLimit) }
  /// Places that are homes.
  var capacity: Int { block.capacity }
  /// Places in all, the tail included.
  var placeCount: Int { block.placeCount }
  /// Whether entries are moving to a new block.
  var isMoving: Bool { boundary < Self.noBoundary }

  /// Bytes of heap, as the allocator counts them.
  var byteCount: Int { block.byteCount + (isMoving ? old.byteCount : 0) }

  // MARK: - Hash

  /// 32 bits of the id's hash: the upper half of a product with 2^64 divided by the golden ratio,
  /// which spreads consecutive ids evenly.
  ///
  /// Source: D. Knuth, The Art of Computer Programming, volume 3, section 6.4.
  @inline(__always)
  static func tag(of id: ItemID) -> UInt32 {
    UInt32(truncatingIfNeeded: (id.rawValue &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }

  /// The first place where an entry of a tag may be.
  @inline(__always)
  func home(of tag: UInt32) -> Int {
    UInt64(tag) < boundary ? block.home(of: tag) : old.home(of: tag) &+ oldStart
  }

  // MARK: - Walking

  /// Where a place is in memory.
  @inline(__always)
  private func address(of place: Int) -> UnsafeMutablePointer<UInt64> {
    assert(
      place >= 0 && place < readyCount
        || isMoving && place >= oldStart + oldNext && place < oldStart + old.placeCount,
      "table place out of range")
    // SAFETY: homes are in their block, and walks end at the last four ready places, which are empty.
    // No block is at address 0.
    let start = unsafe UInt(bitPattern: block.entries)
    return unsafe UnsafeMutablePointer(bitPattern: start &+ UInt(bitPattern: place &* 8))
      .unsafelyUnwrapped
  }

  /// The entry in a place.
  @inline(__always)
  func entry(at place: Int) -> UInt64 { unsafe address(of: place).pointee }

  /// The place where the entries of a tag begin, or would.
  @inline(__always)
  func firstPlace(of tag: UInt32) -> Int {
    firstPlace(of: tag, from: home(of: tag))
  }

  /// As `firstPlace(of:)`, knowing the home.
  @inline(__always)
  func firstPlace(of tag: UInt32, from home: Int) -> Int {
    let least = UInt64(tag) << 32
    let start = unsafe address(of: home)
    var distance = 0
    while true {
      // SAFETY: a walk ends at the first of the four empty places at the end at the latest.
      let four = unsafe start + distance
      let smaller =
        unsafe Self.one(if: four[0] < least) &+ Self.one(if: four[1] < least)
        &+ Self.one(if: four[2] < least) &+ Self.one(if: four[3] < least)
      distance &+= smaller
      if smaller < 4 { return home &+ distance }
    }
  }

  @inline(__always)
  private static func one(if condition: Bool) -> Int {
    // SAFETY: a `Bool` is one byte, 0 or 1.
    Int(truncatingIfNeeded: unsafe unsafeBitCast(condition, to: UInt8.self))
  }

  /// Whether `place`, which once was it, is still `firstPlace(of: tag)`.
  @inline(__always)
  func isFirstPlace(_ place: Int, of tag: UInt32) -> Bool {
    let home = home(of: tag)
    let end = UInt64(tag) < boundary ? readyCount : old.placeCount &+ oldStart
    let least = UInt64(tag) << 32
    return place >= home && place < end && entry(at: place) >= least
      && (place == home || entry(at: place &- 1) < least)
  }

  /// Whether `place`, which once had one, has an entry of a tag and a number.
  @inline(__always)
  func isEntry(at place: Int, tag: UInt32, number: UInt32) -> Bool {
    let isThere =
      place < readyCount && place >= 0
      || isMoving && place >= oldStart &+ oldNext && place < oldStart &+ old.placeCount
    return isThere && entry(at: place) == Self.entry(tag: tag, number: number)
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
    let first = unsafe address(of: place)
    var distance = 0
    var carried = Self.entry(tag: tag, number: number)
    repeat {
      // SAFETY: the last ready places are empty, so the walk ends there at the latest.
      let pushed = unsafe first[distance]
      unsafe first[distance] = carried
      carried = pushed
      distance &+= 1
    } while carried != Self.empty
    count &+= 1
    if isMoving || place &+ distance > readyCount &- Self.emptyPlaces {
      keepRoom(behind: place &+ distance, of: tag)
    }
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
    unsafe address(of: place).pointee = Self.entry(tag: tag, number: number)
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
    unsafe address(of: place).pointee = Self.entry(tag: tag, number: to)
  }

  /// Empties a place and closes the hole; shrinks below two fifths full.
  @inline(__always)
  mutating func erase(_ place: Int) {
    assert(entry(at: place) != Self.empty, "table place empty")
    var hole = place
    while true {
      let next = hole &+ 1
      // `hole` has an entry, so it is not the last place of its block.
      let moving = entry(at: next)
      if moving == Self.empty || home(of: Self.tag(ofEntry: moving)) == next { break }
      unsafe address(of: hole).pointee = moving
      hole = next
    }
    unsafe address(of: hole).pointee = Self.empty
    count &-= 1
    if isMoving {
      move(Self.placesPerMove)
    } else if count &* 5 < capacity &* 2 {
      shrink()
    }
  }

  /// Calls `body` with the tag and the number of every entry.
  func forEach(_ body: (UInt32, UInt32) -> Void) {
    forEachPlace { _, entry in
      if entry != Self.empty { body(Self.tag(ofEntry: entry), Self.number(ofEntry: entry)) }
    }
  }

  /// Calls `body` with every place that counts and what it has, tags ascending.
  private func forEachPlace(_ body: (Int, UInt64) -> Void) {
    for place in 0..<readyCount { body(place, entry(at: place)) }
    if isMoving {
      for place in oldStart + oldNext..<oldStart + old.placeCount { body(place, entry(at: place)) }
    }
  }

  func checkInvariants() {
    precondition(count * 5 <= capacity * 4, "table invariant 1: load")
    for place in readyCount - Self.emptyPlaces..<readyCount {
      precondition(entry(at: place) == Self.empty, "table invariant 1: last places")
    }
    precondition(isMoving || readyCount == placeCount, "table invariant 4: ready places")
    if isMoving {
      precondition(
        boundary == old.firstTag(withHome: oldNext)
          && block.home(of: UInt32(boundary - 1)) <= readyCount - Self.emptyPlaces,
        "table invariant 4: boundary")
    }
    var found = 0
    var lastEmpty = -1
    var lastTag: UInt32 = 0
    forEachPlace { place, entry in
      // Nothing before the first place of the old block belongs there.
      if isMoving, place == oldStart + oldNext { lastEmpty = place - 1 }
      if entry == Self.empty {
        lastEmpty = place
        return
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
  /// A tail so long that entries hardly ever reach its end, whose copy would be a stall.
  private static var largeTail: Int { 512 }
  private static var smallestPlaceCount: Int { 32 }

  /// Places for `count` ids at most four fifths full, and a tail.
  ///
  /// A power of two while small, then a size class of the allocator, so that nothing is lost to
  /// rounding. Classes are at most a quarter apart: a growing table takes 10 to 12.5 bytes an id;
  /// doubling, 10 to 20.
  static func placeCount(for count: Int, tail: Int) -> Int {
    let least = Swift.max(smallestPlaceCount, count + (count + 3) / 4 + tail)
    precondition(least < 1 << 32, "more ids than a table can hold")
    if least <= 1 << 16 { return 1 << (Int.bitWidth - (least - 1).leadingZeroBitCount) }
    return HeapSize.roundedUp(least * 8) / 8
  }

  /// Makes room for one more id at least.
  @inline(never)
  mutating func grow() {
    var tail = placeCount - capacity
    if placeCount > placesCopiedAtOnce { tail = Swift.max(tail, Self.largeTail) }
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
    if isMoving { old.deallocate() }
    block.deallocate()
    block = TableBlock(placeCount: Self.smallestPlaceCount, tail: Self.smallestTail)
    block.initialize(0..<Self.smallestPlaceCount)
    readyCount = Self.smallestPlaceCount
    boundary = Self.noBoundary
    count = 0
  }

  // MARK: - Moving

  /// Places of the old block that move at every change.
  private static var placesPerMove: Int { 64 }

  /// Begins to move all entries to a new block, or moves all of a small table.
  private mutating func resize(to newPlaceCount: Int, tail: Int) {
    if isMoving { move(.max) }
    old = block
    oldNext = 0
    boundary = 0
    block = TableBlock(placeCount: newPlaceCount, tail: tail)
    readyCount = 0
    setOldStart()
    makeReady(Self.emptyPlaces)
    move(newPlaceCount <= placesCopiedAtOnce ? .max : Self.placesPerMove)
  }

  /// Sees to the empty places from `end` on, where an insert has ended, and moves some entries.
  @inline(never)
  private mutating func keepRoom(behind end: Int, of tag: UInt32) {
    if UInt64(tag) < boundary {
      makeReady(end + Self.emptyPlaces)
      if isMoving { move(Self.placesPerMove) }
    } else {
      // The old block gets no longer tail.
      let isFull = end > oldStart + old.placeCount - Self.emptyPlaces
      move(isFull ? .max : Self.placesPerMove)
    }
  }

  /// Gives values to the places below `end` at least, of which the block may have too few.
  private mutating func makeReady(_ end: Int) {
    if end <= readyCount { return }
    while end > placeCount { lengthenTail() }
    let newCount = isMoving ? Swift.min(placeCount, end + Self.placesPerMove) : placeCount
    block.initialize(readyCount..<newCount)
    readyCount = newCount
  }

  /// Copies the block into one with the same homes and a longer tail.
  private mutating func lengthenTail() {
    let tail = placeCount - capacity
    let longer = TableBlock(placeCount: placeCount + tail, tail: 2 * tail)
    longer.copy(readyCount, from: block)
    block.deallocate()
    block = longer
    setOldStart()
  }

  private mutating func setOldStart() {
    // Blocks are aligned to their entries.
    oldStart = unsafe (Int(bitPattern: old.entries) - Int(bitPattern: block.entries)) / 8
  }

  /// Moves at least as many places of the old block, up to an empty place or an entry at home.
  @inline(never)
  private mutating func move(_ places: Int) {
    if places == .max { makeReady(placeCount) }
    let start = oldNext
    var next = 0
    while oldNext < old.placeCount {
      // SAFETY: `oldNext` is a place of the old block.
      let entry = unsafe old.entries[oldNext]
      if oldNext &- start >= places, oldNext < old.capacity,
        entry == Self.empty || old.home(of: Self.tag(ofEntry: entry)) == oldNext
      {
        boundary = old.firstTag(withHome: oldNext)
        makeReady(block.home(of: UInt32(boundary - 1)) + 2 * Self.emptyPlaces)
        return
      }
      oldNext &+= 1
      if entry == Self.empty { continue }
      // From the second entry on, all places from its home to `next` have entries.
      let home = block.home(of: Self.tag(ofEntry: entry))
      next = next == 0 ? firstEmptyPlace(from: home) : Swift.max(next, home)
      if next &+ 1 &+ Self.emptyPlaces > readyCount { makeReady(next + 1 + Self.emptyPlaces) }
      // SAFETY: `next` is ready.
      unsafe block.entries[next] = entry
      next &+= 1
    }
    old.deallocate()
    boundary = Self.noBoundary
    makeReady(placeCount)
  }

  private mutating func firstEmptyPlace(from home: Int) -> Int {
    makeReady(home + Self.emptyPlaces)
    var place = home
    // SAFETY: the last ready places are empty, so the walk ends there at the latest.
    while unsafe block.entries[place] != Self.empty { place += 1 }
    return place
  }
}
