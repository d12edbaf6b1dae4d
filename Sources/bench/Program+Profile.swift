import BenchHarness
import ProcessSupport

extension Program {
  /// Shows where a benchmark spends itself.
  static func profile(_ arguments: Arguments) throws -> ExitCode {
    let call = try Call(arguments, defaultProfile: .quick)
    let kind = try arguments.choice("--with", of: Profiler.Kind.allCases.map(\.rawValue))
      .flatMap(Profiler.Kind.init(rawValue:))
    let base = arguments.value("--base")
    if base != nil, let kind, kind != .callgrind {
      throw UsageError("--base compares instructions; leave --with \(kind.rawValue) out")
    }
    let benchmarkCase = try oneCase(arguments.positionals[0], call)
    let output = try call.output.map { path in
      guard isFreeOrFile(path) else {
        throw EnvironmentError("--output takes a file; '\(path)' is none")
      }
      return try AtomicFile(path: path)
    }
    let scratch = try ScratchFolder()
    var options = call.options
    options.scratchFolder = scratch.path
    return try withExtendedLifetime(scratch) {
      let profiler = try Profiler(
        benchmarkCase, options: options, progress: Progress(isQuiet: call.isQuiet))
      let text: String
      do {
        text =
          try base.map { try profiler.text(base: $0) }
          ?? profiler.text(kind ?? Profiler.usualKind)
      } catch let failure as ProfileFailure {
        writeToStandardError("bench: \(failure)\n")
        return .failed
      }
      if let output {
        try output.write(text)
        try output.commit()
      } else {
        try writeToStandardOutput(text)
      }
      return .success
    }
  }

  /// The one case that a name or a regular expression picks.
  private static func oneCase(_ pattern: String, _ call: Call) throws -> BenchmarkCase {
    let suites = call.filter.suites
    let all = try Selection(
      from: Suites.all, filter: CaseFilter(suites: suites), options: call.options
    ).parts.flatMap(\.cases)
    // A whole name, with its suite or without, is no pattern: `items=1000` would be the beginning of others.
    let named = all.filter { "/\($0.identity)".hasSuffix("/\(pattern)") }
    if let one = named.first, named.count == 1 { return one }
    let filter: CaseFilter
    do throws(UsageError) { filter = try CaseFilter(suites: suites, pattern: pattern) } catch {
      throw UsageError("BENCHMARK is a regular expression or a whole name; '\(pattern)' is neither")
    }
    let cases = try Selection(from: Suites.all, filter: filter, options: call.options)
      .parts.flatMap(\.cases)
    guard let one = cases.first, cases.count == 1 else {
      let most = 8
      let names = cases.prefix(most).map { "'\($0.identity)'" }.joined(separator: ", ")
      let more = cases.count > most ? " and \(cases.count - most) more" : ""
      throw UsageError("'\(pattern)' names \(cases.count) cases, give one of them: \(names)\(more)")
    }
    return one
  }
}
