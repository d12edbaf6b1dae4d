/// Up to 16 bytes of text in two machine words, so that writing a word is two stores.
struct TextWord: Sendable {
  let low: UInt64
  let high: UInt64
  let count: UInt8

  /// Packs the UTF-8 of a text of at most 16 bytes.
  init(_ text: String) {
    var halves: (UInt64, UInt64) = (0, 0)
    var count: UInt8 = 0
    for byte in text.utf8 {
      precondition(count < 16, "word longer than 16 bytes")
      if count < 8 {
        halves.0 |= UInt64(byte) << (8 * UInt64(count))
      } else {
        halves.1 |= UInt64(byte) << (8 * UInt64(count - 8))
      }
      count += 1
    }
    low = halves.0.littleEndian
    high = halves.1.littleEndian
    self.count = count
  }
}
