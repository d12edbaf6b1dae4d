/// How large the nodes of a slab are.
protocol SlabLayout {
  /// Bytes of a node, a positive multiple of its alignment.
  var nodeBytes: Int { get }
  /// Nodes of a full chunk, at least 1.
  var nodesPerChunk: Int { get }
  /// Bits of a node number that say where the node is in its chunk: the fewest that are enough.
  var slotBits: UInt32 { get }
}

extension SlabLayout {
  /// As many bits as slots in `0..<nodesPerChunk` need.
  @inline(__always)
  static func slotBits(for nodesPerChunk: Int) -> UInt32 {
    UInt32(Int.bitWidth - (nodesPerChunk - 1).leadingZeroBitCount)
  }
}

/// Equal nodes of raw memory, addressed by numbers, without holes.
///
/// A slab is a stack: a node is added at the end, and only the last node can be removed, so the
/// owner of a node in the middle copies the last node over it and tells whoever knows its number.
/// Memory therefore always follows the number of nodes, with nothing to compact later.
///
/// Nodes lie in chunks of equal size. The first chunk starts small and doubles by copying, so that a
/// short list costs little; every further chunk is added whole and nothing moves. A node's number is
/// its chunk, then its slot in the chunk.
///
/// Invariants:
/// 1. `0 <= nodeCount <= capacity`, and `capacity` nodes lie in `chunkCount` chunks, the first of
///    `firstChunkNodes`, the others full size.
/// 2. There is a second chunk only if the first has its full size.
/// 3. After a removal at most one and a half chunks are unused.
@safe
struct NodeSlab<Layout: SlabLayout>: ~Copyable {
  let layout: Layout
  private(set) var nodeCount = 0
  private var chunkCount = 0
  private var firstChunkNodes = 0
  private var directory: UnsafeMutablePointer<UnsafeMutableRawPointer>
  private var directoryCapacity = 4

  init(layout: Layout) {
    self.layout = layout
    unsafe directory = .allocate(capacity: directoryCapacity)
  }

  deinit {
    // SAFETY: the first `chunkCount` places of the directory hold the chunks allocated here.
    for chunk in 0..<chunkCount { unsafe directory[chunk].deallocate() }
    unsafe directory.deallocate()
  }

  /// The nodes that fit without an allocation.
  var capacity: Int {
    chunkCount <= 1 ? firstChunkNodes : chunkCount * layout.nodesPerChunk
  }

  /// Bytes of heap, as the allocator counts them.
  var byteCount: Int {
    var bytes = HeapSize.roundedUp(
      directoryCapacity * MemoryLayout<Int>.stride)
    if chunkCount > 0 { bytes += HeapSize.roundedUp(firstChunkNodes * layout.nodeBytes) }
    if chunkCount > 1 {
      bytes += (chunkCount - 1) * HeapSize.roundedUp(layout.nodesPerChunk * layout.nodeBytes)
    }
    return bytes
  }

  /// The number of the last node; traps if there is none.
  var lastNumber: UInt32 {
    precondition(nodeCount > 0, "slab empty")
    return number(at: nodeCount - 1)
  }

  /// The number of the node at a position in `0..<nodeCount`, in the order of addition.
  @inline(__always)
  func number(at position: Int) -> UInt32 {
    let perChunk = layout.nodesPerChunk
    return UInt32(truncatingIfNeeded: position / perChunk) << layout.slotBits
      | UInt32(truncatingIfNeeded: position % perChunk)
  }

  /// Where a node's bytes are, until the next addition or removal.
  @inline(__always)
  func address(of number: UInt32) -> UnsafeMutableRawPointer {
    let bits = layout.slotBits
    let slot = Int(number & (1 &<< bits &- 1))
    assert(Int(number >> bits) < chunkCount, "chunk out of range")
    assert(slot < layout.nodesPerChunk, "node out of range")
    // SAFETY: numbers come from `append` alone, so the chunk exists and the slot is inside it.
    return unsafe directory[Int(number &>> bits)] + slot &* layout.nodeBytes
  }

