/// What stands first: one sentence, and the rows that it is about.
extension ReportPage {
  private var verdicts: [Verdict] { report.suites.flatMap(\.verdicts) }

  private var worst: Verdict { verdicts.max() ?? .pass }

  /// For the browser's tab.
  var title: String { "\(words) - benchmark report" }

  /// One sentence about all verdicts.
  var sentence: HTML { "<p class=\"verdict \(worst.tone)\">\(words)</p>\n" }

  private var words: String {
    let count = verdicts.count
    if count == 0 { return "Nothing was measured." }
    let bad = Self.fails.compactMap { verdict in
      let number = verdicts.filter { $0 == verdict }.count
      return number == 0 ? nil : "\(grouped(number)) \(verdict.rawValue)"
    }
    let open = [Verdict.inconclusive, .skipped].compactMap { verdict in
      let number = verdicts.filter { $0 == verdict }.count
      return number == 0 ? nil : "\(grouped(number)) \(verdict.rawValue)"
    }
    let all = count == 1 ? "1 result" : "\(grouped(count)) results"
    if bad.isEmpty, open.isEmpty {
      return count == 1 ? "1 result, which passes." : "All \(all) pass."
    }
    if bad.isEmpty { return "No regression in \(all); \(open.joined(separator: ", "))." }
    return "\((bad + open).joined(separator: ", ")), of \(all)."
  }

  /// Where and of what.
  var meta: HTML {
    let environment = report.environment
    let parts = [
      environment.revision.map { "revision \($0)" }, environment.processor,
      "Swift \(environment.swift) \(environment.build)", "exit code \(exitCode)",
    ].compactMap { $0 }
    return "<p class=\"meta\">\(parts.joined(separator: " · "))</p>\n"
  }

  private var exitCode: Int {
    let isStrict = report.call.contains("--strict")
    return Int(ExitCode(verdicts: verdicts, isStrict: isStrict).rawValue)
  }

  /// Links to the suites.
  func navigation(_ suites: [SuitePart]) -> HTML {
    let links = suites.enumerated().map { place, suite -> HTML in
      "<li><a href=\"#suite-\(place)\">\(suite.report.name)</a></li>"
    }
    return """
      <nav aria-label="Suites"><ul>\(links)<li><a href="#environment">Noise and environment</a></li></ul></nav>

      """
  }

  // MARK: - Rows

  /// A row that is listed.
  private struct Problem {
    var verdict: Verdict
    var name: String
    var reasons: [String]
    var command: String
  }

  private func listed(_ isListed: (Verdict) -> Bool) -> [Problem] {
    let again = Reproduction(call: report.call)
    let results = report.results.filter { isListed($0.verdict) }.map { result in
      Problem(
        verdict: result.verdict, name: result.identity.description, reasons: result.reasons,
        command: again.command(for: result))
    }
    let ratios = report.suites.flatMap(\.gatedRatios).filter { $0.isAsked && isListed($0.verdict) }
    let problems =
      results
      + ratios.map { ratio in
        Problem(
          verdict: ratio.verdict,
          name: "\(ratio.rows.suite)/\(ratio.rows.benchmark)/\(ratio.rows.name)",
          reasons: [ratio.reason].compactMap { $0 }, command: again.command(for: ratio))
      }
    // The worst first; those of one verdict as they were measured.
    return Verdict.allCases.reversed().flatMap { verdict in
      problems.filter { $0.verdict == verdict }
    }
  }

  /// What failed, each with its reasons and the command that measures it again.
  var problems: HTML {
    let all = listed(Self.fails.contains)
    if all.isEmpty { return "" }
    let rest: HTML =
      all.count > Self.problemLimit
      ? "<p class=\"meta\">\(grouped(all.count - Self.problemLimit)) more stand in the tables.</p>\n"
      : ""
    return """
      <section aria-labelledby="problems"><h2 id="problems">What needs a look</h2>
      <ol class="problems">
      \(all.prefix(Self.problemLimit).map(html))</ol>
      \(rest)</section>

      """
  }

  /// What was not judged, folded up.
  var unjudged: HTML {
    let all = listed { $0 == .inconclusive || $0 == .skipped }
    if all.isEmpty { return "" }
    return """
      <section class="folded" aria-label="Not judged"><details><summary>\(grouped(all.count)) not judged, and why</summary>
      <ol class="problems">
      \(all.prefix(Self.problemLimit).map(html))</ol></details></section>

      """
  }

  private func html(_ problem: Problem) -> HTML {
    let reasons = problem.reasons.map { reason -> HTML in "<li>\(reason)</li>" }
    let list: HTML = reasons.isEmpty ? "" : "<ul class=\"reasons\">\(reasons)</ul>"
    return """
      <li class="\(problem.verdict.tone)"><p class="row">\(problem.verdict.badge)\(problem.name)</p>\
      \(list)<div class="command"><pre tabindex="0"><code>\(problem.command)</code></pre>\
      <button type="button" data-copy hidden>Copy</button></div></li>

      """
  }

  // MARK: - Environment

  /// What else the machine did, where it was, and what was not drawn.
  func noise(_ remark: String?) -> HTML {
    let environment = report.environment
    var rows: [(String, String)] = [
      ("Noise", report.noise?.line ?? "not looked at in this run"),
      ("System", "\(environment.system), \(environment.architecture)"),
      ("Processor", environment.processor),
      ("Build", "Swift \(environment.swift), \(environment.build)"),
      ("Allocator", "\(environment.allocator) (\(environment.allocatorOptions))"),
    ]
    if let excess = report.noise?.excess { rows.insert(("Above its limit", excess), at: 1) }
    if let revision = environment.revision { rows.append(("Revision", revision)) }
    if !report.call.isEmpty { rows.append(("Call", "bench \(report.call.joined(separator: " "))")) }
    for (fixture, results) in report.results.grouped(by: \.fixture) {
      let suites = results.grouped(by: \.identity.suite).map(\.key)
      rows.append(("Data of \(suites.joined(separator: ", "))", fixture))
    }
    if let remark { rows.append(("Charts", remark)) }
    let list = rows.map { name, text -> HTML in "<dt>\(name)</dt><dd>\(text)</dd>\n" }
    return """
      <section aria-labelledby="environment"><h2 id="environment">Noise and environment</h2>
      <dl>
      \(list)</dl></section>

      """
  }
}
