import ListCore

/// A list as its changes go by: the snapshot, which is only looked at, and what the changes took
/// out of it and put in.
///
/// Memory is proportional to the changes applied.
///
/// Invariants:
/// 1. `removed` holds the snapshot ranks of the items that left their place, ascending.
/// 2. `added` holds the items that an insert or a move put where they are, by place; the snapshot
///    has none in place there.
/// 3. `standings` holds every item that a change touched, and no other.
public struct LiveList: Sendable {
  /// An item at a place that it does not have in the snapshot.
  struct Added: Sendable {
    var place: ListPlace
    /// How many items of the snapshot stand before the place.
    var gap: Int
    var item: FixtureItem
  }

  /// What became of an item.
  struct Standing: Sendable {
    /// As it is now; nil when it is not in the list.
    var item: FixtureItem?
    /// Where the snapshot has it.
    var snapshotRank: Int?
    /// Whether it still stands there.
    var isInPlace: Bool
    /// Whether it changed its key, or left and came back.
    var hasMoved = false
    /// Whether it was deleted or hidden at any time.
    var wasAway = false
  }

  /// The changes to come and those that were.
  let first: FirstEvents
  /// The number of the last change applied; 0 is the snapshot.
  public private(set) var sequence = 0
  private(set) var removed: [Int] = []
  private(set) var added: [Added] = []
  private(set) var standings: [ItemID: Standing] = [:]

  var list: any FixtureList { first.list }
  var order: ListOrder { first.list.recipe.order }

  /// Starts at the snapshot.
  public init(_ first: FirstEvents) {
    self.first = first
  }

  /// How many items live, the hidden ones too.
  public var count: Int { list.itemCount - removed.count + added.count }

  /// Applies changes until `sequence` is reached, or the last one that `FirstEvents` holds.
  ///
  /// - Complexity: O(log changes) each, and a move of memory.
  public mutating func advance(to sequence: Int) {
    while self.sequence < min(sequence, first.count) { applyNext() }
  }

  /// Applies one change more; there is one.
  private mutating func applyNext() {
    let event = first.events[sequence]
    sequence += 1
    let id = event.item.entry.id
    let operation = event.event.change.operation
    var standing =
      standings[id]
      ?? Standing(
        item: nil, snapshotRank: first.ranks[id], isInPlace: operation != .insert,
        wasAway: operation == .insert)
    switch operation {
    case .insert:
      add(event)
      standing.hasMoved = standing.snapshotRank != nil
      standing.item = event.item
    case .update:
      if !standing.isInPlace { added[index(of: event.place)].item = event.item }
      standing.item = event.item
    case .delete:
      remove(standing)
      standing.isInPlace = false
      standing.wasAway = true
      standing.item = nil
    case .move:
      remove(standing)
      standing.isInPlace = false
      standing.hasMoved = true
      add(event)
      standing.item = event.item
    }
    if event.item.isHidden { standing.wasAway = true }
    standings[id] = standing
  }

  private mutating func add(_ event: FirstEvents.Event) {
    added.insert(
      Added(place: event.place, gap: event.gap, item: event.item), at: index(of: event.place))
  }

  private mutating func remove(_ standing: Standing) {
    if standing.isInPlace {
      guard let rank = standing.snapshotRank else { preconditionFailure("item without a place") }
      removed.insert(rank, at: removedCount(before: rank))
    } else if let item = standing.item {
      added.remove(at: index(of: item.place(in: order)))
    }
  }

  /// How many added items stand before a place.
  func index(of place: ListPlace) -> Int {
    added.partition { $0.place < place }
  }

  /// How many of the snapshot's first `rank` items left their place.
  func removedCount(before rank: Int) -> Int {
    removed.partition { $0 < rank }
  }
}

extension Array {
  /// How many elements hold, of which all that hold come first.
  func partition(_ holds: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
