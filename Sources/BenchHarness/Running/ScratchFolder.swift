import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A new folder for the files of one run, removed with its object and by an interrupt.
public final class ScratchFolder {
  /// The path.
  public let path: String
  private let cleanUp: Interrupts.CleanUp

  /// Makes the folder below `TMPDIR`, or below /tmp.
  ///
  /// - Throws: `FileError` when it cannot be made.
  public init() throws(FileError) {
    let given = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    let parent = given.isEmpty ? "/tmp" : given
    // The name is always of one length: it may find its way into what is measured.
    var template = Array("\(parent)/longlist-bench-XXXXXX".utf8CString)
    (path, cleanUp) = try Interrupts.hold { () throws(FileError) in
      guard unsafe mkdtemp(&template) != nil else {
        throw FileError(path: parent, action: "make a folder in", code: errno)
      }
      let path = String(
        decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return (path, Interrupts.add { removeTree(path) })
    }
  }

  deinit {
    // An interrupt that comes meanwhile removes what is left.
    removeTree(path)
    Interrupts.remove(cleanUp)
  }
}

/// Removes a file, or a folder with all that is in it; follows no link, ignores what cannot be
/// removed.
func removeTree(_ path: String) {
  for name in namesInFolder(path, followsLink: false) ?? [] { removeTree("\(path)/\(name)") }
  unsafe remove(path)
}

/// The sorted names in a folder; nil when it is none or cannot be read.
func namesInFolder(_ path: String, followsLink: Bool = true) -> [String]? {
  let link = followsLink ? 0 : O_NOFOLLOW
  let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | link)
  guard descriptor >= 0 else { return nil }
  guard let folder = unsafe fdopendir(descriptor) else {
    close(descriptor)
    return nil
  }
  defer { unsafe closedir(folder) }
  var names: [String] = []
  while let entry = unsafe readdir(folder) {
    // SAFETY: an entry is good until the next `readdir`; its name, which may be shorter than the
    // field, ends in a zero.
    let place = unsafe UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
    let name = unsafe String(cString: place.assumingMemoryBound(to: CChar.self))
    if name != ".", name != ".." { names.append(name) }
  }
  return names.sorted()
}
