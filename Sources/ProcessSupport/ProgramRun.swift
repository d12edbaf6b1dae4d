#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Another program, run to its end.
public enum ProgramRun {
  /// How a program ended.
  public enum Ending: Equatable, Sendable {
    /// With an exit code.
    case exited(Int32)
    /// By a signal.
    case signalled(Int32)
    /// By us, as it took too long.
    case timedOut
  }

  /// Runs a program in a process group of its own and waits for it.
  ///
  /// An interrupt of ours, or the end of the time, ends the whole group.
  ///
  /// - Parameters:
  ///   - words: The program, looked for in PATH, and its arguments; not empty.
  ///   - timeLimitSeconds: When it is ended, at least 1.
  ///   - showsOutput: Whether its output goes where ours goes; else it is discarded.
  /// - Throws: `FileError` when it cannot be started.
  public static func run(
    _ words: [String], timeLimitSeconds: Int, showsOutput: Bool = false
  ) throws(FileError) -> Ending {
    precondition(!words.isEmpty && timeLimitSeconds >= 1, "no program or no time")
    let (pid, cleanUp) = try Interrupts.hold { () throws(FileError) in
      var pid = pid_t()
      let code = spawn(words, showsOutput: showsOutput, &pid)
      if code != 0 { throw FileError(path: words[0], action: "run", code: code) }
      let group = -pid
      return (pid, Interrupts.add { kill(group, SIGKILL) })
    }
    defer { Interrupts.remove(cleanUp) }
    // SAFETY: the process is our child and was not waited for, so its number is no other's.
    return wait(for: pid, timeLimitSeconds: timeLimitSeconds)
  }

  private static func spawn(_ words: [String], showsOutput: Bool, _ pid: inout pid_t) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    if !showsOutput {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    // The signals that `Interrupts` blocks and the one that `main` ignores are as usual there.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var usual = sigset_t()
    sigemptyset(&usual)
    sigaddset(&usual, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags =
      Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    return posix_spawnp(&pid, words[0], &actions, &attributes, &arguments, environ)
  }

  private static func wait(for pid: pid_t, timeLimitSeconds: Int) -> Ending {
    var elapsedMicroseconds = 0
    var pause = 200
    var status: Int32 = 0
    while true {
      let found = waitpid(pid, &status, WNOHANG)
      if found == pid { return ending(status) }
      if found < 0, errno != EINTR { return .signalled(0) }
      if elapsedMicroseconds >= timeLimitSeconds * 1_000_000 {
        kill(-pid, SIGKILL)
        waitpid(pid, &status, 0)
        return .timedOut
      }
      usleep(useconds_t(pause))
      elapsedMicroseconds += pause
      pause = min(20_000, pause * 2)
    }
  }

  /// The parts of a wait status, as POSIX's macros read them.
  private static func ending(_ status: Int32) -> Ending {
    let signal = status & 0x7F
    return signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
  }
}
