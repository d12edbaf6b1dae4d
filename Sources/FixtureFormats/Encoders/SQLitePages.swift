#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The pages of a SQLite file behind those that SQLite has written, appended in the order of their numbers.
///
/// Source: sqlite.org/fileformat2.html, sections 1.2 to 1.6.
@safe final class SQLitePages {
  // SAFETY: `buffer` has room for `gathered` pages; this object alone owns it and the descriptor.

  /// The size of a page, all of which SQLite uses.
  let pageBytes: Int
  private static let gathered = 16
  private let name: String
  private let descriptor: Int32
  private let buffer: UnsafeMutableRawPointer
  private var bufferedCount = 0
  /// How many pages the file has, those that are only gathered included.
  private(set) var count: Int

  /// - Parameters:
  ///   - path: A file that no connection has open.
  ///   - name: What it is called in messages.
  ///   - count: How many pages it has.
  init(path: String, name: String, pageBytes: Int, count: Int) throws(FormatError) {
    self.name = name
    self.pageBytes = pageBytes
    self.count = count
    descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
    unsafe buffer = .allocate(byteCount: Self.gathered * pageBytes, alignment: 4096)
    if descriptor < 0 { throw failure() }
  }

  deinit {
    unsafe buffer.deallocate()
    if descriptor >= 0 { close(descriptor) }
  }

  private func failure() -> FormatError {
    unsafe FormatError(.unwritable, "cannot write '\(name)': \(String(cString: strerror(errno)))")
  }

  /// The number of the page that is appended next, from 1.
  ///
  /// SQLite locks bytes from 2^30 on, and the page in which they lie holds nothing.
  var nextNumber: Int { number(after: count) }

  /// The number of the page that is appended after one.
  func number(after number: Int) -> Int {
    number == (1 << 30) / pageBytes ? number + 2 : number + 1
  }

  /// Appends a page and returns its number.
  @discardableResult
  func append(_ page: UnsafeRawPointer) throws(FormatError) -> Int {
    if nextNumber != count + 1 {
      try unsafe gather { unsafe _ = memset($0, 0, pageBytes) }
    }
    try unsafe gather { unsafe $0.copyMemory(from: page, byteCount: pageBytes) }
    return count
  }

  private func gather(_ body: (UnsafeMutableRawPointer) -> Void) throws(FormatError) {
    unsafe body(buffer + bufferedCount * pageBytes)
    bufferedCount += 1
    count += 1
    if bufferedCount == Self.gathered { try flush() }
  }

  private func flush() throws(FormatError) {
    let start = (count - bufferedCount) * pageBytes
    try unsafe write(buffer, bufferedCount * pageBytes, at: start)
    bufferedCount = 0
  }

  /// Writes a page that is there already.
  func replace(_ page: UnsafeRawPointer, number: Int) throws(FormatError) {
    precondition(number >= 1 && number <= count - bufferedCount, "a page that was written")
    try unsafe write(page, pageBytes, at: (number - 1) * pageBytes)
  }

  private func write(
    _ bytes: UnsafeRawPointer, _ byteCount: Int, at byteOffset: Int
  ) throws(FormatError) {
    var done = 0
    while done < byteCount {
      // SAFETY: the system reads the bytes that the caller has.
      let result = unsafe pwrite(
        descriptor, bytes + done, byteCount - done, off_t(byteOffset + done))
      if result < 0, errno != EINTR { throw failure() }
      done += max(0, result)
    }
  }

  /// Writes what is gathered, and the number of pages into the file's header.
  func finish() throws(FormatError) {
    try flush()
    let size = UInt32(count).bigEndian
    try unsafe withUnsafeBytes(of: size) { (bytes) throws(FormatError) in
      guard let base = bytes.baseAddress else { return }
      try unsafe write(base, 4, at: 28)
    }
  }
}
