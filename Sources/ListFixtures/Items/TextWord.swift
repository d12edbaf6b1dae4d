/// Up to 16 bytes of text in two machine words, so that writing a word is two stores; a longer text
/// goes on in another one.
struct TextWord: Sendable {
  let low: UInt64
  let high: UInt64
  /// How many of the 16 bytes are text.
  let count: UInt8
  /// How many cells of a line the whole text takes.
  let cells: UInt8
  /// The number of the word with the rest of the text in the table of rests; 0 when there is none.
  let rest: UInt16

  /// Packs the UTF-8 of a text of at most 16 bytes that is not measured.
  init(_ text: String) {
    self.init(Array(text.utf8)[...], cells: 0, rest: 0)
  }

  /// Packs at most 16 bytes.
  init(_ bytes: ArraySlice<UInt8>, cells: UInt8, rest: UInt16) {
    precondition(bytes.count <= 16, "word longer than 16 bytes")
    var halves: (UInt64, UInt64) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if index < 8 {
        halves.0 |= UInt64(byte) << (8 * UInt64(index))
      } else {
        halves.1 |= UInt64(byte) << (8 * UInt64(index - 8))
      }
    }
    low = halves.0.littleEndian
    high = halves.1.littleEndian
    count = UInt8(bytes.count)
    self.cells = cells
    self.rest = rest
  }

  /// Packs a text, escaped for JSON, and puts what does not fit into `rests`, whose first element is
  /// no word.
  init(_ text: String, rests: inout [TextWord]) {
    let bytes = Self.escaped(text)
    var rest: UInt16 = 0
    var start = max(0, bytes.count - 1) / 16 * 16
    // From the end, as each word names the one behind it.
    while start > 0 {
      rests.append(TextWord(bytes[start..<min(start + 16, bytes.count)], cells: 0, rest: rest))
      rest = UInt16(rests.count - 1)
      start -= 16
    }
    self.init(
      bytes[..<min(16, bytes.count)], cells: UInt8(TextFacts.cells(of: text)), rest: rest)
  }

  /// The UTF-8 of a text with the escapes that JSON requires; the tables have a line feed and the
  /// quotation mark.
  static func escaped(_ text: String) -> [UInt8] {
    text.utf8.flatMap { byte in
      switch byte {
      case UInt8(ascii: "\n"): Array("\\n".utf8)
      case UInt8(ascii: "\""): Array("\\\"".utf8)
      default: [byte]
      }
    }
  }
}