  /// Adds a node with undefined bytes and returns its number.
  ///
  /// Traps if there are 2^32 - 2 nodes' worth of numbers already.
  mutating func append() -> UInt32 {
    if nodeCount == capacity { grow() }
    nodeCount += 1
    return number(at: nodeCount - 1)
  }

  /// Makes room for `nodes` more, so that adding them moves nothing.
  mutating func reserve(_ nodes: Int) {
    while capacity - nodeCount < nodes { grow() }
  }

  /// Copies the last node over the node `number`, which may be the last one.
  func copyLast(over number: UInt32) {
    let last = lastNumber
    if last == number { return }
    // SAFETY: two different nodes do not overlap.
    unsafe address(of: number).copyMemory(
      from: address(of: last), byteCount: layout.nodeBytes)
  }

  /// Removes the last node; gives memory back once one and a half chunks are unused.
  mutating func removeLast() {
    precondition(nodeCount > 0, "slab empty")
    nodeCount -= 1
    let perChunk = layout.nodesPerChunk
    if chunkCount > 1 {
      if capacity - nodeCount >= perChunk + (perChunk + 1) / 2 {
        chunkCount -= 1
        // SAFETY: the last chunk holds no node any more: at least a chunk's worth is unused.
        unsafe directory[chunkCount].deallocate()
      }
    } else if nodeCount > 0, nodeCount * 4 <= firstChunkNodes {
      resizeFirstChunk(to: Swift.max(2, firstChunkNodes / 2))
    }
  }

  /// Removes all nodes and gives their memory back.
  mutating func removeAll() {
    // SAFETY: as in `deinit`; the count forgets the chunks at once.
    for chunk in 0..<chunkCount { unsafe directory[chunk].deallocate() }
    if directoryCapacity > 4 {
      unsafe directory.deallocate()
      directoryCapacity = 4
      unsafe directory = .allocate(capacity: directoryCapacity)
    }
    chunkCount = 0
    firstChunkNodes = 0
    nodeCount = 0
  }

  func checkInvariants() {
    precondition(nodeCount >= 0 && nodeCount <= capacity, "slab invariant 1: count")
    precondition(chunkCount <= directoryCapacity, "slab invariant 1: directory")
    precondition(
      chunkCount < 2 || firstChunkNodes == layout.nodesPerChunk, "slab invariant 2: first chunk")
  }

  // MARK: - Growth

  private mutating func grow() {
    let perChunk = layout.nodesPerChunk
    if chunkCount == 0 {
      firstChunkNodes = Swift.min(2, perChunk)
      addChunk(nodes: firstChunkNodes)
    } else if chunkCount == 1, firstChunkNodes < perChunk {
      resizeFirstChunk(to: Swift.min(perChunk, firstChunkNodes * 2))
    } else {
      // The last chunk number stays free: its nodes' numbers would meet `noNode`.
      precondition(chunkCount < 1 << (32 - Int(layout.slotBits)) - 1, "node numbers exhausted")
      addChunk(nodes: perChunk)
    }
  }

  private mutating func addChunk(nodes: Int) {
    if chunkCount == directoryCapacity {
      let larger = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(
        capacity: directoryCapacity * 2)
      // SAFETY: `chunkCount` places are initialised and fit in the doubled directory.
      unsafe larger.moveInitialize(from: directory, count: chunkCount)
      unsafe directory.deallocate()
      unsafe directory = larger
      directoryCapacity *= 2
    }
    // SAFETY: there is a free place in the directory.
    unsafe (directory + chunkCount).initialize(
      to: .allocate(byteCount: nodes * layout.nodeBytes, alignment: 64))
    chunkCount += 1
  }

  private mutating func resizeFirstChunk(to nodes: Int) {
    if nodes == firstChunkNodes { return }
    let chunk = UnsafeMutableRawPointer.allocate(
      byteCount: nodes * layout.nodeBytes, alignment: 64)
    // SAFETY: all nodes lie in the first chunk and fit in the new one.
    unsafe chunk.copyMemory(from: directory[0], byteCount: nodeCount * layout.nodeBytes)
    unsafe directory[0].deallocate()
    unsafe directory[0] = chunk
    firstChunkNodes = nodes
  }
}
