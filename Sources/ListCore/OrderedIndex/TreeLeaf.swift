/// Where the parts of a leaf lie: header, fingerprints, keys, ids, each on cache lines of its own.
struct LeafLayout<Shape: TreeShape>: SlabLayout {
  @inline(__always) static var keysByteOffset: Int { (16 + fingerprintBytes + 63) & ~63 }
  @inline(__always) static var fingerprintBytes: Int { (Shape.leafCapacity + 7) & ~7 }
  @inline(__always) static var idsByteOffset: Int { keysByteOffset + Shape.leafCapacity * 8 }
  @inline(__always) var nodeBytes: Int { (Self.idsByteOffset + Shape.leafCapacity * 8 + 63) & ~63 }
  @inline(__always) var nodesPerChunk: Int { Swift.max(1, Shape.leafChunkBytes / nodeBytes) }
  @inline(__always) var chunksPerBlock: Int { 8 }
  @inline(__always) var slotBits: UInt32 { Self.slotBits(for: nodesPerChunk) }
  static var owner: String { "index" }
}

/// A leaf: up to `leafCapacity` entries in ascending order, keys and ids in arrays of their own, and
/// one byte of each id's hash, so that looking for an id compares eight at a time.
///
/// A view of a node's bytes; valid until its slab moves or removes the node.
@safe
struct TreeLeaf<Shape: TreeShape> {
  let header: NodeHeader

  @inline(__always) init(_ base: UnsafeMutableRawPointer) { unsafe header = NodeHeader(base) }

  @inline(__always) var count: Int { header.count }

  /// Makes an empty leaf of undefined bytes.
  func initialize() {
    header.reset()
    // SAFETY: the three arrays lie in the node, one after the other.
    unsafe fingerprints.initialize(repeating: 0, count: LeafLayout<Shape>.fingerprintBytes)
    unsafe (header.base + LeafLayout<Shape>.keysByteOffset)
      .bindMemory(to: SortKey.self, capacity: Shape.leafCapacity)
    unsafe (header.base + LeafLayout<Shape>.idsByteOffset)
      .bindMemory(to: ItemID.self, capacity: Shape.leafCapacity)
  }

  // MARK: - Arrays

  @inline(__always) private var fingerprints: UnsafeMutablePointer<UInt8> {
    unsafe (header.base + 16).assumingMemoryBound(to: UInt8.self)
  }
  @inline(__always) private var keyArray: UnsafeMutablePointer<SortKey> {
    unsafe (header.base + LeafLayout<Shape>.keysByteOffset).assumingMemoryBound(to: SortKey.self)
  }
  @inline(__always) private var idArray: UnsafeMutablePointer<ItemID> {
    unsafe (header.base + LeafLayout<Shape>.idsByteOffset).assumingMemoryBound(to: ItemID.self)
  }

  @inline(__always) func key(at slot: Int) -> SortKey {
    assert(slot >= 0 && slot < count, "leaf slot out of range")
    // SAFETY: slots are below `count`.
    return unsafe keyArray[slot]
  }
  @inline(__always) func id(at slot: Int) -> ItemID {
    assert(slot >= 0 && slot < count, "leaf slot out of range")
    // SAFETY: slots are below `count`.
    return unsafe idArray[slot]
  }
  @inline(__always) func entry(at slot: Int) -> ListEntry {
    ListEntry(key: key(at: slot), id: id(at: slot))
  }
  @inline(__always) func fingerprint(at slot: Int) -> UInt8 {
    assert(slot >= 0 && slot < count, "leaf slot out of range")
    // SAFETY: slots are below `count`.
    return unsafe fingerprints[slot]
  }

  /// The keys in slots `slots`, for reading.
  @inline(__always) func keys(_ slots: Range<Int>) -> UnsafeBufferPointer<SortKey> {
    assert(slots.lowerBound >= 0 && slots.upperBound <= count, "leaf slots out of range")
    return unsafe UnsafeBufferPointer(start: keyArray + slots.lowerBound, count: slots.count)
  }
  /// The ids in slots `slots`, for reading.
  @inline(__always) func ids(_ slots: Range<Int>) -> UnsafeBufferPointer<ItemID> {
    assert(slots.lowerBound >= 0 && slots.upperBound <= count, "leaf slots out of range")
    return unsafe UnsafeBufferPointer(start: idArray + slots.lowerBound, count: slots.count)
  }

  /// A byte of the last line that a search for an id reads, to bring it into the cache.
  @inline(__always) var lastFingerprint: UInt8 {
    // SAFETY: all fingerprints are initialised.
    unsafe fingerprints[Shape.leafCapacity - 1]
  }

