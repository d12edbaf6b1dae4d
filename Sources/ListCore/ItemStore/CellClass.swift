/// The sizes of cells: 16 bytes apart up to 128, four to a doubling up to 2 KiB, then doublings.
///
/// MEASURED: texts of 10 to 400 bytes lose 9% to rounding up; with powers of two, 31%.
enum CellClass {
  /// Classes in all; 5 bits of a cell's number say which.
  @inline(__always) static var count: Int { 32 }
  /// Bytes of the largest cell, 512 KiB.
  @inline(__always) static var largestBytes: Int { 512 << 10 }

  /// The smallest class whose cells have `bytes`, 1 or more.
  @inline(__always)
  static func index(for bytes: Int) -> Int {
    if bytes <= 128 { return (bytes &+ 15) &>> 4 &- 1 }
    // The exponent of the power of two that is below `bytes`, 7 or more.
    let exponent = Int.bitWidth &- 1 &- (bytes &- 1).leadingZeroBitCount
    if exponent < 11 {
      return 8 &+ (exponent &- 7) &* 4 &+ ((bytes &- 1) &>> (exponent &- 2)) &- 4
    }
    return 24 &+ exponent &- 11
  }

  /// Bytes of the cells of a class.
  static func bytes(of index: Int) -> Int {
    if index < 8 { return (index + 1) * 16 }
    if index < 24 { return (5 + (index - 8) % 4) << (5 + (index - 8) / 4) }
    return 4096 << (index - 24)
  }
}

/// Cells of one class, 64 KiB to a chunk.
struct CellLayout: SlabLayout {
  /// Bits of a cell's number beside those of its class.
  @inline(__always) static var numberBits: UInt32 { 27 }
  static var owner: String { "item store" }

  let nodeBytes: Int
  let nodesPerChunk: Int
  let slotBits: UInt32
  /// In 32 bits, so that a slab stays as small as it is: cells are found by multiplying with its size.
  private let chunkLimit: UInt32

  var maximumChunkCount: Int { Int(chunkLimit) }

  /// Makes the layout of a class; tests give less than the largest number of chunks.
  init(cellBytes: Int, maximumChunkCount: Int = .max) {
    nodeBytes = cellBytes
    nodesPerChunk = Swift.max(1, (64 << 10) / cellBytes)
    slotBits = Self.slotBits(for: nodesPerChunk)
    let most = Self.chunkCount(forNumbersOf: Self.numberBits, slotBits: slotBits)
    chunkLimit = UInt32(Swift.min(maximumChunkCount, most))
  }
}
