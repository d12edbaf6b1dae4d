#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Clocks in nanoseconds.
enum Clock {
  /// CPU time of the calling thread.
  static func threadNanoseconds() -> Int { read(CLOCK_THREAD_CPUTIME_ID) }

  /// Time that passes, for limits.
  static func monotonicNanoseconds() -> Int { read(CLOCK_MONOTONIC) }

  private static func read(_ clock: clockid_t) -> Int {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// What two reads of the thread's clock with nothing between them differ by: the median of 101.
  static func threadClockCost() -> Int {
    var costs: [Int] = []
    costs.reserveCapacity(101)
    for _ in 0..<101 {
      let start = threadNanoseconds()
      costs.append(threadNanoseconds() - start)
    }
    costs.sort()
    return costs[50]
  }
}
