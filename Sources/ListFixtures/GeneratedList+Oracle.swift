public import ListCore

/// What is true after any change. Questions about one moment share work: `moment(after:)` once,
/// then ask it.
extension GeneratedList {
  /// The list's state after a change; `sequence` is in `0...eventCount`, 0 is the snapshot.
  ///
  /// - Complexity: O(events of one epoch).
  public func moment(after sequence: Int) -> ListMoment {
    ListMoment(list: self, sequence: sequence)
  }

  /// How many items live after a change.
  ///
  /// - Complexity: O(events of one epoch).
  public func liveCount(after sequence: Int) -> Int { counts(through: sequence).live }

  /// Whether an item is in the list after a change.
  public func isAlive(_ id: ItemID, after sequence: Int) -> Bool {
    moment(after: sequence).isAlive(id)
  }

  /// The version of an item after a change; nil when it is not in the list.
  public func version(of id: ItemID, after sequence: Int) -> UInt32? {
    moment(after: sequence).version(of: id)
  }

  /// The place of an item after a change; nil when it is not in the list.
  public func entry(of id: ItemID, after sequence: Int) -> ListEntry? {
    moment(after: sequence).entry(of: id)
  }

  /// The rank of an item after a change, 0 at the head; nil when it is not in the list.
  public func rank(of id: ItemID, after sequence: Int) -> Int? {
    moment(after: sequence).rank(of: id)
  }

  /// The place of the item at a rank after a change; `rank` is below the live count.
  public func entry(atRank rank: Int, after sequence: Int) -> ListEntry {
    moment(after: sequence).entry(atRank: rank)
  }
}
