public import ListCore

/// How many changes of each kind a log's beginning has.
struct ScriptTally: Sendable, Equatable {
  /// Every how many events there is a tally.
  static let spacing = 64

  private var counts: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)

  /// The tallies before event 0, 64, 128 and so on.
  static func tallies(of events: [EventRecord]) -> [ScriptTally] {
    var tallies: [ScriptTally] = []
    tallies.reserveCapacity(events.count / spacing + 1)
    var tally = ScriptTally()
    for (index, event) in events.enumerated() {
      if index % spacing == 0 { tallies.append(tally) }
      tally.add(event.operation)
    }
    if events.count % spacing == 0 { tallies.append(tally) }
    return tallies
  }

  mutating func add(_ operation: Change.Operation) {
    switch operation {
    case .insert: counts.0 += 1
    case .delete: counts.1 += 1
    case .move: counts.2 += 1
    case .update: counts.3 += 1
    }
  }

  /// The counts with a number of live items.
  func counts(live: Int) -> ChangeCounts {
    var result = ChangeCounts(live: live)
    result.inserts = Int(counts.0)
    result.deletes = Int(counts.1)
    result.moves = Int(counts.2)
    result.updates = Int(counts.3)
    return result
  }

  static func == (lhs: ScriptTally, rhs: ScriptTally) -> Bool { lhs.counts == rhs.counts }
}

/// What is true after any change.
extension ScriptedList {
  /// What an item is like after a change.
  public struct ItemState: Hashable, Sendable {
    /// Its place, its version and whether a reader sees it.
    public var item: FixtureItem
    /// How often its content was written, from 1.
    public var edition: UInt32
    /// The number of its status in the recipe's statuses; nil: as the row's text draws it.
    public var status: Int?
  }

  /// How many changes of each kind the log has, and how many items live after it.
  public var counts: ChangeCounts { counts(through: eventCount) }

  /// How many changes of each kind the first `sequence` changes are; `sequence` is in
  /// `0...eventCount`.
  ///
  /// - Complexity: O(1).
  public func counts(through sequence: Int) -> ChangeCounts {
    let live = liveCount(after: sequence)
    let first = sequence / ScriptTally.spacing
    var tally = tallies[first]
    for index in first * ScriptTally.spacing..<sequence { tally.add(events[index].operation) }
    return tally.counts(live: live)
  }

  /// How many items live after a change; `sequence` is in `0...eventCount`.
  ///
  /// - Complexity: O(1).
  public func liveCount(after sequence: Int) -> Int {
    precondition(sequence >= 0 && sequence <= eventCount, "sequence out of range")
    return sequence == 0 ? itemCount : Int(events[sequence - 1].live)
  }

  /// Whether an item is in the list after a change; `sequence` is in `0...eventCount`.
  ///
  /// - Complexity: O(log changes of the item).
  public func isAlive(_ id: ItemID, after sequence: Int) -> Bool {
    itemState(of: id, after: sequence) != nil
  }

  /// The version of an item after a change; nil when it is not in the list.
  ///
  /// - Complexity: O(log changes of the item).
  public func version(of id: ItemID, after sequence: Int) -> UInt32? {
    itemState(of: id, after: sequence)?.item.version
  }

  /// The place of an item after a change, at key 0 when it has none; nil when it is not in the list.
  ///
  /// - Complexity: O(log changes of the item).
  public func entry(of id: ItemID, after sequence: Int) -> ListEntry? {
    itemState(of: id, after: sequence)?.item.entry
  }

  /// What an item is like after a change; nil when it is not in the list.
  ///
  /// - Complexity: O(log changes of the item).
  public func itemState(of id: ItemID, after sequence: Int) -> ItemState? {
    precondition(sequence >= 0 && sequence <= eventCount, "sequence out of range")
    guard let number = identity.number(of: id), number < historyStarts.count - 1 else {
      return nil
    }
    return itemState(ofNumber: number, after: sequence)
  }

  /// What an item is like after a change.
  func itemState(ofNumber number: Int, after sequence: Int) -> ItemState? {
    // Finds how many of its events are among the first `sequence`.
    var low = Int(historyStarts[number])
    var high = Int(historyStarts[number + 1])
    let first = low
    while low < high {
      let middle = (low + high) / 2
      if Int(history[middle]) < sequence { low = middle + 1 } else { high = middle }
    }
    if low > first { return itemState(after: events[Int(history[low - 1])]) }
    return number < itemCount ? itemState(ofSlot: number) : nil
  }

  /// What an event leaves of its item; nil when it is deleted.
  func itemState(after event: EventRecord) -> ItemState? {
    guard event.operation != .delete else { return nil }
    return ItemState(
      item: FixtureItem(
        entry: ListEntry(
          key: SortKey(event.key), id: identity.id(ofNumber: Int(event.item))),
        isKeyNull: event.flags.contains(.unkeyed), version: event.version,
        isHidden: event.flags.contains(.hidden)), edition: event.edition,
      status: event.status == ScriptDraws.drawnStatus ? nil : Int(event.status))
  }

  /// What the snapshot has in a slot.
  func itemState(ofSlot slot: Int) -> ItemState {
    let record = slots[slot]
    return ItemState(
      item: FixtureItem(
        entry: ListEntry(key: SortKey(record.key), id: identity.id(ofNumber: slot)),
        isKeyNull: record.flags.contains(.unkeyed), isHidden: record.flags.contains(.hidden)),
      edition: 1, status: record.status == ScriptDraws.drawnStatus ? nil : Int(record.status))
  }
}
