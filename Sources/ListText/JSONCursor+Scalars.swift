extension JSONCursor {
  /// Steps over a number and returns where it stands.
  package mutating func number(_ bytes: Span<UInt8>) throws(JSONError) -> Range<Int> {
    let start = position
    _ = take(UInt8(ascii: "-"), bytes)
    if !take(UInt8(ascii: "0"), bytes) { try digits(bytes) }
    if take(UInt8(ascii: "."), bytes) { try digits(bytes) }
    if take(UInt8(ascii: "e"), bytes) || take(UInt8(ascii: "E"), bytes) {
      if !take(UInt8(ascii: "-"), bytes) { _ = take(UInt8(ascii: "+"), bytes) }
      try digits(bytes)
    }
    if position < bytes.count, isDigit(bytes[position]) {
      throw JSONError(byteOffset: start, message: "a number that starts with 0")
    }
    return start..<position
  }

  private mutating func digits(_ bytes: Span<UInt8>) throws(JSONError) {
    let start = position
    while position < bytes.count, isDigit(bytes[position]) { position += 1 }
    guard position > start else {
      throw JSONError(byteOffset: position, message: "a digit is missing")
    }
  }

  /// Steps over a string, checking its escapes and its UTF-8.
  package mutating func string(_ bytes: Span<UInt8>) throws(JSONError) -> JSONString {
    try expect(UInt8(ascii: "\""), bytes)
    let start = position
    var hasEscapes = false
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        return JSONString(range: start..<position - 1, hasEscapes: hasEscapes)
      } else if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        _ = try escape(bytes)
      } else if byte < 0x20 {
        throw JSONError(byteOffset: position, message: "a control character in a string")
      } else if byte < 0x80 {
        position += 1
      } else {
        let length = utf8Length(bytes, at: position)
        guard length > 0 else {
          throw JSONError(byteOffset: position, message: "bytes that are not UTF-8")
        }
        position += length
      }
    }
    throw JSONError(byteOffset: start - 1, message: "a string that does not end")
  }

  /// Steps over an escape and returns the character it stands for.
  fileprivate mutating func escape(_ bytes: Span<UInt8>) throws(JSONError) -> UInt32 {
    let start = position
    position += 1
    guard position < bytes.count else {
      throw JSONError(byteOffset: start, message: "a string that does not end")
    }
    let letter = bytes[position]
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt32(letter)
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0c
    case UInt8(ascii: "n"): return 0x0a
    case UInt8(ascii: "r"): return 0x0d
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "u"):
      let unit = try hexadecimal(bytes)
      guard unit & 0xf800 == 0xd800 else { return unit }
      guard unit < 0xdc00, take(UInt8(ascii: "\\"), bytes), take(UInt8(ascii: "u"), bytes) else {
        throw JSONError(byteOffset: start, message: "half of a surrogate pair")
      }
      let low = try hexadecimal(bytes)
      guard low & 0xfc00 == 0xdc00 else {
        throw JSONError(byteOffset: start, message: "half of a surrogate pair")
      }
      return 0x10000 + (unit & 0x3ff) << 10 + low & 0x3ff
    default: throw JSONError(byteOffset: start, message: "an escape that JSON does not know")
    }
  }

  private mutating func hexadecimal(_ bytes: Span<UInt8>) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard position < bytes.count,
        let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue
      else { throw JSONError(byteOffset: position, message: "four hexadecimal digits are missing") }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}

extension JSONString {
  /// Appends the text that the string stands for, as UTF-8.
  package func decode(_ bytes: Span<UInt8>, into target: inout [UInt8]) {
    guard hasEscapes else {
      for index in range { target.append(bytes[index]) }
      return
    }
    var cursor = JSONCursor(position: range.lowerBound)
    while cursor.position < range.upperBound {
      let byte = bytes[cursor.position]
      if byte == UInt8(ascii: "\\") {
        // The cursor that made this string has checked its escapes.
        guard let value = try? cursor.escape(bytes), let scalar = Unicode.Scalar(value) else {
          return
        }
        if let units = UTF8.encode(scalar) { target.append(contentsOf: units) }
      } else {
        target.append(byte)
        cursor.position += 1
      }
    }
  }

  /// How many bytes of UTF-8 the text has that the string stands for.
  package func byteCount(in bytes: Span<UInt8>) -> Int {
    guard hasEscapes else { return range.count }
    var decoded: [UInt8] = []
    decode(bytes, into: &decoded)
    return decoded.count
  }

  /// Whether the string stands for exactly these bytes.
  package func equals(_ text: [UInt8], in bytes: Span<UInt8>) -> Bool {
    if hasEscapes {
      var decoded: [UInt8] = []
      decode(bytes, into: &decoded)
      return decoded == text
    }
    guard range.count == text.count else { return false }
    for (offset, byte) in text.enumerated() where bytes[range.lowerBound + offset] != byte {
      return false
    }
    return true
  }

  /// The text.
  package func text(in bytes: Span<UInt8>) -> String {
    var decoded: [UInt8] = []
    decode(bytes, into: &decoded)
    return String(decoding: decoded, as: UTF8.self)
  }
}
