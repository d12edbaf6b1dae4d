import Testing

@testable import BenchHarness

/// Forms that people look at through a service: JUnit, markdown, annotations, the job's summary.
struct JUnitTests {
  private func lines(_ results: [BenchmarkResult], isStrict: Bool = false) -> [String] {
    FormatTests.report(results).junit(FormatTests.origin, isStrict: isStrict)
      .split(separator: "\n").map { $0.drop { $0 == " " } }.map(String.init)
  }

  @Test(arguments: [
    (Verdict.pass, "", ""), (.skipped, "<skipped", "<failure"),
    (.inconclusive, "<skipped", "<failure"),
    (.improved, "<failure", "<failure"), (.regressed, "<failure", "<failure"),
    (.missing, "<error", "<error"), (.failed, "<error", "<error"),
  ])
  func eachVerdictHasItsOutcome(_ verdict: Verdict, _ usual: String, _ strict: String) {
    let result = Samples.result([
      Metric("n", .count, 1, verdict: verdict, reason: "because <of> it")
    ])
    for (isStrict, tag) in [(false, usual), (true, strict)] {
      let found = lines([result], isStrict: isStrict)
      let outcomes = found.filter { $0.contains("because") && !$0.contains("system-out") }
      #expect(outcomes.count == (tag.isEmpty ? 0 : 1))
      #expect(
        outcomes.allSatisfy {
          $0.hasPrefix(tag) && $0.contains("\(verdict.rawValue): because &lt;of&gt; it")
        })
      // GitLab shows the body alone.
      if tag != "", tag != "<skipped" {
        #expect(
          (outcomes.first ?? "").contains(
            ">\(verdict.rawValue): Sample/page at depth/Ours/items=1000: n: because &lt;of&gt; it</"
          ))
        #expect((outcomes.first ?? "").contains(" type=\"\(verdict.rawValue)\""))
      }
      #expect(
        found[1]
          == "<testsuites name=\"bench\" tests=\"1\" failures=\"\(tag == "<failure" ? 1 : 0)\" "
          + "errors=\"\(tag == "<error" ? 1 : 0)\" skipped=\"\(tag == "<skipped" ? 1 : 0)\" time=\"0.000000000\">"
      )
    }
  }

  @Test func aCaseNamesItsLineAndItsTime() {
    var result = FormatTests.timed([10, 50])
    result.place = SourcePlace(file: "Benchmarks/A \"b\".swift", line: 7)
    let found = lines([result])
    #expect(
      found.contains(
        "<testcase name=\"page at depth/Ours/items=1000: cpuTime\" classname=\"Sample\" "
          + "time=\"0.000000030\" file=\"Benchmarks/A &quot;b&quot;.swift\" line=\"7\">"))
    #expect(found.contains("<system-out>cpuTime: 30 ns (95%: 10 to 50)</system-out>"))
  }

  @Test func whatFailedIsOneCaseWithoutFigures() {
    let found = lines([Samples.result([], failure: "crashed"), Samples.result([])])
    #expect(found.filter { $0.hasPrefix("<testcase") }.count == 2)
    #expect(found.filter { $0.hasPrefix("<error") }.count == 2)
  }

  @Test func textIsEscapedAndWhatXMLLacksIsReplaced() {
    #expect(
      escaped("a<b>&\"]]>\t\n\r\u{1}\u{1b}\u{fffe}é")
        == "a&lt;b&gt;&amp;&quot;]]&gt;&#9;&#10;&#13;\u{fffd}\u{fffd}\u{fffd}é")
  }

  @Test func aCallWithoutResultsIsAnError() {
    let text = Report.junit(failure: "no <folder>\nhere", FormatTests.origin)
    #expect(text.contains("tests=\"1\" failures=\"0\" errors=\"1\""))
    #expect(text.contains("environment: no &lt;folder&gt; here"))
  }

  @Test func ratiosAreCasesToo() {
    var suites = Samples.report([FormatTests.timed([10, 50])])
    let rows = ComparedRows(
      suite: "Sample", benchmark: "page at depth", implementation: "Ours", items: 1_000,
      peer: "Theirs", metric: MetricName.cpuTime)
    var ratio = JudgedRatio(rows: rows, reason: "too slow")
    ratio.verdict = .regressed
    var unasked = JudgedRatio(rows: rows, reason: "not run", isAsked: false)
    unasked.verdict = .skipped
    suites[0].gatedRatios = [ratio, unasked]
    suites[0].results[0].place = SourcePlace(file: "A.swift", line: 7)
    let report = Report(environment: FormatTests.environment, suites: suites)
    let text = report.junit(FormatTests.origin, isStrict: true)
    #expect(text.contains("tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\""))
    #expect(report.annotations(isStrict: true).contains("too slow"))
    #expect(report.annotations(isStrict: true).hasPrefix("::error file=A.swift,line=7,"))
    #expect(text.split(separator: "\n").count { $0.contains("file=\"A.swift\" line=\"7\"") } == 3)
    #expect(report.markdown.contains("| too slow | A.swift:7 |"))
    #expect(!report.annotations(isStrict: true).contains("not run"))
    #expect(report.markdown.contains("too slow") && !report.markdown.contains("not run"))
  }
}

