/// The places of an `IDTable`, or of one whose entries are moving to another: first homes, then a tail.
@safe
struct TableBlock {
  let entries: UnsafeMutablePointer<UInt64>
  /// Places that are homes.
  let capacity: Int
  /// Places in all, the tail included.
  let placeCount: Int

  /// Allocates places without a value; the owner deallocates them.
  init(placeCount: Int, tail: Int, onHugePages: Bool = false) {
    let block = unsafe HeapBlock.allocate(byteCount: placeCount * 8, onHugePages: onHugePages)
    unsafe entries = block.bindMemory(to: UInt64.self, capacity: placeCount)
    self.placeCount = placeCount
    capacity = placeCount - tail
  }

  func deallocate() { unsafe entries.deallocate() }

  /// Bytes of heap, as the allocator counts them.
  var byteCount: Int { HeapSize.roundedUp(placeCount * 8) }

  @inline(__always)
  func home(of tag: UInt32) -> Int {
    Int(truncatingIfNeeded: (UInt64(tag) &* UInt64(truncatingIfNeeded: capacity)) >> 32)
  }

  /// The smallest tag whose home is not before `place`, which is below the capacity.
  func firstTag(withHome place: Int) -> UInt64 {
    (UInt64(place) << 32 + UInt64(capacity) - 1) / UInt64(capacity)
  }

  /// Makes places empty.
  func initialize(_ places: Range<Int>) {
    precondition(places.lowerBound >= 0 && places.upperBound <= placeCount, "table place")
    unsafe (entries + places.lowerBound).initialize(repeating: IDTable.empty, count: places.count)
  }

  /// Copies the first `count` places of a block.
  func copy(_ count: Int, from other: TableBlock) {
    precondition(count <= placeCount && count <= other.placeCount, "table places")
    // SAFETY: as just checked, and two blocks do not overlap.
    unsafe entries.initialize(from: other.entries, count: count)
  }
}
