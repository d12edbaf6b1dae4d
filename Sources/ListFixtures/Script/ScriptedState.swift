public import ListCore

/// A scripted list as it stands after a change, and what its script's reader has fetched so far.
///
/// The state goes on from change to change, so that walking the log costs O(log n) a change.
public struct ScriptedState: ~Copyable {
  /// The list that this is a state of.
  public let list: ScriptedList
  /// The last change that the state contains, 0 for the snapshot.
  public private(set) var sequence = 0
  /// The rows of the page that the script's reader fetched last, as they were then.
  ///
  /// Empty for the snapshot: the first fetch comes with the first change.
  public private(set) var page: [FixtureItem] = []

  private var order: ScriptOrder
  private var reader: ScriptReader

  fileprivate init(_ list: ScriptedList) {
    self.list = list
    var keyed: [ListEntry] = []
    var unkeyed: [ListEntry] = []
    keyed.reserveCapacity(list.itemCount)
    for rank in list.ranked.indices {
      let descends = list.recipe.order == .newestFirst
      let slot = Int(list.ranked[descends ? list.itemCount - 1 - rank : rank])
      let item = list.itemState(ofSlot: slot).item
      if item.isKeyNull { unkeyed.append(item.entry) } else { keyed.append(item.entry) }
    }
    order = ScriptOrder(keyed: keyed, unkeyed: unkeyed, order: list.recipe.order)
    reader = ScriptReader(list.script.reader)
  }

  // MARK: - Reading

  /// How many items live.
  public var liveCount: Int { order.count }

  /// How often the reader has started at the head; its present session's number.
  public var session: Int { reader.session }

  /// How many pages the reader has fetched.
  public var fetchCount: Int { reader.fetchCount }

  /// The ranks that the reader's last page had when it was fetched.
  public var pageRanks: Range<Int> { reader.page }

  /// The rank at which the reader's next page starts by now, 0 before a new session.
  public var nextPageRank: Int { reader.nextRank(order) }

  /// The place of the item at a rank in `0..<liveCount`, at key 0 when it has none.
  ///
  /// - Complexity: O(log n).
  public func entry(atRank rank: Int) -> ListEntry {
    precondition(rank >= 0 && rank < order.count, "rank out of range")
    return order.standing(atRank: rank).entry
  }

  /// The item at a rank in `0..<liveCount`.
  ///
  /// - Complexity: O(log n + log changes of the item).
  public func item(atRank rank: Int) -> FixtureItem {
    guard let state = list.itemState(of: entry(atRank: rank).id, after: sequence) else {
      preconditionFailure("the order has an item that the log has not")
    }
    return state.item
  }

  /// The rank of an item, 0 at the head; nil when it is not in the list.
  ///
  /// - Complexity: O(log n).
  public func rank(of id: ItemID) -> Int? { order.rank(of: id) }

  // MARK: - Going on

  /// Applies the changes up to one.
  ///
  /// - Parameter sequence: In `self.sequence...list.eventCount`.
  public mutating func advance(to sequence: Int) {
    precondition(
      sequence >= self.sequence && sequence <= list.eventCount, "sequence out of range")
    while self.sequence < sequence {
      if reader.beginEvent(order) { page = reader.page.map { item(atRank: $0) } }
      apply(list.events[self.sequence])
      self.sequence += 1
    }
  }

  private mutating func apply(_ event: EventRecord) {
    let id = list.identity.id(ofNumber: Int(event.item))
    let isUnkeyed = event.flags.contains(.unkeyed)
    let place = ScriptOrder.Standing(
      entry: ListEntry(key: SortKey(event.key), id: id), isUnkeyed: isUnkeyed)
    switch event.operation {
    case .insert: order.insert(place)
    case .delete: order.remove(id, isUnkeyed: isUnkeyed)
    case .move:
      let before = list.itemState(ofNumber: Int(event.item), after: sequence)
      order.move(id, wasUnkeyed: before?.item.isKeyNull ?? false, to: place)
    case .update: break
    }
  }
}

extension ScriptedList {
  /// The list as it stands after a change; `sequence` is in `0...eventCount`.
  ///
  /// - Complexity: O(n + changes * log n), where n counts items; allocates an index of the list.
  public func state(after sequence: Int) -> ScriptedState {
    var state = ScriptedState(self)
    state.advance(to: sequence)
    return state
  }
}