struct MarkdownTests {
  @Test func theVerdictStandsFirstAndWhatPassesIsFolded() throws {
    var bad = Samples.result([Metric("n", .count, 7, verdict: .regressed, reason: "above | it")])
    bad.place = SourcePlace(file: "Benchmarks/A.swift", line: 7)
    let good = FormatTests.timed([10, 50])
    let text = FormatTests.report([bad, good], noise: Samples.noise())
      .markdown
    let lines = text.split(separator: "\n").map(String.init)
    try #require(lines.count > 3)
    #expect(lines[0] == "### bench: **regressed** (1 regressed, 1 pass)")
    #expect(
      lines[3]
        == "| regressed | Sample/page at depth/Ours/items=1000 | n | 7 count | above &#124; it "
        + "| Benchmarks/A.swift:7 |")
    let fold = lines.firstIndex { $0.hasPrefix("<details>") }
    let pass = lines.firstIndex { $0.hasSuffix("| pass |") }
    #expect(fold != nil && pass != nil && fold ?? 0 < pass ?? 0)
    #expect(
      text.contains("<sub>noise: steal 9.00%, 2 processors</sub>")
        && text.contains("<sub>too noisy "))
    #expect(text.contains("CPU &#124; &lt;x&gt;"))
  }

  @Test func markUpIsShownAsItIs() {
    #expect(markdownText("a|b *c* _d_ `e`") == "a&#124;b \\*c\\* \\_d\\_ \\`e\\`")
    #expect(markdownText("[f](g) <h> &amp;") == "\\[f\\](g) &lt;h&gt; &amp;amp;")
    #expect(markdownText("@i #1 $j$ ~k~ \\\n l") == "&#64;i &#35;1 \\$j\\$ \\~k\\~ \\\\  l")
  }

  @Test func rowsOfATableAreAllAsWide() {
    let text = FormatTests.report(FormatTests.hardResults).markdown
    var cells: [Int] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("|") else {
        #expect(Set(cells).count <= 1)
        cells = []
        continue
      }
      cells.append(line.count { $0 == "|" })
    }
    #expect(text.contains("a&#124;b"))
  }
}

struct AnnotationTests {
  private func result(_ verdict: Verdict, _ name: String) -> BenchmarkResult {
    var result = Samples.result(
      [Metric("n", .count, 1, verdict: verdict, reason: "50%\nof, it: \(name)")],
      implementation: name)
    result.place = SourcePlace(file: "Benchmarks/a,b:c%.swift", line: 7)
    return result
  }

  @Test func aLineNamesItsPlaceAndIsEscaped() {
    let text = FormatTests.report([result(.regressed, "x")]).annotations(
      isStrict: false, folder: "sub/")
    #expect(
      text
        == "::error file=sub/Benchmarks/a%2Cb%3Ac%25.swift,line=7,title=regressed%3A Sample/page at "
        + "depth/x/items=1000::Sample/page at depth/x/items=1000: 50%25 of, it: x\n")
  }

  @Test func theWorstTenAreShown() {
    let verdicts = [Verdict.improved, .missing, .regressed, .failed].flatMap { verdict in
      (0..<3).map { result(verdict, "\(verdict.rawValue)\($0)") }
    }
    let lines = FormatTests.report(verdicts).annotations(isStrict: false).split(separator: "\n")
    #expect(lines.count == 10 && lines.allSatisfy { $0.hasPrefix("::error ") })
    let order = ["failed", "regressed", "missing"].flatMap { word in (0..<3).map { "\(word)\($0)/" }
    }
    #expect(zip(lines, order).allSatisfy { $0.contains($1) })
    #expect(lines.last?.contains("::and 3 more;") == true)
    let ten = FormatTests.report(Array(verdicts.prefix(10))).annotations(isStrict: false)
    #expect(ten.split(separator: "\n").count == 10 && !ten.contains("more;"))
  }

  @Test func whatIsNotJudgedWarnsOrFails() {
    let report = FormatTests.report([
      result(.inconclusive, "x"), result(.skipped, "y"), result(.pass, "z"),
    ])
    #expect(report.annotations(isStrict: false).hasPrefix("::warning "))
    #expect(report.annotations(isStrict: true).hasPrefix("::error "))
    #expect(report.annotations(isStrict: false).split(separator: "\n").count == 1)
  }
}

