/// Where the parts of an inner node lie: header, children, counts, separators' keys and ids.
struct InnerLayout<Shape: TreeShape>: SlabLayout {
  @inline(__always) static var childBytes: Int { (Shape.fanOut * 4 + 63) & ~63 }
  @inline(__always) static var childrenByteOffset: Int { 64 }
  @inline(__always) static var countsByteOffset: Int { 64 + childBytes }
  @inline(__always) static var keysByteOffset: Int { 64 + 2 * childBytes }
  @inline(__always) static var idsByteOffset: Int { keysByteOffset + Shape.fanOut * 8 }
  @inline(__always) var nodeBytes: Int { (Self.idsByteOffset + Shape.fanOut * 8 + 63) & ~63 }
  @inline(__always) var nodesPerChunk: Int { Swift.max(1, Shape.innerChunkBytes / nodeBytes) }
  @inline(__always) var slotBits: UInt32 { Self.slotBits(for: nodesPerChunk) }
  static var owner: String { "index" }
}

/// An inner node: up to `fanOut` children, how many entries are below each, and separators.
///
/// Entries below the separator of a slot are left of the slot's child. Searches skip that of slot 0.
///
/// A view of a node's bytes; valid until its slab moves or removes the node.
@safe
struct TreeInner<Shape: TreeShape> {
  let header: NodeHeader

  @inline(__always) init(_ base: UnsafeMutableRawPointer) { unsafe header = NodeHeader(base) }

  @inline(__always) var count: Int { header.count }

  /// Makes an inner node without children of undefined bytes.
  func initialize() {
    header.reset()
    // SAFETY: the arrays lie in the node, one after the other; children and counts are written so
    // that a stale hint reads a defined place.
    unsafe (header.base + InnerLayout<Shape>.childrenByteOffset)
      .initializeMemory(as: UInt32.self, repeating: 0, count: InnerLayout<Shape>.childBytes / 2)
    unsafe (header.base + InnerLayout<Shape>.keysByteOffset)
      .bindMemory(to: SortKey.self, capacity: Shape.fanOut)
    unsafe (header.base + InnerLayout<Shape>.idsByteOffset)
      .bindMemory(to: ItemID.self, capacity: Shape.fanOut)
  }

  // MARK: - Arrays

  @inline(__always) private var childArray: UnsafeMutablePointer<UInt32> {
    unsafe (header.base + InnerLayout<Shape>.childrenByteOffset)
      .assumingMemoryBound(to: UInt32.self)
  }
  @inline(__always) private var countArray: UnsafeMutablePointer<UInt32> {
    unsafe (header.base + InnerLayout<Shape>.countsByteOffset)
      .assumingMemoryBound(to: UInt32.self)
  }
  @inline(__always) private var keyArray: UnsafeMutablePointer<SortKey> {
    unsafe (header.base + InnerLayout<Shape>.keysByteOffset).assumingMemoryBound(to: SortKey.self)
  }
  @inline(__always) private var idArray: UnsafeMutablePointer<ItemID> {
    unsafe (header.base + InnerLayout<Shape>.idsByteOffset).assumingMemoryBound(to: ItemID.self)
  }

  @inline(__always) func child(at slot: Int) -> UInt32 {
    assert(slot >= 0 && slot < count, "child slot out of range")
    // SAFETY: slots are below `count`.
    return unsafe childArray[slot]
  }
  @inline(__always) func setChild(_ child: UInt32, at slot: Int) {
    assert(slot >= 0 && slot < count, "child slot out of range")
    // SAFETY: slots are below `count`.
    unsafe childArray[slot] = child
  }

  /// Entries below the child in `slot`.
  @inline(__always) func entryCount(at slot: Int) -> Int {
    assert(slot >= 0 && slot < count, "child slot out of range")
    // SAFETY: slots are below `count`.
    return Int(truncatingIfNeeded: unsafe countArray[slot])
  }
  @inline(__always) func setEntryCount(_ entries: Int, at slot: Int) {
    assert(slot >= 0 && slot < count, "child slot out of range")
    // SAFETY: slots are below `count`.
    unsafe countArray[slot] = UInt32(truncatingIfNeeded: entries)
  }
  /// Adds 1 or -1 to the entries below the child in `slot`.
  @inline(__always) func addEntries(_ difference: Int, at slot: Int) {
    assert(slot >= 0 && slot < count, "child slot out of range")
    // SAFETY: slots are below `count`.
    unsafe countArray[slot] &+= UInt32(truncatingIfNeeded: difference)
  }

  /// What separates the child in `slot`, 1 or more, from the one before.
  @inline(__always) func separator(at slot: Int) -> ListEntry {
    assert(slot >= 0 && slot < count, "child slot out of range")
    // SAFETY: slots are below `count`.
    return unsafe ListEntry(key: keyArray[slot], id: idArray[slot])
  }
  @inline(__always) func setSeparator(_ separator: ListEntry, at slot: Int) {
    assert(slot >= 0 && slot < count, "child slot out of range")
    // SAFETY: slots are below `count`.
    unsafe keyArray[slot] = separator.key
    unsafe idArray[slot] = separator.id
  }

  // MARK: - Search

