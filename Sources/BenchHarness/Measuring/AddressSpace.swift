#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process's address space: its size, and a limit on it that turns a runaway into a failed request.
enum AddressSpace {
  /// Limits the address space to its present size and some more bytes; does nothing but on Linux.
  static func limit(toMoreBytes bytes: Int) {
    #if os(Linux)
      guard let size = pagesOfStatus()?.size else { return }
      let most = rlim_t(size * pageSize + bytes)
      var limit = rlimit(rlim_cur: most, rlim_max: most)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    #endif
  }

  /// Bytes of the process that are in memory now; 0 where that is not known.
  static func residentBytes() -> Int {
    (pagesOfStatus()?.resident ?? 0) * pageSize
  }

  private static var pageSize: Int { sysconf(Int32(_SC_PAGESIZE)) }

  /// The first two numbers of /proc/self/statm.
  private static func pagesOfStatus() -> (size: Int, resident: Int)? {
    guard let text = try? readFile("/proc/self/statm", limit: 256) else { return nil }
    let words = String(decoding: text, as: UTF8.self).split(separator: " ")
    guard words.count > 1, let size = Int(words[0]), let resident = Int(words[1]) else {
      return nil
    }
    return (size, resident)
  }
}
