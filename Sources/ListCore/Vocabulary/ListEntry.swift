/// An item's place in a list: its sort key, then its id.
///
/// 16 bytes.
/// Entries order by (sort key, id), which is the order of every list in this package.
@frozen
public struct ListEntry: Hashable, Comparable, Sendable {
  /// What orders the list.
  public var key: SortKey
  /// The item, which breaks ties.
  public var id: ItemID

  /// Makes an entry.
  @inlinable
  public init(key: SortKey, id: ItemID) {
    self.key = key
    self.id = id
  }

  /// Whether `lhs` comes before `rhs` in ascending order.
  @inlinable
  public static func < (lhs: ListEntry, rhs: ListEntry) -> Bool {
    lhs.key != rhs.key ? lhs.key < rhs.key : lhs.id < rhs.id
  }
}
