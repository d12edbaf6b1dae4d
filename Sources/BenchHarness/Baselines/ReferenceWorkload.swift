/// Work of the harness itself whose CPU time says how fast the machine is just now.
///
/// It is measured in turn with the process runs of a case, so that a time divided by its time can be held
/// against one that was stored hours ago. Half of it waits for memory, half of it computes.
public final class ReferenceWorkload {
  // MEASURED: 512 KiB and 200,000 steps take 2.5 ms of CPU here (`referenceTime` of a baseline, quick profile).
  private static let words = 1 << 16
  private static let steps = 200_000

  private var table: [UInt64]
  private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Makes the table that it works on.
  public init() {
    table = (0..<UInt64(Self.words)).map { $0 &* 0xd134_2543_de82_ef95 }
    _ = nanoseconds()
  }

  /// Does the work once.
  ///
  /// - Returns: The CPU time of this thread that it took.
  func nanoseconds() -> Double {
    let start = Clock.threadNanoseconds()
    var word = state
    unsafe table.withUnsafeMutableBufferPointer { table in
      for _ in 0..<Self.steps {
        word ^= word << 13
        word ^= word >> 7
        word ^= word << 17
        let place = Int(truncatingIfNeeded: word >> 32) & (Self.words - 1)
        // SAFETY: `place` is below the table's count, a power of two.
        unsafe table[place] = table[place] &+ word
        // The next place depends on what was there.
        unsafe word &+= table[place] & 0xff
        if word == 0 { word = 1 }
      }
    }
    state = word
    return Double(max(1, Clock.threadNanoseconds() - start))
  }
}

extension BenchmarkResult {
  /// The result with the times of the reference workload that were taken in turn with its own.
  func beside(_ referenceTimes: [Double]) -> BenchmarkResult {
    guard !referenceTimes.isEmpty, self[MetricName.cpuTime]?.value != nil else { return self }
    let estimate = Statistics.median95(referenceTimes)
    var metric = Metric(
      MetricName.referenceTime, .nanoseconds, estimate.value, low: estimate.low,
      high: estimate.high)
    metric.samples = referenceTimes
    var result = self
    result.metrics.append(metric)
    return result
  }
}
