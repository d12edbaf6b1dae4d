/// Whether a byte is an ASCII digit.
@inlinable @inline(__always)
package func isDigit(_ byte: UInt8) -> Bool {
  byte &- UInt8(ascii: "0") < 10
}

/// How long the UTF-8 sequence at a position is, or 0 when it is none (overlong and surrogates included).
///
/// Source: table 3-7 of the Unicode standard, "Well-Formed UTF-8 Byte Sequences".
package func utf8Length(_ bytes: Span<UInt8>, at position: Int) -> Int {
  let first = bytes[position]
  if first < 0x80 { return 1 }
  let length: Int
  var second: ClosedRange<UInt8> = 0x80...0xbf
  switch first {
  case 0xc2...0xdf: length = 2
  case 0xe0:
    length = 3
    second = 0xa0...0xbf
  case 0xed:
    length = 3
    second = 0x80...0x9f
  case 0xe1...0xef: length = 3
  case 0xf0:
    length = 4
    second = 0x90...0xbf
  case 0xf1...0xf3: length = 4
  case 0xf4:
    length = 4
    second = 0x80...0x8f
  default: return 0
  }
  guard position + length <= bytes.count, second.contains(bytes[position + 1]) else { return 0 }
  for offset in 2..<max(2, length) where bytes[position + offset] & 0xc0 != 0x80 { return 0 }
  return length
}

/// Whether bytes are UTF-8.
package func isUTF8(_ bytes: Span<UInt8>) -> Bool {
  var position = 0
  while position < bytes.count {
    let length = utf8Length(bytes, at: position)
    if length == 0 { return false }
    position += length
  }
  return true
}

/// A whole number as people and JSON write it: an optional minus, digits without leading zeros.
///
/// - Returns: The number, or nil when the bytes are anything else or it does not fit.
@inlinable
package func parseCanonicalInteger<Number: FixedWidthInteger>(
  _ bytes: Span<UInt8>, _ range: Range<Int>, as _: Number.Type = Number.self
) -> Number? {
  var position = range.lowerBound
  let isNegative = position < range.upperBound && bytes[position] == UInt8(ascii: "-")
  if isNegative { position += 1 }
  guard position < range.upperBound else { return nil }
  if bytes[position] == UInt8(ascii: "0"), range.upperBound - position > 1 || isNegative {
    return nil
  }
  var value: Number = 0
  while position < range.upperBound {
    guard isDigit(bytes[position]) else { return nil }
    let digit = Number(bytes[position] &- UInt8(ascii: "0"))
    let (product, first) = value.multipliedReportingOverflow(by: 10)
    let (sum, second) =
      isNegative
      ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
    if first || second { return nil }
    value = sum
    position += 1
  }
  return value
}

/// Whether bytes at a position are those of a literal.
@inlinable
package func hasBytes(_ literal: StaticString, _ bytes: Span<UInt8>, at position: Int) -> Bool {
  let count = literal.utf8CodeUnitCount
  guard position + count <= bytes.count else { return false }
  return literal.withUTF8Buffer { buffer in
    for offset in 0..<count where unsafe buffer[offset] != bytes[position + offset] {
      return false
    }
    return true
  }
}
