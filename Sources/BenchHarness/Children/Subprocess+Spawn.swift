import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Subprocess {
  /// Starts the program as the leader of a new group, with no signal blocked.
  ///
  /// - Returns: 0, or the system's error number.
  func spawn(_ pid: inout pid_t, output: Int32, errors: Int32) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    for (descriptor, mode) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_WRONLY)]
    where descriptor != channel {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", mode, 0)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, output, channel)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)

    var noSignals = sigset_t()
    unsafe sigemptyset(&noSignals)
    unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGMASK)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      unsafe environment.map { unsafe strdup($0) } + [nil]
    defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
    return unsafe posix_spawnp(&pid, words[0], &actions, &attributes, &arguments, &variables)
  }
}

/// A pipe whose ends no program inherits by accident.
final class Pipe {
  private let readEnd: Int32
  private(set) var writeEnd: Int32
  private var hasEnded = false

  init() throws(FileError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
      throw FileError(path: "a pipe", action: "make", code: errno)
    }
    // Numbers from 10 up: what a child's descriptors 0 to 3 become must not be overwritten on the
    // way.
    readEnd = fcntl(ends[0], F_DUPFD_CLOEXEC, 10)
    writeEnd = fcntl(ends[1], F_DUPFD_CLOEXEC, 10)
    let code = errno
    close(ends[0])
    close(ends[1])
    guard readEnd >= 0, writeEnd >= 0 else {
      throw FileError(path: "a pipe", action: "make", code: code)
    }
    _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(readEnd)
    closeWriteEnd()
  }

  func closeWriteEnd() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  /// Hands over what is there now.
  ///
  /// At most 16 MiB a call, so that a writer who never stops cannot hold the caller.
  ///
  /// - Returns: Whether `receive` took all of it.
  func drain(_ receive: (ArraySlice<UInt8>) -> Bool) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    for _ in 0..<256 where !hasEnded {
      let count = unsafe read(readEnd, &buffer, buffer.count)
      if count > 0 {
        guard receive(buffer[..<count]) else { return false }
      } else if count == 0 {
        hasEnded = true
      } else if errno != EINTR {
        return true
      }
    }
    return true
  }

  /// Waits until one of the pipes of some programs has something, or the time is over.
  ///
  /// - Parameter programs: The pipes of each.
  static func wait(for programs: [[Pipe]], milliseconds: Int32) {
    var waiting = programs.joined().filter { !$0.hasEnded }.map {
      pollfd(fd: $0.readEnd, events: Int16(POLLIN), revents: 0)
    }
    // A program with all pipes at their end is about to go: look again soon.
    let isLeaving = programs.contains { $0.allSatisfy(\.hasEnded) }
    unsafe poll(&waiting, nfds_t(waiting.count), isLeaving ? 1 : milliseconds)
  }
}

extension rusage {
  /// Linux counts in KiB, Darwin in bytes.
  var residentBytes: Int {
    #if canImport(Darwin)
      ru_maxrss
    #else
      ru_maxrss * 1_024
    #endif
  }
}

extension siginfo_t {
  /// The process that a wait was about; 0 when there was none.
  var processIdentifier: pid_t {
    #if canImport(Glibc)
      unsafe _sifields._sigchld.si_pid
    #else
      si_pid
    #endif
  }
}
