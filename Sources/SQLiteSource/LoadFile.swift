internal import ListSource

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a load does with files: a temporary one, and the change of names at the end.
enum LoadFile {
  /// Throws unless a new database may get this name.
  static func check(_ path: String, replacing: Bool) throws(SourceError) {
    if !replacing, exists(path) {
      throw SourceError(
        .alreadyExists, "there is a file already: remove it, or ask to replace it", place: path)
    }
    // SQLite would play an old journal into the new file.
    for suffix in ["-journal", "-wal"] where exists(path + suffix) {
      throw SourceError(
        .busy,
        "a journal of the old file is there: close its users and open it once, or remove both",
        place: path + suffix)
    }
  }

  /// Creates an empty file beside `path`, under a name that nobody has.
  static func createTemporary(for path: String) throws(SourceError) -> String {
    for number in 0..<1_000 {
      let candidate = "\(path).partial-\(getpid())-\(number)"
      let descriptor = open(candidate, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
      if descriptor >= 0 {
        close(descriptor)
        return candidate
      }
      guard errno == EEXIST else { throw failure("create", candidate) }
    }
    throw SourceError(
      .alreadyExists, "unfinished loads in the way: remove \(path).partial-*", place: path)
  }

  /// Renames a synced file, and syncs the folder.
  static func publish(_ temporaryPath: String, as path: String) throws(SourceError) {
    guard rename(temporaryPath, path) == 0 else { throw failure("rename", path) }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("sync", folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("sync", folder) }
  }

  /// Removes a temporary file, if it is there, and its journal.
  static func remove(_ temporaryPath: String) {
    unlink(temporaryPath)
    unlink(temporaryPath + "-journal")
  }

  /// Asks the system to drop a file from its memory; without effect where that cannot be asked.
  static func dropCached(_ path: String) {
    #if canImport(Glibc)
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return }
      posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
      close(descriptor)
    #endif
  }

  private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private static func failure(_ action: String, _ path: String) -> SourceError {
    let number = errno
    let code: SourceError.Code =
      switch number {
      case EACCES, EPERM, EROFS: .readOnly
      case ENOSPC, EDQUOT: .full
      case ENOENT, ENOTDIR, ENAMETOOLONG: .cannotOpen
      default: .inputOutput
      }
    return SourceError(
      code, "cannot \(action): \(String(cString: strerror(number))); check folder and disk",
      place: path)
  }
}
