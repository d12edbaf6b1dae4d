import ProcessSupport

/// Something in a folder that gets its name when the dataset is whole.
protocol DatasetMember: AnyObject {
  /// Syncs the bytes, so that `commit` has only the name to give.
  func sync() throws(FormatError)
  /// Gives it its name.
  func commit() throws(FormatError)
  /// Removes what was written, unless it is kept for a later run.
  func discard()
}

/// A file of a dataset while it is written: its bytes, its lines, its hash.
final class DatasetFile: DatasetMember {
  /// How many bytes of rows are gathered before they are written.
  private static let bufferBytes = 128 << 10

  private let name: String
  private let file: AtomicFile
  private var hasher = SHA256.Hasher()
  private var byteCount = 0
  private var lineCount = 0
  private var pending: [UInt8] = []

  init(path: String, name: String, partial: AtomicFile.Partial) throws(FormatError) {
    self.name = name
    file = try writing { () throws(FileError) in try AtomicFile(path: path, partial: partial) }
  }

  /// Where the bytes are until the file has its name.
  var temporaryPath: String { file.temporaryPath }

  /// Cuts what is there to a length and goes on behind it.
  func resume(at byteCount: Int) throws(FormatError) {
    try writing { () throws(FileError) in try file.resume(at: byteCount) }
  }

  /// Appends bytes that others hash.
  func append(_ bytes: UnsafeRawBufferPointer) throws(FormatError) {
    try writing { () throws(FileError) in try unsafe file.write(bytes) }
  }

  /// Appends bytes that others hash.
  func append(_ bytes: [UInt8]) throws(FormatError) {
    var failure: FormatError?
    unsafe bytes.withUnsafeBytes { bytes in
      do throws(FormatError) {
        try unsafe append(bytes)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Appends one row with its line feed.
  func write(row: [UInt8]) throws(FormatError) {
    if pending.capacity < Self.bufferBytes { pending.reserveCapacity(Self.bufferBytes) }
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

  /// Ends a file that was written row by row and describes it; `commit` then gives it its name.
  func finish() throws(FormatError) -> Manifest.File {
    try flush()
    return Manifest.File(
      name: name, bytes: byteCount, lines: lineCount, sha256: hasher.finish())
  }

  func sync() throws(FormatError) {
    try writing { () throws(FileError) in try file.sync() }
  }

  func commit() throws(FormatError) {
    try writing { () throws(FileError) in try file.commit() }
  }

  func discard() { file.discard() }
}
