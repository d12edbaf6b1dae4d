/// Where the parts of a leaf lie: header, fingerprints, keys, ids, each on cache lines of its own.
struct LeafLayout<Shape: TreeShape>: SlabLayout {
  @inline(__always) static var keysByteOffset: Int { (16 + fingerprintBytes + 63) & ~63 }
  @inline(__always) static var fingerprintBytes: Int { (Shape.leafCapacity + 7) & ~7 }
  @inline(__always) static var idsByteOffset: Int { keysByteOffset + Shape.leafCapacity * 8 }
  @inline(__always) var nodeBytes: Int { (Self.idsByteOffset + Shape.leafCapacity * 8 + 63) & ~63 }
  @inline(__always) var nodesPerChunk: Int { Swift.max(1, Shape.leafChunkBytes / nodeBytes) }
  @inline(__always) var slotBits: UInt32 { Self.slotBits(for: nodesPerChunk) }
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
    let count = self.count
    // SAFETY: the first `count` keys and ids are initialised.
    let slot = unsafe BranchFree.lowerBound(of: entry.key, in: keyArray, count: count)
    if slot < count, unsafe keyArray[slot].rawValue == entry.key.rawValue {
      return lowerBoundOfTie(entry, from: slot)
    }
    return slot
  }

  /// As `lowerBound(of:)`, knowing that the key's first entry is in slot `first`.
  @inline(never) private func lowerBoundOfTie(_ entry: ListEntry, from first: Int) -> Int {
    var low = first
    var high = count
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
