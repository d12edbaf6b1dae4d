/// A page of a tree, filled with cells in the order of their keys.
///
/// Source: sqlite.org/fileformat2.html, section 1.6.
@safe struct SQLitePage: ~Copyable {
  // SAFETY: the block has `byteCount` bytes, all initialised; this value alone owns it. `take` checks
  // that a cell fits before it gives out its place.

  /// The page's first byte.
  enum Kind: UInt8 {
    case tableLeaf = 0x0d
    case tableNode = 0x05
    case indexLeaf = 0x0a
    case indexNode = 0x02

    var isLeaf: Bool { self == .tableLeaf || self == .indexLeaf }
  }

  /// The most bytes of a cell that is not a row: a child, a length and a record of three integers.
  static let mostSeparatorBytes = 4 + 1 + 4 + 3 * 8

  let base: UnsafeMutableRawPointer
  private let kind: Kind
  private let byteCount: Int
  private var contentStart: Int
  private(set) var cellCount = 0

  init(_ kind: Kind, byteCount: Int) {
    self.kind = kind
    self.byteCount = byteCount
    contentStart = byteCount
    unsafe base = .allocate(byteCount: byteCount, alignment: 4096)
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
  }

  deinit { unsafe base.deallocate() }

  private var headBytes: Int { kind.isLeaf ? 8 : 12 }

  /// How many bytes are free.
  @inline(__always)
  var room: Int { contentStart - headBytes - 2 * cellCount }

  /// Whether a cell fits and leaves room for another of `reserve` bytes.
  @inline(__always)
  func fits(_ cellBytes: Int, reserve: Int = 0) -> Bool {
    room >= cellBytes + 2 + (reserve > 0 ? reserve + 2 : 0)
  }

  /// Takes the place of the next cell, which must fit.
  @inline(__always)
  mutating func take(_ cellBytes: Int) -> UnsafeMutableRawPointer {
    precondition(fits(cellBytes), "a cell that fits")
    contentStart -= cellBytes
    unsafe base.storeBytes(
      of: UInt16(truncatingIfNeeded: contentStart).bigEndian,
      toByteOffset: headBytes + 2 * cellCount, as: UInt16.self)
    cellCount += 1
    return unsafe base + contentStart
  }

  /// Writes the page's head, after which it can be written, and empties it.
  ///
  /// - Parameter last: The child behind all cells; 0 in a leaf.
  mutating func close(last: Int = 0) {
    unsafe base.storeBytes(of: kind.rawValue, as: UInt8.self)
    unsafe base.storeBytes(of: 0, toByteOffset: 1, as: UInt8.self)
    unsafe base.storeBytes(of: 0, toByteOffset: 2, as: UInt8.self)
    unsafe base.storeBytes(of: 0, toByteOffset: 7, as: UInt8.self)
    unsafe base.storeBytes(
      of: UInt16(cellCount).bigEndian, toByteOffset: 3, as: UInt16.self)
    unsafe base.storeBytes(
      of: UInt16(truncatingIfNeeded: contentStart).bigEndian, toByteOffset: 5, as: UInt16.self)
    if !kind.isLeaf {
      unsafe base.storeBytes(of: UInt32(last).bigEndian, toByteOffset: 8, as: UInt32.self)
    }
    // What is free keeps nothing of the page before.
    let free = headBytes + 2 * cellCount
    unsafe (base + free).initializeMemory(as: UInt8.self, repeating: 0, count: room)
    contentStart = byteCount
    cellCount = 0
  }
}

/// SQLite's integers of 1 to 9 bytes.
enum SQLiteVarint {
  /// How many bytes a number takes.
  @inline(__always)
  static func byteCount(_ value: UInt64) -> Int {
    if value < 0x80 { return 1 }
    let bits = 64 - value.leadingZeroBitCount
    return bits > 56 ? 9 : (bits + 6) / 7
  }

  /// Writes a number and returns how many bytes it took.
  @inline(__always)
  @unsafe static func put(_ value: UInt64, at target: UnsafeMutableRawPointer) -> Int {
    if value < 0x80 {
      unsafe target.storeBytes(of: UInt8(truncatingIfNeeded: value), as: UInt8.self)
      return 1
    }
    let count = byteCount(value)
    var rest = value
    var position = count - 1
    if count == 9 {
      unsafe target.storeBytes(
        of: UInt8(truncatingIfNeeded: rest), toByteOffset: 8, as: UInt8.self)
      rest >>= 8
      position = 7
    }
    while position >= 0 {
      let more: UInt8 = position == count - 1 ? 0 : 0x80
      unsafe target.storeBytes(
        of: UInt8(truncatingIfNeeded: rest) & 0x7f | more, toByteOffset: position, as: UInt8.self)
      rest >>= 7
      position -= 1
    }
    return count
  }
}
