/// How large the nodes of a slab are.
protocol SlabLayout {
  /// Bytes of a node, a positive multiple of its alignment.
  var nodeBytes: Int { get }
  /// Nodes of a full chunk, at least 1.
  var nodesPerChunk: Int { get }
  /// Full chunks that are put together in one block, at least 1.
  var chunksPerBlock: Int { get }
  /// Bits of a node number that say where the node is in its chunk: the fewest that are enough.
  var slotBits: UInt32 { get }
  /// The most chunks that a slab has.
  var maximumChunkCount: Int { get }
  /// What is full when a slab is, for the message.
  static var owner: String { get }
}

extension SlabLayout {
  /// Chunks stay apart.
  @inline(__always) var chunksPerBlock: Int { 1 }

  /// As many as 32-bit numbers reach.
  var maximumChunkCount: Int { Self.chunkCount(forNumbersOf: 32, slotBits: slotBits) }

  /// The chunks that numbers of so many bits reach, less two.
  ///
  /// The nodes of the last two have numbers that mean something else, `noNode` and
  /// `IDTable.heldNumber`, where a chunk is one node.
  static func chunkCount(forNumbersOf bits: UInt32, slotBits: UInt32) -> Int {
    1 << Int(bits - slotBits) - 2
  }

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
/// In bulk builds, full chunks are copied together into blocks, so that long lists lie on huge pages,
/// and memory still follows the nodes chunk by chunk.
///
/// Invariants:
/// 1. `0 <= nodeCount <= capacity`, and `capacity` nodes lie in `chunkCount` chunks, the first of
///    `firstChunkNodes`, the others full size.
/// 2. There is a second chunk only if the first has its full size.
/// 3. The first `blockCount * chunksPerBlock` chunks lie in blocks, the others apart; all chunks of
///    blocks are full size.
/// 4. After a removal at most one and a half chunks are unused.
/// 5. There are at most `layout.maximumChunkCount` chunks.
@safe
struct NodeSlab<Layout: SlabLayout>: ~Copyable {
  let layout: Layout
  private(set) var nodeCount = 0
  /// Whether full chunks go together into blocks when another is added.
  ///
  /// For bulk builds: a block in the middle of an upsert was measured to stall it by 1 to 8 ms.
  var makesBlocks = false
  private var firstChunkNodes = 0
  private var directory: ChunkDirectory

  init(layout: Layout) {
    self.layout = layout
    directory = ChunkDirectory(chunksPerBlock: layout.chunksPerBlock)
  }

  private var chunkCount: Int {
    get { directory.chunkCount }
    set { directory.chunkCount = newValue }
  }
  private var blockCount: Int {
    get { directory.blockCount }
    set { directory.blockCount = newValue }
  }

  /// The most nodes, for which there are numbers.
  var maximumNodeCount: Int { layout.maximumChunkCount * layout.nodesPerChunk }

  /// The nodes that fit without an allocation.
  var capacity: Int {
    chunkCount <= 1 ? firstChunkNodes : chunkCount * layout.nodesPerChunk
  }

  /// Bytes of heap, as the allocator counts them.
  var byteCount: Int {
    var bytes = directory.byteCount
    if chunkCount == 1 {
      bytes += HeapSize.roundedUp(firstChunkNodes * layout.nodeBytes)
    } else {
      let apart = chunkCount - blockCount * layout.chunksPerBlock
      bytes += apart * HeapSize.roundedUp(chunkBytes) + blockCount * HeapSize.roundedUp(blockBytes)
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

  /// Whether a number that `append` has once returned, or `UInt32.max`, is that of a node now.
  @inline(__always)
  func contains(_ number: UInt32) -> Bool {
    let slot = Int(number & (1 &<< layout.slotBits &- 1))
    return Int(number &>> layout.slotBits) &* layout.nodesPerChunk &+ slot < nodeCount
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
  /// Traps at `maximumNodeCount` nodes.
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
        if blockCount * layout.chunksPerBlock == chunkCount { takeBlockApart() }
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
    directory.removeAll()
    firstChunkNodes = 0
    nodeCount = 0
  }

  func checkInvariants() {
    precondition(nodeCount >= 0 && nodeCount <= capacity, "slab invariant 1: count")
    precondition(chunkCount <= directory.capacity, "slab invariant 1: directory")
    precondition(
      blockCount * layout.chunksPerBlock <= chunkCount, "slab invariant 3: blocks")
    precondition(
      chunkCount < 2 || firstChunkNodes == layout.nodesPerChunk, "slab invariant 2: first chunk")
    precondition(chunkCount <= layout.maximumChunkCount, "slab invariant 5: chunks")
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
      precondition(chunkCount < layout.maximumChunkCount, "\(Layout.owner) full")
      if makesBlocks, layout.chunksPerBlock > 1,
        chunkCount == (blockCount + 1) * layout.chunksPerBlock
      {
        makeBlock()
      }
      addChunk(nodes: perChunk)
    }
  }

  // MARK: - Blocks

  private var chunkBytes: Int { layout.nodesPerChunk * layout.nodeBytes }
  private var blockBytes: Int { layout.chunksPerBlock * chunkBytes }

  /// Copies the chunks that lie apart, as many as make a block, into one.
  private mutating func makeBlock() {
    let block = unsafe HeapBlock.allocate(byteCount: blockBytes, onHugePages: true)
    let first = blockCount * layout.chunksPerBlock
    for chunk in 0..<layout.chunksPerBlock {
      // SAFETY: there are `chunksPerBlock` full chunks from `first` on, and the block has room.
      let place = unsafe block + chunk * chunkBytes
      unsafe place.copyMemory(from: directory[first + chunk], byteCount: chunkBytes)
      unsafe directory[first + chunk].deallocate()
      unsafe directory[first + chunk] = place
    }
    blockCount += 1
  }

  /// Copies the chunks of the last block, behind which there is none, into chunks of their own.
  private mutating func takeBlockApart() {
    blockCount -= 1
    let first = blockCount * layout.chunksPerBlock
    let block = unsafe directory[first]
    for chunk in 0..<layout.chunksPerBlock {
      let apart = unsafe HeapBlock.allocate(byteCount: chunkBytes)
      // SAFETY: the block has `chunksPerBlock` chunks.
      unsafe apart.copyMemory(from: directory[first + chunk], byteCount: chunkBytes)
      unsafe directory[first + chunk] = apart
    }
    unsafe block.deallocate()
  }

  private mutating func addChunk(nodes: Int) {
    if chunkCount == directory.capacity { directory.grow() }
    // The directory has a free place.
    unsafe directory[chunkCount] = HeapBlock.allocate(byteCount: nodes * layout.nodeBytes)
    chunkCount += 1
  }

  private mutating func resizeFirstChunk(to nodes: Int) {
    if nodes == firstChunkNodes { return }
    let chunk = unsafe HeapBlock.allocate(byteCount: nodes * layout.nodeBytes)
    // SAFETY: all nodes lie in the first chunk and fit in the new one.
    unsafe chunk.copyMemory(from: directory[0], byteCount: nodeCount * layout.nodeBytes)
    unsafe directory[0].deallocate()
    unsafe directory[0] = chunk
    firstChunkNodes = nodes
  }
}
