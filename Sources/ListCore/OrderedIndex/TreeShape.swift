/// How many entries and children the nodes of a tree have.
///
/// Tests use shapes of a few entries, so that small states make deep trees; a shape has no stored
/// property, so the compiler sees constants.
protocol TreeShape {
  /// Entries of a leaf, 2...256.
  static var leafCapacity: Int { get }
  /// Children of an inner node, 4...256.
  static var fanOut: Int { get }
  /// Bytes of a chunk of leaves, and of a chunk of inner nodes.
  static var leafChunkBytes: Int { get }
  static var innerChunkBytes: Int { get }
}

extension TreeShape {
  /// A leaf with fewer entries is merged or filled up from a neighbour.
  @inline(__always) static var leafMinimum: Int { Swift.max(1, leafCapacity / 4) }
  /// Neighbours are merged into at most as many entries, so that the next insert does not split.
  @inline(__always) static var leafMergeLimit: Int { leafCapacity * 7 / 8 }
  /// A leaf with at most as many entries is asked now and then whether it can be spared.
  @inline(__always) static var leafLean: Int { leafCapacity * 5 / 8 }
  /// Three neighbours with at most as many entries in all become two.
  @inline(__always) static var threeLeavesLimit: Int { 2 * leafMergeLimit }
  @inline(__always) static var innerMinimum: Int { Swift.max(2, fanOut / 4) }
  @inline(__always) static var innerMergeLimit: Int { fanOut * 7 / 8 }
  /// Entries of a leaf and children of an inner node after a bulk build.
  @inline(__always) static var leafBuildCount: Int { Swift.max(1, leafCapacity * 7 / 8) }
  @inline(__always) static var innerBuildCount: Int { Swift.max(2, fanOut * 7 / 8) }
}

/// The shape of every `OrderedIndex`.
enum StandardShape: TreeShape {
  @inline(__always) static var leafCapacity: Int { 64 }
  @inline(__always) static var fanOut: Int { 64 }
  @inline(__always) static var leafChunkBytes: Int { 256 << 10 }
  @inline(__always) static var innerChunkBytes: Int { 64 << 10 }
}

/// Stands for the absence of a node.
@inline(__always) var noNode: UInt32 { .max }

/// Counts how many nodes an operation enters, or does nothing at no cost.
protocol VisitTally {
  mutating func visit()
}

/// Counts nothing; the compiler removes it.
struct NoTally: VisitTally {
  @inline(__always) mutating func visit() {}
}

/// Counts visits.
struct CountingTally: VisitTally {
  var visits = 0
  @inline(__always) mutating func visit() { visits &+= 1 }
}

/// How many operations' memory is read ahead together.
enum IndexBatch {
  @inline(__always) static var size: Int { 64 }
  /// Of ranks, which keep what they know on the stack.
  @inline(__always) static var ranksSize: Int { 32 }
}
