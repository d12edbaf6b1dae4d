internal import CZlib
internal import CZstd

/// What unpacks a compressed file, whose members or frames follow each other.
protocol Unpacker: AnyObject {
  /// The format's name.
  var name: String { get }

  /// Unpacks what fits.
  ///
  /// - Parameter isLast: Whether nothing comes behind `source`.
  /// - Returns: How far it came, and what is wrong with the data if something is.
  func step(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, isLast: Bool
  ) -> (consumed: Int, written: Int, problem: String?)
}

/// What unpacks a file that starts with these bytes; nil when they are neither gzip's nor zstd's.
func unpackerForFile(startingWith bytes: [UInt8]) -> (any Unpacker)? {
  if bytes.starts(with: [0x1f, 0x8b]) { return GzipUnpacker() }
  if bytes.starts(with: [0x28, 0xb5, 0x2f, 0xfd]) { return ZstdUnpacker() }
  return nil
}

/// A zlib stream that unpacks the members of a gzip file.
@safe private final class GzipUnpacker: Unpacker {
  let name = "gzip"
  private var stream = unsafe z_stream()
  private var isBetweenMembers = false

  init() {
    // SAFETY: 15 + 16 asks for gzip alone; the struct's size and the version are the header's own.
    let code = unsafe inflateInit2_(
      &stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(code == Z_OK, "memory for zlib")
  }

  deinit { unsafe inflateEnd(&stream) }

  func step(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, isLast: Bool
  ) -> (consumed: Int, written: Int, problem: String?) {
    if isBetweenMembers {
      if isLast { return (0, 0, nil) }
      unsafe inflateReset(&stream)
      isBetweenMembers = false
    }
    let input = unsafe source.bindMemory(to: UInt8.self)
    let output = unsafe target.bindMemory(to: UInt8.self)
    // SAFETY: zlib reads `avail_in` and writes `avail_out` bytes at most; it never writes to `next_in`.
    unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    unsafe stream.avail_in = UInt32(input.count)
    unsafe stream.next_out = output.baseAddress
    unsafe stream.avail_out = UInt32(output.count)
    let code = unsafe inflate(&stream, Z_NO_FLUSH)
    let consumed = unsafe input.count - Int(stream.avail_in)
    let written = unsafe output.count - Int(stream.avail_out)
    switch code {
    case Z_STREAM_END:
      isBetweenMembers = true
      return (consumed, written, nil)
    case Z_OK, Z_BUF_ERROR:
      if isLast, written == 0 { return (consumed, written, "end too early") }
      return (consumed, written, nil)
    default:
      return (consumed, written, "are damaged")
    }
  }
}

/// A zstd stream that unpacks the frames of a file, windows of up to 128 MiB as the program zstd does.
@safe private final class ZstdUnpacker: Unpacker {
  let name = "zstd"
  private let context: OpaquePointer?
  private var isInFrame = false

  init() {
    unsafe context = ZSTD_createDCtx()
    precondition(unsafe context != nil, "memory for zstd")
  }

  deinit { unsafe ZSTD_freeDCtx(context) }

  func step(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, isLast: Bool
  ) -> (consumed: Int, written: Int, problem: String?) {
    if isLast, source.count == 0, !isInFrame { return (0, 0, nil) }
    // SAFETY: zstd reads and writes within the sizes it is given.
    var input = unsafe ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
    var output = unsafe ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
    let result = unsafe ZSTD_decompressStream(context, &output, &input)
    let consumed = unsafe input.pos
    let written = unsafe output.pos
    if ZSTD_isError(result) != 0 { return (consumed, written, "are damaged") }
    isInFrame = result != 0
    if isLast, isInFrame, written == 0, consumed == 0 { return (0, 0, "end too early") }
    return (consumed, written, nil)
  }
}
