#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program of others that measures or names things for us, where it is installed.
struct Tool {
  /// What it is called on PATH.
  var name: String
  /// What installs it: `apt-get install valgrind`.
  var installation: String

  static let valgrind = Tool(name: "valgrind", installation: "apt-get install valgrind")
  static let perf = Tool(name: "perf", installation: "apt-get install linux-perf")
  static let addressNames = Tool(name: "addr2line", installation: "apt-get install binutils")
  static let strip = Tool(name: "strip", installation: "apt-get install binutils")
  static let swiftNames = Tool(name: "swift-demangle", installation: "the Swift toolchain on PATH")
  static let cppNames = Tool(name: "c++filt", installation: "apt-get install binutils")

  /// Where it is; nil when it is not on PATH.
  var path: String? {
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").lazy.map { "\($0)/\(name)" }.first {
      unsafe access($0, X_OK) == 0
    }
  }

  /// `valgrind is not installed (apt-get install valgrind)`.
  var absence: String { "\(name) is not installed (\(installation))" }
}
