internal import CZlib
import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is read from its start to its end, unpacked on the way if it is gzip.
///
/// Gzip is told by its first two bytes, not by the name; members that follow each other are one stream.
final class InputFile {
  /// How many bytes are read from the file at once.
  static let chunkBytes = 128 << 10

  /// The name that errors give.
  let name: String
  private let descriptor: Int32
  private var chunk: [UInt8] = []
  private var consumed = 0
  private var inflater: Inflater?
  private var isAtEnd = false

  /// Opens a file.
  ///
  /// - Parameter unpacksGzip: Whether gzip is told and unpacked.
  /// - Throws: `FormatError` with `unreadable` when it is missing, a folder, or refused.
  init(path: String, name: String? = nil, unpacksGzip: Bool = true) throws(FormatError) {
    self.name = name ?? path
    descriptor = openForReading(path)
    guard descriptor >= 0 else {
      throw FormatError(.unreadable, "cannot open '\(path)': \(systemMessage(errno))")
    }
    try fill()
    if unpacksGzip, chunk.count >= 2, chunk[0] == 0x1f, chunk[1] == 0x8b { inflater = Inflater() }
  }

  deinit { close(descriptor) }

  private func fill() throws(FormatError) {
    var result = 0
    chunk = unsafe [UInt8](unsafeUninitializedCapacity: Self.chunkBytes) { buffer, count in
      unsafe result = readOnce(descriptor, UnsafeMutableRawBufferPointer(buffer))
      count = max(0, result)
    }
    consumed = 0
    guard result >= 0 else {
      throw FormatError(.unreadable, "cannot read '\(name)': \(systemMessage(errno))")
    }
    if chunk.isEmpty { isAtEnd = true }
  }

  /// Reads the next bytes into a buffer.
  ///
  /// - Returns: How many bytes were written at the buffer's start; 0 at the end of the file alone.
  /// - Throws: `FormatError`: `unreadable`, or `malformed` for damaged gzip.
  func read(into target: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int {
    precondition(target.count > 0, "room for at least one byte")
    while true {
      if consumed == chunk.count, !isAtEnd { try fill() }
      guard inflater != nil else {
        let count = min(target.count, chunk.count - consumed)
        unsafe chunk.withUnsafeBytes { source in
          unsafe target.copyMemory(
            from: UnsafeRawBufferPointer(rebasing: source[consumed..<consumed + count]))
        }
        consumed += count
        return count
      }
      let written = try unsafe unpack(into: target)
      if written > 0 || isAtEnd { return written }
    }
  }

  /// The next bytes, at most `count`; empty at the end of the file alone.
  func chunk(atMost count: Int) throws(FormatError) -> [UInt8] {
    var failure: FormatError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      do throws(FormatError) {
        unsafe written = try read(into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  private func unpack(into target: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int {
    guard let inflater else { return 0 }
    let step = unsafe chunk.withUnsafeBytes { source in
      unsafe inflater.step(
        UnsafeRawBufferPointer(rebasing: source[consumed...]), into: target, isLast: isAtEnd)
    }
    consumed += step.consumed
    if let problem = step.problem {
      throw FormatError(.malformed, "the gzip data \(problem); fetch or pack it again", file: name)
    }
    return step.written
  }
}

/// A zlib stream that unpacks the members of a gzip file.
@safe private final class Inflater {
  private var stream = unsafe z_stream()
  private var isBetweenMembers = false

  init() {
    // SAFETY: 15 + 16 asks for gzip alone; the struct's size and the version are the header's own.
    let code = unsafe inflateInit2_(
      &stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(code == Z_OK, "memory for zlib")
  }

  deinit { unsafe inflateEnd(&stream) }

  /// Unpacks what fits.
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
