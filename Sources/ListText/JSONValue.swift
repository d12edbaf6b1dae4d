/// A small JSON text as a tree: manifests and recipes, not rows.
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

  /// Reads a text.
  package init(text bytes: [UInt8]) throws(JSONError) {
    try self.init(bytes.span)
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
      var names = Set<String>()
      var isFirst = true
      while let name = try cursor.nextName(bytes, isFirst: &isFirst)?.text(in: bytes) {
        if !names.insert(name).inserted {
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
  /// How a text is cut into lines.
  package enum Layout {
    /// What fits on a line of 100 columns stands on one, but for the outermost value; numbers that
    /// do not fit fill lines.
    case filled
    /// What is flat and has at most 160 bytes stands on one line.
    case flat
  }

  /// The text that manifests and recipes have.
  package var prettyText: [UInt8] { text(.filled) }

  /// The text, with a line feed at its end: what does not stand on one line has a line per member, two
  /// spaces per level.
  package func text(_ layout: Layout) -> [UInt8] {
    var text = JSONText()
    write(to: &text, layout, indentation: 0)
    text.append("\n")
    return text.bytes
  }

  /// Whether the value stands on one line.
  private func fits(_ line: [UInt8], column: Int, _ layout: Layout, indentation: Int) -> Bool {
    switch (layout, self) {
    // A comma may follow.
    case (.filled, _): indentation > 0 && column + line.count < 100
    case (.flat, .object(let members)): line.count <= 160 && members.allSatisfy(\.value.isScalar)
    case (.flat, .array(let values)): line.count <= 160 && values.allSatisfy(\.isScalar)
    case (.flat, _): true
    }
  }

  private func write(to text: inout JSONText, _ layout: Layout, indentation: Int) {
    let line = self.line
    let fits = fits(line, column: text.column, layout, indentation: indentation)
    switch self {
    case .object(let members) where !members.isEmpty && !fits:
      text.append("{")
      for (index, member) in members.enumerated() {
        text.append(index == 0 ? "" : ",")
        text.newLine(indentation + 2)
        text.appendString(member.name.utf8)
        text.append(": ")
        member.value.write(to: &text, layout, indentation: indentation + 2)
      }
      text.newLine(indentation)
      text.append("}")
    case .array(let values) where !values.isEmpty && !fits:
      text.append("[")
      let areFilled = layout == .filled && values.allSatisfy(\.isNumber)
      for (index, value) in values.enumerated() {
        text.append(index == 0 ? "" : ",")
        if areFilled, index > 0, text.column + 1 + value.line.count < 100 {
          text.append(" ")
        } else {
          text.newLine(indentation + 2)
        }
        value.write(to: &text, layout, indentation: indentation + 2)
      }
      text.newLine(indentation)
      text.append("]")
    default: text.bytes += line
    }
  }

  private var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  private var isNumber: Bool {
    switch self {
    case .integer, .unsigned, .number: true
    default: false
    }
  }

  /// The text on one line, with a space behind commas and colons.
  private var line: [UInt8] {
    var text = JSONText()
    writeLine(to: &text)
    return text.bytes
  }

  private func writeLine(to text: inout JSONText) {
    switch self {
    case .object(let members):
      text.append("{")
      for (index, member) in members.enumerated() {
        text.append(index == 0 ? "" : ", ")
        text.appendString(member.name.utf8)
        text.append(": ")
        member.value.writeLine(to: &text)
      }
      text.append("}")
    case .array(let values):
      text.append("[")
      for (index, value) in values.enumerated() {
        text.append(index == 0 ? "" : ", ")
        value.writeLine(to: &text)
      }
      text.append("]")
    case .string(let string): text.appendString(string.utf8)
    case .integer(let number): text.append(number)
    case .unsigned(let number): text.append(number)
    case .number(let digits): text.bytes.append(contentsOf: digits.utf8)
    case .bool(let bool): text.append(bool ? "true" : "false")
    case .null: text.append("null")
    }
  }
}

extension JSONText {
  /// How many bytes the last line has.
  fileprivate var column: Int {
    bytes.count - (bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)
  }

  /// Starts a line.
  fileprivate mutating func newLine(_ indentation: Int) {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation))
  }
}
