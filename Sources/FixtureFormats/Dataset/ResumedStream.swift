/// What an earlier run has left of a stream, hashed anew.
struct ResumedStream {
  /// How many whole blocks there are.
  private(set) var blockCount = 0
  /// Where they end among the canonical bytes.
  private(set) var rowsEnd = 0
  /// Where they end in the file.
  private(set) var fileEnd = 0
  /// The hashes up to there.
  private(set) var hashes = StreamHashes()

  /// Nothing.
  init() {}

  /// Reads a file of canonical rows, packed or not, as far as its blocks have the hashes that were noted.
  ///
  /// - Parameters:
  ///   - path: The unfinished file.
  ///   - known: What was noted of its blocks, in order.
  init(reading path: String, _ known: [ResumeJournal.Block]) throws(FormatError) {
    let input = try InputFile(path: path)
    var file = SHA256.Hasher()
    var blocks: [SHA256] = []
    for block in known {
      var next = file.copy()
      var hasher = SHA256.Hasher()
      guard
        Self.read(
          input, block.rowsEnd - rowsEnd,
          { bytes in
            next.update(bytes)
            hasher.update(bytes)
          }), hasher.finish() == block.sha256
      else { break }
      file = next
      blocks.append(block.sha256)
      (blockCount, rowsEnd, fileEnd) = (blockCount + 1, block.rowsEnd, block.fileEnd)
    }
    hashes = StreamHashes(
      blocks: blocks, file: file, byteCount: rowsEnd,
      lineCount: blockCount * RowDigest.rowsPerBlock)
  }

  /// Reads a number of bytes; false when there are fewer, or damaged ones.
  private static func read(
    _ input: InputFile, _ byteCount: Int, _ body: (Span<UInt8>) -> Void
  ) -> Bool {
    var left = byteCount
    while left > 0 {
      guard let chunk = try? input.chunk(atMost: min(left, InputFile.chunkBytes)), !chunk.isEmpty
      else { return false }
      body(chunk.span)
      left -= chunk.count
    }
    return true
  }
}

extension OutputHash {
  /// Adds the first bytes of a file.
  func add(_ path: String, byteCount: Int) throws(FormatError) {
    let input = try InputFile(path: path, unpacks: false)
    var left = byteCount
    while left > 0 {
      let chunk = try input.chunk(atMost: min(left, InputFile.chunkBytes))
      if chunk.isEmpty {
        throw FormatError(.unreadable, "'\(path)' has become shorter while it was read")
      }
      unsafe chunk.withUnsafeBytes { unsafe add($0) }
      left -= chunk.count
    }
  }
}
