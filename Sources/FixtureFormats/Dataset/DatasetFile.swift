import ProcessSupport

/// A file of a dataset while it is written: its bytes, its lines, its hash.
final class DatasetFile {
  /// How many bytes of rows are gathered before they are written.
  private static let bufferBytes = 128 << 10

  private let name: String
  private let file: AtomicFile
  private var hasher = SHA256.Hasher()
  private var byteCount = 0
  private var lineCount = 0
  private var pending: [UInt8] = []

  init(path: String, name: String) throws(FormatError) {
    self.name = name
    file = try writing { () throws(FileError) in try AtomicFile(path: path) }
    pending.reserveCapacity(Self.bufferBytes)
  }

  /// Appends whole rows, each with its line feed, as they are.
  func write(_ rows: UnsafeRawBufferPointer, rowCount: Int) throws(FormatError) {
    assert(pending.isEmpty, "rows in bulk or one by one")
    unsafe hasher.update(rows)
    byteCount += rows.count
    lineCount += rowCount
    try writing { () throws(FileError) in try unsafe file.write(rows) }
  }

  /// Appends one row with its line feed.
  func write(row: [UInt8]) throws(FormatError) {
    pending.append(contentsOf: row)
    lineCount += 1
    if pending.count >= Self.bufferBytes { try flush() }
  }

  private func flush() throws(FormatError) {
    hasher.update(pending.span)
    byteCount += pending.count
    let failure: FileError? = unsafe pending.withUnsafeBytes { bytes in
      do throws(FileError) {
        try unsafe file.write(bytes)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw FormatError(writing: failure) }
    pending.removeAll(keepingCapacity: true)
  }

  /// Ends the file and describes it; `commit` then gives it its name.
  func finish() throws(FormatError) -> Manifest.File {
    try flush()
    return Manifest.File(
      name: name, bytes: byteCount, lines: lineCount, sha256: hasher.finish())
  }

  /// Gives the file its name.
  func commit() throws(FormatError) {
    try writing { () throws(FileError) in try file.commit() }
  }

  /// Removes what was written.
  func discard() { file.discard() }
}
