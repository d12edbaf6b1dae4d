/// What a figure is counted in.
///
/// Exact units repeat in every run of one build on one allocator; noisy ones do not.
public struct MetricUnit: Hashable, Sendable {
  /// As it stands in results.
  public let name: String

  /// Nanoseconds; noisy.
  public static let nanoseconds = MetricUnit(name: "ns")
  /// A quotient of noisy figures; noisy.
  public static let ratio = MetricUnit(name: "ratio")
  /// A share of a hundred; noisy.
  public static let percent = MetricUnit(name: "percent")
  /// Bytes a second of CPU time; noisy.
  public static let bytesPerSecond = MetricUnit(name: "B/s")
  /// Things counted; exact.
  public static let count = MetricUnit(name: "count")
  /// Things counted, per operation; exact.
  public static let countPerOperation = MetricUnit(name: "count/op")
  /// Bytes; exact.
  public static let bytes = MetricUnit(name: "bytes")
  /// The exponent of a count's growth; exact.
  public static let exponent = MetricUnit(name: "exponent")

  static let all: [MetricUnit] = [
    .nanoseconds, .ratio, .percent, .bytesPerSecond, .count, .countPerOperation, .bytes, .exponent,
  ]

  /// Whether equal runs give equal figures.
  public var isExact: Bool { ![.nanoseconds, .ratio, .percent, .bytesPerSecond].contains(self) }
}

/// The metrics that the harness itself measures.
public enum MetricName {
  /// CPU time per operation: median over process runs, 95% bootstrap interval.
  public static let cpuTime = "cpuTime"
  /// CPU time of ours over that of a reference of the same benchmark and parameters.
  ///
  /// Ours has it over the first reference. With peers it has it over the strongest one that ran, and
  /// every reference has the ratio of ours to itself.
  public static let ratioToPeer = "ratioToPeer"
  /// CPU time of this build over that of the base, of `bench compare`.
  public static let ratioToBase = "ratioToBase"
  /// CPU time of this build over that of itself, measured like `ratioToBase`: what noise alone reads.
  public static let ratioToSelf = "ratioToSelf"
  /// Requests to the allocator in the measured regions, in all.
  public static let mallocCount = "mallocCount"
  /// Bytes that those requests took, in all.
  public static let bytesAllocated = "bytesAllocated"
  /// The most bytes above the baseline at a checkpoint.
  public static let peakLiveBytes = "peakLiveBytes"
  /// Bytes above the baseline at the last checkpoint.
  public static let liveBytes = "liveBytes"
  /// What the peak is held against.
  public static let budgetBytes = "budgetBytes"
  /// The exponent of a metric's growth over a parameter.
  public static let growthExponent = "growthExponent"

  /// Most bytes above the baseline at any time, checkpoints or not, to within some 100 KiB.
  public static let peakBetweenCheckpoints = "peakBetweenCheckpoints"
  /// Bytes that the body took and never gave back.
  public static let leakedBytes = "leakedBytes"
  /// Instructions of the measured regions, counted by valgrind.
  public static let instructions = "instructions"

  /// Wall-clock time of a frame: the median, then the share of frames that took no longer.
  public static let frameTimeP50 = "frameTimeP50"
  /// 99 of 100 frames took no longer.
  public static let frameTimeP99 = "frameTimeP99"
  /// 999 of 1,000 frames took no longer.
  public static let frameTimeP999 = "frameTimeP999"
  /// The longest frame.
  public static let frameTimeMax = "frameTimeMax"

  /// The percentiles of frames and their shares.
  static let framePercentiles = [
    (frameTimeP50, 0.5), (frameTimeP99, 0.99), (frameTimeP999, 0.999),
  ]

  /// Those that `FrameMeter` makes.
  static let frames = framePercentiles.map(\.0) + [frameTimeMax]

  /// Those that are held against something else than thresholds: the budget, or nothing at all.
  static let withoutThreshold = [budgetBytes, peakBetweenCheckpoints, leakedBytes]

  /// CPU time of the harness's own reference workload, measured in turn with the case.
  ///
  /// Runs that are saved or held against a baseline have it: times of different runs are divided by it.
  public static let referenceTime = "referenceTime"

  /// All of them.
  public static let all =
    [
      cpuTime, ratioToPeer, ratioToBase, ratioToSelf, mallocCount, bytesAllocated, peakLiveBytes,
      liveBytes, budgetBytes, growthExponent, peakBetweenCheckpoints, leakedBytes, instructions,
      referenceTime,
    ] + frames
}

/// What became of a metric, a result or a run; a later case is worse.
public enum Verdict: String, CaseIterable, Comparable, Sendable {
  /// As it should be.
  case pass
  /// Not judged; the reason says why.
  case skipped
  /// Too noisy to be judged.
  case inconclusive
  /// Better than the threshold knows.
  case improved
  /// A threshold without a figure, or a figure without a threshold.
  case missing
  /// Worse than the threshold or the budget allows.
  case regressed
  /// The benchmark crashed, hung or gave a wrong result.
  case failed

  /// Whether the left one is less bad.
  public static func < (left: Verdict, right: Verdict) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// One figure of a result.
public struct Metric: Equatable, Sendable {
  /// The name.
  public var name: String
  /// The unit.
  public var unit: MetricUnit
  /// The figure; nil when a threshold asks for what was not measured.
  public var value: Double?
  /// The lower end of the 95% interval; the value itself for exact figures.
  public var low: Double?
  /// The upper end of the 95% interval; the value itself for exact figures.
  public var high: Double?
  /// What became of it.
  public var verdict = Verdict.pass
  /// Why the verdict is not `pass`, or what else a reader should know.
  public var reason: String?
  /// The figures of the process runs in their order, of noisy metrics.
  public var samples: [Double] = []
  /// The base's figure, where two builds or a baseline were compared.
  public var base: Double?
  /// How much it is above the baseline's, in percent of that; nil for what was 0 and is not.
  ///
  /// Of `cpuTime` it is the change beside the reference workload, not that of the raw times.
  public var change: Double?

  /// Makes a figure without an interval.
  public init(
    _ name: String, _ unit: MetricUnit, _ value: Double?, verdict: Verdict = .pass,
    reason: String? = nil
  ) {
    self.init(name, unit, value, low: value, high: value, verdict: verdict, reason: reason)
  }

  /// Makes a figure with an interval.
  public init(
    _ name: String, _ unit: MetricUnit, _ value: Double?, low: Double?, high: Double?,
    verdict: Verdict = .pass, reason: String? = nil
  ) {
    self.name = name
    self.unit = unit
    self.value = value
    self.low = low
    self.high = high
    self.verdict = verdict
    self.reason = reason
  }
}
