/// What is wrong with a JSON text, and where.
package struct JSONError: Error, Equatable, CustomStringConvertible {
  /// From the start of the text.
  package var byteOffset: Int
  /// What is wrong, as in "a string that does not end".
  package var message: String

  package init(byteOffset: Int, message: String) {
    self.byteOffset = byteOffset
    self.message = message
  }

  package var description: String { "byte \(byteOffset): \(message)" }
}

/// A string of a JSON text: what lies between its quotes.
package struct JSONString: Equatable {
  /// The bytes between the quotes; valid UTF-8.
  package var range: Range<Int>
  /// Whether there are escapes among them.
  package var hasEscapes: Bool

  package init(range: Range<Int>, hasEscapes: Bool) {
    self.range = range
    self.hasEscapes = hasEscapes
  }
}

/// Reads a JSON text (RFC 8259) from its start to its end, strictly, without building anything.
///
/// Every call takes the bytes again, so that they may live in a buffer that is used again. Calls never
/// trap, whatever the bytes are; after a failure the cursor is only good for being thrown away.
package struct JSONCursor {
  /// What a value is.
  package enum Kind: Equatable { case object, array, string, number, `true`, `false`, null }

  /// How deep objects and arrays may be nested.
  package static let maximumDepth = 64

  /// Where the cursor stands.
  package var position: Int

  package init(position: Int = 0) {
    self.position = position
  }

  private func error(_ message: String) -> JSONError {
    JSONError(byteOffset: position, message: message)
  }

  /// Steps over spaces, tabs, line feeds and carriage returns.
  package mutating func skipSpace(_ bytes: Span<UInt8>) {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0a, 0x0d: position += 1
      default: return
      }
    }
  }

  /// What the next value is; the cursor then stands at its first byte.
  package mutating func kind(_ bytes: Span<UInt8>) throws(JSONError) -> Kind {
    skipSpace(bytes)
    guard position < bytes.count else { throw error("a value is missing") }
    switch bytes[position] {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "t"): return .true
    case UInt8(ascii: "f"): return .false
    case UInt8(ascii: "n"): return .null
    default: throw error("not a JSON value")
    }
  }

  /// Whether a byte comes next; it is then stepped over.
  package mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Steps over a byte that must come next.
  package mutating func expect(_ byte: UInt8, _ bytes: Span<UInt8>) throws(JSONError) {
    guard take(byte, bytes) else {
      throw error("'\(Character(Unicode.Scalar(byte)))' is missing")
    }
  }

  /// Steps over `true`, `false` or `null`.
  package mutating func word(_ word: StaticString, _ bytes: Span<UInt8>) throws(JSONError) {
    let start = position
    for scalar in "\(word)".utf8 {
      guard take(scalar, bytes) else {
        throw JSONError(byteOffset: start, message: "not a JSON value")
      }
    }
  }

  /// Steps into an object that comes next.
  package mutating func enterObject(_ bytes: Span<UInt8>) throws(JSONError) {
    skipSpace(bytes)
    try expect(UInt8(ascii: "{"), bytes)
  }

  /// The next name of the object that the cursor is in, or nil after its last member.
  ///
  /// - Parameter isFirst: Whether no member was read yet; set to false.
  package mutating func nextName(
    _ bytes: Span<UInt8>, isFirst: inout Bool
  ) throws(JSONError) -> JSONString? {
    guard try hasNext(bytes, closing: UInt8(ascii: "}"), isFirst: &isFirst) else { return nil }
    skipSpace(bytes)
    let name = try string(bytes)
    skipSpace(bytes)
    try expect(UInt8(ascii: ":"), bytes)
    return name
  }

  /// Whether the object or array that the cursor is in goes on; its end is stepped over.
  package mutating func hasNext(
    _ bytes: Span<UInt8>, closing: UInt8, isFirst: inout Bool
  ) throws(JSONError) -> Bool {
    skipSpace(bytes)
    if take(closing, bytes) { return false }
    if !isFirst { try expect(UInt8(ascii: ","), bytes) }
    isFirst = false
    return true
  }

  /// Steps over any value.
  package mutating func skipValue(_ bytes: Span<UInt8>, depth: Int = 0) throws(JSONError) {
    guard depth < Self.maximumDepth else {
      throw error("nested deeper than \(Self.maximumDepth) levels")
    }
    switch try kind(bytes) {
    case .string: _ = try string(bytes)
    case .number: _ = try number(bytes)
    case .true: try word("true", bytes)
    case .false: try word("false", bytes)
    case .null: try word("null", bytes)
    case .object:
      position += 1
      var isFirst = true
      while try nextName(bytes, isFirst: &isFirst) != nil {
        try skipValue(bytes, depth: depth + 1)
      }
    case .array:
      position += 1
      var isFirst = true
      while try hasNext(bytes, closing: UInt8(ascii: "]"), isFirst: &isFirst) {
        try skipValue(bytes, depth: depth + 1)
      }
    }
  }

  /// Checks that nothing but space follows.
  package mutating func finish(_ bytes: Span<UInt8>) throws(JSONError) {
    skipSpace(bytes)
    guard position == bytes.count else { throw error("something follows the value") }
  }
}
