import ListCore

/// The hash of a list after every batch of changes, so that a client can prove that it applied all
/// of them.
public struct EpochHashes: Sendable {
  /// The largest snapshot that is hashed; of larger ones only the difference to the snapshot's hash
  /// is known.
  public static let itemLimit = 1 << 26
  /// The changes after which no more batches are given.
  public static let eventLimit = 1 << 26
  /// How many batches there are at most.
  public static let batchLimit = 4_096

  /// The list after a batch of changes.
  public struct Epoch: Equatable, Sendable {
    /// The number of the last change.
    public var sequence: Int
    /// How many items live, hidden ones too.
    public var liveCount: Int
    /// The list's hash less the snapshot's, modulo 2^64.
    public var delta: UInt64
    /// The list's hash; nil when the snapshot is larger than `itemLimit`.
    public var hash: UInt64?
  }

  private let list: any FixtureList
  /// How many changes a batch has: 128, doubled until `batchLimit` batches are enough.
  public let batchSize: Int

  /// Prepares the hashes of a list.
  public init(_ list: any FixtureList) {
    self.list = list
    var size = 128
    while min(list.eventCount, Self.eventLimit) > size * Self.batchLimit { size *= 2 }
    batchSize = size
  }

  /// Gives the state at the snapshot, after each batch, and after the last change.
  ///
  /// - Complexity: O(items up to `itemLimit`, and changes up to `eventLimit`). Memory does not depend
  ///   on either where the list knows what a moved item was before; for others it is proportional to
  ///   the items that change.
  public func forEach<Failure: Error>(
    _ body: (Epoch) throws(Failure) -> Void
  ) throws(Failure) {
    var base: UInt64?
    if list.itemCount <= Self.itemLimit {
      var sum: UInt64 = 0
      list.forEachItem(0..<list.itemCount) { sum &+= RowHash.of($0) }
      base = sum
    }
    var epoch = Epoch(sequence: 0, liveCount: list.itemCount, delta: 0, hash: base)
    try body(epoch)
    let count = min(list.eventCount, Self.eventLimit)
    var before = EarlierStates(list, eventCount: count)
    while epoch.sequence < count {
      let end = min(count, epoch.sequence + batchSize)
      list.forEachEvent(epoch.sequence + 1..<end + 1) { event in
        let item = event.item
        switch event.change.operation {
        case .insert:
          epoch.liveCount += 1
          epoch.delta &+= RowHash.of(item)
        case .delete:
          epoch.liveCount -= 1
          epoch.delta &-= RowHash.of(item)
        case .move, .update:
          epoch.delta &+= RowHash.of(item) &- RowHash.of(before.item(of: event))
        }
        before.apply(event)
      }
      epoch.sequence = end
      epoch.hash = base.map { $0 &+ epoch.delta }
      try body(epoch)
    }
  }
}

/// What an item was before a change.
private struct EarlierStates {
  /// Of a list whose items move once at most and whose versions rise by one nothing is kept.
  private let generated: GeneratedList?
  private var items: [ItemID: FixtureItem] = [:]

  init(_ list: any FixtureList, eventCount: Int) {
    generated = list as? GeneratedList
    guard generated == nil else { return }
    var touched: Set<ItemID> = []
    list.forEachEvent(1..<eventCount + 1) { event in
      let operation = event.change.operation
      if operation == .move || operation == .update { touched.insert(event.change.id) }
    }
    guard !touched.isEmpty else { return }
    items.reserveCapacity(touched.count)
    list.forEachItem(0..<list.itemCount) { item in
      if touched.contains(item.entry.id) { items[item.entry.id] = item }
    }
    // Inserted ones come to be known when they are inserted.
    for id in touched where items[id] == nil {
      items[id] = FixtureItem(entry: ListEntry(key: 0, id: id))
    }
  }

  /// What a moved or updated item was before.
  func item(of event: FixtureEvent) -> FixtureItem {
    var item = event.item
    guard let generated else { return items[item.entry.id] ?? item }
    item.version -= 1
    if event.change.operation == .move, let entry = generated.firstEntry(of: item.entry.id) {
      item.entry = entry
    }
    return item
  }

  mutating func apply(_ event: FixtureEvent) {
    guard generated == nil, items[event.change.id] != nil else { return }
    items[event.change.id] = event.item
  }
}
