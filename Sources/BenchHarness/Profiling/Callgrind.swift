import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A case run under valgrind's callgrind, which counts the instructions of its measured regions.
///
/// Counts repeat: hashing is deterministic, valgrind lays out the address space itself, and only what
/// `callMeasuredRegion` calls is collected. jemalloc stays: callgrind replaces no `malloc`, so the
/// allocator's instructions are among those counted. Other threads' are not.
struct Callgrind {
  /// What a process run came to.
  enum Outcome: Equatable {
    case counted(CallgrindFile)
    /// There is no valgrind, or it does not work here: said and passed over.
    case skipped(String)
    case failed(String)
    /// The child found something unfit around it.
    case impossible(String)
  }

  /// The program that measures: this one or another build of it.
  var executable: String
  var options: SuiteOptions
  /// nil when valgrind is not installed.
  var valgrind = Tool.valgrind.path
  /// How many times a case's time limit is what a run under valgrind may last.
  var slowness = Pass.instructions.slowness

  /// A copy of the program without debugging information, in the scratch folder; the program itself where
  /// none can be made.
  ///
  /// valgrind 3.19 gives up on what clang 17 and later write for C++ (DWARF 5); it needs symbols alone.
  private func lightProgram() -> String {
    let name = executable.split(separator: "/").last.map(String.init) ?? executable
    let folder = "\(options.scratchFolder)/callgrind-\(Self.digest(of: executable))"
    let copy = "\(folder)/\(name)"
    if unsafe access(copy, X_OK) == 0 { return copy }
    guard let strip = Tool.strip.path, unsafe mkdir(folder, 0o700) == 0 else { return executable }
    let words = [strip, "--strip-debug", "-o", copy, executable]
    let end = try? ProgramRun.run(words, timeLimitSeconds: 60)
    return end == .exited(0) ? copy : executable
  }

  /// FNV-1a of a path, of one length for all paths.
  private static func digest(of path: String) -> String {
    let hash = path.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The call of one case.
  ///
  /// - Parameter file: Where callgrind writes.
  private func subprocess(of benchmarkCase: BenchmarkCase, file: String) -> Subprocess {
    let request = ChildRequest(pass: .instructions, of: benchmarkCase, options: options)
    return Subprocess(
      words: [
        valgrind ?? Tool.valgrind.name, "-q", "--tool=callgrind", "--vgdb=no",
        "--toggle-collect=\(measuredRegionSymbol)", "--callgrind-out-file=\(file)",
        lightProgram(),
      ] + request.words,
      environment: ChildEnvironment.variables(), channel: ReportWriter.descriptor,
      timeLimitSeconds: benchmarkCase.timeLimitSeconds * slowness)
  }

  /// Runs cases side by side.
  ///
  /// - Parameters:
  ///   - cases: At most as many as groups.
  ///   - groups: Where the processes are noted while they live.
  /// - Throws: `FileError` when valgrind cannot be started though it is there.
  func run(_ cases: [BenchmarkCase], in groups: [RunningGroup]) throws(FileError) -> [Outcome] {
    guard valgrind != nil else { return cases.map { _ in .skipped(Tool.valgrind.absence) } }
    let files = cases.indices.map { "\(options.scratchFolder)/callgrind.\($0)" }
    defer { for file in files { unsafe unlink(file) } }
    let programs = zip(cases, files).map { subprocess(of: $0, file: $1) }
    var reports = cases.map { _ in ChildReport() }
    let ends = try Subprocess.run(programs, in: groups) { reports[$0].receive($1) }
    return cases.indices.map { index in
      let outcome = ProcessOutcome(
        report: reports[index], end: ends[index], budgetBytes: nil,
        timeLimitSeconds: programs[index].timeLimitSeconds)
      return Self.outcome(outcome, file: files[index])
    }
  }

  private static func outcome(_ outcome: ProcessOutcome, file: String) -> Outcome {
    switch outcome {
    case .impossible(let reason): return .impossible(reason)
    case .failed(let reason): return .failed("under valgrind: \(reason)")
    case .outOfMemory: return .failed("under valgrind: memory ran out")
    case .measured: break
    }
    guard let bytes = try? readFile(file), let counts = CallgrindFile(bytes) else {
      return .failed("valgrind wrote no counts; try: valgrind --tool=callgrind true")
    }
    guard counts.total > 0 else {
      return .failed("valgrind saw no measured region; the build lacks its marker")
    }
    return .counted(counts)
  }
}
