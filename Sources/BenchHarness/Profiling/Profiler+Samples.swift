import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// CPU time by function.
extension Profiler {
  /// Samples a second: as often as a clock that is not the hardware's goes.
  private static let samplesPerSecond = 20_000
  private static let reportSeconds = 120

  func perfText() throws -> String {
    guard let perf = Tool.perf.path else { throw EnvironmentError(Tool.perf.absence) }
    if let refusal = Self.perfRefusal { throw EnvironmentError(refusal) }
    let folder = options.scratchFolder
    let pipes = [SamplerControl.commandPipe, SamplerControl.answerPipe].map { "\(folder)/\($0)" }
    for pipe in pipes where unsafe mkfifo(pipe, 0o600) != 0 {
      throw EnvironmentError.scratchFolder(systemMessage(errno))
    }
    let data = "\(folder)/perf.data"
    _ = try run(
      .samples,
      tool: [
        perf, "record", "-q", "-e", "cpu-clock:u", "-F", "\(Self.samplesPerSecond)", "-D", "-1",
        "--control=fifo:\(pipes[0]),\(pipes[1])", "-o", data, "--",
      ])
    let counts = try samples(in: data, by: perf)
    let total = counts.values.reduce(0, +)
    guard total > 0 else {
      throw EnvironmentError(
        "perf took no sample: the measured regions are too short; take --items with a larger size")
    }
    let table = table(counts, of: total, titled: "samples")
    let few = total < 1_000 ? "; few, so small shares say little" : ""
    return "\(benchmarkCase.identity)\n"
      + "\(grouped(total)) samples of CPU time in the measured regions, by perf"
      + "\(few)\n\n\(table)"
  }

  /// What perf's own report has of a recording: `COUNT;[.] SYMBOL` in each line.
  private func samples(
    in data: String, by perf: String
  ) throws -> [String: Int] {
    var bytes: [UInt8] = []
    let report = Subprocess(
      words: [
        perf, "report", "-i", data, "--stdio", "-q", "--no-children", "--no-demangle", "-F",
        "sample,symbol", "-t", ";",
      ], environment: ChildEnvironment.variables(), channel: STDOUT_FILENO,
      timeLimitSeconds: Self.reportSeconds)
    let end = try report.run(in: group) {
      bytes += $0
      return true
    }
    guard end.way == .exited(0) else {
      let words = end.errorText.split(whereSeparator: \.isNewline).last.map { ": \($0)" } ?? ""
      throw EnvironmentError("perf report failed (\(end.way.words))\(words)")
    }
    var counts: [String: Int] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: ";", maxSplits: 1)
      guard fields.count == 2, let count = Int(fields[0].filter { $0 != " " }) else { continue }
      // `[.] name` in user space.
      counts[String(fields[1].drop { $0 != "]" }.dropFirst(2)), default: 0] += count
    }
    return counts
  }
}
