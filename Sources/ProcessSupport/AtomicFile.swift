#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the file system refused.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file or folder.
  public var path: String
  /// What was tried, as in `write`.
  public var action: String
  /// The system's error number.
  public var code: Int32

  /// Makes an error.
  public init(path: String, action: String, code: Int32) {
    self.path = path
    self.action = action
    self.code = code
  }

  /// Whether a reader closed its end of a pipe, which is no failure of ours.
  public var isClosedPipe: Bool { code == EPIPE }

  /// One line for people.
  public var description: String { "cannot \(action) '\(path)': \(systemMessage(code))" }
}

/// A file that appears under its name only when it is whole.
///
/// Bytes go to a temporary name in the same folder; `commit` syncs and renames, and anything else (an
/// error, an interrupt, the end of its life) removes it and leaves what was there before.
public final class AtomicFile {
  /// The final path.
  public let path: String
  private let temporaryPath: String
  private var descriptor: Int32
  private let cleanUp: Interrupts.CleanUp

  /// Opens the temporary file.
  ///
  /// - Throws: `FileError` when the folder does not take it.
  public init(path: String) throws(FileError) {
    self.path = path
    temporaryPath = "\(path).partial-\(getpid())"
    let temporary = temporaryPath
    var opened: Int32 = -1
    cleanUp = try Interrupts.add { () throws(FileError) in
      opened = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      if opened < 0 { throw FileError(path: path, action: "create", code: errno) }
      return { unlink(temporary) }
    }
    descriptor = opened
  }

  deinit { discard() }

  /// Appends bytes.
  ///
  /// - Throws: `FileError`; the file is then only good for being discarded.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    precondition(descriptor >= 0, "a committed or discarded file")
    try writeAll(bytes, to: descriptor, path: path)
  }

  /// Appends a text as UTF-8.
  public func write(_ text: String) throws(FileError) {
    let bytes = Array(text.utf8)
    let failure: FileError? = bytes.withUnsafeBytes { buffer in
      do throws(FileError) {
        try write(buffer)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Syncs the bytes and gives the file its name, replacing what had it.
  ///
  /// - Throws: `FileError`; the file is then discarded and what had the name before is untouched.
  public func commit() throws(FileError) {
    precondition(descriptor >= 0, "a committed or discarded file")
    if fsync(descriptor) != 0 {
      let code = errno
      discard()
      throw FileError(path: path, action: "sync", code: code)
    }
    if rename(temporaryPath, path) != 0 {
      let code = errno
      discard()
      throw FileError(path: path, action: "rename to", code: code)
    }
    Interrupts.remove(cleanUp)
    close(descriptor)
    descriptor = -1
  }

  /// Removes the temporary file; a committed one stays.
  public func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    unlink(temporaryPath)
    Interrupts.remove(cleanUp)
  }
}
