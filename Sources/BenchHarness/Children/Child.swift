import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The side of a benchmark that measures: one case, one pass, then the end of the process.
public enum Child {
  /// Runs what a parent asked for, if this process is a child.
  ///
  /// Call it before any other work in `main`, with the program's arguments.
  ///
  /// - Parameters:
  ///   - words: The words of the command line after the program's name.
  ///   - suites: All suites of the program.
  /// - Returns: The exit code of the child, or nil when this process is no child.
  public static func run(words: [String], suites: [Suite]) -> ExitCode? {
    guard words.first == ChildRequest.word else { return nil }
    // Without its parent's pipe this would write into a stranger's file.
    guard fcntl(ReportWriter.descriptor, F_GETFD) >= 0, words.count > 1 else { return stranger() }
    AddressSpace.forbidCoreFiles()
    let report = ReportWriter()
    guard words[1] == ChildProtocol.version else {
      report.send(["protocol", ChildProtocol.version])
      return .environment
    }
    do {
      if let request = ChildRequest(words: words) {
        // What the self-test of the gate runs is no suite for people.
        try measure(request, suites: suites + [GateTrial.suite], report: report)
      } else if let request = ListingRequest(words: words) {
        try list(request, suites: suites, report: report)
      } else if words == BusyLoops.words {
        BusyLoops.spin()
      } else {
        return stranger()
      }
      report.send(["done"])
      return .success
    } catch let error as AllocatorError {
      report.send(["environment", error.description])
      return .environment
    } catch let error as EnvironmentError {
      report.send(["environment", error.description])
      return .environment
    } catch let error as WrongResult {
      report.send(["wrong", error.description])
      return .failed
    } catch {
      report.send(["error", "\(error)"])
      return .failed
    }
  }

  private static func stranger() -> ExitCode {
    writeToStandardError("bench: \(ChildRequest.word) is for bench itself; see bench --help\n")
    return .environment
  }

  private static func measure(
    _ request: ChildRequest, suites: [Suite], report: ReportWriter
  ) throws {
    var options = request.options
    options.dataFolder = options.dataFolder.map(absolutePath)
    guard let suite = suites.first(where: { $0.name == request.suite }),
      let benchmarkCase = try suite.cases(options).first(where: {
        $0.identity.description == request.identity
      })
    else { throw BrokenBenchmark(description: "the child has no case \(request.identity)") }
    // Should the parent be killed, this child outlives it by its time limit at most.
    alarm(UInt32(clamping: request.pass.timeLimitSeconds(of: benchmarkCase) + 10))
    // Names below it are then of one length wherever it lies, and what they take can be counted.
    let scratch = request.options.scratchFolder
    if !scratch.isEmpty, unsafe chdir(scratch) != 0 {
      throw EnvironmentError.scratchFolder("it cannot be entered")
    }
    let run = try Run(
      pass: request.pass, scratchFolder: scratch.isEmpty ? "" : ".",
      budgetBytes: benchmarkCase.budget(under: request.options),
      limitsAddressSpace: request.pass == .memory, report: report)
    let heldBefore = run.meter?.held()
    try benchmarkCase.body(run)
    let heldAfter = run.meter?.held()
    run.instrument.finish()
    var measurements = run.measurements
    guard measurements.regions > 0 else {
      throw BrokenBenchmark(description: "the benchmark measured nothing")
    }
    for value in measurements.values
    where !suite.metrics.contains(value.name) && !MetricName.frames.contains(value.name) {
      throw BrokenBenchmark(description: "the suite does not declare the metric '\(value.name)'")
    }
    if request.pass == .leaks {
      let left = try leftBySecondRun(of: benchmarkCase, scratchFolder: run.scratchFolder)
      measurements.takeLeft(from: left.before, to: left.after)
    } else if let heldBefore, let heldAfter {
      measurements.takeLeft(from: heldBefore, to: heldAfter)
    }
    for line in measurements.lines { report.send(line) }
  }

  /// What the process holds before and after the body has run once more.
  private static func leftBySecondRun(
    of benchmarkCase: BenchmarkCase, scratchFolder: String
  ) throws -> (before: Held, after: Held) {
    let meter = try AllocatorMeter()
    let before = meter.held()
    // Its run is gone, with all that it holds, when the second reading is taken.
    try benchmarkCase.body(Run(pass: .memory, scratchFolder: scratchFolder))
    return (before, meter.held())
  }
}

/// A path that holds in any working folder.
func absolutePath(_ path: String) -> String {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  guard !path.hasPrefix("/"), let folder = unsafe getcwd(&buffer, buffer.count) else { return path }
  return unsafe "\(String(cString: folder))/\(path)"
}

/// A benchmark that breaks the harness's rules.
struct BrokenBenchmark: Error, CustomStringConvertible {
  var description: String
}

extension BenchmarkCase {
  /// The budget that holds: the caller's for ours, the case's own otherwise.
  func budget(under options: SuiteOptions) -> Int? {
    isReference ? budgetBytes : options.budgetBytes ?? budgetBytes
  }
}