  /// The slot of a child, looked for from where its hint says it was.
  ///
  /// A hint goes stale when children left of it appear or disappear, so the child is near.
  @inline(__always) func slot(of child: UInt32, hint: Int) -> Int {
    // SAFETY: hints are slots, below `fanOut`, and all children places are initialised.
    if unsafe childArray[hint] == child, hint < count { return hint }
    return slot(of: child)
  }

  @inline(never) private func slot(of child: UInt32) -> Int {
    for slot in 0..<count where self.child(at: slot) == child { return slot }
    preconditionFailure("child not below its parent")
  }

  /// The slot of the child in whose range `entry` lies.
  @inline(__always) func slot(for entry: ListEntry) -> Int {
    // SAFETY: the first `count` keys and ids are initialised; the search skips slot 0.
    let slot = unsafe BranchFree.lastAtMost(entry.key, in: keyArray, count: count)
    if unsafe slot > 0 && keyArray[slot].rawValue == entry.key.rawValue
      && idArray[slot].rawValue > entry.id.rawValue
    {
      return slotInTie(for: entry, before: slot)
    }
    return slot
  }

  /// As `slot(for:)`, knowing that the slot is before `end`.
  @inline(never) private func slotInTie(for entry: ListEntry, before end: Int) -> Int {
    var low = 0
    var high = end
    while low &+ 1 < high {
      let middle = (low &+ high) &>> 1
      if entry < separator(at: middle) { high = middle } else { low = middle }
    }
    return low
  }

  /// Entries below the children before `slot`.
  @inline(__always) func entries(before slot: Int) -> Int {
    var sum: UInt32 = 0
    // SAFETY: slots are at most `count`.
    for index in 0..<slot { unsafe sum &+= countArray[index] }
    return Int(truncatingIfNeeded: sum)
  }

  /// Entries below all children.
  var entryCount: Int { entries(before: count) }

  /// The slot of the child that has the entry at `rank`, and the entry's rank in that child.
  @inline(__always) func slot(atRank rank: Int) -> (slot: Int, rank: Int) {
    var rest = UInt32(truncatingIfNeeded: rank)
    var slot = 0
    let last = count &- 1
    // SAFETY: groups of 8 end before `last`; single slots too.
    while slot &+ 8 <= last {
      let group = unsafe (header.base + InnerLayout<Shape>.countsByteOffset + slot &* 4)
        .assumingMemoryBound(to: SIMD8<UInt32>.self).pointee.wrappedSum()
      if group > rest { break }
      rest &-= group
      slot &+= 8
    }
    while slot < last, unsafe rest >= countArray[slot] {
      unsafe rest &-= countArray[slot]
      slot &+= 1
    }
    return (slot, Int(truncatingIfNeeded: rest))
  }

  // MARK: - Changes

  /// Inserts a child before slot `slot` of a node that is not full.
  func insert(_ child: UInt32, entryCount: Int, separator: ListEntry, at slot: Int) {
    let count = self.count
    precondition(count < Shape.fanOut && slot >= 0 && slot <= count, "inner node overflow")
    shift(from: slot, by: 1)
    header.count = count + 1
    setChild(child, at: slot)
    setEntryCount(entryCount, at: slot)
    setSeparator(separator, at: slot)
  }

  /// Removes the child in slot `slot`.
  func remove(at slot: Int) {
    let count = self.count
    precondition(slot >= 0 && slot < count, "child slot out of range")
    shift(from: slot + 1, by: -1)
    header.count = count - 1
  }

  /// Moves the children from slot `kept` on to the front of `right`, before what it has.
  func moveEnd(from kept: Int, toFrontOf right: TreeInner) {
    let moved = count - kept
    let old = right.count
    precondition(kept >= 0 && moved >= 0 && moved + old <= Shape.fanOut, "inner node overflow")
    right.shift(from: 0, by: moved)
    right.copy(moved, from: self, slot: kept, to: 0)
    header.count = kept
    right.header.count = old + moved
  }

  /// Moves the first `moved` children behind those of `left`.
  func moveFront(_ moved: Int, toEndOf left: TreeInner) {
    let kept = count - moved
    let old = left.count
    precondition(moved >= 0 && kept >= 0 && moved + old <= Shape.fanOut, "inner node overflow")
    left.copy(moved, from: self, slot: 0, to: old)
    left.header.count = old + moved
    shift(from: moved, by: -moved)
    header.count = kept
  }

  /// Moves what is in slot `start` and later; the caller has checked that it fits.
  private func shift(from start: Int, by distance: Int) {
    let moved = count - start
    // SAFETY: `start + distance` is in `0...fanOut - moved`; `update` allows the overlap.
    unsafe (childArray + start + distance).update(from: childArray + start, count: moved)
    unsafe (countArray + start + distance).update(from: countArray + start, count: moved)
    unsafe (keyArray + start + distance).update(from: keyArray + start, count: moved)
    unsafe (idArray + start + distance).update(from: idArray + start, count: moved)
  }

  private func copy(_ children: Int, from other: TreeInner, slot: Int, to start: Int) {
    // SAFETY: the callers have checked both ranges; two nodes do not overlap.
    unsafe (childArray + start).update(from: other.childArray + slot, count: children)
    unsafe (countArray + start).update(from: other.countArray + slot, count: children)
    unsafe (keyArray + start).update(from: other.keyArray + slot, count: children)
    unsafe (idArray + start).update(from: other.idArray + slot, count: children)
  }
}
