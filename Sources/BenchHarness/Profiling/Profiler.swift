import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a benchmark that was to be profiled gave nothing: it crashed, hung or gave a wrong result.
public struct ProfileFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// One line.
  public var description: String
}

/// Finds out where one case spends its instructions, its time or its memory.
public final class Profiler {
  /// What finds it out.
  public enum Kind: String, CaseIterable, Sendable {
    /// Instructions by function, exact, by valgrind.
    case callgrind
    /// CPU time by function, sampled, by perf.
    case perf
    /// Bytes and blocks by function, exact, by jemalloc.
    case heap
  }

  /// How perf ends when it refuses, rather than what runs under it.
  private static let refusalCodes: [Int32] = [129, 255]

  let benchmarkCase: BenchmarkCase
  let options: SuiteOptions
  let executable: String
  let progress: Progress
  let group: RunningGroup
  private let cleanUp: Interrupts.CleanUp

  /// Makes a profiler of a case.
  ///
  /// - Parameters:
  ///   - benchmarkCase: The case.
  ///   - options: What it was made for, with a scratch folder.
  ///   - progress: Where to show what runs.
  /// - Throws: `EnvironmentError` when the executable's path is not known or the data do not verify.
  public init(
    _ benchmarkCase: BenchmarkCase, options: SuiteOptions, progress: Progress
  ) throws(EnvironmentError) {
    guard let executable = executablePath() else {
      throw EnvironmentError("the path of this executable is not known; start it by its path")
    }
    if let missing = benchmarkCase.missing {
      throw EnvironmentError("\(benchmarkCase.identity) cannot run here: \(missing)")
    }
    progress.show("\(benchmarkCase.suite): data \(benchmarkCase.fixtureKey)")
    do { _ = try benchmarkCase.fixture() } catch { throw EnvironmentError("\(error)") }
    let group = RunningGroup()
    self.benchmarkCase = benchmarkCase
    self.options = options
    self.executable = executable
    self.progress = progress
    self.group = group
    cleanUp = Interrupts.add { group.kill() }
  }

  deinit { Interrupts.remove(cleanUp) }

  /// The kind to take when none is asked for: callgrind, else perf, else the heap's.
  public static var usualKind: Kind {
    if Tool.valgrind.path != nil { return .callgrind }
    return Tool.perf.path != nil && perfRefusal == nil ? .perf : .heap
  }

  /// Profiles the case: a heading and a table.
  ///
  /// - Throws: `EnvironmentError` when the tool is absent or refuses; `ProfileFailure` when the case fails;
  ///   `FileError`.
  public func text(_ kind: Kind) throws -> String {
    defer { progress.end() }
    return switch kind {
    case .callgrind: try callgrindText()
    case .perf: try perfText()
    case .heap: try heapText()
    }
  }

  /// Profiles the case by callgrind in this build and in another one: the functions whose own
  /// instructions differ, the largest change first.
  ///
  /// - Parameter base: The path of the other build's program.
  /// - Throws: As `text(_:)`.
  public func text(base: String) throws -> String {
    defer { progress.end() }
    guard unsafe access(base, X_OK) == 0, !isFolder(base) else {
      throw EnvironmentError("--base takes the bench of another build; '\(base)' is no program")
    }
    return try differenceText(base: base)
  }

  private func isFolder(_ path: String) -> Bool { namesInFolder(path) != nil }

  /// Why perf may not be used by this user; nil when it may.
  static var perfRefusal: String? {
    let file = "/proc/sys/kernel/perf_event_paranoid"
    guard geteuid() != 0, let bytes = try? readFile(file, limit: 16) else { return nil }
    let text = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    guard let level = Int(text), level > 2 else { return nil }
    return "perf is not permitted: \(file) is \(level); as root: sysctl "
      + "kernel.perf_event_paranoid=2, or take --with callgrind"
  }

  /// Runs one pass of the case to its end and takes its report.
  ///
  /// - Parameters:
  ///   - tool: The words before the program's own, if it runs under a tool.
  ///   - variables: More variables of its environment.
  func run(
    _ pass: Pass, tool: [String] = [], variables: [String] = []
  ) throws -> Measurements {
    progress.show("\(benchmarkCase.identity) (\(pass.rawValue))")
    let limit = pass.timeLimitSeconds(of: benchmarkCase)
    let program = Subprocess(
      words: tool + [executable]
        + ChildRequest(pass: pass, of: benchmarkCase, options: options).words,
      environment: ChildEnvironment.variables(for: pass) + variables,
      channel: ReportWriter.descriptor, timeLimitSeconds: limit)
    var report = ChildReport()
    let end = try program.run(in: group) { report.receive($0) }
    let outcome = ProcessOutcome(
      report: report, end: end, budgetBytes: benchmarkCase.budget(under: options),
      timeLimitSeconds: limit)
    if let tool = tool.first, Self.refusalCodes.contains(where: { end.way == .exited($0) }) {
      let words = end.errorText.split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
      throw EnvironmentError("\(tool) did not start (\(end.way.words))\(words)")
    }
    switch outcome {
    case .measured(let measurements): return measurements
    case .impossible(let reason): throw EnvironmentError(reason)
    case .failed(let reason):
      throw ProfileFailure(description: "\(benchmarkCase.identity): \(reason)")
    case .outOfMemory:
      throw ProfileFailure(
        description: "\(benchmarkCase.identity): memory ran out under the budget")
    }
  }
}
