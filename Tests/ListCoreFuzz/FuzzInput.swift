import ListCore

/// A fuzzer's bytes, read as the numbers that operations take; behind the last byte all are 0.
///
/// Most numbers come from few values, so that ties, repeats and collisions happen, some from the
/// extremes of their type, and some from all of it.
struct FuzzInput {
  private let bytes: [UInt8]
  private var position = 0
  /// Gives every item the same key.
  var hasOneKey = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isEmpty: Bool { position >= bytes.count }

  mutating func byte() -> Int {
    if isEmpty { return 0 }
    defer { position += 1 }
    return Int(bytes[position])
  }

  /// A number in `0..<bound` of one byte, or of two for a bound over 256.
  mutating func below(_ bound: Int) -> Int {
    bound <= 256 ? byte() % bound : (byte() << 8 | byte()) % bound
  }

  /// 64 bits, of eight bytes.
  mutating func word() -> UInt64 {
    var word: UInt64 = 0
    for _ in 0..<8 { word = word << 8 | UInt64(byte()) }
    return word
  }

  mutating func id() -> ItemID {
    let kind = byte()
    switch kind {
    case 0..<112: return ItemID(UInt64(kind % 56))
    case 112..<176: return Self.collidingID(UInt64(kind % 16), tag: Self.tags[kind / 16 % 4])
    case 176..<192: return ItemID(Self.extremeIDs[kind % 8])
    case 192..<240: return ItemID(UInt64(below(4096)) &* 0x1234_5678_9ABC)
    default: return ItemID(word())
    }
  }

  mutating func key() -> SortKey {
    if hasOneKey { return 7 }
    let kind = byte()
    switch kind {
    case 0..<160: return SortKey(Int64(kind % 32 - 16))
    case 160..<192: return SortKey(Self.extremeKeys[kind % 8])
    case 192..<240: return SortKey(Int64(below(1 << 16)) - 1 << 15)
    default: return SortKey(Int64(bitPattern: word()))
    }
  }

  mutating func entry() -> ListEntry {
    let id = id()
    return ListEntry(key: key(), id: id)
  }

  mutating func version() -> UInt32 {
    let kind = byte()
    return kind < 240 ? UInt32(kind % 8) : UInt32.max - UInt32(kind % 2)
  }

  /// A height in 1/64 pt.
  mutating func height() -> Int32 {
    let kind = byte()
    switch kind {
    case 0..<48: return 0
    case 48..<64: return RowHeight.maximum - Int32(kind % 2)
    case 64..<80: return 1
    case 80..<192: return Int32(kind) * 64
    default: return Int32(truncatingIfNeeded: word() % (UInt64(RowHeight.maximum) + 1))
    }
  }

  mutating func heights(_ count: Int) -> [Int32] {
    // Long runs repeat a few heights, so that an input of few bytes can have them.
    var some: [Int32] = []
    for _ in 0..<Swift.min(count, 6) { some.append(height()) }
    return (0..<count).map { some[$0 % some.count] }
  }

  /// A text of a length near the borders of the store's cells, or of one byte's length.
  mutating func text() -> [UInt8] {
    let kind = byte()
    let length = kind < 128 ? kind : Self.lengths[kind % Self.lengths.count]
    let first = UInt8(truncatingIfNeeded: byte())
    return (0..<length).map { first &+ UInt8(truncatingIfNeeded: $0) }
  }

  private static let lengths = [
    0, 1, 15, 16, 17, 47, 48, 49, 111, 112, 113, 143, 144, 145, 496, 1008, 2031, 2032, 2033, 9000,
  ]
  private static let extremeKeys: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max, 1 << 53]
  private static let extremeIDs: [UInt64] = [
    0, 1, .max, .max - 1, 1 << 63, 1 << 63 - 1, 1 << 32, 1 << 32 - 1,
  ]
  private static let tags: [UInt64] = [0, 77, (1 << 32) - 2, (1 << 32) - 1]

  // MARK: - Collisions

  /// One of the ids whose hashes have the same upper half, by which the table orders them.
  static func collidingID(_ number: UInt64, tag: UInt64) -> ItemID {
    ItemID((tag << 32 | number) &* inverseOfHashFactor)
  }

  /// The inverse of the table's factor modulo 2^64, by Newton's iteration.
  private static let inverseOfHashFactor: UInt64 = {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    var inverse = factor
    for _ in 0..<6 { inverse = inverse &* (2 &- factor &* inverse) }
    return inverse
  }()
}
