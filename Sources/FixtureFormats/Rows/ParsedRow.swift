import ListText
import ListCore

/// A row of `items.ndjson`, or the `item` of an event, as it lies in its line.
struct ParsedItem {
  var entry = ListEntry(key: 0, id: 0)
  /// Whether the row has no key; the entry's is 0 then.
  var isKeyNull = false
  var version: UInt32 = 0
  var isOwn = false
  /// Absent for `null`.
  var status: JSONString?
  var parent: ItemID?
  var isHidden = false
  var title = JSONString(range: 0..<0, hasEscapes: false)
  /// Absent for `null`.
  var body: JSONString?
  var hasImage = false
  var compactHeight = 0
  var regularHeight = 0
  /// Where the row lies in its line, braces included.
  var range = 0..<0
}

/// A row of `events.ndjson` as it lies in its line.
struct ParsedEvent {
  var change = Change(sequence: 0, operation: .insert, id: 0, key: 0, version: 0)
  var at: Int64 = 0
  /// Whether the item has no key after the change; the change's is 0 then.
  var isKeyNull = false
  var isImplied = false
  /// Present for inserts and updates alone.
  var item: ParsedItem?
}

/// What a row has wrong with it.
struct RowError: Error {
  /// From the start of the line.
  var byteOffset: Int
  /// The field that the byte belongs to; empty before the first and after the last.
  var field: String
  /// What is wrong there.
  var message: String
}

/// The words that events write for operations.
extension Change.Operation {
  /// As in `"op":"insert"`.
  var word: StaticString {
    switch self {
    case .insert: "insert"
    case .delete: "delete"
    case .move: "move"
    case .update: "update"
    }
  }

  /// Whether an event of this kind carries the item.
  var carriesItem: Bool { self == .insert || self == .update }
}

/// The limits that rows keep.
enum RowLimits {
  /// Keys and times: what a double keeps exactly.
  static let keys = -(Int64(1) << 53)...(Int64(1) << 53)
  /// Ids of lists that are imported: what SQL databases keep.
  static let maximumID = UInt64(Int64.max)
}
