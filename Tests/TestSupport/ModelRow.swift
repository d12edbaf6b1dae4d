import ListCore
import ListSource

/// One row of the model.
package struct ModelRow: Hashable, Sendable {
  package var entry: ListEntry
  package var version: UInt32
  package var text: [UInt8]

  package init(entry: ListEntry, version: UInt32 = 1, text: [UInt8]) {
    self.entry = entry
    self.version = version
    self.text = text
  }
}

extension [ModelRow] {
  /// Rows with about four rows to a key, newest first, ids from 1.
  package static func spread(_ count: Int) -> [ModelRow] {
    var rows: [ModelRow] = []
    for number in stride(from: count - 1, through: 0, by: -1) {
      let text: String = "row \(number) with some text that a list would show"
      let entry = ListEntry(key: SortKey(Int64(number / 4)), id: ItemID(UInt64(number) + 1))
      rows.append(ModelRow(entry: entry, text: [UInt8](text.utf8)))
    }
    return rows
  }

  /// Rows that are hard to page: a tie of more than half of them, keys and ids at both ends, all kinds
  /// of text; in no order.
  ///
  /// - Parameter largestID: The largest id that the source takes.
  package static func hostile(
    _ count: Int, largestID: UInt64, _ random: inout SeededRandom
  ) -> [ModelRow] {
    var rows: [ModelRow] = []
    for number in 1..<UInt64(Swift.max(4, count) - 3) {
      let key: SortKey = number <= UInt64(count) * 5 / 8 ? 100 : .random(&random)
      rows.append(
        ModelRow(entry: ListEntry(key: key, id: ItemID(number)), text: .random(&random)))
    }
    for (key, id) in [(Int64.min, 0), (.max, largestID), (100, largestID - 1)] {
      rows.append(
        ModelRow(entry: ListEntry(key: SortKey(key), id: ItemID(id)), text: .random(&random)))
    }
    return rows
  }
}

extension SortKey {
  /// A key out of few, so that there are ties; now and then one of the ends.
  package static func random(_ random: inout SeededRandom) -> SortKey {
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
  package static func random(_ random: inout SeededRandom) -> [UInt8] {
    let pieces = ["a", "é", "漢字", "👩‍👩‍👧", "\u{0}", "\"quoted\"", "مرحبا", " "]
    var text: [UInt8] = []
    for _ in 0..<random.next(below: 12) { text += random.pick(pieces).utf8 }
    return text
  }
}

extension Page {
  /// The rows as the model has them.
  ///
  /// Traps if a row's text is not within the page's.
  package var modelRows: [ModelRow] {
    rows.map { row in
      let start = Int(row.textByteOffset)
      return ModelRow(
        entry: row.entry, version: row.version,
        text: Array(text[start..<start + Int(row.textByteCount)]))
    }
  }

  /// Appends rows of the model.
  package mutating func append(contentsOf rows: some Sequence<ModelRow>) {
    for row in rows { append(entry: row.entry, version: row.version, text: row.text.span) }
  }
}

/// One change as a log gives it: what changes, and the text that it brings.
package struct ModelChange: Hashable, Sendable {
  package var change: Change
  package var text: [UInt8]?

  package init(_ change: Change, text: [UInt8]?) {
    self.change = change
    self.text = text
  }
}

extension ChangeBatch {
  /// The changes with their texts.
  package var modelChanges: [ModelChange] {
    elements.map { element in
      ModelChange(element.change, text: element.textByteRange.map { Array(text[$0]) })
    }
  }

  /// Appends a change of the model.
  package mutating func append(_ change: ModelChange) {
    if let text = change.text {
      append(change.change, text: text.span)
    } else {
      append(change.change)
    }
  }

  /// Makes a batch of the model's changes.
  package init(_ changes: some Sequence<ModelChange>) {
    self.init()
    for change in changes { append(change) }
  }
}

extension Change.Operation {
  /// Whether a change of this kind always brings text.
  package var bringsText: Bool { self == .insert || self == .update }
}
