import Synchronization

/// What is hashed while a stream's chunks go by.
///
/// Each of the three is advanced by one thread at a time; different threads may advance different ones.
final class StreamHashes {
  private let finished: Mutex<[SHA256]>
  private var block = SHA256.Hasher()
  private var rowsInBlock = 0

  private var file = SHA256.Hasher()
  private var byteCount = 0
  private var lineCount = 0

  /// Starts with nothing.
  init() { finished = Mutex([]) }

  /// Starts behind blocks that are there already.
  init(blocks: [SHA256], file: consuming SHA256.Hasher, byteCount: Int, lineCount: Int) {
    finished = Mutex(blocks)
    self.file = file
    self.byteCount = byteCount
    self.lineCount = lineCount
  }

  /// Adds canonical rows to the digest's block.
  func addToBlock(_ rows: UnsafeRawBufferPointer, rowCount: Int) {
    precondition(rowsInBlock + rowCount <= RowDigest.rowsPerBlock, "rows of one block")
    unsafe block.update(rows)
    rowsInBlock += rowCount
    if rowsInBlock == RowDigest.rowsPerBlock { closeBlock() }
  }

  /// The hashes of the finished blocks of canonical rows.
  var blocks: [SHA256] { finished.withLock { $0 } }

  /// The hash of a block, once it is finished.
  func block(_ number: Int) -> SHA256? {
    finished.withLock { number < $0.count ? $0[number] : nil }
  }

  private func closeBlock() {
    let hash = block.finish()
    finished.withLock { $0.append(hash) }
    rowsInBlock = 0
  }

  /// Adds canonical rows to the hash of the whole stream.
  func addToFile(_ rows: UnsafeRawBufferPointer, rowCount: Int) {
    unsafe file.update(rows)
    byteCount += rows.count
    lineCount += rowCount
  }

  /// Ends a block that is not full, as the last of a stream.
  func endBlock() {
    if rowsInBlock > 0 { closeBlock() }
  }

  /// Ends the stream.
  func finish(name: String) -> Manifest.File {
    endBlock()
    return Manifest.File(
      name: name, bytes: byteCount, lines: lineCount, sha256: file.finish())
  }
}

extension SHA256 {
  /// The digest of blocks' hashes, in order.
  init(blocks: [SHA256]) {
    var hasher = Hasher()
    for block in blocks { hasher.update(block) }
    self = hasher.finish()
  }
}
