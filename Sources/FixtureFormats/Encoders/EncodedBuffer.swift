#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Bytes in one page-aligned block that grows: what encoders and compressors write into.
///
/// Writers reserve room for a row's worst case once and then store without a check per byte.
@safe struct EncodedBuffer: ~Copyable {
  // SAFETY: the block has room for `capacity` bytes, the first `count` of which are initialised; this
  // value alone owns it.
  private var base: UnsafeMutableRawPointer
  private(set) var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 4096) {
    self.capacity = max(4096, capacity)
    unsafe base = .allocate(byteCount: self.capacity, alignment: 4096)
  }

  deinit { unsafe base.deallocate() }

  /// Empties the buffer and keeps its memory.
  mutating func removeAll() { count = 0 }

  /// Makes room for more bytes.
  @inline(__always)
  mutating func reserve(_ bytes: Int) {
    if capacity - count < bytes { grow(by: bytes) }
  }

  @inline(never)
  private mutating func grow(by bytes: Int) {
    capacity = max(2 * capacity, count + bytes)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 4096)
    unsafe larger.copyMemory(from: base, byteCount: count)
    unsafe base.deallocate()
    unsafe base = larger
  }

  /// Appends a byte for which there is room.
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    assert(count < capacity, "room that was reserved")
    // SAFETY: the caller has reserved room.
    unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  /// Appends bytes for which there is room.
  @inline(__always)
  mutating func put(_ bytes: UnsafeRawBufferPointer) {
    assert(capacity - count >= bytes.count, "room that was reserved")
    guard let source = bytes.baseAddress else { return }
    // SAFETY: the caller has reserved room, and `bytes` is no part of this buffer.
    unsafe (base + count).copyMemory(from: source, byteCount: bytes.count)
    count &+= bytes.count
  }

  /// Appends a literal for which there is room.
  @inline(__always)
  mutating func put(_ literal: StaticString) {
    unsafe put(
      UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Appends a text.
  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      reserve(bytes.count)
      unsafe put(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Lets `body` write at the end.
  ///
  /// - Parameters:
  ///   - limit: How much room it needs.
  ///   - body: Returns how many bytes it wrote.
  mutating func fill<Failure: Error>(
    atMost limit: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    reserve(limit)
    let written = try unsafe body(UnsafeMutableRawBufferPointer(start: base + count, count: limit))
    precondition(written >= 0 && written <= limit, "bytes written out of range")
    count += written
  }

  /// Calls `body` with the bytes, which are valid during the call alone.
  borrowing func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(UnsafeRawBufferPointer(start: base, count: count))
  }
}

// SAFETY: one owner at a time, as the type cannot be copied; it refers to nothing else.
extension EncodedBuffer: @unchecked Sendable {}
