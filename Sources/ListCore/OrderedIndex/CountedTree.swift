/// The tree and the table of an `OrderedIndex`, for any shape of node.
///
/// A B+ tree whose inner nodes count the entries below each child, in slabs of nodes addressed by
/// numbers, and a table from id to leaf. The table makes rank, move and removal independent of the
/// key: table, leaf, fingerprint, then up the parents.
///
/// Invariants:
/// 1. All leaves are at depth `height`; the root is a leaf if and only if `height` is 0.
/// 2. A leaf has `leafMinimum...leafCapacity` entries, but the first and the last leaf may have as
///    few as 1, and a root leaf 0; entries ascend strictly in and across leaves.
/// 3. An inner node has `innerMinimum...fanOut` children, the root at least 2.
/// 4. Every node's parent has it as a child; hints are below `fanOut`.
/// 5. The count beside a child is the number of entries below it; `count` is that of the root.
/// 6. Entries left of a separator are below it, the others are not. The separator of an inner node's
///    slot 0 is that of the node itself in its parent; along the left edge it is never read.
/// 7. `next` and `previous` run through all leaves in order.
/// 8. The table has, for every entry, one (tag, leaf) and no other.
/// 9. A fingerprint is that of the id in the same slot.
/// 10. A finger, if set, is a leaf, and all entries whose key is strictly between its bounds
///     belong into it.
/// 11. `count` is at most `maximumCount`. So many entries in the sparsest leaves have fewer leaves than
///     there are numbers.
struct CountedTree<Shape: TreeShape>: ~Copyable {
  /// The leaf of the last insert, and the keys between which the next one goes there too.
  struct Finger {
    var leaf: UInt32 = noNode
    var low = SortKey(.max)
    var high = SortKey(.min)

    /// Whether every entry with `key` belongs into the leaf.
    @inline(__always) func covers(_ key: SortKey) -> Bool { low < key && key < high }

    /// What is left of the finger after its leaf was split at `key`.
    func left(of key: SortKey) -> Finger {
      Finger(leaf: leaf, low: low, high: Swift.min(high, key))
    }
    /// The finger of the leaf that a split at `key` made.
    func right(of key: SortKey, in right: UInt32) -> Finger {
      Finger(leaf: right, low: Swift.max(low, key), high: high)
    }
  }

  /// Where an id is: its place in the table, its leaf, its slot there.
  struct Location {
    var place: Int
    var leaf: UInt32
    var slot: Int
  }

  var leaves = NodeSlab(layout: LeafLayout<Shape>())
  var inners = NodeSlab(layout: InnerLayout<Shape>())
  var table: IDTable
  var root: UInt32
  var height = 0
  var count = 0
  /// The leaf of the last insert, and one before that: a growing end is often two leaves wide.
  var finger = Finger()
  var otherFinger = Finger()
  /// Where batches are worked on.
  var batchMemory = BatchMemory()
  /// Takes what a batch reads ahead, so that the reads are not optimised away.
  var readAhead: UInt32 = 0

  /// Makes an empty tree whose table takes so many ids before it grows.
  init(minimumCount: Int = 0, maximumCount: Int = OrderedIndex.maximumCount) {
    table = IDTable(minimumCount: minimumCount, maximumCount: maximumCount)
    root = noNode
    root = appendLeaf()
  }

  /// The most entries.
  @inline(__always) var maximumCount: Int { table.maximumCount }

  var byteCount: Int {
    leaves.byteCount + inners.byteCount + table.byteCount + batchMemory.byteCount
  }

  // MARK: - Nodes

  @inline(__always) func leaf(_ number: UInt32) -> TreeLeaf<Shape> {
    unsafe TreeLeaf(leaves.address(of: number))
  }
  @inline(__always) func inner(_ number: UInt32) -> TreeInner<Shape> {
    unsafe TreeInner(inners.address(of: number))
  }
  /// The header of a node, a leaf on level 0.
  @inline(__always) func header(_ number: UInt32, level: Int) -> NodeHeader {
    level == 0 ? leaf(number).header : inner(number).header
  }

  mutating func appendLeaf() -> UInt32 {
    let number = leaves.append()
    leaf(number).initialize()
    return number
  }
  mutating func appendInner() -> UInt32 {
    let number = inners.append()
    inner(number).initialize()
    return number
  }

  /// Forgets the fingers, whose leaves may change their numbers or ranges.
  mutating func forgetFingers() {
    finger = Finger()
    otherFinger = Finger()
  }

  mutating func removeAll() {
    leaves.removeAll()
    inners.removeAll()
    table.removeAll()
    count = 0
    height = 0
    forgetFingers()
    root = appendLeaf()
  }
}