struct JobSummaryTests {
  private static let text =
    "### bench\n\n" + (0..<100).map { "| row \($0) |\n" }.joined()
    + "<details><summary>x</summary>\n\n" + (0..<100).map { "| pass \($0) é |\n" }.joined()
    + "\n</details>\n"

  @Test func whatFitsIsWhole() {
    #expect(JobSummary.cut(Self.text, toBytes: Self.text.utf8.count) == Self.text)
  }

  @Test func aCutIsAtALineAndNeverTooLong() {
    for limit in 0..<Self.text.utf8.count {
      let cut = JobSummary.cut(Self.text, toBytes: limit)
      #expect(cut.utf8.count <= limit)
      if cut.isEmpty { continue }
      #expect(cut.contains("lines are left out here**"))
      // Lines are whole and folds are closed.
      for line in cut.split(separator: "\n") where line.hasPrefix("|") {
        #expect(line.hasSuffix(" |"))
      }
      let opened = cut.split(separator: "\n").count { $0.hasPrefix("<details>") }
      #expect(cut.split(separator: "\n").count { $0 == "</details>" } == opened)
    }
  }

  @Test func theLineWithTheCountIsRight() {
    let cut = JobSummary.cut(Self.text, toBytes: 1_000)
    let kept = cut.split(separator: "\n").count { $0.hasPrefix("| row") }
    #expect(kept > 0 && kept < 100)
    #expect(cut.contains("**\(100 - kept + 102) lines are left out here**"))
  }

  @Test func aSummaryOfAMegabyteIsCutBelowIt() {
    let line = "| " + String(repeating: "x", count: 1_020) + "|\n"
    let text = String(repeating: line, count: 1_025)
    let cut = JobSummary.cut(text, toBytes: JobSummary.byteLimit - 1)
    #expect(cut.utf8.count < 1_048_576 && cut.utf8.count > 1_045_000)
  }
}

struct ColourTests {
  @Test func verdictsAreColouredAndNothingElse() {
    let results = Verdict.allCases.map {
      Samples.result(
        [Metric("n", .count, 1, verdict: $0, reason: "x")], implementation: $0.rawValue)
    }
    let report = FormatTests.report(results)
    let coloured = report.text(isColoured: true)
    var plain = coloured
    for code in ["\u{1b}[31m", "\u{1b}[33m", "\u{1b}[0m"] {
      plain = plain.replacing(code, with: "")
    }
    #expect(plain == report.text && !report.text.contains("\u{1b}"))
    for word in ["failed", "regressed", "missing"] {
      // In the table and in the remark.
      #expect(coloured.split(separator: "\u{1b}[31m\(word)\u{1b}[0m").count >= 2)
    }
    #expect(coloured.contains("\u{1b}[33mimproved\u{1b}[0m\n"))
    #expect(coloured.contains("\u{1b}[33minconclusive\u{1b}[0m: Sample/"))
    #expect(!coloured.contains("mpass") && !coloured.contains("mskipped"))
  }

  @Test func theWordAloneIsColoured() {
    #expect(
      Verdict.painted("regressed (over budget)") == "\u{1b}[31mregressed\u{1b}[0m (over budget)")
    #expect(Verdict.painted("regression") == "regression" && Verdict.painted("") == "")
  }
}

struct PlaceTests {
  @Test func aPlaceIsThatOfTheCall() {
    let line = #line + 1
    let benchmarkCase = BenchmarkCase(
      suite: "s", benchmark: "b", implementation: "i", fixtureKey: "k", fixture: { "f" },
      body: { _ in })
    #expect(benchmarkCase.place == SourcePlace(file: #filePath, line: line))
  }

  @Test func resultsNameFilesBelowTheirFolder() {
    var suite = Samples.report([Samples.result([]), Samples.result([])])[0]
    suite.results[0].place = SourcePlace(file: "/package/Benchmarks/A.swift", line: 7)
    let placed = suite.placed(below: "/package")
    #expect(placed.results[0].place == SourcePlace(file: "Benchmarks/A.swift", line: 7))
    #expect(placed.results[1].place == nil)
    #expect(suite.placed(below: nil).results[0].place == suite.results[0].place)
    #expect(suite.placed(below: "/pack").results[0].place == suite.results[0].place)
  }
}
