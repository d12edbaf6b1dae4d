import ListCore

/// What an item is like at some moment besides its place in the order.
struct ScriptFlags: OptionSet, Sendable, Equatable {
  let rawValue: UInt8

  /// It is in the list.
  static let alive = ScriptFlags(rawValue: 1)
  /// It has no sort key.
  static let unkeyed = ScriptFlags(rawValue: 2)
  /// A reader does not see it.
  static let hidden = ScriptFlags(rawValue: 4)
  /// The change follows from another one.
  static let implied = ScriptFlags(rawValue: 8)
}

/// An item of the snapshot: 16 bytes.
struct SnapshotRecord: Sendable, Equatable {
  /// 0 where there is none.
  var key: Int64
  /// The number of its status, `ScriptedList.drawnStatus` when its text draws one.
  var status: UInt8
  var flags: ScriptFlags
}

/// A change, and what its item is like after it: 32 bytes.
struct EventRecord: Sendable, Equatable {
  /// 0 where there is none.
  var key: Int64
  /// The item's number.
  var item: UInt32
  var version: UInt32
  var edition: UInt32
  /// How many items live after the change.
  var live: UInt32
  var operation: Change.Operation
  var flags: ScriptFlags
  var status: UInt8
}

extension ScriptFlags {
  /// Says whether there is a key.
  mutating func setUnkeyed(_ isUnkeyed: Bool) {
    if isUnkeyed { insert(.unkeyed) } else { remove(.unkeyed) }
  }
}
