import Foundation
import Testing

@testable import BenchHarness

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The whole page, with gnuplot, which `.ci/packages` installs.
struct PageTests {
  @Test func aPageHasVerdictsThenSuitesThenEnvironment() throws {
    var results = PageSamples.sizes
    results[0].metrics[1].verdict = .regressed
    results[0].metrics[1].reason = "mallocCount 3 is above its threshold 2"
    var report = PageSamples.report(results)
    report.call = ["check", "--seed", "7"]
    let page = ReportPage(report).html
    let places = [
      "1 regressed, of 9 results.", "What needs a look", "above its threshold 2",
      "swift run bench check --seed 7 --filter &#39;^Sample/window step/Ours/items=1000$&#39;",
      "How deep? &lt;Really&gt; &amp; truly.", "<figure>", "<table>", "id=\"environment\"",
    ].map { page.range(of: $0)?.lowerBound }
    let found = places.compactMap { $0 }
    #expect(found.count == places.count)
    #expect(found == found.sorted())
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
  }

  @Test func remarksThatAreATableKeepTheirColumns() {
    var report = PageSamples.report(PageSamples.depths)
    report.suites[0].remarks = [
      "which?   at 0  answer", "<offset>  1 us  right", "", "one remark", "another",
    ]
    let page = ReportPage(report).html
    #expect(
      page.contains(
        "tabindex=\"0\">which?   at 0  answer\n&lt;offset&gt;  1 us  right</pre>\n"
          + "<ul class=\"remarks\"><li>one remark</li><li>another</li></ul>"))
  }

  @Test func theSameReportMakesTheSameBytes() {
    let report = PageSamples.report(PageSamples.sizes + PageSamples.depths)
    #expect(ReportPage(report).html == ReportPage(report).html)
  }

  @Test func aPageLoadsNothing() {
    let page = ReportPage(PageSamples.report(PageSamples.sizes + PageSamples.depths)).html
    for word in ["http:", "https:", "url(", "@import", "<link", "<img", "xlink"] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(PageSamples.count("<script", in: page) == 1)
  }

  @Test func eachBenchmarkHasItsChartsAndATable() {
    let page = ReportPage(PageSamples.report(PageSamples.sizes + PageSamples.depths)).html
    // Time, live bytes and runs of the one; time, steps and runs of the other.
    #expect(PageSamples.count("<figure>", in: page) == 6)
    #expect(PageSamples.count("role=\"img\"", in: page) == 6)
    #expect(PageSamples.count("<caption>", in: page) == 2)
    #expect(!page.contains("This page has no charts"))
  }

  @Test func oneSizeHasNoChartOverSizes() {
    let page = ReportPage(PageSamples.report(Array(PageSamples.sizes.prefix(2)))).html
    #expect(!page.contains("Time by items"))
    #expect(page.contains("<caption>window step: every figure; ratio"))
    let failed = PageSamples.result("Ours", [], failure: "crashed")
    #expect(!ReportPage(PageSamples.report([failed])).html.contains("<figure>"))
  }

  @Test func idsAreUniqueAndEveryPictureIsWellFormed() throws {
    let page = ReportPage(PageSamples.report(PageSamples.sizes + PageSamples.depths)).html
    let ids = page.matches(of: /\bid="([^"]*)"/).map { String($0.1) }
    #expect(ids.count > 10 && Set(ids).count == ids.count)
    let targets = page.matches(of: /href="#([^"]*)"/).map { String($0.1) }
    #expect(Set(targets).isSubset(of: ids))
    let pictures = page.matches(of: /<svg viewBox="0 0[\s\S]*?<\/svg>/).map { String($0.0) }
    #expect(pictures.count == 6)
    for picture in pictures {
      #expect(XMLParser(data: Data(picture.utf8)).parse())
      #expect(!picture.contains("rgb("), "a colour that is not the style sheet's")
    }
  }

  @Test func hostileNamesStayText() {
    var results = PageSamples.sizes + PageSamples.depths
    for index in results.indices {
      results[index].identity.benchmark += PageSamples.hostile
      results[index].identity.implementation += PageSamples.hostile
      results[index].identity.parameters[0].name = "items"
      results[index].identity.parameters.append(Parameter(PageSamples.hostile, 1))
    }
    results[0].failure = "</code></pre><script>alert(1)</script>"
    var report = PageSamples.report(results)
    report.suites[0].name = PageSamples.hostile
    let named = NamedReport(name: PageSamples.hostile, date: "<today>", report: report)
    let page = ReportPage(report, history: [named, named]).html
    #expect(PageSamples.count("<script", in: page) == 1)
    #expect(!page.contains("a<b>") && !page.contains("<today>"))
    #expect(!page.contains("\u{1}") && page.contains("\u{FFFD}"))
    // A chart's own words are hostile too, and gnuplot draws every one.
    #expect(!page.contains("could not draw") && !page.contains("This page has no charts"))
    #expect(PageSamples.count("<figure>", in: page) >= 7)
  }

  @Test func problemsBeyondTheLimitAreCounted() {
    let rows = (0..<ReportPage.problemLimit + 5).map { number in
      PageSamples.result("Ours \(number)", [], failure: "crashed")
    }
    let page = ReportPage(PageSamples.report(rows)).html
    #expect(PageSamples.count("data-copy hidden", in: page) == ReportPage.problemLimit)
    #expect(page.contains("5 more stand in the tables."))
  }

  @Test(arguments: [
    ([Verdict](), "Nothing was measured."), ([.pass, .pass], "All 2 results pass."),
    ([.pass], "1 result, which passes."),
    ([.pass, .skipped, .inconclusive], "No regression in 3 results; 1 inconclusive, 1 skipped."),
    (
      [.improved, .failed, .missing, .regressed],
      "1 failed, 1 regressed, 1 missing, 1 improved, of 4"
    ),
  ])
  func oneSentenceSaysItAll(_ verdicts: [Verdict], _ sentence: String) {
    let rows = verdicts.enumerated().map { number, verdict in
      PageSamples.result(
        "\(number)", [Metric("steps", .count, 1, verdict: verdict)],
        failure: verdict == .failed ? "crashed" : nil)
    }
    #expect(ReportPage(PageSamples.report(rows)).html.contains(sentence))
  }

  @Test func aHistoryHasItsChartAndItsTable() {
    let results = PageSamples.sizes
    let report = PageSamples.report(results)
    var unlike = report
    unlike.environment.processor = "another"
    let history = [
      NamedReport(name: "first", date: "2026-01-01", report: report),
      NamedReport(name: "elsewhere", date: "2026-02-02", report: unlike),
    ]
    let page = ReportPage(report, history: history).html
    #expect(page.contains("History: Ours"))
    #expect(page.contains("Times of another machine or build are left out: elsewhere"))
    #expect(page.contains("<td>2026-02-02</td>") && page.contains("this run"))
    #expect(!ReportPage(report).html.contains("History"))
  }

  @Test func noiseAboveItsLimitIsSaid() {
    var report = PageSamples.report(PageSamples.sizes)
    report.noise = Samples.noise()
    let page = ReportPage(report).html
    #expect(
      page.contains("<dd>steal 9.00%, 2 processors</dd>") && page.contains("<dd>too noisy for "))
    #expect(ReportPage(PageSamples.report([])).html.contains("not looked at in this run"))
  }
}
