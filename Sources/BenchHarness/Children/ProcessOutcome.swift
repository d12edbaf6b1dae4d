#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What one process run of a case came to.
enum ProcessOutcome: Equatable {
  case measured(Measurements)
  /// The address space ran out: more than the budget was asked for.
  case outOfMemory(lastCheckpoint: ChildReport.Checkpoint?)
  /// It crashed, hung, gave a wrong result or broke a rule.
  case failed(String)
  /// Nothing can be measured on this machine.
  case impossible(String)
}

extension ProcessOutcome {
  /// Judges how a child ended.
  ///
  /// - Parameters:
  ///   - report: What it said.
  ///   - end: How it ended.
  ///   - budgetBytes: The budget that its address space was limited by, if it has one.
  ///   - timeLimitSeconds: The limit that it had.
  init(report: ChildReport, end: Subprocess.End, budgetBytes: Int?, timeLimitSeconds: Int) {
    let place = report.lastCheckpoint.map { " after the checkpoint '\($0.name)'" } ?? ""
    switch report.complaint {
    case .environment(let text):
      self = .impossible(text)
      return
    case .wrong(let text):
      self = .failed("wrong result: \(text)")
      return
    case .error(let text):
      self =
        Self.wantedMemory(report, end, text, budgetBytes)
        ? .outOfMemory(lastCheckpoint: report.lastCheckpoint) : .failed("error: \(text)")
      return
    case nil: break
    }
    switch end.way {
    case .exited(0) where report.isDone:
      self = .measured(report.measurements)
    case .outOfTime:
      self = .failed("hung: ended after \(timeLimitSeconds) s\(place)")
    case .refused:
      self = .failed("the child's report is garbled\(place)")
    case .exited, .signalled:
      if Self.wantedMemory(report, end, end.errorText, budgetBytes) {
        self = .outOfMemory(lastCheckpoint: report.lastCheckpoint)
        return
      }
      let words = lastWords(of: end.errorText).map { ": \($0)" } ?? ""
      self = .failed("\(end.way.verb) (\(end.way.words))\(place)\(words)")
    }
  }

  /// Whether a limited child ended because it was refused memory.
  ///
  /// The runtime, jemalloc and SQLite say so in words. A trap without words (`precondition` in a
  /// release build says nothing) is one for want of memory only if the child had indeed grown
  /// towards its limit.
  private static func wantedMemory(
    _ report: ChildReport, _ end: Subprocess.End, _ text: String, _ budgetBytes: Int?
  ) -> Bool {
    guard let resident = report.residentBytesAtLimit, let budgetBytes else { return false }
    let lowered = text.lowercased()
    let phrases = ["failed to allocate", "could not allocate", "cannot allocate", "out of memory"]
    if phrases.contains(where: lowered.contains) { return true }
    guard case .signalled = end.way, lastWords(of: text) == nil else { return false }
    return end.maximumResidentBytes - resident > budgetBytes + AddressSpace.slackBytes / 2
  }
}

/// The line that tells most: the first that says `Fatal error`, else the last that is not blank; what would
/// move a terminal's cursor is a space in it.
func lastWords(of text: String) -> String? {
  let lines = text.split(whereSeparator: \.isNewline).map { String($0.withoutValgrindsMark) }
    .filter { !$0.allSatisfy(\.isWhitespace) }
  let line = lines.first { $0.contains("Fatal error") } ?? lines.last
  return line.map { line in
    let scalars = line.prefix(300).unicodeScalars.map { scalar -> Unicode.Scalar in
      scalar.value < 32 || scalar.value == 127 ? " " : scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }
}

extension Substring {
  /// Without the `==123== ` before each of valgrind's own lines.
  fileprivate var withoutValgrindsMark: Substring {
    guard hasPrefix("=="), let end = dropFirst(2).firstRange(of: "==") else { return self }
    return self[end.upperBound...]
  }
}

extension Subprocess.End.Way {
  /// What became of the program: a trap is Swift's own check, a kill came from outside.
  var verb: String {
    switch self {
    case .signalled(SIGILL), .signalled(SIGTRAP): "trapped"
    case .signalled(SIGKILL), .signalled(SIGTERM): "killed from outside"
    default: "crashed"
    }
  }

  /// For people.
  var words: String {
    switch self {
    case .exited(let code): "exit code \(code)"
    case .signalled(let number): "signal \(number)"
    case .outOfTime: "out of time"
    case .refused: "ended by the parent"
    }
  }
}
