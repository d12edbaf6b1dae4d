/// A dataset's digest while its rows go by: SHA-256 over the SHA-256s of blocks of 65,536 rows.
///
/// The items come first, then the events, and each stream starts a block of its own; a stream without
/// rows has no block. Shards that are cut at block borders can thus be hashed apart.
struct RowDigest: ~Copyable {
  /// The rows of a block, line feeds included.
  static let rowsPerBlock = 65_536

  private var blocks = SHA256.Hasher()
  private var block = SHA256.Hasher()
  private var rowsInBlock = 0

  init() {}

  /// Adds whole rows, each with its line feed.
  ///
  /// - Parameter rowCount: At most what is left of the block. Traps otherwise.
  mutating func update(_ rows: UnsafeRawBufferPointer, rowCount: Int) {
    precondition(rowsInBlock + rowCount <= Self.rowsPerBlock, "rows of one block")
    unsafe block.update(rows)
    rowsInBlock += rowCount
    if rowsInBlock == Self.rowsPerBlock { closeBlock() }
  }

  /// Adds a piece of rows that are counted by `countRow`.
  mutating func update(_ bytes: Span<UInt8>) { block.update(bytes) }

  /// Says that a row has ended.
  mutating func countRow() {
    rowsInBlock += 1
    if rowsInBlock == Self.rowsPerBlock { closeBlock() }
  }

  /// Ends a stream.
  mutating func finishStream() {
    if rowsInBlock > 0 { closeBlock() }
  }

  /// Ends the dataset.
  mutating func finish() -> SHA256 {
    finishStream()
    return blocks.finish()
  }

  private mutating func closeBlock() {
    blocks.update(block.finish())
    rowsInBlock = 0
  }
}
