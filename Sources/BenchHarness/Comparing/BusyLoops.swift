import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Processes that do nothing and never wait: what other work on the machine looks like to the gate.
///
/// They end with the object, by an interrupt, and soon after their parent should it be killed.
final class BusyLoops {
  /// What a child is asked to be one.
  static let words = [ChildRequest.word, ChildProtocol.version, "spin"]

  private let processes: [pid_t]
  private let cleanUp: Interrupts.CleanUp

  /// Starts some.
  ///
  /// - Throws: `FileError` when the executable cannot be started; those before it are ended.
  init(_ count: Int, executable: String) throws(FileError) {
    (processes, cleanUp) = try Interrupts.hold { () throws(FileError) in
      var processes: [pid_t] = []
      for _ in 0..<count {
        let program = Subprocess(
          words: [executable] + Self.words, environment: ChildEnvironment.variables(),
          channel: ReportWriter.descriptor, timeLimitSeconds: 1)
        // Nothing is read: they say nothing, and look for their parent instead of a closed pipe.
        let (output, errors) = (try Pipe(), try Pipe())
        var pid: pid_t = 0
        let code = program.spawn(&pid, output: output.writeEnd, errors: errors.writeEnd)
        guard code == 0 else {
          Self.end(processes)
          throw FileError(path: executable, action: "run", code: code)
        }
        processes.append(pid)
      }
      let started = processes
      return (started, Interrupts.add { for pid in started { kill(pid, SIGKILL) } })
    }
  }

  deinit {
    Interrupts.hold {
      Self.end(processes)
      Interrupts.remove(cleanUp)
    }
  }

  /// SAFETY: they are our children and were not waited for, so their numbers are nobody else's.
  private static func end(_ processes: [pid_t]) {
    for pid in processes {
      kill(pid, SIGKILL)
      var status: Int32 = 0
      while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
    }
  }

  /// The child's side: busy until its parent is gone.
  static func spin() {
    let parent = getppid()
    var number: UInt64 = 1
    while getppid() == parent, number != 0 {
      for _ in 0..<1_000_000 { number = number &* 6_364_136_223_846_793_005 | 1 }
    }
  }
}
