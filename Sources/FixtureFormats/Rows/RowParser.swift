import ListText
import ListCore

/// Reads canonical rows: the fields of the schema in their order, no spaces.
///
/// A row is either exactly canonical in its layout or refused with the byte and the field.
struct RowParser {
  private var cursor = JSONCursor()
  private var field: StaticString = ""
  /// Whether the cursor is in the `item` of an event.
  private var isInItem = false
  /// Where each field's value starts, when that is asked for.
  private var starts: [(field: String, byteOffset: Int)]?

  /// Reads a line of `items.ndjson`.
  static func item(_ line: Span<UInt8>) throws(RowError) -> ParsedItem {
    var parser = RowParser()
    let item = try parser.item(line)
    try parser.finish(line)
    return item
  }

  /// Reads a line of `events.ndjson`.
  static func event(_ line: Span<UInt8>) throws(RowError) -> ParsedEvent {
    var parser = RowParser()
    let event = try parser.event(line)
    try parser.finish(line)
    return event
  }

  /// The field of a canonical row that a byte belongs to; empty before the first value.
  static func field(at byteOffset: Int, of line: Span<UInt8>, isEvent: Bool) -> String {
    var parser = RowParser()
    parser.starts = []
    // A row that is not canonical gives the fields up to there.
    if isEvent { _ = try? parser.event(line) } else { _ = try? parser.item(line) }
    return parser.starts?.last { $0.byteOffset <= byteOffset }?.field ?? ""
  }

  // MARK: - Rows

  private mutating func item(_ line: Span<UInt8>) throws(RowError) -> ParsedItem {
    var item = ParsedItem()
    let start = cursor.position
    try name("id", "{\"id\":", line)
    item.entry.id = try id(line)
    try name("key", ",\"key\":", line)
    if let key = try key(line) { item.entry.key = key } else { item.isKeyNull = true }
    try name("version", ",\"version\":", line)
    item.version = UInt32(try integer(line, in: 1...Int64(UInt32.max)))
    try name("author", ",\"author\":", line)
    _ = try optionalString(line)
    try name("own", ",\"own\":", line)
    item.isOwn = try bool(line)
    try name("status", ",\"status\":", line)
    item.status = try optionalString(line)
    try name("hidden", ",\"hidden\":", line)
    item.isHidden = try bool(line)
    try name("parent", ",\"parent\":", line)
    if try !null(line) { item.parent = try id(line) }
    try name("title", ",\"title\":", line)
    item.title = try string(line)
    try name("body", ",\"body\":", line)
    item.body = try optionalString(line)
    try counts(line)
    item.hasImage = try image(line)
    try heights(line, &item)
    item.range = start..<cursor.position
    return item
  }

  private mutating func counts(_ line: Span<UInt8>) throws(RowError) {
    try name("counts.replies", ",\"counts\":{\"replies\":", line)
    _ = try integer(line, in: 0...RowLimits.keys.upperBound)
    try name("counts.reactions", ",\"reactions\":", line)
    _ = try integer(line, in: 0...RowLimits.keys.upperBound)
  }

  private mutating func image(_ line: Span<UInt8>) throws(RowError) -> Bool {
    try name("image", "},\"image\":", line)
    if try null(line) { return false }
    try name("image.width", "{\"width\":", line)
    _ = try integer(line, in: 1...RowLimits.keys.upperBound)
    try name("image.height", ",\"height\":", line)
    _ = try integer(line, in: 1...RowLimits.keys.upperBound)
    try name("image.color", ",\"color\":", line)
    _ = try string(line)
    try name("image.blurHash", ",\"blurHash\":", line)
    _ = try string(line)
    try literal("}", line)
    return true
  }

  private mutating func heights(_ line: Span<UInt8>, _ item: inout ParsedItem) throws(RowError) {
    try name("heights.compact", ",\"heights\":{\"compact\":", line)
    item.compactHeight = Int(try integer(line, in: 0...RowLimits.keys.upperBound))
    try name("heights.regular", ",\"regular\":", line)
    item.regularHeight = Int(try integer(line, in: 0...RowLimits.keys.upperBound))
    try name("estimate", "},\"estimate\":", line)
    _ = try integer(line, in: 0...RowLimits.keys.upperBound)
    try literal("}", line)
  }

