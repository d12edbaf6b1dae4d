#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system's counters of its other work at one time; what a system does not tell is nil.
struct NoiseReading: Equatable {
  /// Ticks of all processors, of any kind.
  var totalTicks: Int?
  /// Of those, what the hypervisor gave to others.
  var stealTicks: Int?
  /// Time in which some task waited for a processor, since the system started.
  var pressureMicroseconds: Int?
  /// Of the last ten seconds, in percent.
  var pressurePercent: Double?
  /// The load average of the last minute.
  var load: Double?
  var monotonicNanoseconds = 0

  /// Nothing known.
  init() {}

  /// Looks at the system now.
  static func now() -> NoiseReading {
    var reading = NoiseReading()
    reading.monotonicNanoseconds = Clock.monotonicNanoseconds()
    if let text = try? readFile("/proc/stat", limit: 4_096) { reading.takeStat(text) }
    if let text = try? readFile("/proc/pressure/cpu", limit: 4_096) { reading.takePressure(text) }
    var loads = [0.0]
    if unsafe getloadavg(&loads, 1) == 1 { reading.load = loads[0] }
    return reading
  }

  /// Takes the first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal, guest ...
  ///
  /// Source: Linux, proc_stat(5). Guest time is part of user time, so it is not added.
  mutating func takeStat(_ text: [UInt8]) {
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    let fields = Self.words(line)
    guard fields.first == "cpu", fields.count >= 9 else { return }
    let ticks = fields[1...8].compactMap { Int($0) }
    guard ticks.count == 8, ticks.allSatisfy({ (0..<1 << 56).contains($0) }) else { return }
    totalTicks = ticks.reduce(0, +)
    stealTicks = ticks[7]
  }

  /// Takes `some avg10=0.22 avg60=0.17 avg300=1.11 total=58761459`.
  ///
  /// Source: Linux, Documentation/accounting/psi.rst; the total is in microseconds.
  mutating func takePressure(_ text: [UInt8]) {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let fields = Self.words(line)
      guard fields.first == "some" else { continue }
      for field in fields.dropFirst() {
        let halves = field.split(separator: "=")
        guard halves.count == 2 else { continue }
        if halves[0] == "avg10", let share = Double(halves[1]), (0...100).contains(share) {
          pressurePercent = share
        }
        if halves[0] == "total", let total = Int(halves[1]), total >= 0 {
          pressureMicroseconds = total
        }
      }
    }
  }

  private static func words(_ line: ArraySlice<UInt8>) -> [Substring] {
    String(decoding: line, as: UTF8.self).split(separator: " ")
  }

  /// What was between two readings, with what happened to the children meanwhile.
  static func shares(from: NoiseReading, to: NoiseReading, children: Disturbance) -> Noise.Shares {
    var shares = Noise.Shares()
    if let first = from.stealTicks, let last = to.stealTicks, let start = from.totalTicks,
      let end = to.totalTicks, end > start, last >= first
    {
      shares.stealPercent = 100 * Double(last - first) / Double(end - start)
    }
    let nanoseconds = to.monotonicNanoseconds - from.monotonicNanoseconds
    if let first = from.pressureMicroseconds, let last = to.pressureMicroseconds, last >= first,
      nanoseconds > 0
    {
      shares.pressurePercent = min(100, 100_000 * Double(last - first) / Double(nanoseconds))
    }
    guard children.cpuNanoseconds > 0 else { return shares }
    let cpu = Double(children.cpuNanoseconds)
    shares.switchesPerSecond = 1e9 * Double(children.involuntarySwitches) / cpu
    if let delay = children.runDelayNanoseconds {
      shares.runDelayPercent = 100 * Double(delay) / (cpu + Double(delay))
    }
    return shares
  }
}
