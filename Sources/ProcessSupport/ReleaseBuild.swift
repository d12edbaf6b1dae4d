#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether this module was compiled without optimisation.
public var isDebugBuild: Bool {
  var result = false
  assert(
    {
      result = true
      return true
    }())
  return result
}

/// In a debug build, says so on standard error and becomes the release build of the same program.
///
/// The process turns into `swift run -c release PROGRAM ARGUMENTS`, so arguments, streams and exit code
/// are kept. With `LONGLIST_DEBUG=1` it goes on as it is: tests set that, because a re-execution inside
/// `swift test` waits for ever on the build's lock. Returns where there is nothing to do or no package
/// folder above the executable.
public func reexecuteInReleaseIfNeeded(program: String) {
  guard isDebugBuild, getenv("LONGLIST_DEBUG").map({ String(cString: $0) }) != "1" else { return }
  guard let package = packageFolder() else { return }
  writeToStandardError(
    "\(program): this is a debug build, so its figures mean nothing; "
      + "running the release build (LONGLIST_DEBUG=1 keeps this one)\n")
  var words = ["swift", "run", "--package-path", package, "-c", "release", program]
  words += CommandLine.arguments.dropFirst()
  execute(words)
  writeToStandardError(
    "\(program): cannot start 'swift': \(systemMessage(errno)); "
      + "put it on PATH or build with -c release\n")
  exit(1)
}

/// The folder with Package.swift above this executable, or above the current folder.
public func packageFolder() -> String? {
  var starts: [String] = []
  if let executable = executablePath() { starts.append(executable) }
  if let current = getcwd(nil, 0) {
    starts.append(String(cString: current) + "/.")
    free(current)
  }
  for start in starts {
    var parts = start.split(separator: "/", omittingEmptySubsequences: true)
    while !parts.isEmpty {
      parts.removeLast()
      let folder = "/" + parts.joined(separator: "/")
      if access(folder + "/Package.swift", R_OK) == 0 { return folder }
    }
  }
  return nil
}

/// The path of the running program's file.
public func executablePath() -> String? {
  var buffer = [CChar](repeating: 0, count: 4096)
  #if canImport(Darwin)
    var size = UInt32(buffer.count)
    guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  #else
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  #endif
}

/// Becomes another program; returns only when that failed, with `errno` set.
private func execute(_ words: [String]) {
  var signals = sigset_t()
  sigemptyset(&signals)
  pthread_sigmask(SIG_SETMASK, &signals, nil)
  var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
  arguments.append(nil)
  if let path = arguments[0] { execvp(path, arguments) }
  for argument in arguments { free(argument) }
}
