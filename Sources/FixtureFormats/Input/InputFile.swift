import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is read from its start to its end, unpacked on the way if it is gzip or zstd.
///
/// Both are told by their first bytes, not by the name; members and frames that follow each other are one
/// stream.
/// A pipe is refused: what reads a file may open it more than once, and would find nothing then.
final class InputFile {
  /// How many bytes are read from the file at once.
  static let chunkBytes = 128 << 10

  /// The name that errors give.
  let name: String
  private let descriptor: Int32
  private var chunk: [UInt8] = []
  private var consumed = 0
  private var unpacker: (any Unpacker)?
  private var isAtEnd = false
  /// What is hashed of the file's own bytes while they are read, if anything is.
  var rawHash: OutputHash? {
    didSet { if let rawHash { unsafe chunk.withUnsafeBytes { unsafe rawHash.add($0) } } }
  }

  /// Opens a file.
  ///
  /// - Parameter unpacks: Whether gzip and zstd are told and unpacked.
  /// - Throws: `FormatError` with `unreadable` when it is missing, refused, or no plain file.
  init(path: String, name: String? = nil, unpacks: Bool = true) throws(FormatError) {
    self.name = name ?? path
    descriptor = openForReading(path)
    guard descriptor >= 0 else {
      throw FormatError(.unreadable, "cannot open '\(path)': \(systemMessage(errno))")
    }
    guard isPlainFile(descriptor) else {
      throw FormatError(.unreadable, "'\(path)' is no plain file; write it to one, and name that")
    }
    try fill()
    if unpacks { unpacker = unpackerForFile(startingWith: chunk) }
  }

  /// The name of the format that the file is unpacked from; nil when it is read as it is.
  var packing: String? { unpacker?.name }

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
    if let rawHash { unsafe chunk.withUnsafeBytes { unsafe rawHash.add($0) } }
  }

  /// Reads the next bytes into a buffer.
  ///
  /// - Returns: How many bytes were written at the buffer's start; 0 at the end of the file alone.
  /// - Throws: `FormatError`: `unreadable`, or `malformed` for damaged gzip or zstd.
  func read(into target: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int {
    precondition(target.count > 0, "room for at least one byte")
    while true {
      if consumed == chunk.count, !isAtEnd { try fill() }
      guard unpacker != nil else {
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
    guard let unpacker else { return 0 }
    let step = unsafe chunk.withUnsafeBytes { source in
      unsafe unpacker.step(
        UnsafeRawBufferPointer(rebasing: source[consumed...]), into: target, isLast: isAtEnd)
    }
    consumed += step.consumed
    if let problem = step.problem {
      throw FormatError(
        .malformed, "the \(unpacker.name) data \(problem); fetch or pack it again", file: name)
    }
    return step.written
  }
}
