/// The chunks of a slab, and where they are.
///
/// A type of its own because it is not generic: in builds file by file, as for debugging, Swift 6.3.1
/// destroys a generic value without calling its deinitialiser. Nor is it private, or such a build with
/// optimisation never comes back from destroying it in another file.
@safe
struct ChunkDirectory: ~Copyable {
  var chunkCount = 0
  /// So many times `chunksPerBlock` chunks, the first ones, lie in blocks.
  var blockCount = 0
  let chunksPerBlock: Int
  private(set) var capacity = Self.smallestCapacity
  private var chunks: UnsafeMutablePointer<UnsafeMutableRawPointer>

  private static var smallestCapacity: Int { 4 }

  init(chunksPerBlock: Int) {
    self.chunksPerBlock = chunksPerBlock
    unsafe chunks = .allocate(capacity: capacity)
  }

  deinit {
    freeChunks()
    unsafe chunks.deallocate()
  }

  /// Bytes of heap of the directory alone, as the allocator counts them.
  var byteCount: Int { HeapSize.roundedUp(capacity * MemoryLayout<Int>.stride) }

  @inline(__always)
  subscript(index: Int) -> UnsafeMutableRawPointer {
    get {
      assert(index >= 0 && index < capacity, "chunk out of range")
      // SAFETY: the slab asks for chunks that it has set alone.
      return unsafe chunks[index]
    }
    set {
      assert(index >= 0 && index < capacity, "chunk out of range")
      // SAFETY: there is a place; pointers are trivial.
      unsafe chunks[index] = newValue
    }
  }

  /// Doubles the places; all have to be set.
  mutating func grow() { resize(to: capacity * 2) }

  /// Frees all chunks.
  mutating func removeAll() {
    freeChunks()
    chunkCount = 0
    blockCount = 0
    if capacity > Self.smallestCapacity { resize(to: Self.smallestCapacity) }
  }

  private mutating func resize(to newCapacity: Int) {
    let new = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: newCapacity)
    // SAFETY: `chunkCount` places are set and fit in the new directory.
    unsafe new.moveInitialize(from: chunks, count: chunkCount)
    unsafe chunks.deallocate()
    unsafe chunks = new
    capacity = newCapacity
  }

  private func freeChunks() {
    let inBlocks = blockCount * chunksPerBlock
    // SAFETY: the first `chunkCount` places hold chunks that the slab allocated, those in blocks one
    // after the other; both callers forget them.
    for block in 0..<blockCount { unsafe chunks[block * chunksPerBlock].deallocate() }
    for chunk in inBlocks..<chunkCount { unsafe chunks[chunk].deallocate() }
  }
}
