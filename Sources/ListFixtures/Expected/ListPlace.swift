public import ListCore

/// Where an item stands in a list, so that places compare as the list goes: the smaller one is
/// nearer to the head, whichever end the head is.
///
/// An item without a key stands behind all that have one, by id in the list's direction, as
/// `ORDER BY key DESC NULLS LAST, id DESC` has it.
public struct ListPlace: Hashable, Comparable, Sendable {
  private let isKeyNull: Bool
  // Both are complemented where the list descends.
  private let key: Int64
  private let id: UInt64

  /// Makes the place of an entry.
  ///
  /// - Parameters:
  ///   - entry: The key and the id; the key does not count where it is null.
  ///   - isKeyNull: Whether there is no key.
  ///   - order: Which end the head is.
  public init(_ entry: ListEntry, isKeyNull: Bool = false, in order: ListOrder) {
    let descends = order == .newestFirst
    let key = isKeyNull ? 0 : entry.key.rawValue
    self.init(
      isKeyNull: isKeyNull, key: descends ? ~key : key,
      id: descends ? ~entry.id.rawValue : entry.id.rawValue)
  }

  private init(isKeyNull: Bool, key: Int64, id: UInt64) {
    self.isKeyNull = isKeyNull
    self.key = key
    self.id = id
  }

  /// The last place that an item with the same key can have.
  var lastOfKey: ListPlace { ListPlace(isKeyNull: isKeyNull, key: key, id: .max) }

  /// Whether `lhs` is nearer to the head.
  public static func < (lhs: ListPlace, rhs: ListPlace) -> Bool {
    if lhs.isKeyNull != rhs.isKeyNull { return rhs.isKeyNull }
    return lhs.key != rhs.key ? lhs.key < rhs.key : lhs.id < rhs.id
  }
}

extension FixtureItem {
  /// Where the item stands.
  public func place(in order: ListOrder) -> ListPlace {
    ListPlace(entry, isKeyNull: isKeyNull, in: order)
  }
}

extension FixtureEvent {
  /// The item as it is after the change; of a delete, as it was.
  public var item: FixtureItem {
    FixtureItem(
      entry: ListEntry(key: change.key, id: change.id), isKeyNull: isKeyNull,
      version: change.version, isHidden: isHidden)
  }
}