  /// Something of the lines that an insert or a removal at `slot` moves, to bring them into the cache.
  @inline(__always) func touched(from slot: Int) -> UInt32 {
    let last = count &- 1
    var sum: UInt64 = 0
    var place = slot
    // SAFETY: places are below the count, but for an empty leaf's, which has all its bytes.
    while place < last {
      unsafe sum ^= UInt64(bitPattern: keyArray[place].rawValue) ^ idArray[place].rawValue
      place &+= 8
    }
    unsafe sum ^= UInt64(bitPattern: keyArray[last].rawValue) ^ idArray[last].rawValue
    return UInt32(truncatingIfNeeded: sum)
  }

  // MARK: - Search

  /// The part of a tag that leaves keep.
  @inline(__always) static func fingerprint(of tag: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: tag)
  }

  /// The slot of an id whose hash has `tag`; -1 if it is not here.
  @inline(__always) func slot(of id: ItemID, tag: UInt32) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let pattern = UInt64(Self.fingerprint(of: tag)) &* ones
    let count = self.count
    var slot = 0
    while slot < count {
      // SAFETY: the fingerprints are padded to whole words, and a node starts on a cache line.
      let word = unsafe (header.base + 16 + slot).assumingMemoryBound(to: UInt64.self).pointee
      let difference = UInt64(littleEndian: word) ^ pattern
      // A byte that is 0 sets its high bit; so may a byte above it, and the id decides.
      var matches = (difference &- ones) & ~difference & (ones &<< 7)
      while matches != 0 {
        let candidate = slot &+ matches.trailingZeroBitCount &>> 3
        // SAFETY: below the count.
        if candidate < count, unsafe idArray[candidate].rawValue == id.rawValue {
          return candidate
        }
        matches &= matches &- 1
      }
      slot &+= 8
    }
    return -1
  }

  /// The first slot whose entry is not before `entry`; `count` if all are.
  @inline(__always) func lowerBound(of entry: ListEntry) -> Int {
    lowerBound(of: entry, count: count)
  }

  /// As `lowerBound(of:)` among the first `count` entries.
  @inline(__always) private func lowerBound(of entry: ListEntry, count: Int) -> Int {
    // SAFETY: the first `count` keys and ids are initialised.
    let slot = unsafe BranchFree.lowerBound(of: entry.key, in: keyArray, count: count)
    if slot < count, unsafe keyArray[slot].rawValue == entry.key.rawValue {
      return lowerBoundOfTie(entry, in: slot..<count)
    }
    return slot
  }

  /// As `lowerBound(of:)`, knowing that the key's first entry is in the first of `slots`.
  @inline(never) private func lowerBoundOfTie(_ entry: ListEntry, in slots: Range<Int>) -> Int {
    var low = slots.lowerBound
    var high = slots.upperBound
    while low < high {
      let middle = (low &+ high) &>> 1
      if self.entry(at: middle) < entry { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  // MARK: - Changes

  /// Inserts an entry before slot `slot` of a leaf that is not full.
  @inline(__always) func insert(_ entry: ListEntry, tag: UInt32, at slot: Int) {
    let count = self.count
    assert(count < Shape.leafCapacity, "leaf full")
    assert(slot >= 0 && slot <= count, "leaf slot out of range")
    let moved = count &- slot
    // SAFETY: `slot + 1 + moved <= leafCapacity`; `update` allows the overlap.
    if moved > 0 {
      unsafe (fingerprints + slot + 1).update(from: fingerprints + slot, count: moved)
      unsafe (keyArray + slot + 1).update(from: keyArray + slot, count: moved)
      unsafe (idArray + slot + 1).update(from: idArray + slot, count: moved)
    }
    unsafe fingerprints[slot] = Self.fingerprint(of: tag)
    unsafe keyArray[slot] = entry.key
    unsafe idArray[slot] = entry.id
    header.count = count &+ 1
  }

  /// Inserts the entries of `batch`'s inserts `positions`, for which there is room.
  ///
  /// - Complexity: O(g + n) for g entries; each old entry moves once.
  @inline(__always) func insert(_ positions: Range<Int>, of batch: BatchSteps) {
    let count = self.count
    assert(count &+ positions.count <= Shape.leafCapacity, "leaf full")
    header.count = count &+ positions.count
    // Many entries are near each other: then comparing all finds their places sooner than searching.
    let isDense = positions.count &* Self.sparseDistance > count
    var end = count
    var position = positions.upperBound
    while position > positions.lowerBound {
      position &-= 1
      let distance = position &- positions.lowerBound &+ 1
      let step = batch[batch.insert(at: position)]
      if isDense {
        end = shiftEntries(after: step.entry, before: end, by: distance)
      } else {
        let slot = lowerBound(of: step.entry, count: end)
        shift(slot..<end, by: distance)
        end = slot
      }
      let place = end &+ distance &- 1
      // SAFETY: below the new count.
      unsafe fingerprints[place] = Self.fingerprint(of: step.tag)
      unsafe keyArray[place] = step.entry.key
      unsafe idArray[place] = step.entry.id
    }
  }

  /// Entries of a leaf for one inserted, from which on searching is quicker than comparing.
  private static var sparseDistance: Int { 16 }

  /// Moves the entries after `entry` among the first `end` to later slots; returns how many are left.
  @inline(__always)
  private func shiftEntries(after entry: ListEntry, before end: Int, by distance: Int) -> Int {
    var slot = end
    // SAFETY: slots are below the old count, and `distance` later there is room.
    while slot > 0 {
      let key = unsafe keyArray[slot &- 1]
      let id = unsafe idArray[slot &- 1]
      if key < entry.key || (key == entry.key && id < entry.id) { break }
      slot &-= 1
      unsafe keyArray[slot &+ distance] = key
      unsafe idArray[slot &+ distance] = id
      unsafe fingerprints[slot &+ distance] = fingerprints[slot]
    }
    return slot
  }

  /// Moves the entries in `slots` to later slots, of which the leaf has enough.
  @inline(__always) private func shift(_ slots: Range<Int>, by distance: Int) {
    let moved = slots.count
    let start = slots.lowerBound
    if moved > 8 {
      // SAFETY: the caller has room for all; `update` allows the overlap.
      unsafe (fingerprints + start + distance).update(from: fingerprints + start, count: moved)
      unsafe (keyArray + start + distance).update(from: keyArray + start, count: moved)
      unsafe (idArray + start + distance).update(from: idArray + start, count: moved)
      return
    }
    var slot = slots.upperBound
    while slot > start {
      slot &-= 1
      // SAFETY: see above; from the back, so nothing is overwritten before it has moved.
      unsafe keyArray[slot &+ distance] = keyArray[slot]
      unsafe idArray[slot &+ distance] = idArray[slot]
      unsafe fingerprints[slot &+ distance] = fingerprints[slot]
    }
  }

  /// Removes the entry in slot `slot`.
  @inline(__always) func remove(at slot: Int) {
    let count = self.count &- 1
    assert(slot >= 0 && slot <= count, "leaf slot out of range")
    let moved = count &- slot
    // SAFETY: `slot + 1 + moved` is the old count; `update` allows the overlap.
    if moved > 0 {
      unsafe (fingerprints + slot).update(from: fingerprints + slot + 1, count: moved)
      unsafe (keyArray + slot).update(from: keyArray + slot + 1, count: moved)
      unsafe (idArray + slot).update(from: idArray + slot + 1, count: moved)
    }
    header.count = count
  }

  /// Moves the entries from slot `kept` on to the front of `right`, before what it has.
  func moveEnd(from kept: Int, toFrontOf right: TreeLeaf) {
    let moved = count - kept
    let old = right.count
    precondition(kept >= 0 && moved >= 0 && moved + old <= Shape.leafCapacity, "leaf overflow")
    // SAFETY: both ranges fit, as just checked, and two leaves do not overlap.
    unsafe (right.fingerprints + moved).update(from: right.fingerprints, count: old)
    unsafe (right.keyArray + moved).update(from: right.keyArray, count: old)
    unsafe (right.idArray + moved).update(from: right.idArray, count: old)
    unsafe right.fingerprints.update(from: fingerprints + kept, count: moved)
    unsafe right.keyArray.update(from: keyArray + kept, count: moved)
    unsafe right.idArray.update(from: idArray + kept, count: moved)
    header.count = kept
    right.header.count = old + moved
  }

  /// Moves the first `moved` entries behind those of `left`.
  func moveFront(_ moved: Int, toEndOf left: TreeLeaf) {
    let kept = count - moved
    let old = left.count
    precondition(moved >= 0 && kept >= 0 && moved + old <= Shape.leafCapacity, "leaf overflow")
    // SAFETY: both ranges fit, as just checked, and two leaves do not overlap.
    unsafe (left.fingerprints + old).update(from: fingerprints, count: moved)
    unsafe (left.keyArray + old).update(from: keyArray, count: moved)
    unsafe (left.idArray + old).update(from: idArray, count: moved)
    unsafe fingerprints.update(from: fingerprints + moved, count: kept)
    unsafe keyArray.update(from: keyArray + moved, count: kept)
    unsafe idArray.update(from: idArray + moved, count: kept)
    header.count = kept
    left.header.count = old + moved
  }
}
