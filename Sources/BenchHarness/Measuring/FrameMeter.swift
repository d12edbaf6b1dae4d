/// Wall-clock times of single frames, by the monotonic clock, in a buffer that is there beforehand.
///
/// A frame's record costs two reads of the clock, some 60 ns in all, and allocates nothing.
@safe
public final class FrameMeter {
  /// What a frame may take.
  let budgetNanoseconds: Int
  private let capacity: Int
  /// SAFETY: `capacity` places, of which the first `count` are written; lives as long as the object.
  private let times: UnsafeMutableBufferPointer<Int>
  private var count = 0

  init(budgetNanoseconds: Int, capacity: Int) {
    precondition(budgetNanoseconds > 0 && capacity >= 1, "a budget or a capacity below 1")
    self.budgetNanoseconds = budgetNanoseconds
    self.capacity = capacity
    unsafe times = .allocate(capacity: capacity)
    // Written once, so that no page is met for the first time inside of a frame.
    unsafe times.initialize(repeating: 0)
  }

  deinit { unsafe times.deallocate() }

  /// Runs a frame and records how long it took.
  ///
  /// - Complexity: two reads of the monotonic clock; allocates nothing.
  @inline(__always)
  public func frame(_ body: () throws -> Void) rethrows {
    let start = Clock.monotonicNanoseconds()
    try body()
    record(Clock.monotonicNanoseconds() - start)
  }

  func record(_ nanoseconds: Int) {
    guard count < capacity else { return }
    // SAFETY: `count` is below the capacity.
    unsafe times[count] = nanoseconds
    count += 1
  }

  /// The recorded times, ascending.
  var sorted: [Int] { unsafe times[..<count].sorted() }
}

/// Frames as metrics.
extension Measurements {
  /// Adds the percentiles of frames, by nearest rank, and their budget; nothing where there was no frame.
  mutating func take(_ meter: FrameMeter) {
    let times = meter.sorted
    guard let longest = times.last else { return }
    frameBudgetNanoseconds = meter.budgetNanoseconds
    for (name, share) in MetricName.framePercentiles {
      let rank = Int((share * Double(times.count)).rounded(.up))
      values.append(
        RecordedValue(
          name: name, unit: .nanoseconds, value: Double(times[max(0, min(rank, times.count) - 1)])))
    }
    values.append(
      RecordedValue(name: MetricName.frameTimeMax, unit: .nanoseconds, value: Double(longest)))
  }
}
