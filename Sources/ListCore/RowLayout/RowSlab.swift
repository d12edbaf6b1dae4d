/// The size of a slab's nodes.
protocol RowNode {
  /// Bytes of a node.
  static var byteCount: Int { get }
  /// A full chunk holds two to the power of this many nodes.
  static var chunkBits: UInt32 { get }
}

/// Equal nodes of raw memory, addressed by numbers without holes: a stack.
///
/// A node is added at the end and only the last one can be removed, so whoever removes a node in the
/// middle copies the last one over it. Memory therefore follows the number of nodes. Nodes lie in
/// chunks of equal size; only the first starts small and doubles by copying. Every chunk has 64
/// readable bytes before its first node and behind its last one.
///
/// Invariants:
/// 1. `0 <= count <= capacity`; all chunks but a first and only one are full size.
/// 2. After a removal at most one and a half chunks are unused.
@safe
struct RowSlab<Node: RowNode>: ~Copyable {
  private(set) var count = 0
  private var chunkCount = 0
  private var firstChunkNodes = 0
  private var directory: UnsafeMutablePointer<UnsafeMutableRawPointer>
  private var directoryCapacity = 4

  private static var padding: Int { 64 }
  private static var chunkNodes: Int { 1 << Int(Node.chunkBits) }

  init() {
    unsafe directory = .allocate(capacity: directoryCapacity)
  }

  deinit {
    // SAFETY: the first `chunkCount` places of the directory hold chunks from `allocate`.
    for chunk in 0..<chunkCount { unsafe Self.free(directory[chunk]) }
    unsafe directory.deallocate()
  }

  /// The nodes that fit without an allocation.
  var capacity: Int { chunkCount <= 1 ? firstChunkNodes : chunkCount * Self.chunkNodes }

  /// Bytes asked of the heap.
  var byteCount: Int {
    directoryCapacity * 8 + capacity * Node.byteCount + chunkCount * 2 * Self.padding
  }

  /// Where a node's bytes are, until the next addition or removal.
  @inline(__always)
  func address(of number: UInt32) -> UnsafeMutableRawPointer {
    assert(Int(number) < count, "node number out of range")
    let slot = Int(number & (1 &<< Node.chunkBits &- 1))
    // SAFETY: numbers are below `count`, so the chunk exists and the slot is inside it.
    return unsafe directory[Int(number &>> Node.chunkBits)] + slot &* Node.byteCount
  }

  /// Adds a node of zero bytes and returns its number.
  ///
  /// May move the nodes of the first chunk.
  mutating func append() -> UInt32 {
    if count == capacity { grow() }
    let number = UInt32(count)
    count += 1
    // SAFETY: the node lies inside its chunk.
    unsafe address(of: number).initializeMemory(
      as: UInt8.self, repeating: 0, count: Node.byteCount)
    return number
  }

  /// Copies the last node over another, or over itself, and removes the last.
  mutating func removeLast(movingTo number: UInt32) {
    precondition(count > 0, "slab empty")
    let last = UInt32(count - 1)
    if number != last {
      // SAFETY: two different nodes do not overlap.
      unsafe address(of: number).copyMemory(
        from: address(of: last), byteCount: Node.byteCount)
    }
    count -= 1
    giveBack()
  }

  /// Removes all nodes and gives their memory back.
  mutating func removeAll() {
    // SAFETY: as in `deinit`; the count forgets the chunks at once.
    for chunk in 0..<chunkCount { unsafe Self.free(directory[chunk]) }
    chunkCount = 0
    firstChunkNodes = 0
    count = 0
  }

  /// Makes room for `nodes` more without further allocations.
  mutating func reserve(_ nodes: Int) {
    while capacity - count < nodes { grow() }
  }

  func checkInvariants() {
    precondition(count >= 0 && count <= capacity, "slab invariant 1: count")
    precondition(chunkCount <= directoryCapacity, "slab invariant 1: directory")
    precondition(
      chunkCount < 2 || firstChunkNodes == Self.chunkNodes, "slab invariant 1: first chunk")
  }

  // MARK: - Chunks

  private static func allocate(nodes: Int) -> UnsafeMutableRawPointer {
    let bytes = nodes * Node.byteCount + 2 * padding
    let block = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    // SAFETY: both paddings lie inside the block just made.
    unsafe block.initializeMemory(as: UInt8.self, repeating: 0, count: padding)
    unsafe (block + bytes - padding).initializeMemory(as: UInt8.self, repeating: 0, count: padding)
    return unsafe block + padding
  }

  private static func free(_ chunk: UnsafeMutableRawPointer) {
    // SAFETY: `allocate` put the padding before the address that it returned.
    unsafe (chunk - padding).deallocate()
  }

  private mutating func grow() {
    if chunkCount == 0 {
      firstChunkNodes = 1
      addChunk(nodes: 1)
    } else if chunkCount == 1, firstChunkNodes < Self.chunkNodes {
      resizeFirstChunk(to: firstChunkNodes * 2)
    } else {
      precondition(chunkCount < 1 << (32 - Int(Node.chunkBits)) - 1, "row nodes exhausted")
      addChunk(nodes: Self.chunkNodes)
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
    unsafe (directory + chunkCount).initialize(to: Self.allocate(nodes: nodes))
    chunkCount += 1
  }

  private mutating func resizeFirstChunk(to nodes: Int) {
    let chunk = unsafe Self.allocate(nodes: nodes)
    // SAFETY: all nodes lie in the first chunk and fit in the new one.
    unsafe chunk.copyMemory(from: directory[0], byteCount: count * Node.byteCount)
    unsafe Self.free(directory[0])
    unsafe directory[0] = chunk
    firstChunkNodes = nodes
  }

  private mutating func giveBack() {
    if chunkCount > 1 {
      if capacity - count >= Self.chunkNodes * 3 / 2 {
        chunkCount -= 1
        // SAFETY: the last chunk holds no node any more: more than a chunk's worth is unused.
        unsafe Self.free(directory[chunkCount])
      }
    } else if firstChunkNodes > 1, count * 4 <= firstChunkNodes {
      resizeFirstChunk(to: firstChunkNodes / 2)
    }
  }
}
