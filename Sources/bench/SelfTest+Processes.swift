import BenchHarness
import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension SelfTest {
  /// Children that end, stop, or leave others behind, in ways of their own.
  static var brokenProcesses: [BenchmarkCase] {
    [
      broken("stop", timeLimitSeconds: 1) { _ in
        raise(SIGSTOP)
        while true { sleep(1) }
      },
      broken("report without end", timeLimitSeconds: 1) { run in
        run.baseline()
        while true {
          run.checkpoint("one")
          run.checkpoint("another")
        }
      },
      broken("children left behind") { run in
        try leaveBehind("sleep 60 & sleep 60 >&3 &")
        run.measure(operations: 1) {}
      },
      broken("fork into a session") { run in
        try leaveBehind("setsid sleep 5 >&3 &")
        run.measure(operations: 1) {}
      },
      broken("fork and crash") { _ in
        try leaveBehind("sleep 60 >&3 &")
        abort()
      },
    ]
  }

  /// Starts a shell whose children hold this process's pipes.
  private static func leaveBehind(_ script: String) throws {
    let texts = ["sh", "-c", script]
    var words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
    words.append(nil)
    defer { words.forEach { free($0) } }
    var pid: pid_t = 0
    guard posix_spawn(&pid, "/bin/sh", nil, nil, words, environ) == 0 else {
      throw UsageError("there is no /bin/sh")
    }
    var status: Int32 = 0
    waitpid(pid, &status, 0)
  }
}
