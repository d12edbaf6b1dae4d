#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A line of a file, without its line feed.
struct Line {
  /// Where its bytes lie in the reader's buffer; empty when it is too long.
  var range: Range<Int>
  /// From 1.
  var number: Int
  /// Where the line starts in the file.
  var byteOffset: Int
  /// Whether a line feed ends it; only the last line of a file may lack one.
  var isTerminated: Bool
  /// Whether it exceeds the reader's limit; its bytes are then skipped.
  var isTooLong: Bool
}

/// The lines of a file, one at a time, in memory that never exceeds the longest line allowed.
struct LineReader {
  /// The longest line, in bytes without the line feed.
  static let maximumLineBytes = 1 << 20

  /// The bytes that `Line.range` is about, until the next call of `next`.
  private(set) var buffer = [UInt8](repeating: 0, count: 256 << 10)
  private let file: InputFile
  private var start = 0
  private var end = 0
  private var lineNumber = 0
  private var byteOffset = 0
  private var isAtEnd = false

  init(_ file: InputFile) {
    self.file = file
  }

  /// The next line, or nil at the end of the file.
  mutating func next() throws(FormatError) -> Line? {
    var searched = start
    while true {
      if let feed = lineFeed(from: searched) {
        return take(
          through: feed, isTerminated: true, isTooLong: feed - start > Self.maximumLineBytes)
      }
      searched = end
      if isAtEnd {
        if start == end { return nil }
        return take(
          through: end, isTerminated: false, isTooLong: end - start > Self.maximumLineBytes)
      }
      if end - start > Self.maximumLineBytes { return try skipLine() }
      searched -= start
      try refill()
      searched += start
    }
  }

  private mutating func take(through feed: Int, isTerminated: Bool, isTooLong: Bool) -> Line {
    lineNumber += 1
    let line = Line(
      range: isTooLong ? start..<start : start..<feed, number: lineNumber, byteOffset: byteOffset,
      isTerminated: isTerminated, isTooLong: isTooLong)
    let next = feed + (isTerminated ? 1 : 0)
    byteOffset += next - start
    start = next
    return line
  }

  /// Reads on to the next line feed and keeps nothing.
  private mutating func skipLine() throws(FormatError) -> Line {
    lineNumber += 1
    var line = Line(
      range: 0..<0, number: lineNumber, byteOffset: byteOffset, isTerminated: true, isTooLong: true)
    while true {
      if let feed = lineFeed(from: start) {
        byteOffset += feed + 1 - start
        start = feed + 1
        return line
      }
      byteOffset += end - start
      start = end
      if isAtEnd {
        line.isTerminated = false
        return line
      }
      try refill()
    }
  }

  private func lineFeed(from position: Int) -> Int? {
    unsafe buffer.withUnsafeBytes { bytes in
      guard position < end, let base = bytes.baseAddress else { return nil }
      // SAFETY: position..<end lies within the buffer.
      guard let found = unsafe memchr(base + position, 0x0a, end - position) else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }

  /// Moves the rest to the front, grows the buffer when it is full, reads once.
  private mutating func refill() throws(FormatError) {
    if start > 0 {
      unsafe buffer.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        // SAFETY: start..<end lies within the buffer, and memmove allows the overlap.
        unsafe memmove(base, base + start, end - start)
      }
      end -= start
      start = 0
    }
    if end == buffer.count { buffer.append(contentsOf: repeatElement(0, count: buffer.count)) }
    let position = end
    let file = file
    let result: Result<Int, FormatError> = unsafe buffer.withUnsafeMutableBytes { bytes in
      do throws(FormatError) {
        return .success(
          try unsafe file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[position...])))
      } catch {
        return .failure(error)
      }
    }
    let count = try result.get()
    if count == 0 { isAtEnd = true }
    end += count
  }
}
