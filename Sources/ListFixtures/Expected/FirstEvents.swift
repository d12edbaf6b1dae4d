import ListCore

/// The first changes of a list's log, each with where it falls in the snapshot.
///
/// All expected answers are computed from these and from the few rows of the snapshot that they
/// look at, so neither memory nor time grows with the list, but for the logarithm of a search.
public struct FirstEvents: Sendable {
  /// A change and where it falls.
  struct Event: Sendable {
    var event: FixtureEvent
    /// The item after the change; of a delete, as it was.
    var item: FixtureItem
    /// Where that stands.
    var place: ListPlace
    /// How many items of the snapshot stand before that place; of inserts and moves alone.
    var gap = 0
  }

  /// The list.
  public let list: any FixtureList
  let search: SnapshotSearch
  let events: [Event]
  /// The ranks in the snapshot of those of its items that the changes touch.
  let ranks: [ItemID: Int]

  /// How many changes there are.
  public var count: Int { events.count }

  /// Looks at the first changes of a log.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - limit: How many changes at most, not negative.
  /// - Complexity: O(changes log items); of a list that cannot say where a moved item was, O(items).
  public init(_ list: any FixtureList, atMost limit: Int) {
    precondition(limit >= 0, "limit out of range")
    let order = list.recipe.order
    let search = SnapshotSearch(list)
    var events: [Event] = []
    var ranks: [ItemID: Int] = [:]
    var known: Set<ItemID> = []
    var moved: Set<ItemID> = []
    list.forEachEvent(1..<min(limit, list.eventCount) + 1) { event in
      let item = event.item
      let place = item.place(in: order)
      var resolved = Event(event: event, item: item, place: place)
      let operation = event.change.operation
      if operation == .insert || operation == .move { resolved.gap = search.count(before: place) }
      // What was not met before is of the snapshot, unless it is inserted. Only a move does not
      // say where the item was.
      if known.insert(item.entry.id).inserted {
        switch operation {
        case .insert: break
        case .move: moved.insert(item.entry.id)
        case .delete, .update: ranks[item.entry.id] = search.count(before: place)
        }
      }
      events.append(resolved)
    }
    ranks.merge(search.ranks(of: moved)) { rank, _ in rank }
    self.list = list
    self.search = search
    self.events = events
    self.ranks = ranks
  }
}
