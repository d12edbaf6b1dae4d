/// A record of SQLite's, built value by value.
///
/// Source: sqlite.org/fileformat2.html, section 2.1.
@safe struct SQLiteRecord: ~Copyable {
  // SAFETY: `head` has room for `headCapacity` bytes and `headCount` stays below it; `body` reserves
  // before each value. This value alone owns both.
  private static let headCapacity = 256
  private let head: UnsafeMutableRawPointer
  private var headCount = 1
  private var body = EncodedBuffer(capacity: 64 << 10)

  init() { unsafe head = .allocate(byteCount: Self.headCapacity, alignment: 16) }

  deinit { unsafe head.deallocate() }

  /// Starts a record.
  mutating func removeAll() {
    headCount = 1
    body.removeAll()
  }

  /// How many bytes the record has.
  ///
  /// Its head's size takes one byte, as there are at most 24 columns of at most 5 bytes each.
  var byteCount: Int { headCount + body.count }

  @inline(__always)
  private mutating func put(type: Int) {
    precondition(headCount < 123, "a head of less than 128 bytes")
    unsafe headCount += SQLiteVarint.put(UInt64(type), at: head + headCount)
  }

  /// Appends NULL.
  @inline(__always)
  mutating func putNull() { put(type: 0) }

  /// Appends a text in UTF-8.
  @inline(__always)
  mutating func put(text: UnsafeRawBufferPointer) {
    put(type: 13 + 2 * text.count)
    body.reserve(text.count)
    unsafe body.put(text)
  }

  /// Appends an integer in as few bytes as SQLite has for it.
  @inline(__always)
  mutating func put(_ value: Int64) {
    if value == 0 || value == 1 { return put(type: 8 + Int(value)) }
    let bits = 65 - (value < 0 ? ~value : value).leadingZeroBitCount
    let (type, count) =
      switch bits {
      case ...8: (1, 1)
      case ...16: (2, 2)
      case ...24: (3, 3)
      case ...32: (4, 4)
      case ...48: (5, 6)
      default: (6, 8)
      }
    put(type: type)
    body.reserve(8)
    unsafe withUnsafeBytes(of: (value << Int64(64 - 8 * count)).bigEndian) {
      unsafe body.put(UnsafeRawBufferPointer(rebasing: $0[..<count]))
    }
  }

  /// Writes the whole record.
  @inline(__always)
  @unsafe borrowing func copy(to target: UnsafeMutableRawPointer) {
    unsafe head.storeBytes(of: UInt8(truncatingIfNeeded: headCount), as: UInt8.self)
    unsafe target.copyMemory(from: head, byteCount: headCount)
    unsafe body.withBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe (target + headCount).copyMemory(from: base, byteCount: bytes.count)
    }
  }
}
