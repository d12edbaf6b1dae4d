#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Opens a file for reading, without waiting for a pipe's writer; negative with `errno` set when it is
/// refused.
func openForReading(_ path: String) -> Int32 {
  unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
}

/// Whether a descriptor is that of a file that can be read again: no folder, pipe or device.
func isPlainFile(_ descriptor: Int32) -> Bool {
  var status = stat()
  return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// Reads once from a descriptor, resuming after signals.
///
/// - Returns: How many bytes were read, 0 at the end; negative with `errno` set on failure.
func readOnce(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  while true {
    // SAFETY: the system writes at most `count` bytes at the buffer's start.
    let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
    if count >= 0 || errno != EINTR { return count }
  }
}

/// Reads once from a place of a file, resuming after signals; as `readOnce` otherwise.
func readOnce(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, at byteOffset: Int)
  -> Int
{
  while true {
    // SAFETY: the system writes at most `count` bytes at the buffer's start.
    let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(byteOffset))
    if count >= 0 || errno != EINTR { return count }
  }
}

/// A file's or folder's kind and size, or nil with `errno` set.
func status(of path: String) -> (isFolder: Bool, byteCount: Int)? {
  var status = stat()
  guard unsafe stat(path, &status) == 0 else { return nil }
  return (status.st_mode & S_IFMT == S_IFDIR, Int(status.st_size))
}

/// The names in a folder but `.` and `..`, sorted by their bytes; nil with `errno` set.
func names(inFolder path: String) -> [String]? {
  guard let folder = unsafe opendir(path) else { return nil }
  defer { unsafe closedir(folder) }
  var names: [String] = []
  while let entry = unsafe readdir(folder) {
    let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      // SAFETY: the name ends with a zero byte within the entry.
      unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}

/// Where files without a name may lie: `TMPDIR`, or `/tmp`.
func temporaryFolder() -> String {
  guard let path = unsafe getenv("TMPDIR"), unsafe path.pointee != 0 else { return "/tmp" }
  return unsafe String(cString: path)
}

/// Removes a file, if there is one.
func removeFile(_ path: String) {
  _ = unsafe unlink(path)
}

/// Removes a folder, if it is empty.
func removeFolder(_ path: String) {
  _ = unsafe rmdir(path)
}

/// Makes a folder; false with `errno` set when it is refused, true when it is there already.
func makeFolder(_ path: String) -> Bool {
  unsafe mkdir(path, 0o755) == 0 || errno == EEXIST
}

/// Removes a folder and the files in it; folders in it stay.
func removePages(_ path: String) {
  for name in names(inFolder: path) ?? [] { removeFile("\(path)/\(name)") }
  removeFolder(path)
}
