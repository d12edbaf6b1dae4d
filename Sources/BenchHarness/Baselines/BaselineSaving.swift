import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A baseline that is about to be saved.
///
/// It is begun before anything is measured, so that a folder that takes nothing is known at once. Until
/// `commit` whatever had the name keeps it, byte for byte.
public final class BaselineSaving {
  private let folder: BaselineFolder
  private let name: String
  private let replaces: Bool
  private let file: AtomicFile
  private let madeFolder: MadeFolder?

  /// Opens a file of its own beside the others.
  ///
  /// - Parameters:
  ///   - name: The baseline's name.
  ///   - folder: Where; made if its parent is there.
  ///   - replaces: Whether a baseline of that name may be there.
  /// - Throws: `UsageError` for what is no name or a name that is taken; `FileError`.
  public init(_ name: String, in folder: BaselineFolder, replaces: Bool) throws {
    try Baseline.check(name: name)
    self.folder = folder
    self.name = name
    self.replaces = replaces
    madeFolder = try MadeFolder(folder.path)
    try Self.refuseTaken(name, in: folder, replaces: replaces)
    file = try AtomicFile(path: folder.file(of: name))
  }

  // The folder is empty again only once the file is gone.
  deinit { file.discard() }

  /// Writes the baseline and gives it its name.
  ///
  /// - Throws: `UsageError` when another took the name meanwhile; `FileError` with what had the name as it
  ///   was.
  public func commit(_ baseline: Baseline) throws {
    try file.write(baseline.text)
    // Between the look and the renaming nobody else may take the name.
    let lock = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else { throw FileError(path: folder.path, action: "open", code: errno) }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0, errno == EINTR {}
    try Self.refuseTaken(name, in: folder, replaces: replaces)
    try file.commit()
  }

  private static func refuseTaken(
    _ name: String, in folder: BaselineFolder, replaces: Bool
  ) throws(UsageError) {
    guard !replaces, folder.isThere(name) else { return }
    throw UsageError(
      "there is a baseline '\(name)' in \(folder.path); --force replaces it")
  }
}

/// A folder that goes with its object unless something is in it.
private final class MadeFolder {
  private let path: String
  private let cleanUp: Interrupts.CleanUp?

  /// Makes the folder where there is none.
  init(_ path: String) throws(FileError) {
    self.path = path
    cleanUp = try Interrupts.hold { () throws(FileError) in
      if unsafe mkdir(path, 0o755) == 0 { return Interrupts.add { unsafe rmdir(path) } }
      guard errno == EEXIST else { throw FileError(path: path, action: "make", code: errno) }
      return nil
    }
  }

  deinit {
    guard let cleanUp else { return }
    Interrupts.hold {
      unsafe rmdir(path)
      Interrupts.remove(cleanUp)
    }
  }
}

/// The time of the clock, for the eye: `2026-11-30T11:24:16Z`.
public func currentDate() -> String {
  var now = time(nil)
  var parts = unsafe tm()
  unsafe gmtime_r(&now, &parts)
  func digits(_ number: Int32, _ count: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
  let (year, month, day) = unsafe (parts.tm_year, parts.tm_mon, parts.tm_mday)
  let (hour, minute, second) = unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec)
  return "\(digits(year + 1_900, 4))-\(digits(month + 1))-\(digits(day))T"
    + "\(digits(hour)):\(digits(minute)):\(digits(second))Z"
}
