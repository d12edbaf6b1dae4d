import ListCore

extension Workload {
  /// Replaces the changes by mixed churn, the work of a list that is busy everywhere: of 100 changes,
  /// 45 insert one of the 64 newest places, 10 insert anywhere, 25 move any item to the top, 20
  /// delete any item.
  ///
  /// The mix of the yardsticks that the gates beside peers are measured with; a recipe's events are
  /// mostly at the head, where every structure is fast. A list of no row is left as it is.
  ///
  /// - Parameters:
  ///   - count: Changes to make, as many as the list has rows.
  ///   - seed: Names the changes.
  public mutating func mixChurn(count: Int, seed: UInt64) {
    guard let first = rows.first, let last = rows.last else { return }
    var churn = MixedChurn(rows: rows, first: first.entry.key, last: last.entry.key, seed: seed)
    changes = []
    changes.reserveCapacity(count)
    for sequence in 1...max(1, count) { changes.append(churn.next(sequence: UInt64(sequence))) }
  }
}

/// What is live while changes are drawn.
private struct MixedChurn {
  private static let headRows = 64

  private var live: [Workload.Row]
  private var sample: Sample
  private let start: Int64
  /// The key of the top, which rises by the mean distance of two rows at every change.
  private var now: Int64
  private let step: Int64
  /// Ids of new items, unlike those of the list.
  private var freshIDs: Sample

  init(rows: [Workload.Row], first: SortKey, last: SortKey, seed: UInt64) {
    live = rows
    sample = Sample(seed: seed)
    freshIDs = Sample(seed: ~seed)
    // Keys up to the extremes of Int64 leave no room above: their top is moved down.
    now = min(last.rawValue, .max / 2)
    start = max(min(first.rawValue, now), .min / 2)
    step = max(1, (now - start) / Int64(rows.count))
    live.reserveCapacity(2 * rows.count)
  }

  mutating func next(sequence: UInt64) -> Change {
    let draw = sample.next(below: 100)
    now += step
    if live.count < 2 || draw < 45 {
      return insert(sequence, at: now - random(below: Int64(Self.headRows) * step))
    }
    if draw < 55 { return insert(sequence, at: start + random(below: now - start)) }
    let place = sample.next(below: live.count)
    if draw < 80 {
      live[place].entry.key = SortKey(now)
      live[place].version += 1
      return change(sequence, .move, live[place])
    }
    let row = live[place]
    live[place] = live[live.count - 1]
    live.removeLast()
    return change(sequence, .delete, row)
  }

  private mutating func random(below bound: Int64) -> Int64 {
    Int64(sample.next(below: Int(max(1, bound))))
  }

  private mutating func insert(_ sequence: UInt64, at key: Int64) -> Change {
    let id = ItemID(UInt64(freshIDs.next(below: .max)))
    let row = Workload.Row(entry: ListEntry(key: SortKey(key), id: id), version: 1)
    live.append(row)
    return change(sequence, .insert, row)
  }

  private func change(
    _ sequence: UInt64, _ operation: Change.Operation, _ row: Workload.Row
  ) -> Change {
    Change(
      sequence: sequence, operation: operation, id: row.entry.id, key: row.entry.key,
      version: row.version)
  }
}
