@testable import BenchHarness

extension Samples {
  /// A machine.
  static let machine = MeasuringEnvironment(
    system: "Linux 6.1.0", architecture: "x86_64", processor: "AMD EPYC", swift: "6.3",
    build: "release", allocator: "jemalloc 5.3.0", allocatorOptions: "narenas:1",
    revision: "7d1e2a0")

  /// The metrics of a row that is kept and held.
  static func kept(
    cpuTime: Double = 100, reference: Double = 1_000_000, mallocs: Double = 12, bytes: Double = 64,
    steps: Double = 3
  ) -> [Metric] {
    var time = Metric(MetricName.cpuTime, .nanoseconds, cpuTime, low: 90, high: 120)
    time.samples = [cpuTime, 90, 120]
    return [
      time, Metric(MetricName.mallocCount, .count, mallocs),
      Metric(MetricName.bytesAllocated, .bytes, bytes), Metric("steps", .count, steps),
      Metric(MetricName.growthExponent, .exponent, 0.98765),
      Metric(MetricName.budgetBytes, .bytes, 1_000),
      Metric(MetricName.referenceTime, .nanoseconds, reference),
    ]
  }

  /// A report of some results.
  static func whole(
    _ results: [BenchmarkResult], environment: MeasuringEnvironment = machine,
    library: String? = nil
  ) -> Report {
    var suites = report(results)
    suites[0].library = library
    return Report(environment: environment, suites: suites)
  }

  /// What was asked for, or is.
  static func request(
    pattern: String? = "page|'\"\\\\", items: [Int]? = nil, seed: UInt64 = 1,
    profile: Profile = .quick
  ) throws -> Baseline.Request {
    Baseline.Request(
      filter: try CaseFilter(suites: ["Sample"], pattern: pattern),
      options: SuiteOptions(profile: profile, items: items, seed: seed, budgetBytes: 1_000))
  }

  /// A baseline of some results.
  static func baseline(
    _ results: [BenchmarkResult] = [result(kept())], name: String = "main",
    date: String = "2026-11-30T11:24:16Z", environment: MeasuringEnvironment = machine,
    library: String? = nil
  ) throws -> Baseline {
    return Baseline(
      name: name, date: date, request: try request(pattern: "page|'\"\\\\", seed: .max),
      report: whole(results, environment: environment, library: library))
  }
}

/// Pseudo-random numbers for a test, the same ones for the same seed.
struct Dice {
  var state: UInt64

  mutating func roll(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}

extension Dice {
  /// Bytes with one to three changes: a byte set, taken out or put in, a part cut, doubled or moved.
  mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for _ in 0...roll(below: 3) where !result.isEmpty {
      let place = roll(below: result.count)
      let length = min(1 + roll(below: 40), result.count - place)
      let part = Array(result[place..<place + length])
      switch roll(below: 8) {
      case 0: result[place] = UInt8(roll(below: 256))
      case 1: result.remove(at: place)
      case 2: result.insert(UInt8(roll(below: 256)), at: place)
      case 3: result.removeSubrange(place..<place + length)
      case 4: result.insert(contentsOf: part, at: place)
      case 5: result.insert(contentsOf: part, at: roll(below: result.count))
      case 6: result[place] ^= 1 << UInt8(roll(below: 8))
      default: result.insert(contentsOf: Array("1e308".utf8), at: place)
      }
    }
    return result
  }
}
