/// The order of a list: every item's place by (sort key, id), and every item's rank.
///
/// Answers in O(log n) what list screens ask: which item is at a rank, what is the rank of an item,
/// what is next to it, and where would a key go; and takes inserts, moves and removals by id, without
/// being told where the item was.
///
/// A counted B+ tree gives order and rank; a table from id to leaf, with pointers from leaves up to
/// the root, finds an item without its key. Both lie in slabs of numbered nodes: no object per node,
/// no reference count. `CountedTree` holds the invariants and says how it works.
///
/// One owner, no lock; reading never writes, so several readers may share an index while nobody
/// writes. Hashing is deterministic: the same operations give the same layout and the same counts.
///
/// Limits: `maximumCount` items, whose nodes are always fewer than 2^32. An insert beyond traps;
/// `checkRoom(forInserting:)` throws before it. Ids chosen so that the upper halves of their hashes are
/// equal make every operation on them slow, never wrong.
public struct OrderedIndex: ~Copyable {
  /// What an upsert did.
  @frozen
  public enum UpsertOutcome: UInt8, Hashable, Sendable {
    /// The id was not there.
    case inserted
    /// The id was there with another key.
    case moved
    /// The id was there with this key.
    case unchanged
  }

  /// What a batch did, counted.
  @frozen
  public struct BatchOutcome: Hashable, Sendable {
    /// Ids that were not there.
    public var inserted = 0
    /// Ids that were there with another key.
    public var moved = 0
    /// Ids that were there with the same key.
    public var unchanged = 0
    /// Ids that were there and are gone.
    public var removed = 0
    /// Ids to remove that were not there.
    public var absent = 0

    /// Makes an outcome of nothing.
    @inlinable
    public init() {}

    @inline(__always)
    mutating func add(_ outcome: UpsertOutcome) {
      switch outcome {
      case .inserted: inserted += 1
      case .moved: moved += 1
      case .unchanged: unchanged += 1
      }
    }
  }

  /// The most items an index takes: 3 * 10^9, for which the table has entries and the tree numbers.
  public static var maximumCount: Int { IDTable.maximumCount }

  var tree: CountedTree<StandardShape>

  /// Makes an empty index.
  ///
  /// - Parameter minimumCapacity: Items for which the table has room at once, in `0...maximumCount`.
  ///   Traps otherwise.
  public init(minimumCapacity: Int = 0) {
    precondition(
      minimumCapacity >= 0 && minimumCapacity <= Self.maximumCount, "capacity out of range")
    tree = CountedTree(minimumCount: minimumCapacity)
  }

  /// Makes an empty index that takes fewer items than others.
  init(maximumCount: Int) {
    tree = CountedTree(maximumCount: maximumCount)
  }

  /// Makes an index of entries that are already in order, leaving an eighth of every node free.
  ///
  /// - Parameter entries: Strictly ascending, every id once, at most `maximumCount`. Traps otherwise.
  /// - Complexity: O(n); allocates the nodes and the table.
  public init(ascending entries: Span<ListEntry>) {
    tree = CountedTree(ascending: entries)
  }

  /// The number of items.
  public var count: Int { tree.count }

  /// Whether there is no item.
  public var isEmpty: Bool { tree.count == 0 }

  /// Throws unless so many items can be inserted; then none of the next so many inserts traps.
  ///
  /// To be called once before a batch whose size the world decides. Moves and removals in between take
  /// no room. Memory that the system does not have is another matter: an allocation that fails ends the
  /// process.
  ///
  /// - Parameter added: How many ids that are not in the list may come, 0 or more. Traps otherwise.
  /// - Throws: `tooManyItems` if there would be more than `maximumCount`; the index is as it was.
  /// - Complexity: O(1), no allocation.
  public func checkRoom(forInserting added: Int) throws(ListCoreError) {
    try ListCoreError.check(
      room: added, beside: tree.count, limit: tree.maximumCount, .tooManyItems, of: "items")
  }

  /// Bytes of heap that the index holds: nodes and table, rounded up as the allocator rounds.
  public var byteCount: Int { tree.byteCount }

  /// Removes all items and gives the memory back.
  ///
  /// - Complexity: O(chunks).
  public mutating func removeAll() { tree.removeAll() }

  /// Traps, naming the invariant, if the index is not as `CountedTree` says; for tests.
  ///
  /// - Complexity: O(n log n).
  public func checkInvariants() { tree.checkInvariants() }
}
