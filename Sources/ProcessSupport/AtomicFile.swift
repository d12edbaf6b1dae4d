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

/// What the names of this process's temporary files end in: `.partial-` and its number.
///
/// Always of one length and made in one way, for a name's length shows in what is allocated for it.
public let partialSuffix: String = {
  var bytes = Array(".partial-0000000000".utf8)
  var rest = getpid()
  for place in bytes.indices.reversed().prefix(10) {
    bytes[place] += UInt8(rest % 10)
    rest /= 10
  }
  return String(decoding: bytes, as: UTF8.self)
}()

/// A file that appears under its name only when it is whole.
///
/// Bytes go to a temporary name in the same folder; `commit` syncs and renames, and anything else (an
/// error, an interrupt, the end of its life) removes it and leaves what was there before. A link is followed;
/// what is no plain file (a folder, a device, a pipe) is never replaced.
public final class AtomicFile {
  /// The final path.
  public let path: String
  /// Where the bytes are until `commit`.
  public let temporaryPath: String
  private let target: String
  private var descriptor: Int32
  private let cleanUp: Interrupts.CleanUp
  private let keepsPartial: Bool

  /// What the temporary name ends in, and what becomes of a temporary file that is there.
  public enum Partial: Sendable {
    /// `.partial-` and the process's number: nobody else's.
    case own
    /// `.partial`, emptied. Whoever has it open keeps others off.
    case anew
    /// `.partial` as it is. The file stays when it is discarded, for whoever continues it.
    case resumed
  }

  /// Opens the temporary file.
  ///
  /// - Throws: `FileError` when the folder does not take it, when something that is no plain file is
  ///   there, or when another process is writing the same `.partial`.
  public init(path: String, partial: Partial = .own) throws(FileError) {
    self.path = path
    target = try Self.target(of: path)
    let suffix = if case .own = partial { partialSuffix } else { ".partial" }
    let temporary = target + suffix
    temporaryPath = temporary
    let keeps = if case .resumed = partial { true } else { false }
    keepsPartial = keeps
    (descriptor, cleanUp) = try Interrupts.hold { () throws(FileError) in
      let descriptor = open(temporary, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      if descriptor < 0 { throw FileError(path: path, action: "create", code: errno) }
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        close(descriptor)
        throw FileError(path: path, action: "create", code: EBUSY)
      }
      if !keeps { ftruncate(descriptor, 0) }
      return (descriptor, Interrupts.add { if !keeps { unlink(temporary) } })
    }
  }

  /// Cuts what is there to a length, and goes on behind it.
  ///
  /// - Throws: `FileError`, as when the file is shorter.
  public func resume(at byteCount: Int) throws(FileError) {
    precondition(descriptor >= 0, "a committed or discarded file")
    guard ftruncate(descriptor, off_t(byteCount)) == 0,
      lseek(descriptor, off_t(byteCount), SEEK_SET) == off_t(byteCount)
    else { throw FileError(path: path, action: "continue", code: errno) }
  }

  deinit { discard() }

  /// The path that will be replaced: the file that a link leads to, the path itself otherwise.
  private static func target(of path: String) throws(FileError) -> String {
    var status = stat()
    guard !path.isEmpty else { throw FileError(path: path, action: "create", code: ENOENT) }
    guard stat(path, &status) == 0, let real = realpath(path, nil) else { return path }
    defer { free(real) }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else {
      throw FileError(path: path, action: "replace", code: kind == S_IFDIR ? EISDIR : ENOTSUP)
    }
    return String(cString: real)
  }

  /// Appends bytes.
  ///
  /// - Throws: `FileError`; the file is then only good for being discarded.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    precondition(descriptor >= 0, "a committed or discarded file")
    try writeAll(bytes, to: descriptor, path: path)
  }

  /// Appends a text as UTF-8.
  public func write(_ text: String) throws(FileError) { try write(Array(text.utf8)) }

  /// Appends bytes.
  public func write(_ bytes: [UInt8]) throws(FileError) {
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

  /// Syncs the bytes, so that no more than a new name is left for `commit` to give.
  ///
  /// - Throws: `FileError`; the file is then discarded.
  public func sync() throws(FileError) {
    precondition(descriptor >= 0, "a committed or discarded file")
    if fsync(descriptor) != 0 {
      let code = errno
      discard()
      throw FileError(path: path, action: "sync", code: code)
    }
  }

  /// Syncs the bytes and gives the file its name, replacing what had it.
  ///
  /// - Throws: `FileError`; the file is then discarded and what had the name before is untouched.
  public func commit() throws(FileError) {
    try sync()
    if rename(temporaryPath, target) != 0 {
      let code = errno
      discard()
      throw FileError(path: path, action: "rename to", code: code)
    }
    Interrupts.remove(cleanUp)
    close(descriptor)
    descriptor = -1
  }

  /// Removes the temporary file unless it is a resumed one; a committed one stays.
  public func discard() {
    guard descriptor >= 0 else { return }
    if !keepsPartial { unlink(temporaryPath) }
    close(descriptor)
    descriptor = -1
    Interrupts.remove(cleanUp)
  }
}
