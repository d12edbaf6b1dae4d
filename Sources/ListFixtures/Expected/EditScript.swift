public import ListCore

/// What turns one list of rows into another, with the fewest moves.
///
/// To apply it: take the rows of `deletes` and `moves` out, put the rows of `inserts` and `moves` in
/// by ascending `to`, each at its rank in the new list, then renew the rows of `updates`.
///
/// Rows that are in both lists and keep their order stay; as many stay as possible, which are the
/// longest rising subsequence of the old ranks. Of several such subsequences the one is taken that
/// keeps, from the end on, the row with the smallest old rank that can end it.
/// Source: M. L. Fredman, "On computing the length of longest increasing subsequences", 1975.
public struct EditScript: Equatable, Sendable {
  /// A row and its rank in one of the lists.
  public struct Edit: Hashable, Sendable {
    /// The row.
    public var id: ItemID
    /// Of a delete the rank in the old list, of all others in the new one.
    public var rank: Int
  }
  /// A row and its ranks in both lists.
  public struct Move: Hashable, Sendable {
    /// The row.
    public var id: ItemID
    /// The rank in the old list.
    public var from: Int
    /// The rank in the new list.
    public var to: Int
  }

  /// Rows that are in the old list alone, by rank.
  public private(set) var deletes: [Edit] = []
  /// Rows that are in the new list alone, by rank.
  public private(set) var inserts: [Edit] = []
  /// Rows that do not keep their order, by rank in the new list.
  public private(set) var moves: [Move] = []
  /// Rows of both lists whose version differs, by rank in the new list.
  public private(set) var updates: [Edit] = []

  /// Compares two lists, neither of which has an id twice.
  ///
  /// - Complexity: O(n log n).
  public init(from old: [FixtureItem], to new: [FixtureItem]) {
    var oldRanks: [ItemID: Int] = [:]
    for (rank, item) in old.enumerated() { oldRanks[item.entry.id] = rank }
    let newIDs = Set(new.map(\.entry.id))
    for (rank, item) in old.enumerated() where !newIDs.contains(item.entry.id) {
      deletes.append(Edit(id: item.entry.id, rank: rank))
    }
    var common: [(id: ItemID, from: Int, to: Int)] = []
    for (rank, item) in new.enumerated() {
      let id = item.entry.id
      guard let from = oldRanks[id] else {
        inserts.append(Edit(id: id, rank: rank))
        continue
      }
      common.append((id, from, rank))
      if old[from].version != item.version { updates.append(Edit(id: id, rank: rank)) }
    }
    let keeps = Self.longestRise(common.map(\.from))
    for (index, row) in common.enumerated() where !keeps[index] {
      moves.append(Move(id: row.id, from: row.from, to: row.to))
    }
  }

  /// Marks the elements of a longest rising subsequence of different numbers.
  static func longestRise(_ numbers: [Int]) -> [Bool] {
    // For each length the place of the smallest number that ends a rise of that length.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      let length = ends.partition { numbers[$0] < number }
      if length > 0 { previous[index] = ends[length - 1] }
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var isKept = [Bool](repeating: false, count: numbers.count)
    var index = ends.last ?? -1
    while index >= 0 {
      isKept[index] = true
      index = previous[index]
    }
    return isKept
  }
}

extension FirstEvents {
  /// The visible rows among the first `window` of the list, after every `step` changes.
  ///
  /// - Parameters:
  ///   - window: How many rows of the list are looked at, hidden ones too, from 1.
  ///   - step: How many changes lie between two states, from 1.
  ///   - limit: How many states come after the snapshot's at most; there are no more than the
  ///     changes give.
  ///   - body: Takes the last change's number and the rows, the snapshot's first.
  public func forEachWindow<Failure: Error>(
    of window: Int, step: Int, atMost limit: Int,
    _ body: (_ sequence: Int, _ rows: [FixtureItem]) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(window >= 1 && step >= 1 && limit >= 0, "window out of range")
    var live = LiveList(self)
    for number in 0...limit {
      live.advance(to: number * step)
      if number > 0, live.sequence <= (number - 1) * step { return }
      try body(
        live.sequence, live.items(fromRank: 0, atMost: window).filter { !$0.isHidden })
    }
  }
}
