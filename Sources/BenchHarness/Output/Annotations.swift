/// Results as GitHub's annotations: a line of workflow command per result that does not pass.
///
/// Source: https://docs.github.com/actions/reference/workflow-commands-for-github-actions and `ActionCommand.cs`
/// of actions/runner, for what is escaped.
extension Report {
  /// Errors that GitHub shows of a step, and warnings.
  private static let shown = 10

  /// The lines, the worst first: errors for what fails the call, warnings for what is only inconclusive.
  ///
  /// Of more than GitHub shows, the last line counts the rest.
  ///
  /// - Parameters:
  ///   - isStrict: Whether what was not judged fails the call.
  ///   - folder: Where the package is below the root of the repository, with a slash at its end; empty for
  ///     the root itself.
  public func annotations(isStrict: Bool, folder: String = "") -> String {
    let found =
      (results.compactMap { Annotation($0, folder: folder) }
      + suites.flatMap { suite in
        suite.gatedRatios.compactMap { Annotation($0, in: suite, folder: folder) }
      }).enumerated().sorted {
        ($1.element.verdict, $0.offset) < ($0.element.verdict, $1.offset)
      }.map(\.element)
    let failing = found.filter { $0.verdict > .inconclusive || isStrict }
    let doubtful = found.filter { $0.verdict == .inconclusive && !isStrict }
    return Self.lines(failing, "error") + Self.lines(doubtful, "warning")
  }

  /// The line of a call that came to no results.
  public static func annotation(failure line: String) -> String {
    "::error title=bench::\(Annotation.data(oneLine(line)))\n"
  }

  private static func lines(_ annotations: [Annotation], _ level: String) -> String {
    let isCut = annotations.count > shown
    var text = annotations.prefix(isCut ? shown - 1 : shown).map { "::\(level) \($0.text)\n" }
      .joined()
    if isCut {
      text += "::\(level) title=bench::and \(annotations.count - shown + 1) more; "
      text += "the job summary and the JUnit file have all of them\n"
    }
    return text
  }
}

private struct Annotation {
  /// Characters of a message that are kept.
  private static let longestMessage = 1_000

  var verdict: Verdict
  var title: String
  var message: String
  var place: SourcePlace?

  /// nil for what passes or was skipped, as a peer without its library is.
  init?(_ result: BenchmarkResult, folder: String) {
    guard result.verdict > .skipped else { return nil }
    self.init(
      result.verdict, "\(result.identity)", result.reasonLine ?? "it has no figures",
      result.place, folder)
  }

  init?(_ ratio: JudgedRatio, in suite: SuiteReport, folder: String) {
    guard ratio.isAsked, ratio.verdict > .skipped else { return nil }
    let rows = ratio.rows
    self.init(
      ratio.verdict, "\(rows.suite)/\(rows.benchmark)/\(rows.name)", ratio.reason ?? "",
      suite.place(of: ratio), folder)
  }

  private init(
    _ verdict: Verdict, _ name: String, _ message: String, _ place: SourcePlace?, _ folder: String
  ) {
    self.verdict = verdict
    title = oneLine("\(verdict.rawValue): \(String(name.prefix(200)))")
    let line = oneLine("\(name): \(message)")
    self.message =
      line.count > Self.longestMessage ? line.prefix(Self.longestMessage - 3) + "..." : line
    self.place = place
    if let place, !place.file.hasPrefix("/") { self.place?.file = folder + place.file }
  }

  var text: String {
    let file = place.map { "file=\(Self.property($0.file)),line=\($0.line)," } ?? ""
    return "\(file)title=\(Self.property(title))::\(Self.data(message))"
  }

  static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
