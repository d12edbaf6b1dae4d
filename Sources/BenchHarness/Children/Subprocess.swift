import ProcessSupport
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process group that runs now, so that an interrupt can end it.
final class RunningGroup: Sendable {
  private let leader = Mutex<pid_t>(0)

  /// Ends the group, whatever it does.
  func kill() {
    leader.withLock { pid in
      if pid > 0 { _ = signalGroup(pid) }
    }
  }

  /// Makes a process the leader of the group; no `kill` comes between its birth and the note of it, and none
  /// is born once an interrupt is being answered.
  fileprivate func start(_ spawn: () -> pid_t?) -> pid_t? {
    Interrupts.hold {
      leader.withLock { pid in
        let new = spawn()
        pid = new ?? 0
        return new
      }
    }
  }

  /// Reaps the leader, which has ended, after the rest of its group.
  fileprivate func reap() -> (status: Int32, usage: rusage) {
    leader.withLock { pid in
      // The unreaped leader keeps the group's number from being given to others.
      _ = signalGroup(pid)
      var status: Int32 = 0
      var usage = rusage()
      while unsafe wait4(pid, &status, 0, &usage) < 0, errno == EINTR {}
      pid = 0
      return (status, usage)
    }
  }

  private func signalGroup(_ pid: pid_t) -> Int32 {
    #if canImport(Glibc)
      Glibc.kill(-pid, SIGKILL)
    #else
      Darwin.kill(-pid, SIGKILL)
    #endif
  }
}

/// A program to be run with one descriptor of its own and standard error captured.
///
/// It leads a process group of its own, reads nothing, and its standard output goes nowhere unless
/// that is what is captured.
struct Subprocess {
  /// How a program ended.
  struct End {
    enum Way: Equatable {
      case exited(Int32)
      case signalled(Int32)
      case outOfTime
      /// Ended because `receive` refused what it wrote.
      case refused
    }

    var way: Way
    /// The end of what it wrote to standard error, at most 4 KiB.
    var errorText: String
    var maximumResidentBytes: Int
    /// What the machine's other work did to it.
    var disturbance = Disturbance()
  }

  /// The program, looked for on `PATH` when it has no slash, and its arguments.
  var words: [String]
  /// `NAME=value` each.
  var environment: [String]
  /// The descriptor that is captured besides standard error.
  var channel: Int32
  var timeLimitSeconds: Int

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - group: Where the process is noted while it lives.
  ///   - receive: Takes what comes through the channel; false ends the program.
  /// - Throws: `FileError` when it cannot be started.
  func run(
    in group: RunningGroup, receive: (ArraySlice<UInt8>) -> Bool
  ) throws(FileError) -> End {
    try Self.run([self], in: [group]) { receive($1) }[0]
  }

  /// Runs programs side by side to their ends.
  ///
  /// - Parameters:
  ///   - programs: At least one.
  ///   - groups: Where each is noted while it lives; as many or more.
  ///   - receive: Takes what comes through the channel of the program with a number; false ends it.
  /// - Returns: How each ended.
  /// - Throws: `FileError` when one cannot be started; those before it are ended.
  static func run(
    _ programs: [Subprocess], in groups: [RunningGroup],
    receive: (Int, ArraySlice<UInt8>) -> Bool
  ) throws(FileError) -> [End] {
    precondition(!programs.isEmpty && groups.count >= programs.count, "a program without a group")
    var running: [RunningProgram] = []
    do {
      for (program, group) in zip(programs, groups) {
        running.append(try RunningProgram(program, in: group))
      }
    } catch {
      for started in running { started.abandon() }
      throw error
    }
    while true {
      for index in running.indices { running[index].step { receive(index, $0) } }
      let waiting = running.filter { $0.end == nil }
      if waiting.isEmpty { return running.compactMap(\.end) }
      Pipe.wait(for: waiting.map { [$0.output, $0.errors] }, milliseconds: 100)
    }
  }
}

/// A program that runs, and what it has said.
private struct RunningProgram {
  let output: Pipe
  let errors: Pipe
  /// How it ended; nil while it runs.
  private(set) var end: Subprocess.End?
  private let pid: pid_t
  private let group: RunningGroup
  private let deadline: Int
  private var errorTail: [UInt8] = []
  private var forced: Subprocess.End.Way?

  init(_ program: Subprocess, in group: RunningGroup) throws(FileError) {
    let output = try Pipe()
    let errors = try Pipe()
    var code: Int32 = 0
    let started = group.start { () -> pid_t? in
      var pid: pid_t = 0
      code = program.spawn(&pid, output: output.writeEnd, errors: errors.writeEnd)
      return code == 0 ? pid : nil
    }
    output.closeWriteEnd()
    errors.closeWriteEnd()
    guard let pid = started else {
      throw FileError(path: program.words[0], action: "run", code: code)
    }
    self.output = output
    self.errors = errors
    self.pid = pid
    self.group = group
    deadline = Clock.monotonicNanoseconds() + program.timeLimitSeconds * 1_000_000_000
  }

  /// Takes what it has said, and its end if that has come or is due.
  mutating func step(_ receive: (ArraySlice<UInt8>) -> Bool) {
    if end != nil { return }
    let isWaiting = !hasEnded(pid)
    if forced == nil, !output.drain(receive) { forced = .refused }
    _ = errors.drain { bytes in
      errorTail = Array((errorTail + bytes).suffix(4_096))
      return true
    }
    if forced == nil, isWaiting, Clock.monotonicNanoseconds() > deadline { forced = .outOfTime }
    if forced != nil { group.kill() }
    if isWaiting { return }
    // Read before its number is given back.
    let runDelay = Disturbance.runDelay(of: pid)
    let (status, usage) = group.reap()
    end = Subprocess.End(
      way: forced ?? way(of: status), errorText: String(decoding: errorTail, as: UTF8.self),
      maximumResidentBytes: usage.residentBytes,
      disturbance: Disturbance(usage, runDelayNanoseconds: runDelay))
  }

  /// Ends it and hears no more of it.
  func abandon() { _ = group.reap() }

  private func hasEnded(_ pid: pid_t) -> Bool {
    var information = unsafe siginfo_t()
    let options = Int32(WEXITED) | Int32(WNOHANG) | Int32(WNOWAIT)
    return unsafe waitid(P_PID, id_t(pid), &information, options) == 0
      && information.processIdentifier == pid
  }

  /// The low seven bits of a wait status are the signal, the next eight the exit code.
  private func way(of status: Int32) -> Subprocess.End.Way {
    let signal = status & 0x7f
    return signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
  }
}
