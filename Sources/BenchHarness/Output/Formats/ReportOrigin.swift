import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// When and on which machine a report is written: what foreign forms ask for.
struct ReportOrigin: Equatable {
  /// A cache of the first processor.
  struct Cache: Equatable {
    /// `Data`, `Instruction` or `Unified`.
    var type: String
    var level: Int
    var bytes: Int
    /// How many processors share it.
    var sharing: Int
  }

  /// Seconds since 1970, UTC.
  var seconds: Int
  var host: String
  /// The path of this program.
  var executable: String
  var processors: Int
  /// Of one processor; 0 where it is not known.
  var megahertz: Int
  var caches: [Cache]
  /// Processes that were ready to run, on average over 1, 5 and 15 minutes; empty where not known.
  var load: [Double]

  /// `2026-11-30T11:20:00+00:00`.
  var date: String { dateWithoutZone + "+00:00" }

  /// `2026-11-30T11:20:00`, UTC.
  var dateWithoutZone: String {
    var time = time_t(seconds)
    var parts = unsafe tm()
    unsafe gmtime_r(&time, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = unsafe (parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday)
    let clock = unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec)
    return "\(day.0)-\(two(day.1))-\(two(day.2))T\(two(clock.0)):\(two(clock.1)):\(two(clock.2))"
  }

  /// Now and here.
  static func current() -> ReportOrigin {
    var host = [CChar](repeating: 0, count: 256)
    unsafe gethostname(&host, host.count - 1)
    var load = [0.0, 0.0, 0.0]
    let known = unsafe getloadavg(&load, 3)
    return ReportOrigin(
      seconds: time(nil),
      host: String(
        decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self),
      executable: executablePath() ?? "bench",
      processors: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), megahertz: currentMegahertz(),
      caches: (0..<8).compactMap(cache), load: Array(load.prefix(max(0, Int(known)))))
  }

  private static func currentMegahertz() -> Int {
    guard let bytes = try? readFile("/proc/cpuinfo", limit: 65_536) else { return 0 }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let words = lines.first { $0.hasPrefix("cpu MHz") }?.split(separator: " ")
    guard let value = words?.last.flatMap({ Double($0) }), value > 0, value < 1e6 else { return 0 }
    return Int(value.rounded())
  }

  private static func cache(_ index: Int) -> Cache? {
    let folder = "/sys/devices/system/cpu/cpu0/cache/index\(index)"
    func line(_ name: String) -> String? {
      guard let bytes = try? readFile("\(folder)/\(name)", limit: 4_096) else { return nil }
      return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
    guard let type = line("type"), let level = line("level").flatMap({ Int($0) }),
      let size = line("size"), let kibibytes = Int(size.prefix { $0 != "K" }),
      kibibytes < 1 << 30
    else { return nil }
    let sharing = (line("shared_cpu_map") ?? "1").compactMap(\.hexDigitValue)
      .reduce(0) { $0 + $1.nonzeroBitCount }
    return Cache(type: type, level: level, bytes: kibibytes << 10, sharing: max(1, sharing))
  }
}
