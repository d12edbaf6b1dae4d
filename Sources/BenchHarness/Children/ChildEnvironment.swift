#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The environment of every child: fixed, so that counts repeat and its size moves no stack.
enum ChildEnvironment {
  /// The options of jemalloc.
  ///
  /// One arena, and pages are never given back by time (decay off) or by a thread of
  /// its own: what an allocation costs then depends on the allocations before it alone. A misspelt
  /// option ends the child.
  static let allocatorOptions =
    "narenas:1,dirty_decay_ms:-1,muzzy_decay_ms:-1,background_thread:false,abort_conf:true"

  /// What is kept of the parent's: what programs need to be found and run, and our own switches.
  private static let kept = ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"]
  private static let ownPrefix = "LONGLIST_"

  /// `NAME=value` each.
  ///
  /// - Parameter pass: What the child is for: one for the heap's profile has more options of jemalloc.
  static func variables(for pass: Pass = .time) -> [String] {
    let options =
      pass == .heap ? "\(allocatorOptions),\(HeapRecorder.allocatorOptions)" : allocatorOptions
    var result = [
      "LC_ALL=C", "TZ=UTC",
      // Set and Dictionary order, and with it the allocations of their users, is the same in each
      // run.
      "SWIFT_DETERMINISTIC_HASHING=1",
      // A crash is to end the child at once and leave its message alone on standard error.
      "SWIFT_BACKTRACE=enable=no",
      "MALLOC_CONF=\(options)",
    ]
    for variable in parentVariables() {
      let name = variable.prefix { $0 != "=" }
      if kept.contains(String(name)) || name.hasPrefix(ownPrefix) { result.append(variable) }
    }
    return result
  }

  /// The environment of this process, `NAME=value` each.
  static func parentVariables() -> [String] {
    var result: [String] = []
    #if canImport(Darwin)
      var next = unsafe _NSGetEnviron().pointee
    #else
      var next = unsafe environ
    #endif
    // SAFETY: the environment is an array of C strings that ends in nil; nothing here changes it.
    while let text = unsafe next.pointee {
      unsafe result.append(String(cString: text))
      unsafe next += 1
    }
    return result
  }
}
