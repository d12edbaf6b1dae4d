/// A place in a `RowBuffer` where bytes are written without a check per byte: whoever makes one has
/// made room for all that is written, and for 16 bytes more, as words are stored whole.
@safe
struct RowCursor {
  /// Where the next byte goes.
  private(set) var position: UnsafeMutableRawPointer

  @inline(__always)
  init(_ position: UnsafeMutableRawPointer) {
    unsafe self.position = position
  }

  /// Writes a literal, which is ASCII or UTF-8 as it stands in the source.
  @inline(__always)
  mutating func write(_ literal: StaticString) {
    // SAFETY: a literal of more than one byte has a pointer representation.
    let count = literal.utf8CodeUnitCount
    unsafe position.copyMemory(from: literal.utf8Start, byteCount: count)
    unsafe position += count
  }

  /// Writes one byte.
  @inline(__always)
  mutating func write(byte: UInt8) {
    unsafe position.storeBytes(of: byte, as: UInt8.self)
    unsafe position += 1
  }

  /// Stores 16 bytes and goes on by `count` of them.
  @inline(__always)
  mutating func write(_ word: TextWord) {
    unsafe position.storeBytes(of: word.low, as: UInt64.self)
    unsafe (position + 8).storeBytes(of: word.high, as: UInt64.self)
    unsafe position += Int(word.count)
  }

  /// Stores the low `count` bytes of a little-endian word of 8.
  @inline(__always)
  mutating func write(packed word: UInt64, count: Int) {
    unsafe position.storeBytes(of: word.littleEndian, as: UInt64.self)
    unsafe position += count
  }

  /// Goes back over bytes just written.
  @inline(__always)
  mutating func retreat(by count: Int) {
    unsafe position -= count
  }

  /// Goes back over a space just written, and tells by how many bytes: 0 or 1.
  @inline(__always)
  mutating func retreatOverSpace() -> Int {
    let count = unsafe (position - 1).load(as: UInt8.self) == UInt8(ascii: " ") ? 1 : 0
    retreat(by: count)
    return count
  }

  /// Calls `body` with what was written since an earlier place of the same buffer.
  @inline(__always)
  func withBytes<Result>(since earlier: RowCursor, _ body: (Span<UInt8>) -> Result) -> Result {
    // SAFETY: all bytes between two places of a cursor were written.
    body(
      unsafe Span(
        _unsafeStart: earlier.position.assumingMemoryBound(to: UInt8.self),
        count: distance(from: earlier)))
  }

  /// How many bytes lie between an earlier place and this one.
  @inline(__always)
  func distance(from earlier: RowCursor) -> Int {
    unsafe position - earlier.position
  }

  // MARK: - Numbers

  /// Writes a number in decimal.
  @inline(__always)
  mutating func write(decimal value: Int64) {
    if value < 0 { write(byte: UInt8(ascii: "-")) }
    write(decimal: value.magnitude)
  }

  /// Writes a number in decimal.
  @inline(__always)
  mutating func write(decimal value: UInt64) {
    if value < 100_000_000 {
      write(head: value)
    } else if value < 10_000_000_000_000_000 {
      write(head: value / 100_000_000)
      write(eight: value % 100_000_000)
    } else {
      let rest = value % 10_000_000_000_000_000
      write(head: value / 10_000_000_000_000_000)
      write(eight: rest / 100_000_000)
      write(eight: rest % 100_000_000)
    }
  }

  /// Writes a number below 10^8 without leading zeros.
  @inline(__always)
  private mutating func write(head value: UInt64) {
    let digits = Self.digits(value)
    // The last digit is written even when it is zero.
    let skipped = min(digits.trailingZeroBitCount &>> 3, 7)
    write(
      packed: (digits | 0x3030_3030_3030_3030) &>> UInt64(skipped &* 8), count: 8 &- skipped)
  }

  /// Writes a number below 10^8 with eight digits.
  @inline(__always)
  private mutating func write(eight value: UInt64) {
    write(packed: Self.digits(value) | 0x3030_3030_3030_3030, count: 8)
  }

  /// The eight digits of a number below 10^8, one per byte, the first in the lowest.
  ///
  /// Splits into halves of four, two and one digit, all at once; a division by a constant is a
  /// multiplication.
  @inline(__always)
  private static func digits(_ value: UInt64) -> UInt64 {
    let thousands = value / 10000
    let fours = thousands | (value &- thousands &* 10000) &<< 32
    let hundreds = (fours &* 10486) &>> 20 & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- hundreds &* 100) &<< 16
    let tens = (twos &* 103) &>> 10 & 0x000F_000F_000F_000F
    return tens | (twos &- tens &* 10) &<< 8
  }
}
