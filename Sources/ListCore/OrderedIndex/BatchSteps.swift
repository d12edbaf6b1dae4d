/// One operation of a batch and what is known of it.
struct BatchStep {
  /// What is to be done, or what was done.
  enum Outcome: UInt8 {
    case upserting, removing
    /// Nothing is done: the caller knows of a newer version.
    case stale
    case inserted, moved, unchanged, removed, absent
  }

  /// What a page merge knows of a row.
  struct Marks: OptionSet {
    var rawValue: UInt8
    /// An earlier row of the page has the id.
    static let repeats = Marks(rawValue: 1)
    /// The row has replaced the item's text.
    static let isNewer = Marks(rawValue: 2)
  }

  var entry: ListEntry
  /// The place in the table of the id's leaf.
  var place = 0
  var tag: UInt32
  /// The leaf that has the id; `noNode` if none has.
  var leaf = noNode
  /// The id's slot in the leaf.
  var slot: UInt32 = 0
  var outcome: Outcome
  /// What a page merge knows of the row.
  var marks: Marks = []

  init(_ entry: ListEntry, tag: UInt32, outcome: Outcome) {
    self.entry = entry
    self.tag = tag
    self.outcome = outcome
  }
}

/// The memory in which a tree works on a batch: allocated by the first, used by all.
@safe
struct BatchMemory: ~Copyable {
  private var block: UnsafeMutableRawPointer?

  init() { unsafe block = nil }

  deinit { unsafe block?.deallocate() }

  /// Bytes of heap, as the allocator counts them.
  var byteCount: Int { unsafe block == nil ? 0 : HeapSize.roundedUp(BatchSteps.byteCount) }

  /// The steps, of which there is none yet.
  mutating func emptySteps() -> BatchSteps {
    if let block = unsafe block { return unsafe BatchSteps(block) }
    let new = unsafe HeapBlock.allocate(byteCount: BatchSteps.byteCount)
    unsafe block = new
    return unsafe BatchSteps(new)
  }
}

/// The operations of a batch, at most `IndexBatch.size`, every id once; and those that insert, in order.
///
/// A view of its tree's `BatchMemory`.
@safe
struct BatchSteps {
  /// Places of the small table that finds repeated tags: a power of two, twice the steps.
  private static var bucketCount: Int { 2 * IndexBatch.size }
  private static var insertsByteOffset: Int { IndexBatch.size * MemoryLayout<BatchStep>.stride }
  private static var bucketsByteOffset: Int { insertsByteOffset + IndexBatch.size }
  static var byteCount: Int { bucketsByteOffset + bucketCount }

  private let base: UnsafeMutableRawPointer
  private(set) var count = 0
  private(set) var insertCount = 0

  fileprivate init(_ base: UnsafeMutableRawPointer) {
    unsafe self.base = base
    // SAFETY: the three arrays lie in the block, one after the other.
    unsafe base.bindMemory(to: BatchStep.self, capacity: IndexBatch.size)
    unsafe (base + Self.insertsByteOffset).bindMemory(to: UInt8.self, capacity: IndexBatch.size)
    unsafe (base + Self.bucketsByteOffset)
      .initializeMemory(as: UInt8.self, repeating: 0, count: Self.bucketCount)
  }

  @inline(__always) private var steps: UnsafeMutablePointer<BatchStep> {
    unsafe base.assumingMemoryBound(to: BatchStep.self)
  }
  @inline(__always) private var inserts: UnsafeMutablePointer<UInt8> {
    unsafe (base + Self.insertsByteOffset).assumingMemoryBound(to: UInt8.self)
  }
  @inline(__always) private var buckets: UnsafeMutablePointer<UInt8> {
    unsafe (base + Self.bucketsByteOffset).assumingMemoryBound(to: UInt8.self)
  }

  @inline(__always) subscript(index: Int) -> BatchStep {
    get {
      assert(index >= 0 && index < count, "batch step out of range")
      // SAFETY: steps below `count` are initialised.
      return unsafe steps[index]
    }
    nonmutating _modify {
      assert(index >= 0 && index < count, "batch step out of range")
      // SAFETY: see above.
      yield unsafe &steps[index]
    }
  }

  /// Adds an operation, unless the batch is full or may have the id already.
  @inline(__always)
  mutating func append(_ entry: ListEntry, _ outcome: BatchStep.Outcome) -> Bool {
    if count == IndexBatch.size { return false }
    let tag = IDTable.tag(of: entry.id)
    var bucket = Int(truncatingIfNeeded: tag) & (Self.bucketCount &- 1)
    // SAFETY: the mask keeps buckets in range, half of them are empty; buckets have step numbers plus 1.
    while case let step = Int(unsafe buckets[bucket]), step != 0 {
      if unsafe steps[step &- 1].tag == tag { return false }
      bucket = (bucket &+ 1) & (Self.bucketCount &- 1)
    }
    unsafe (steps + count).initialize(to: BatchStep(entry, tag: tag, outcome: outcome))
    count &+= 1
    unsafe buckets[bucket] = UInt8(truncatingIfNeeded: count)
    return true
  }

  // MARK: - Inserts

  /// The step of an insert.
  @inline(__always) func insert(at position: Int) -> Int {
    assert(position >= 0 && position < insertCount, "batch insert out of range")
    // SAFETY: inserts below `insertCount` are initialised.
    return unsafe Int(inserts[position])
  }

  /// The entry of an insert.
  @inline(__always) func entry(ofInsert position: Int) -> ListEntry {
    self[insert(at: position)].entry
  }

  /// Notes that a step inserts its entry.
  @inline(__always)
  mutating func addInsert(_ step: Int) {
    // SAFETY: a step inserts once at most.
    unsafe inserts[insertCount] = UInt8(truncatingIfNeeded: step)
    insertCount &+= 1
  }

  /// Puts the inserts in order: O(n) if they ascend or descend already, else O(n^2).
  @inline(__always)
  func sortInserts() {
    if insertCount < 2 { return }
    if entry(ofInsert: insertCount &- 1) < entry(ofInsert: 0) { reverseInserts() }
    for position in 1..<insertCount {
      let step = insert(at: position)
      let entry = self[step].entry
      var hole = position
      while hole > 0, case let before = insert(at: hole &- 1), entry < self[before].entry {
        // SAFETY: `hole` is in `1..<insertCount`.
        unsafe inserts[hole] = UInt8(truncatingIfNeeded: before)
        hole &-= 1
      }
      unsafe inserts[hole] = UInt8(truncatingIfNeeded: step)
    }
  }

  private func reverseInserts() {
    var low = 0
    var high = insertCount &- 1
    while low < high {
      // SAFETY: both are below `insertCount`.
      let step = unsafe inserts[low]
      unsafe inserts[low] = inserts[high]
      unsafe inserts[high] = step
      low &+= 1
      high &-= 1
    }
  }
}
