#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the machine's other work did to a program: how often and how long it was kept from its processor.
struct Disturbance: Equatable, Sendable {
  /// CPU time that it got, its own and the system's for it.
  var cpuNanoseconds = 0
  /// How often it was taken off a processor that it still wanted.
  var involuntarySwitches = 0
  /// How long it was ready and waited for a processor; nil where that is not counted.
  var runDelayNanoseconds: Int?

  /// Nothing yet.
  init() {}

  /// What the system says of a program that has ended.
  init(_ usage: rusage, runDelayNanoseconds: Int?) {
    let microseconds = [usage.ru_utime, usage.ru_stime].map {
      Int($0.tv_sec) * 1_000_000 + Int($0.tv_usec)
    }
    cpuNanoseconds = microseconds.reduce(0, +) * 1_000
    involuntarySwitches = usage.ru_nivcsw
    self.runDelayNanoseconds = runDelayNanoseconds
  }

  /// Adds another program's.
  mutating func add(_ other: Disturbance) {
    cpuNanoseconds += other.cpuNanoseconds
    involuntarySwitches += other.involuntarySwitches
    if let delay = other.runDelayNanoseconds {
      runDelayNanoseconds = (runDelayNanoseconds ?? 0) + delay
    }
  }

  /// How long the first thread of a program waited for a processor, also when it has ended but was not reaped.
  ///
  /// Source: Linux, Documentation/scheduler/sched-stats.rst: the second field is in nanoseconds.
  static func runDelay(of process: pid_t) -> Int? {
    guard let text = try? readFile("/proc/\(process)/schedstat", limit: 256) else { return nil }
    return runDelay(schedstat: text)
  }

  /// The second of three numbers; nil when there are no three.
  static func runDelay(schedstat text: [UInt8]) -> Int? {
    let fields = text.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    guard fields.count == 3 else { return nil }
    return Int(String(decoding: fields[1], as: UTF8.self)).flatMap { $0 >= 0 ? $0 : nil }
  }
}
