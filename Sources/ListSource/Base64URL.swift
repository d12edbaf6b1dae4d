/// Writes bytes as base64url, one at a time.
///
/// Source: RFC 4648, section 5.
struct Base64URLWriter {
  private var pending: UInt32 = 0
  private var pendingBitCount: UInt32 = 0

  mutating func write(_ byte: UInt8, to text: inout [UInt8]) {
    pending = pending << 8 | UInt32(byte)
    pendingBitCount += 8
    while pendingBitCount >= 6 {
      pendingBitCount -= 6
      text.append(Self.character(pending >> pendingBitCount & 63))
    }
  }

  mutating func write(_ word: UInt64, to text: inout [UInt8]) {
    for shift in stride(from: 56, through: 0, by: -8) {
      write(UInt8(truncatingIfNeeded: word >> UInt64(shift)), to: &text)
    }
  }

  /// Writes the bits that are left over, filled up with zeros.
  mutating func finish(_ text: inout [UInt8]) {
    guard pendingBitCount > 0 else { return }
    text.append(Self.character(pending << (6 - pendingBitCount) & 63))
    pendingBitCount = 0
  }

  /// The character of six bits, without a branch: bits of a hash are not to be foreseen.
  @inline(__always)
  private static func character(_ sextet: UInt32) -> UInt8 {
    let sextet = UInt8(truncatingIfNeeded: sextet)
    var character = sextet &+ UInt8(ascii: "A")
    character &+= sextet >= 26 ? UInt8(ascii: "a") - UInt8(ascii: "Z") - 1 : 0
    character &-= sextet >= 52 ? UInt8(ascii: "z") + 1 - UInt8(ascii: "0") : 0
    character &-= sextet >= 62 ? UInt8(ascii: "9") + 1 - UInt8(ascii: "-") : 0
    character &+= sextet == 63 ? UInt8(ascii: "_") - UInt8(ascii: "-") - 1 : 0
    return character
  }
}

/// Reads base64url, one byte at a time.
///
/// Past the end and on a foreign character it reads zeros and is no longer well formed.
struct Base64URLReader {
  private let text: [UInt8]
  private let count: Int
  private var byteOffset = 0
  private var pending: UInt32 = 0
  private var pendingBitCount: UInt32 = 0
  private var isForeign = false

  /// Reads the first `count` characters of a text.
  init(_ text: [UInt8], count: Int) {
    precondition(count <= text.count, "count out of range")
    self.text = text
    self.count = count
  }

  /// Whether all was base64url so far, and the bits that are left over are zeros.
  var isWellFormed: Bool {
    !isForeign && byteOffset == count && pending & (1 << pendingBitCount - 1) == 0
  }

  mutating func byte() -> UInt8 {
    while pendingBitCount < 8 {
      var sextet: UInt8 = 0
      if byteOffset < count, let value = Self.sextet(text[byteOffset]) {
        sextet = value
        byteOffset += 1
      } else {
        isForeign = true
      }
      pending = pending << 6 | UInt32(sextet)
      pendingBitCount += 6
    }
    pendingBitCount -= 8
    return UInt8(truncatingIfNeeded: pending >> pendingBitCount)
  }

  mutating func word() -> UInt64 {
    var word: UInt64 = 0
    for _ in 0..<8 { word = word << 8 | UInt64(byte()) }
    return word
  }

  private static func sextet(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
