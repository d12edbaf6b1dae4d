extension Pass {
  /// How much longer a process run of it may last than one that only measures time.
  ///
  /// A limit for what hangs, so on the large side.
  var slowness: Int {
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
