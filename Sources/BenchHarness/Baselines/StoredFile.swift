import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a file of ours cannot be taken: a few words behind its path.
struct StoredFileError: Error, Equatable, CustomStringConvertible {
  var description: String
}

/// Files that people and repositories keep: thresholds and baselines.
enum StoredFile {
  /// All bytes of a plain file.
  ///
  /// A folder, a pipe or a device in its place is refused, not waited for; a link is followed.
  ///
  /// - Parameter limit: The most bytes that such a file has.
  /// - Throws: `StoredFileError`; also for a file above the limit, of which nothing is read.
  static func read(_ path: String, limit: Int) throws(StoredFileError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw StoredFileError(description: "it cannot be opened: \(systemMessage(errno))")
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw StoredFileError(description: "it cannot be read: \(systemMessage(errno))")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw StoredFileError(description: "it is no plain file; move it away")
    }
    guard status.st_size <= limit else {
      throw StoredFileError(
        description: "it has \(ByteSize.format(Int(status.st_size))), and such a file has at most "
          + "\(ByteSize.format(limit)); move it away")
    }
    do {
      return try readFile(path, limit: limit)
    } catch {
      throw StoredFileError(description: "it cannot be read: \(systemMessage(error.code))")
    }
  }
}