  private mutating func event(_ line: Span<UInt8>) throws(RowError) -> ParsedEvent {
    var event = ParsedEvent()
    try name("seq", "{\"seq\":", line)
    event.change.sequence = UInt64(try integer(line, in: 1...RowLimits.keys.upperBound))
    try name("at", ",\"at\":", line)
    event.at = try integer(line, in: RowLimits.keys)
    try name("op", ",\"op\":", line)
    event.change.operation = try operation(line)
    try name("id", ",\"id\":", line)
    event.change.id = try id(line)
    try name("key", ",\"key\":", line)
    if let key = try key(line) { event.change.key = key } else { event.isKeyNull = true }
    try name("version", ",\"version\":", line)
    event.change.version = UInt32(try integer(line, in: 1...Int64(UInt32.max)))
    try name("implied", ",\"implied\":", line)
    event.isImplied = try bool(line)
    if event.change.operation.carriesItem {
      try name("item", ",\"item\":", line)
      isInItem = true
      let item = try item(line)
      event.item = item
      isInItem = false
      let change = event.change
      field = "item"
      guard item.entry == ListEntry(key: change.key, id: change.id), item.version == change.version,
        item.isKeyNull == event.isKeyNull
      else { throw error("id, key and version must be those of the event") }
    }
    try literal("}", line)
    return event
  }

  // MARK: - Parts

  private func error(_ message: String, at position: Int? = nil) -> RowError {
    RowError(byteOffset: position ?? cursor.position, field: fieldName, message: message)
  }

  private var fieldName: String { isInItem ? "item.\(field)" : "\(field)" }

  /// Steps over the punctuation before a field's value and says that the field has begun.
  private mutating func name(
    _ name: StaticString, _ text: StaticString, _ line: Span<UInt8>
  ) throws(RowError) {
    guard hasBytes(text, line, at: cursor.position) else {
      throw error("\(text) must follow here")
    }
    cursor.position += text.utf8CodeUnitCount
    field = name
    if starts != nil {
      let start = (fieldName, cursor.position)
      starts?.append(start)
    }
  }

  private mutating func literal(_ text: StaticString, _ line: Span<UInt8>) throws(RowError) {
    guard hasBytes(text, line, at: cursor.position) else { throw error("\(text) must follow here") }
    cursor.position += text.utf8CodeUnitCount
  }

  private mutating func finish(_ line: Span<UInt8>) throws(RowError) {
    field = ""
    guard cursor.position < line.count else { return }
    throw error(
      line[cursor.position] == 0x0d
        ? "a carriage return; lines end with a line feed alone" : "something follows the row")
  }

  private mutating func null(_ line: Span<UInt8>) throws(RowError) -> Bool {
    guard hasBytes("null", line, at: cursor.position) else { return false }
    cursor.position += 4
    return true
  }

  private mutating func bool(_ line: Span<UInt8>) throws(RowError) -> Bool {
    for (text, value) in [("true" as StaticString, true), ("false", false)]
    where hasBytes(text, line, at: cursor.position) {
      cursor.position += text.utf8CodeUnitCount
      return value
    }
    throw error("true or false must stand here")
  }

  private mutating func string(_ line: Span<UInt8>) throws(RowError) -> JSONString {
    do {
      return try cursor.string(line)
    } catch {
      throw self.error(error.message, at: error.byteOffset)
    }
  }

  private mutating func optionalString(_ line: Span<UInt8>) throws(RowError) -> JSONString? {
    try null(line) ? nil : try string(line)
  }

  private mutating func integer(
    _ line: Span<UInt8>, in range: ClosedRange<Int64>
  ) throws(RowError) -> Int64 {
    let start = cursor.position
    while cursor.position < line.count,
      isDigit(line[cursor.position]) || line[cursor.position] == UInt8(ascii: "-")
    { cursor.position += 1 }
    guard let number: Int64 = parseCanonicalInteger(line, start..<cursor.position),
      range.contains(number)
    else {
      throw error(
        "a whole number from \(range.lowerBound) to \(range.upperBound) must stand here", at: start)
    }
    return number
  }

  /// A sort key; nil for `null`.
  private mutating func key(_ line: Span<UInt8>) throws(RowError) -> SortKey? {
    try null(line) ? nil : SortKey(try integer(line, in: RowLimits.keys))
  }

  private mutating func id(_ line: Span<UInt8>) throws(RowError) -> ItemID {
    let start = cursor.position
    let text = try string(line)
    guard let number: UInt64 = parseCanonicalInteger(line, text.range) else {
      throw error("an id from \"0\" to \"\(UInt64.max)\" must stand here", at: start)
    }
    return ItemID(number)
  }

  private mutating func operation(_ line: Span<UInt8>) throws(RowError) -> Change.Operation {
    let start = cursor.position
    let text = try string(line)
    for operation in Change.Operation.allCases
    where text.range.count == operation.word.utf8CodeUnitCount
      && hasBytes(operation.word, line, at: text.range.lowerBound)
    { return operation }
    throw error("insert, delete, move or update must stand here", at: start)
  }
}
