import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bytes of a file, at most `limit` of them.
///
/// - Throws: `FileError` when it cannot be opened or read.
func readFile(_ path: String, limit: Int = 1 << 26) throws(FileError) -> [UInt8] {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw FileError(path: path, action: "open", code: errno) }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 16_384)
  while bytes.count < limit {
    let count = unsafe read(descriptor, &buffer, min(buffer.count, limit - bytes.count))
    if count < 0 {
      if errno == EINTR { continue }
      throw FileError(path: path, action: "read", code: errno)
    }
    if count == 0 { break }
    bytes += buffer[..<count]
  }
  return bytes
}
