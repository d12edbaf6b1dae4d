/// Results as GitHub's markdown: a job summary, or a comment.
extension Report {
  /// The text of `--format markdown`: the verdict, a table of what does not pass, a folded table per suite,
  /// and where it was measured.
  public var markdown: String {
    var text = "### bench: \(verdictLine)\n"
    let failing = Self.notPassing(results) + suites.flatMap(\.notPassingRatios)
    if !failing.isEmpty {
      var table = Table(
        ["verdict", "benchmark", "metric", "figure", "why", "where"].map { .init($0) })
      for row in failing { table.add(row) }
      table.dropEmptyColumns()
      text += "\n\(table.markdown)"
    }
    text += comparisonMarkdown
    for suite in suites { text += "\n\(suite.markdown)" }
    text += "\n" + footer.map { "<sub>\(markdownText($0))</sub>\n" }.joined(separator: "\n")
    return text
  }

  /// `regressed` with counts: `2 of 40 results regressed, 1 failed, 37 pass`.
  private var verdictLine: String {
    let verdicts = suites.flatMap(\.verdicts)
    let worst = verdicts.max() ?? .pass
    let counts = Verdict.allCases.reversed().compactMap { verdict in
      let count = verdicts.count { $0 == verdict }
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }
    return
      "**\(worst.rawValue)** (\(counts.isEmpty ? "no results" : counts.joined(separator: ", ")))"
  }

  /// Lines about machine, toolchain and noise.
  private var footer: [String] {
    [environment.line, "allocator options: \(environment.allocatorOptions)"]
      + (noise.map { ["noise: \($0.line)"] + ($0.excess.map { [$0] } ?? []) } ?? [])
  }

  private static func notPassing(_ results: [BenchmarkResult]) -> [[String]] {
    results.filter { $0.verdict != .pass }.sorted { $0.verdict > $1.verdict }.flatMap { result in
      let name = result.identity.description
      let place = result.place?.words ?? ""
      let judged = result.metrics.filter { $0.verdict != .pass }.sorted { $0.verdict > $1.verdict }
      let rows = judged.map { metric in
        [metric.verdict.rawValue, name, metric.name, metric.words, metric.reason ?? "", place]
      }
      guard let own = result.failure ?? result.missing ?? (rows.isEmpty ? "no figures" : nil) else {
        return rows
      }
      return [[result.verdict.rawValue, name, "", "", own, place]] + rows
    }
  }
}

extension SourcePlace {
  /// `Benchmarks/Scrolling/Scrolling.swift:20`.
  fileprivate var words: String { "\(file):\(line)" }
}

extension SuiteReport {
  /// The rows of ratios that do not pass and were asked for.
  fileprivate var notPassingRatios: [[String]] {
    gatedRatios.filter { $0.isAsked && $0.verdict != .pass }.map { ratio in
      let rows = ratio.rows
      return [
        ratio.verdict.rawValue, "\(rows.suite)/\(rows.benchmark)/\(rows.name)", "ratio",
        ratio.ratio?.words ?? "", ratio.reason ?? "", place(of: ratio)?.words ?? "",
      ]
    }
  }
}

extension SuiteReport {
  /// The suite's rows, those that do not pass in sight and those that pass folded.
  fileprivate var markdown: String {
    var text = ""
    var failing = self
    failing.results = results.filter { $0.verdict != .pass }
    if !failing.results.isEmpty {
      text += "#### \(markdownText(name))\n\n\(failing.tidyTable.markdown)\n"
    }
    var passing = self
    passing.results = results.filter { $0.verdict == .pass }
    guard !passing.results.isEmpty || !remarks.isEmpty else { return text }
    let count = passing.results.count
    // What stands between tags is no markdown.
    let title = "\(name): \(count) of \(results.count) pass. \(question)"
    text += "<details><summary>\(escaped(oneLine(title)))</summary>\n\n"
    if count > 0 { text += passing.tidyTable.markdown }
    if !remarks.isEmpty {
      text += "\n" + remarks.map { "- \(markdownText($0))\n" }.joined()
    }
    return text + "\n</details>\n"
  }

  private var tidyTable: Table {
    var table = table
    table.dropEmptyColumns()
    return table
  }
}

extension Table.Column {
  /// The title on one line: `bytesPerItem` in one word again.
  fileprivate var titleLine: String {
    let lines = title.split(separator: "\n")
    return lines.dropFirst().reduce(lines.first.map(String.init) ?? "") { text, line in
      text + (line.first?.isUppercase == true ? "" : " ") + line
    }
  }
}

extension Table {
  /// A table of GitHub's markdown, with a line feed after each line; headings become a first column.
  var markdown: String {
    let hasHeadings = !headings.isEmpty
    let titles = columns.map { markdownText($0.titleLine) }
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
    var text = line((hasHeadings ? ["benchmark"] : []) + titles)
    text += line((hasHeadings ? ["---"] : []) + columns.map { $0.isNumber ? "---:" : "---" })
    var heading = ""
    for (index, row) in rows.enumerated() {
      heading = headings[index] ?? heading
      text += line((hasHeadings ? [markdownText(heading)] : []) + row.map(markdownText))
    }
    return text
  }
}

/// A text that is shown as it is, on one line, anywhere in GitHub's markdown: no mark-up, no tag, no
/// mention, no reference to an issue.
///
/// Source: https://github.github.com/gfm, sections 2.4 (any ASCII punctuation may be escaped), 4.10 and 6.2.
func markdownText(_ text: String) -> String {
  var result = ""
  for scalar in oneLine(text).unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    // Neither mentions nor issues, and no cell's border, whatever reads first.
    case "@", "#", "|": result += "&#\(scalar.value);"
    case "\\", "`", "*", "_", "[", "]", "~", "$", "!": result += "\\\(scalar)"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
