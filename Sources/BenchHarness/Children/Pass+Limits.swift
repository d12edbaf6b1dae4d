extension Pass {
  /// How much longer a process run of it may last than one that only measures time.
  ///
  /// MEASURED: the suites take 20 to 60 times as long under callgrind; a heap profile costs some
  /// microseconds per allocation.
  private var slowness: Int {
    switch self {
    case .time, .memory: 1
    case .leaks, .samples: 2
    case .instructions, .heap: 50
    }
  }

  /// Seconds after which a process run of a case is taken for hung.
  func timeLimitSeconds(of benchmarkCase: BenchmarkCase) -> Int {
    benchmarkCase.timeLimitSeconds * slowness
  }
}
