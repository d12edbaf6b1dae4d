/// One change of a list, as a log or an event stream gives it.
@frozen
public struct Change: Hashable, Sendable {
  /// What happened to the item.
  @frozen
  public enum Operation: UInt8, Hashable, Sendable, CaseIterable {
    /// The item appears.
    case insert
    /// The item disappears.
    case delete
    /// The item's sort key changes; its content may change with it.
    case move
    /// The item's content changes, its sort key does not.
    case update
  }

  /// The change's number in the log, from 1, without holes.
  public var sequence: UInt64
  /// What happened.
  public var operation: Operation
  /// The item it happened to.
  public var id: ItemID
  /// The sort key after the change; of a delete, the last one.
  public var key: SortKey
  /// The item's version after the change; of a delete, the last one.
  ///
  /// Versions start at 1 and rise.
  public var version: UInt32

  /// Makes a change.
  @inlinable
  public init(
    sequence: UInt64, operation: Operation, id: ItemID, key: SortKey, version: UInt32
  ) {
    self.sequence = sequence
    self.operation = operation
    self.id = id
    self.key = key
    self.version = version
  }
}
