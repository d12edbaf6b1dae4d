import BenchHarness
import ProcessSupport

/// Words in, exit code out.
enum Program {
  /// Does what the words of the command line ask for.
  static func run(_ words: [String]) -> ExitCode {
    do {
      return try dispatch(words)
    } catch {
      let line = "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
      writeToStandardError("bench: \(line)\n")
      return .environment
    }
  }

  private static func dispatch(_ words: [String]) throws -> ExitCode {
    if words.first == "help", words.count > 1 {
      return try dispatch(words.dropFirst() + ["--help"])
    }
    if ["--help", "-h", "help"].contains(words.first) {
      try writeToStandardOutput(Commands.overview)
      return .success
    }
    let (command, rest) = try command(in: words)
    let arguments = try Arguments(rest, for: command)
    if arguments.asksForHelp {
      try writeToStandardOutput(command.help(program: "bench"))
      return .success
    }
    switch command.name {
    case Commands.list.name: return try list(arguments)
    case Commands.plot.name: return try plot(arguments)
    case Commands.show.name: return try showThresholds(arguments)
    case Commands.lint.name: return try lintThresholds(arguments)
    case Commands.update.name: return try updateThresholds(arguments)
    case Commands.compare.name: return try compare(arguments)
    case Commands.saveBaseline.name: return try saveBaseline(arguments)
    case Commands.listBaselines.name: return try listBaselines(arguments)
    case Commands.showBaseline.name: return try showBaseline(arguments)
    case Commands.compareBaseline.name: return try compareBaseline(arguments)
    case Commands.deleteBaseline.name: return try deleteBaseline(arguments)
    case Commands.explain.name: return try explain(arguments)
    case Commands.profileBenchmark.name: return try profile(arguments)
    case Commands.selfTest.name: return try selfTest(arguments)
    case Commands.completions.name: return try completions(arguments)
    case Commands.check.name: return try measure(arguments, isCheck: true)
    default: return try measure(arguments, isCheck: false)
    }
  }

  /// The command that the first words name, and the words after it.
  private static func command(in words: [String]) throws(UsageError) -> (Command, [String]) {
    guard let first = words.first, !first.hasPrefix("-") else { return (Commands.run, words) }
    let known = Commands.all.map { $0.name.split(separator: " ").map(String.init) }
    guard known.contains(where: { $0[0] == first }) else {
      let names = known.map { $0[0] }.reduce(into: [String]()) {
        if !$0.contains($1) { $0.append($1) }
      }
      throw .unknown("command", first, known: names)
    }
    for (command, name) in zip(Commands.all, known) where words.starts(with: name) {
      return (command, Array(words.dropFirst(name.count)))
    }
    let second = known.filter { $0[0] == first }.compactMap { $0.dropFirst().first }
    if words.count > 1, words[1] == "--help" || words[1] == "-h" {
      throw UsageError("'\(first)' is followed by one of: \(second.joined(separator: ", "))")
    }
    guard words.count > 1 else {
      throw UsageError("'\(first)' is followed by one of: \(second.joined(separator: ", "))")
    }
    throw .unknown("'\(first)' command", words[1], known: second)
  }

  private static func list(_ arguments: Arguments) throws -> ExitCode {
    let selection = try Selection(
      from: Suites.all, filter: try Call.filter(arguments),
      options: SuiteOptions(
        profile: try Call.profile(arguments) ?? .standard, includesPeers: arguments.has("--peers")))
    try writeToStandardOutput(selection.listing)
    return .success
  }
}
