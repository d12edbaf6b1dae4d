import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What an unfinished folder knows about the blocks that are in it: the file `resume.partial`.
///
/// Its first line says which dataset it is, each further one which block is written, its hash, and how long
/// the canonical rows and the file are up to its end. It is only a claim: whoever resumes hashes the bytes
/// anew and takes what agrees. A line that was cut by a crash counts for nothing.
final class ResumeJournal {
  static let fileName = "resume.partial"

  /// A block that was written.
  struct Block: Equatable {
    var sha256: SHA256
    /// Where it ends among the stream's canonical bytes.
    var rowsEnd: Int
    /// Where it ends in the file.
    var fileEnd: Int
  }

  private let path: String
  private let descriptor: Int32
  private let cleanUp: Interrupts.CleanUp?
  /// The blocks of a run before, in order.
  private(set) var known: [RowStream: [Block]] = [:]

  /// Opens the journal of a folder.
  ///
  /// - Parameters:
  ///   - identity: The hash of what decides the files' bytes.
  ///   - resumes: Whether the blocks of a run before are read; they are forgotten otherwise.
  /// - Throws: `FormatError`: `occupied` when it is another dataset's or another process has it.
  init(folder: String, identity: SHA256, resumes: Bool) throws(FormatError) {
    let path = "\(folder)/\(Self.fileName)"
    self.path = path
    (descriptor, cleanUp) = try Interrupts.hold { () throws(FormatError) in
      let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND, 0o644)
      guard descriptor >= 0 else {
        throw FormatError(writing: FileError(path: path, action: "create", code: errno))
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        throw FormatError(
          .occupied, "another process is writing into '\(folder)'; wait until it has ended")
      }
      return (descriptor, resumes ? nil : Interrupts.add { removeFile(path) })
    }
    let lines = resumes ? Self.lines(of: descriptor) : []
    let head = "longlist \(identity.hex)"
    if let first = lines.first, first != head {
      close(descriptor)
      throw FormatError(
        .occupied,
        "'\(folder)' holds an unfinished run with other options; repeat those, or replace it with "
          + "--force")
    }
    read(lines.dropFirst())
    // Written anew, so that a line that was cut does not run into the next one.
    guard ftruncate(descriptor, 0) == 0 else {
      throw FormatError(writing: FileError(path: path, action: "write", code: errno))
    }
    try append(head)
    for stream in RowStream.allCases {
      for (number, block) in (known[stream] ?? []).enumerated() {
        try append(Self.line(stream, number, block))
      }
    }
  }

  deinit { close(descriptor) }

  private static func lines(of descriptor: Int32) -> [String] {
    var bytes: [UInt8] = []
    // A line has 120 bytes at most, a stream 152,588 blocks.
    while bytes.count < 64 << 20 {
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
        count = unsafe max(0, readOnce(descriptor, UnsafeMutableRawBufferPointer(buffer)))
      }
      if chunk.isEmpty { break }
      bytes += chunk
    }
    guard let last = bytes.lastIndex(of: 0x0a) else { return [] }
    return String(decoding: bytes[..<last], as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func read(_ lines: some Sequence<String>) {
    for line in lines {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 5, let stream = RowStream(rawValue: String(words[0])),
        let number = Int(words[1]), number == (known[stream] ?? []).count,
        let sha256 = SHA256(hex: words[2]), let rowsEnd = Int(words[3]),
        let fileEnd = Int(words[4])
      else { return }
      let last = known[stream]?.last
      guard rowsEnd >= last?.rowsEnd ?? 0, fileEnd >= last?.fileEnd ?? 0 else { return }
      known[stream, default: []].append(
        Block(sha256: sha256, rowsEnd: rowsEnd, fileEnd: fileEnd))
    }
  }

  private static func line(_ stream: RowStream, _ number: Int, _ block: Block) -> String {
    "\(stream.rawValue) \(number) \(block.sha256.hex) \(block.rowsEnd) \(block.fileEnd)"
  }

  /// Notes a block whose bytes are written.
  func note(_ stream: RowStream, number: Int, _ block: Block) throws(FormatError) {
    try append(Self.line(stream, number, block))
  }

  private func append(_ line: String) throws(FormatError) {
    var failure: FileError?
    unsafe Array((line + "\n").utf8).withUnsafeBytes { bytes in
      do throws(FileError) {
        try unsafe writeAll(bytes, to: descriptor, path: path)
      } catch {
        failure = error
      }
    }
    if let failure { throw FormatError(writing: failure) }
  }

  /// Removes the file: the dataset is whole, or given up.
  func remove() {
    removeFile(path)
    if let cleanUp { Interrupts.remove(cleanUp) }
  }
}
