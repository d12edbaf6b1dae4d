import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Bytes that are put aside in a file without a name, to be read back at any place.
///
/// The file is unlinked as soon as it is open, so nothing of it outlives the process.
final class Spool {
  /// How many bytes are gathered before they are written, and read ahead when reads follow each other.
  private static let bufferBytes = 128 << 10

  private let path: String
  private let descriptor: Int32
  /// What is not in the file yet; it starts at `writtenBytes`.
  private var pending: [UInt8] = []
  private var writtenBytes = 0
  /// What was read last, and where it starts.
  private var window: [UInt8] = []
  private var windowStart = 0
  private var lastReadEnd = 0

  /// - Parameter folder: Where the file lies; it must be writable.
  init(folder: String) throws(FormatError) {
    path = "\(folder)/spool\(partialSuffix)"
    let path = path
    descriptor = try Interrupts.hold { () throws(FormatError) in
      let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        throw FormatError(writing: FileError(path: path, action: "create", code: errno))
      }
      removeFile(path)
      return descriptor
    }
  }

  deinit { close(descriptor) }

  /// Appends bytes and returns where they start.
  func append(_ bytes: [UInt8]) throws(FormatError) -> Int {
    let start = writtenBytes + pending.count
    pending.append(contentsOf: bytes)
    if pending.count >= Self.bufferBytes { try flush() }
    return start
  }

  private func flush() throws(FormatError) {
    let failure: FileError? = unsafe pending.withUnsafeBytes { bytes in
      do throws(FileError) {
        try unsafe writeAll(bytes, to: descriptor, path: path)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw FormatError(writing: failure) }
    writtenBytes += pending.count
    pending.removeAll(keepingCapacity: true)
  }

  /// Reads bytes that were appended.
  func read(_ range: Range<Int>) throws(FormatError) -> [UInt8] {
    if range.lowerBound >= writtenBytes {
      let start = range.lowerBound - writtenBytes
      return Array(pending[start..<start + range.count])
    }
    if range.lowerBound < windowStart || range.upperBound > windowStart + window.count {
      // Reads that follow each other are served from one long read, single ones cost their own bytes.
      let isSequential = range.lowerBound == lastReadEnd
      try fill(from: range.lowerBound, atLeast: range.count, isSequential ? Self.bufferBytes : 0)
    }
    lastReadEnd = range.upperBound
    let start = range.lowerBound - windowStart
    return Array(window[start..<start + range.count])
  }

  private func fill(
    from start: Int, atLeast count: Int, _ readAhead: Int
  ) throws(FormatError) {
    let wanted = min(max(count, readAhead), writtenBytes - start)
    var missing = false
    window = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      while filled < wanted {
        let rest = unsafe UnsafeMutableRawBufferPointer(
          UnsafeMutableBufferPointer(rebasing: buffer[filled..<wanted]))
        let count = unsafe readOnce(descriptor, rest, at: start + filled)
        if count <= 0 {
          missing = true
          break
        }
        filled += count
      }
    }
    windowStart = start
    if missing {
      window = []
      throw FormatError(.unreadable, "cannot read back '\(path)': \(systemMessage(errno))")
    }
  }
}
