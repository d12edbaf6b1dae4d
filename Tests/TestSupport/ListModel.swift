import ListCore
import ListSource

/// What a source must answer: all rows in an array, newest first, and the log of its changes.
package struct ListModel: Sendable {
  package private(set) var rows: [ModelRow]
  /// The number of the last change.
  package private(set) var sequence: UInt64
  /// The sequence number that the list started with.
  package let firstSequence: UInt64
  /// All changes since then.
  package private(set) var log: [ModelChange] = []
  /// Entries that were in the list once, some of the last ones.
  package private(set) var deleted: [ListEntry] = []
  private var keys: [ItemID: SortKey]
  private var nextID: UInt64

  /// Makes a model of rows in any order, every id once.
  package init(_ rows: [ModelRow], sequence: UInt64 = 0) {
    self.rows = rows.sorted { $0.entry > $1.entry }
    self.sequence = sequence
    firstSequence = sequence
    keys = Dictionary(uniqueKeysWithValues: rows.map { ($0.entry.id, $0.entry.key) })
    nextID = (rows.map(\.entry.id.rawValue).filter { $0 < 1 << 62 }.max() ?? 0) + 1
  }

  // MARK: - Reading

  /// How many rows are newer than an entry, by bisection.
  package func rank(of entry: ListEntry) -> Int {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].entry > entry { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Where an item stands.
  package func entry(of id: ItemID) -> ListEntry? { keys[id].map { ListEntry(key: $0, id: id) } }

  package func contains(_ entry: ListEntry) -> Bool { keys[entry.id] == entry.key }

  /// The ranks of the rows that a place and a limit mean.
  ///
  /// Traps for a cursor, which the model cannot read.
  package func ranks(_ place: PageRequest.Place, limit: Int) -> Range<Int> {
    let start: Int
    switch place {
    case .head: start = 0
    case .offset(let offset): start = min(offset, rows.count)
    case .after(let entry, .older): start = rank(of: entry) + (contains(entry) ? 1 : 0)
    case .after(let entry, .newer):
      let end = rank(of: entry)
      return max(0, end - limit)..<end
    case .cursor: preconditionFailure("a cursor in the model")
    }
    return start..<min(rows.count, start + limit)
  }

  package func page(_ place: PageRequest.Place, limit: Int) -> ArraySlice<ModelRow> {
    rows[ranks(place, limit: limit)]
  }

  /// The changes after a sequence number, `firstSequence` or later.
  package func changes(after sequence: UInt64, limit: Int) -> ArraySlice<ModelChange> {
    log.dropFirst(Int(sequence - firstSequence)).prefix(limit)
  }

  // MARK: - Writing

  /// Applies changes that fit; traps on others.
  package mutating func apply(_ batch: ChangeBatch) {
    for change in batch.modelChanges { apply(change) }
  }

  private mutating func apply(_ change: ModelChange) {
    let (sequence, id) = (change.change.sequence, change.change.id)
    precondition(sequence == self.sequence + 1, "a hole in the log")
    self.sequence = sequence
    log.append(change)
    var row = ModelRow(
      entry: ListEntry(key: change.change.key, id: id), version: change.change.version,
      text: change.text ?? [])
    if let key = keys[id] {
      precondition(change.change.operation != .insert, "an insert of what is there")
      let old = rows.remove(at: rank(of: ListEntry(key: key, id: id)))
      if change.text == nil { row.text = old.text }
      if change.change.operation != .move {
        precondition(old.entry == row.entry, "a change of another key")
      }
      if old.entry != row.entry || change.change.operation == .delete {
        deleted.append(old.entry)
        if deleted.count > 1_000 { deleted.removeFirst(500) }
      }
    } else {
      precondition(change.change.operation == .insert, "a change of what is not there")
    }
    keys[id] = nil
    guard change.change.operation != .delete else { return }
    keys[id] = row.entry.key
    rows.insert(row, at: rank(of: row.entry))
  }

  /// Makes some random changes that fit and applies them here.
  package mutating func churn(_ count: Int, _ random: inout SeededRandom) -> ChangeBatch {
    var batch = ChangeBatch()
    for _ in 0..<count {
      let change = randomChange(&random)
      apply(change)
      batch.append(change)
    }
    return batch
  }

  private mutating func randomChange(_ random: inout SeededRandom) -> ModelChange {
    let kind = rows.isEmpty ? 0 : random.next(below: 4)
    if kind == 0 {
      let entry = ListEntry(key: .random(&random), id: ItemID(nextID))
      nextID += 1
      return ModelChange(change(.insert, entry, version: 1), text: .random(&random))
    }
    let row = rows[random.next(below: rows.count)]
    var entry = row.entry
    switch kind {
    case 1: return ModelChange(change(.delete, entry, version: row.version), text: nil)
    case 2:
      entry.key = .random(&random)
      let bringsText = random.next(below: 2) == 0
      return ModelChange(
        change(.move, entry, version: row.version + 1), text: bringsText ? .random(&random) : nil)
    default:
      return ModelChange(change(.update, entry, version: row.version + 1), text: .random(&random))
    }
  }

  /// A change with the next sequence number.
  package func change(
    _ operation: Change.Operation, _ entry: ListEntry, version: UInt32
  ) -> Change {
    Change(
      sequence: sequence + 1, operation: operation, id: entry.id, key: entry.key, version: version)
  }
}
