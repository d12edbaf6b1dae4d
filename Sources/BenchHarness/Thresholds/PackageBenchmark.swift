import ProcessSupport

/// What the metrics of package-benchmark are here.
///
/// Source: ordo-one/benchmark, `BenchmarkMetric.swift`; its figures are those of one iteration, ours those of
/// the measured regions of one body.
enum PackageBenchmark {
  enum Meaning: Equatable {
    /// The same thing, by our name.
    case same(String)
    /// It is known, and nothing of the kind is held here.
    case none(String)
    /// It is not known, with a line that suggests what is.
    case unknown(String)
  }

  private static let sameThing = [
    "mallocCountTotal": MetricName.mallocCount, "instructions": MetricName.instructions,
  ]

  private static let times = ["cpuUser", "cpuSystem", "cpuTotal", "wallClock", "throughput"]
  private static let resident = [
    "peakMemoryResident", "peakMemoryResidentDelta", "peakMemoryVirtual", "allocatedResidentMemory",
    "memoryLeaked",
  ]
  private static let allocations = [
    "mallocCountSmall", "mallocCountLarge", "mallocBytesCount", "freeCountTotal", "mallocFreeDelta",
    "memoryLeakedBytes",
  ]
  private static let system = [
    "syscalls", "contextSwitches", "threads", "threadsRunning", "readSyscalls", "writeSyscalls",
    "readBytesLogical", "writeBytesLogical", "readBytesPhysical", "writeBytesPhysical",
  ]
  private static let references = [
    "objectAllocCount", "retainCount", "releaseCount", "retainReleaseDelta",
  ]

  /// What a metric of package-benchmark is.
  ///
  /// - Parameter own: The names that thresholds of the suite may hold; a metric of such a name is that.
  static func meaning(of metric: String, own: [String]) -> Meaning {
    if let name = sameThing[metric] { return .same(name) }
    if own.contains(metric) { return .same(metric) }
    if times.contains(metric) {
      return .none("thresholds hold no times; bench compare --base BINARY does")
    }
    if resident.contains(metric) {
      return .none("resident memory is not measured here; peakLiveBytes is, to the byte")
    }
    if allocations.contains(metric) {
      return .none("it counts by other rules than bytesAllocated, liveBytes and leakedBytes do")
    }
    if system.contains(metric) || references.contains(metric) {
      return .none("it is not counted here")
    }
    return .unknown(
      UsageError.unknown("metric", metric, known: sameThing.keys.sorted() + own).message)
  }
}
