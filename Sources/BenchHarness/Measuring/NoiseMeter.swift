#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Watches what else the machine does while groups of cases are measured.
final class NoiseMeter {
  private let first = NoiseReading.now()
  private var groupStart = NoiseReading()
  private var groupName = ""
  private var groupChildren = Disturbance()
  private var children = Disturbance()
  private var groups: [Noise.Group] = []

  /// Begins a group.
  ///
  /// - Parameter name: As in `OrderedUpserts/upsert`.
  func begin(_ name: String) {
    groupName = name
    groupStart = .now()
    groupChildren = Disturbance()
  }

  /// Takes what happened to a process run of the time pass.
  func take(_ disturbance: Disturbance) {
    groupChildren.add(disturbance)
    children.add(disturbance)
  }

  /// Ends the group.
  ///
  /// - Returns: Its shares.
  @discardableResult
  func end() -> Noise.Shares {
    let shares = NoiseReading.shares(from: groupStart, to: .now(), children: groupChildren)
    groups.append(Noise.Group(name: groupName, shares: shares))
    return shares
  }

  /// All that was seen until now.
  func noise() -> Noise {
    let last = NoiseReading.now()
    return Noise(
      processors: sysconf(Int32(_SC_NPROCESSORS_ONLN)), governor: Self.governor(),
      before: Noise.Moment(load: first.load, pressurePercent: first.pressurePercent),
      during: NoiseReading.shares(from: first, to: last, children: children), groups: groups,
      after: Noise.Moment(load: last.load, pressurePercent: last.pressurePercent))
  }

  /// What sets the first processor's frequency; nil in most virtual machines.
  private static func governor() -> String? {
    let path = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"
    guard let text = try? readFile(path, limit: 64) else { return nil }
    let name = String(decoding: text.prefix { $0 > 32 }, as: UTF8.self)
    return name.isEmpty ? nil : name
  }
}
