/// A small JSON text as a tree: manifests, not rows.
package indirect enum JSONValue: Equatable {
  case object([(name: String, value: JSONValue)])
  case array([JSONValue])
  case string(String)
  case integer(Int64)
  case unsigned(UInt64)
  /// A number that is no integer of 64 bits, as it stands.
  case number(String)
  case bool(Bool)
  case null

  /// Reads a text.
  ///
  /// - Throws: `JSONError` with the byte; also for a name that an object has twice.
  package init(_ bytes: Span<UInt8>) throws(JSONError) {
    var cursor = JSONCursor()
    self = try Self.read(bytes, &cursor, depth: 0)
    try cursor.finish(bytes)
  }

  private static func read(
    _ bytes: Span<UInt8>, _ cursor: inout JSONCursor, depth: Int
  ) throws(JSONError) -> JSONValue {
    let kind = try cursor.kind(bytes)
    guard depth < JSONCursor.maximumDepth else {
      throw JSONError(byteOffset: cursor.position, message: "nested too deeply")
    }
    switch kind {
    case .null: try cursor.word("null", bytes)
    case .true:
      try cursor.word("true", bytes)
      return .bool(true)
    case .false:
      try cursor.word("false", bytes)
      return .bool(false)
    case .string: return .string(try cursor.string(bytes).text(in: bytes))
    case .number:
      let range = try cursor.number(bytes)
      if let number: Int64 = parseCanonicalInteger(bytes, range) { return .integer(number) }
      if let number: UInt64 = parseCanonicalInteger(bytes, range) { return .unsigned(number) }
      return .number(JSONString(range: range, hasEscapes: false).text(in: bytes))
    case .array:
      cursor.position += 1
      var values: [JSONValue] = []
      var isFirst = true
      while try cursor.hasNext(bytes, closing: UInt8(ascii: "]"), isFirst: &isFirst) {
        values.append(try read(bytes, &cursor, depth: depth + 1))
      }
      return .array(values)
    case .object:
      cursor.position += 1
      var members: [(name: String, value: JSONValue)] = []
      var isFirst = true
      while let name = try cursor.nextName(bytes, isFirst: &isFirst)?.text(in: bytes) {
        if members.contains(where: { $0.name == name }) {
          throw JSONError(byteOffset: cursor.position, message: "'\(name)' stands twice")
        }
        members.append((name, try read(bytes, &cursor, depth: depth + 1)))
      }
      return .object(members)
    }
    return .null
  }

  package static func == (lhs: JSONValue, rhs: JSONValue) -> Bool {
    switch (lhs, rhs) {
    case (.object(let left), .object(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy { $0.name == $1.name && $0.value == $1.value }
    case (.array(let left), .array(let right)): left == right
    case (.string(let left), .string(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.unsigned(let left), .unsigned(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.bool(let left), .bool(let right)): left == right
    case (.null, .null): true
    default: false
    }
  }

  /// A member of an object, or nil when this is none or lacks it.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}

extension JSONValue {
  /// The text, with a line per member and two spaces per level, and a line feed at its end.
  package var prettyText: [UInt8] {
    var text = JSONText()
    write(to: &text, indentation: 0)
    text.append("\n")
    return text.bytes
  }

  private func write(to text: inout JSONText, indentation: Int) {
    switch self {
    case .object(let members):
      Self.writeList(members.count, "{", "}", to: &text, indentation: indentation) { text, index in
        text.appendString(members[index].name.utf8)
        text.append(": ")
        members[index].value.write(to: &text, indentation: indentation + 2)
      }
    case .array(let values):
      Self.writeList(values.count, "[", "]", to: &text, indentation: indentation) { text, index in
        values[index].write(to: &text, indentation: indentation + 2)
      }
    case .string(let string): text.appendString(string.utf8)
    case .integer(let number): text.append(number)
    case .unsigned(let number): text.append(number)
    case .number(let digits): text.bytes.append(contentsOf: digits.utf8)
    case .bool(let bool): text.append(bool ? "true" : "false")
    case .null: text.append("null")
    }
  }

  private static func writeList(
    _ count: Int, _ open: StaticString, _ close: StaticString, to text: inout JSONText,
    indentation: Int, _ element: (inout JSONText, Int) -> Void
  ) {
    text.append(open)
    for index in 0..<count {
      text.append(index == 0 ? "\n" : ",\n")
      text.bytes.append(contentsOf: repeatElement(0x20, count: indentation + 2))
      element(&text, index)
    }
    if count > 0 {
      text.append("\n")
      text.bytes.append(contentsOf: repeatElement(0x20, count: indentation))
    }
    text.append(close)
  }
}
