/// Why a text is no JSON, and where.
struct JSONError: Error, Equatable, CustomStringConvertible {
  /// Bytes before the place.
  var byteOffset: Int
  var message: String

  var description: String { "byte \(byteOffset): \(message)" }
}

/// Reads JSON as RFC 8259 has it, and refuses an object that has a key twice.
struct JSONParser {
  private let bytes: [UInt8]
  private var cursor = 0
  private var depth = 0
  private static let deepest = 64

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads one value that fills the text.
  static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSON {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw JSONError(byteOffset: 0, message: "not UTF-8")
    }
    var parser = JSONParser(bytes)
    parser.skipSpace()
    let value = try parser.value()
    parser.skipSpace()
    guard parser.cursor == bytes.count else { throw parser.error("more after the value") }
    return value
  }

  private func error(_ message: String) -> JSONError {
    JSONError(byteOffset: cursor, message: message)
  }

  private var next: UInt8? { cursor < bytes.count ? bytes[cursor] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { cursor += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    cursor += 1
    return true
  }

  private mutating func value() throws(JSONError) -> JSON {
    switch next {
    case UInt8(ascii: "{"): return try nested { parser throws(JSONError) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(JSONError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw error("the text ends where a value should be")
    default: return .number(try number())
    }
  }

  private mutating func nested(
    _ read: (inout JSONParser) throws(JSONError) -> JSON
  ) throws(JSONError) -> JSON {
    guard depth < Self.deepest else { throw error("nested more than \(Self.deepest) deep") }
    depth += 1
    cursor += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(JSONError) -> JSON {
    var members: [JSON.Member] = []
    skipSpace()
    if take("}") { return .object([]) }
    repeat {
      skipSpace()
      let place = cursor
      guard next == UInt8(ascii: "\"") else { throw error("expected a key in quotes") }
      let key = try string()
      if members.contains(where: { $0.key == key }) {
        throw JSONError(byteOffset: place, message: "the key '\(key)' is there twice")
      }
      skipSpace()
      guard take(":") else { throw error("expected ':' after a key") }
      skipSpace()
      members.append(JSON.Member(key: key, value: try value()))
      skipSpace()
    } while take(",")
    guard take("}") else { throw error("expected ',' or '}'") }
    return .object(members)
  }

  private mutating func array() throws(JSONError) -> JSON {
    var values: [JSON] = []
    skipSpace()
    if take("]") { return .array([]) }
    repeat {
      skipSpace()
      values.append(try value())
      skipSpace()
    } while take(",")
    guard take("]") else { throw error("expected ',' or ']'") }
    return .array(values)
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    let text = Array(word.description.utf8)
    guard bytes[cursor...].starts(with: text) else { throw error("expected a value") }
    cursor += text.count
    return value
  }

  private mutating func number() throws(JSONError) -> Double {
    let start = cursor
    _ = take("-")
    let whole = digits()
    guard whole > 0, whole == 1 || bytes[cursor - whole] != UInt8(ascii: "0") else {
      cursor = start
      throw error("expected a value")
    }
    if take("."), digits() == 0 { throw error("expected digits after '.'") }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      if digits() == 0 { throw error("expected digits of an exponent") }
    }
    guard let value = Double(String(decoding: bytes[start..<cursor], as: UTF8.self)),
      value.isFinite
    else {
      cursor = start
      throw error("a number out of range")
    }
    return value
  }

  private mutating func digits() -> Int {
    let start = cursor
    while let byte = next, (48...57).contains(byte) { cursor += 1 }
    return cursor - start
  }

  private mutating func string() throws(JSONError) -> String {
    cursor += 1
    var text: [UInt8] = []
    while let byte = next {
      if byte < 32 { throw error("a control character in a text") }
      cursor += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += String(try escape()).utf8
      default: text.append(byte)
      }
    }
    throw error("the text ends inside quotes")
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let simple: [UInt8: Unicode.Scalar] = [
      0x22: "\"", 0x5c: "\\", 0x2f: "/", 0x62: "\u{8}", 0x66: "\u{c}", 0x6e: "\n", 0x72: "\r",
      0x74: "\t",
    ]
    if let byte = next, let scalar = simple[byte] {
      cursor += 1
      return scalar
    }
    guard take("u") else { throw error("an unknown escape") }
    var unit = try hexadecimal()
    if (0xd800..<0xdc00).contains(unit), take("\\"), take("u") {
      let low = try hexadecimal()
      guard (0xdc00..<0xe000).contains(low) else { throw error("half a surrogate pair") }
      unit = 0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00)
    }
    guard let scalar = Unicode.Scalar(unit) else { throw error("half a surrogate pair") }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    let end = min(cursor + 4, bytes.count)
    let text = String(decoding: bytes[cursor..<end], as: UTF8.self)
    guard text.count == 4, text.allSatisfy(\.isHexDigit), let unit = UInt32(text, radix: 16) else {
      throw error("expected four hexadecimal digits")
    }
    cursor = end
    return unit
  }
}
