#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process's address space: its size, and a limit on it that turns a runaway into a failed
/// request.
enum AddressSpace {
  /// What a limited process may take beyond twice its budget: the harness's own needs, the
  /// allocator's unused pages, and room in which a structure over its budget can still be measured.
  static let slackBytes = 256 << 20

  /// Limits the address space to its present size and some more bytes; does nothing but on Linux.
  static func limit(toMoreBytes bytes: Int) {
    #if os(Linux)
      guard let size = size() else { return }
      let most = rlim_t(size + bytes)
      var limit = rlimit(rlim_cur: most, rlim_max: most)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    #endif
  }

  /// Lets a crash of this process leave no core file.
  static func forbidCoreFiles() {
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    #if os(Linux)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    #else
      unsafe setrlimit(RLIMIT_CORE, &limit)
    #endif
  }

  /// The most bytes of the process that were ever in memory at once.
  static func peakResidentBytes() -> Int {
    var usage = rusage()
    #if os(Linux)
      unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      unsafe getrusage(RUSAGE_SELF, &usage)
    #endif
    return usage.residentBytes
  }

  /// The size of the address space; nil where that is not known.
  private static func size() -> Int? {
    guard let text = try? readFile("/proc/self/statm", limit: 256) else { return nil }
    let pages = String(decoding: text.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    return Int(pages).map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
  }
}
