import ListCore
import ListSource
import Testing

/// What a source must answer: all rows in an array, newest first.
struct ListModel {
  private(set) var rows: [ModelRow]
  private(set) var sequence: UInt64 = 0
  private var nextID: UInt64

  init(_ rows: [ModelRow]) {
    self.rows = rows.sorted { $0.entry > $1.entry }
    nextID = (rows.map(\.entry.id.rawValue).filter { $0 < 1 << 62 }.max() ?? 0) + 1
  }

  /// How many rows are newer than an entry, by bisection.
  func rank(of entry: ListEntry) -> Int {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].entry > entry { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func page(_ place: PageRequest.Place, limit: Int) -> ArraySlice<ModelRow> {
    switch place {
    case .head: return rows.prefix(limit)
    case .offset(let offset): return rows.dropFirst(offset).prefix(limit)
    case .after(let entry, .older):
      let rank = rank(of: entry)
      let isThere = rank < rows.count && rows[rank].entry == entry
      return rows.dropFirst(isThere ? rank + 1 : rank).prefix(limit)
    case .after(let entry, .newer): return rows.prefix(rank(of: entry)).suffix(limit)
    case .cursor: preconditionFailure("a cursor in the model")
    }
  }

  /// Makes some changes that fit and applies them here.
  mutating func churn(_ count: Int, _ random: inout SeededRandom) -> ChangeBatch {
    var batch = ChangeBatch()
    for _ in 0..<count {
      let kind = rows.isEmpty ? 0 : random.next(below: 4)
      sequence += 1
      if kind == 0 {
        let entry = ListEntry(key: .random(&random), id: ItemID(nextID))
        nextID += 1
        let row = ModelRow(entry: entry, text: .random(&random))
        rows.insert(row, at: rank(of: entry))
        batch.append(change(.insert, row), text: row.text.span)
        continue
      }
      var row = rows.remove(at: random.next(below: rows.count))
      if kind == 1 {
        batch.append(change(.delete, row))
        continue
      }
      row.version += 1
      if kind == 2 {
        row.entry.key = .random(&random)
        if random.next(below: 2) == 0 {
          row.text = .random(&random)
          batch.append(change(.move, row), text: row.text.span)
        } else {
          batch.append(change(.move, row))
        }
      } else {
        row.text = .random(&random)
        batch.append(change(.update, row), text: row.text.span)
      }
      rows.insert(row, at: rank(of: row.entry))
    }
    return batch
  }

  private func change(_ operation: Change.Operation, _ row: ModelRow) -> Change {
    Change(
      sequence: sequence, operation: operation, id: row.entry.id, key: row.entry.key,
      version: row.version)
  }
}

extension SortKey {
  /// A key out of few, so that there are ties; now and then one of the ends.
  static func random(_ random: inout SeededRandom) -> SortKey {
    switch random.next(below: 20) {
    case 0: SortKey(.min)
    case 1: SortKey(.max)
    case 2, 3, 4, 5: 100
    default: SortKey(Int64(random.next(below: 200)))
    }
  }
}

extension [UInt8] {
  /// Some text: empty, with several bytes to a character, or with NUL.
  static func random(_ random: inout SeededRandom) -> [UInt8] {
    let pieces = ["a", "é", "漢字", "👩‍👩‍👧", "\u{0}", "\"quoted\"", "مرحبا", " "]
    return (0..<random.next(below: 12)).flatMap { _ in
      Array(pieces[random.next(below: pieces.count)].utf8)
    }
  }
}

extension Page {
  /// The rows as the model has them.
  var modelRows: [ModelRow] {
    rows.map { row in
      let start = Int(row.textByteOffset)
      return ModelRow(
        entry: row.entry, version: row.version,
        text: Array(text[start..<start + Int(row.textByteCount)]))
    }
  }
}
