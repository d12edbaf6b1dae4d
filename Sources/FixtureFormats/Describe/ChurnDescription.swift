import ListCore

/// Where and when a log changes its list, measured by replaying it.
///
/// Depths count from the head: 0 is the head, 1,000 permille the other end. Memory is proportional to the
/// items of the list.
struct ChurnDescription: ~Copyable {
  /// The depths of one kind of change.
  struct Depths {
    /// How many fell into each tenth of the list.
    private(set) var tenths = [Int](repeating: 0, count: 10)
    /// How many were at the head itself, rank 0.
    private(set) var atHead = 0
    /// How many were at the other end.
    private(set) var atEnd = 0

    /// Adds a change at a rank of a list of `count` items.
    mutating func add(rank: Int, of count: Int) {
      tenths[min(9, rank * 10 / max(1, count))] += 1
      if rank == 0 { atHead += 1 }
      if rank == count - 1 { atEnd += 1 }
    }

    var count: Int { tenths.reduce(0, +) }
  }

  /// What stands somewhere in the list.
  enum Place: Int, CaseIterable {
    /// Where an insert puts its item, in the list after it.
    case insert
    /// Where a deleted item stood.
    case delete
    /// Where a moved item stood.
    case moveFrom
    /// Where a moved item goes.
    case moveTo
    /// Where an updated item stands.
    case update
  }

  private var depths = [Depths](repeating: Depths(), count: Place.allCases.count)
  /// How many events lie between an item's insert and its delete, of items that the log inserts.
  private(set) var ages = Histogram()
  /// How many changes the items have that are changed at all.
  private(set) var touches = Histogram()
  /// Microseconds between one event and the next.
  private(set) var gaps = Histogram()
  /// How many events each hour of the day has, UTC.
  private(set) var hours = [Int](repeating: 0, count: 24)
  /// The fewest and the most items that lived.
  private(set) var liveRange: ClosedRange<Int>
  /// Inserts of an id that lived before.
  private(set) var resurrections = 0

  private var index: OrderedIndex
  /// Items in the list that have no key, and so no rank.
  private var keyless: Set<ItemID>
  private let isNewestFirst: Bool
  private var births: [ItemID: UInt64] = [:]
  private var touchCounts: [ItemID: Int] = [:]
  private var deleted: Set<ItemID> = []
  private var lastAt: Int64?

  /// Starts with a snapshot.
  ///
  /// - Parameters:
  ///   - entries: Its items that have keys, in any order.
  ///   - keyless: Its other items.
  ///   - isNewestFirst: Whether the largest key is at the head.
  init(_ entries: [ListEntry], keyless: [ItemID] = [], isNewestFirst: Bool) {
    index = OrderedIndex(minimumCapacity: entries.count)
    index.upsert(contentsOf: entries.span)
    self.isNewestFirst = isNewestFirst
    self.keyless = Set(keyless)
    let live = entries.count + keyless.count
    liveRange = live...live
  }

  /// Adds the next event; one that the list cannot follow counts as time alone.
  mutating func add(_ change: Change, at time: Int64, isKeyNull: Bool) {
    addTime(time)
    touchCounts[change.id, default: 0] += 1
    let before = rank(of: change.id)
    defer { addLive() }
    switch change.operation {
    case .insert:
      guard before == nil, !keyless.contains(change.id) else { return }
      if deleted.remove(change.id) != nil { resurrections += 1 }
      births[change.id] = change.sequence
      if isKeyNull {
        keyless.insert(change.id)
        return
      }
      index.upsert(ListEntry(key: change.key, id: change.id))
      add(rank(of: change.id), .insert)
    case .delete:
      add(before, .delete)
      guard index.remove(change.id) != nil || keyless.remove(change.id) != nil else { return }
      deleted.insert(change.id)
      if let birth = births.removeValue(forKey: change.id) {
        ages.add(Int(change.sequence - birth))
      }
    case .move:
      add(before, .moveFrom)
      guard !isKeyNull else {
        if index.remove(change.id) != nil { keyless.insert(change.id) }
        return
      }
      guard before != nil || keyless.remove(change.id) != nil else { return }
      index.upsert(ListEntry(key: change.key, id: change.id))
      add(rank(of: change.id), .moveTo)
    case .update:
      add(before, .update)
    }
  }

  private mutating func addLive() {
    let live = index.count + keyless.count
    liveRange = min(liveRange.lowerBound, live)...max(liveRange.upperBound, live)
  }

  /// Ends the log.
  mutating func finish() {
    for (_, count) in touchCounts { touches.add(count) }
    touchCounts = [:]
  }

  private mutating func addTime(_ time: Int64) {
    if let lastAt { gaps.add(Int(clamping: max(0, time - lastAt))) }
    lastAt = time
    let hour = 3_600_000_000 as Int64
    let ofDay = (time % (24 * hour) + 24 * hour) % (24 * hour)
    hours[Int(ofDay / hour)] += 1
  }

  private func rank(of id: ItemID) -> Int? {
    index.rank(of: id).map { isNewestFirst ? index.count - 1 - $0 : $0 }
  }

  private mutating func add(_ rank: Int?, _ place: Place) {
    guard let rank else { return }
    depths[place.rawValue].add(rank: rank, of: index.count)
  }

  /// The depths of one kind of place.
  subscript(place: Place) -> Depths { depths[place.rawValue] }
}
