#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system's words for the last error of a C call, as in "No space left on device".
public func systemMessage(_ code: Int32) -> String {
  var buffer = [CChar](repeating: 0, count: 256)
  guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
  return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Writes a text to standard error, all of it, whatever happens.
public func writeToStandardError(_ text: String) {
  try? writeAll(text, to: STDERR_FILENO, path: "standard error")
}

/// Writes a text to standard output.
///
/// - Throws: `FileError` when it could not be written, as to a closed pipe or a full disk.
public func writeToStandardOutput(_ text: String) throws(FileError) {
  try writeAll(text, to: STDOUT_FILENO, path: "standard output")
}

private func writeAll(_ text: String, to descriptor: Int32, path: String) throws(FileError) {
  var text = text
  let failure: FileError? = text.withUTF8 { bytes in
    do throws(FileError) {
      try writeAll(UnsafeRawBufferPointer(bytes), to: descriptor, path: path)
      return nil
    } catch {
      return error
    }
  }
  if let failure { throw failure }
}

/// Writes all bytes to a descriptor, resuming after signals and partial writes.
///
/// - Throws: `FileError` with the system's reason.
public func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String
) throws(FileError) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let written = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
    if written < 0 {
      if errno == EINTR { continue }
      throw FileError(path: path, action: "write", code: errno)
    }
    rest = rest.dropFirst(written)
  }
}
