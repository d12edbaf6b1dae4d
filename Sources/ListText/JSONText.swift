/// JSON that is put together byte by byte, as canonical rows ask: no spaces, UTF-8 as it is but for what
/// JSON requires to be escaped.
package struct JSONText {
  /// What was written so far.
  package var bytes: [UInt8] = []

  package init() {}

  /// Appends a literal as it is.
  package mutating func append(_ literal: StaticString) {
    literal.withUTF8Buffer { buffer in unsafe bytes.append(contentsOf: buffer) }
  }

  /// Appends a number in decimal.
  package mutating func append(_ number: some FixedWidthInteger) {
    bytes.append(contentsOf: String(number).utf8)
  }

  /// Appends a string with its quotes.
  ///
  /// Escaped are the quote, the backslash and control characters: as `\b \t \n \f \r` where JSON has a
  /// letter, else as `\u00xx`.
  package mutating func appendString(_ text: some Sequence<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text { appendEscaped(byte) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0a: append("\\n")
    case 0x0c: append("\\f")
    case 0x0d: append("\\r")
    case 0..<0x20:
      append("\\u00")
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    default: bytes.append(byte)
    }
  }

  /// Appends a string or `null`.
  package mutating func appendString(orNull text: [UInt8]?) {
    if let text { appendString(text) } else { append("null") }
  }
}
