#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A child process that ends a cluster and removes its folder as soon as its owner is gone.
///
/// It waits at a pipe whose other end only the owner has: closed on purpose, at exit, by an interrupt, a crash or
/// SIGKILL, it lets the child go on. So there is one way out for all ways out.
final class ClusterWatch: Sendable {
  private let process: pid_t
  private let descriptor: Int32

  /// Ends the postmaster of `$0/data` and everything below, waits until it is gone, removes the folder.
  ///
  /// A process is only killed if its command line names the folder, as numbers are used again.
  private static let script = """
    trap '' INT TERM HUP QUIT PIPE
    cat >/dev/null
    tries=0
    while [ -e "$0" ] && [ $tries -lt 300 ]; do
      pid=$(head -n 1 "$0/data/postmaster.pid" 2>/dev/null)
      if [ -n "$pid" ]; then
        words=$(tr '\\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null || ps -o args= -p "$pid" 2>/dev/null)
        case "$words" in
          *"$0/data"*) if [ $tries -lt 50 ]; then kill -QUIT "$pid"; else kill -KILL "$pid"; fi; sleep 0.1 ;;
          *) rm -rf "$0" ;;
        esac
      else
        rm -rf "$0"
      fi
      tries=$((tries + 1))
      [ -e "$0" ] && sleep 0.1
    done
    """

  /// Starts to watch a folder.
  init(folder: String) throws(PostgresError) {
    guard let ends = Self.pipe() else {
      throw PostgresError(.cannotStart, "no pipe: close some files", place: folder)
    }
    defer { close(ends[0]) }
    guard let process = Self.spawn(reading: ends[0], folder: folder) else {
      close(ends[1])
      throw PostgresError(.cannotStart, "cannot run /bin/sh", place: folder)
    }
    self.process = process
    descriptor = ends[1]
  }

  /// Two connected ends that our other children do not inherit; nil when there are none to be had.
  private static func pipe() -> [Int32]? {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      // Swift does not see `pipe2`; a pair of sockets can be closed to children as they are made too.
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      return unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 ? ends : nil
    #else
      // Between the calls another thread may start a child that keeps the pipe open; the cluster then stays
      // until that child is gone too.
      guard unsafe Darwin.pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return ends
    #endif
  }

  private static func spawn(reading descriptor: Int32, folder: String) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    // SAFETY: both are made before they are used and destroyed after; the texts end with NUL, the array
    // with nil.
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, STDIN_FILENO)
    unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    // A group of its own, so that a terminal's interrupt does not reach it before its work is done.
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let words: [String] = ["/bin/sh", "-c", script, folder]
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var process = pid_t()
    let code = unsafe posix_spawn(&process, words[0], &actions, &attributes, &arguments, environ)
    return code == 0 ? process : nil
  }

  /// Lets the child do its work and waits for it; only once.
  func finish() {
    close(descriptor)
    var status: Int32 = 0
    // SAFETY: the process is our child and was not waited for.
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
  }
}
