import ListText
import ProcessSupport

/// What results mean, in paragraphs that a person can act on.
///
/// What failed first, then what is not judged, then what passes near a limit. Within a paragraph counts stand
/// before ratios, ratios before time, and noise last: so certain is each of them.
public struct Explanation {
  let report: Report
  /// The results that are asked about.
  let results: [BenchmarkResult]
  /// The ratios that are asked about: those with a goal or a gate that were measured, or that failed.
  let ratios: [JudgedRatio]
  let again: Reproduction

  /// Rows of one kind that are explained one by one; more are counted.
  private static let rowLimit = 20

  /// Looks at results.
  ///
  /// - Parameters:
  ///   - report: The results, as read back from JSON.
  ///   - filter: Which of them are asked about.
  ///   - name: What the results are called in an error.
  /// - Throws: `EnvironmentError` when there are none; `UsageError` when the filter leaves none.
  public init(_ report: Report, filter: CaseFilter, name: String) throws {
    guard !report.results.isEmpty else {
      throw EnvironmentError("'\(name)' holds no results; run the benchmarks again")
    }
    self.report = report
    results = report.results.filter { filter.includes($0.identity) }
    guard !results.isEmpty else {
      let pattern = filter.pattern ?? ""
      let known = report.results.map(\.identity.benchmark)
      let hint = nearest(to: pattern, in: known).map { "; did you mean '\($0)'?" } ?? ""
      throw UsageError("no result of '\(name)' matches '\(pattern)'\(hint)")
    }
    let chosen = results
    ratios = report.suites.flatMap(\.shownRatios).filter { ratio in
      chosen.contains { ratio.rows.isOurs($0) }
    }
    again = Reproduction(call: report.call)
  }

  /// The paragraphs.
  public var text: String {
    var paragraphs = [Self.wrapped(headline)]
    for verdict in [Verdict.failed, .regressed, .missing, .improved, .inconclusive] {
      let rows = results.filter { $0.verdict == verdict }.map(paragraph(of:))
      let pairs = ratios.filter { $0.isAsked && $0.gate != nil && $0.verdict == verdict }
        .map(paragraph(of:))
      let all = rows + pairs
      paragraphs += all.prefix(Self.rowLimit)
      if all.count > Self.rowLimit {
        paragraphs.append(
          "\(grouped(all.count - Self.rowLimit)) more are \(verdict.rawValue); --filter chooses among them.\n"
        )
      }
    }
    paragraphs += skipped.map(Self.wrapped)
    paragraphs += notable.map(Self.wrapped)
    return paragraphs.joined(separator: "\n")
  }

  // MARK: - Headline

  /// How it ended, where, and how noisy it was there.
  private var headline: String {
    let verdicts =
      results.map(\.verdict) + ratios.filter { $0.isAsked && $0.gate != nil }.map(\.verdict)
    let counts = Verdict.allCases.reversed().compactMap { verdict -> String? in
      let count = verdicts.filter { $0 == verdict }.count
      return count == 0 ? nil : "\(grouped(count)) \(verdict.rawValue)"
    }
    let suites = results.grouped(by: \.identity.suite).map(\.key).joined(separator: ", ")
    let environment = report.environment
    let summary =
      verdicts.allSatisfy { $0 == .pass }
      ? "\(verdicts.count == 1 ? "The only verdict is" : "All \(grouped(verdicts.count)) verdicts are") pass"
      : "\(verdicts.count == 1 ? "1 verdict" : "\(grouped(verdicts.count)) verdicts"): "
        + counts.joined(separator: ", ")
    let revision = environment.revision.map { ", revision \($0)" } ?? ""
    var text =
      "\(summary). Measured: \(suites), on \(environment.processor), Swift \(environment.swift) "
      + "\(environment.build), \(environment.allocator)\(revision)."
    if !isHeld {
      text +=
        " No thresholds were asked for, so counts are judged by budgets alone; bench check holds them."
    }
    return text + " " + noise
  }

  /// What is known of the machine's noise.
  private var noise: String {
    guard let noise = report.noise else { return "Noise of the machine was not recorded." }
    let excess = noise.excess.map { " That is above the limit: \($0)." } ?? ""
    return "Noise: \(noise.line).\(excess)"
  }

  /// Whether counts were held against something.
  var isHeld: Bool {
    ["check", "compare", "baseline"].contains(report.call.first ?? "")
      || report.call.contains("--thresholds")
      || report.results.flatMap(\.metrics).contains {
        $0.unit.isExact && [.missing, .improved].contains($0.verdict)
      }
  }

  /// What was not run, by reason.
  private var skipped: [String] {
    results.filter { $0.verdict == .skipped }.grouped { $0.reasons.joined(separator: "; ") }.map {
      reason, rows in
      let names = rows.prefix(3).map { "\($0.identity)" }.joined(separator: ", ")
      let more = rows.count > 3 ? " and \(grouped(rows.count - 3)) more" : ""
      return "skipped: \(reason.isEmpty ? "no reason is recorded" : reason): \(names)\(more)."
    }
  }

  // MARK: - Words

  /// Columns of a paragraph.
  private static let width = 100

  /// A paragraph in lines; a word that is longer than a line has one of its own.
  static func wrapped(_ text: String) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(line) }
    return lines.map { "\($0)\n" }.joined()
  }
}
