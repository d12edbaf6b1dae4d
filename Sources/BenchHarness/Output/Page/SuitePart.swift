/// A suite's part of the page: its question, and for each benchmark charts beside their table.
struct SuitePart {
  let report: SuiteReport
  private var benchmarks: [BenchmarkPart]

  init(_ report: SuiteReport, history: [NamedReport], environment: MeasuringEnvironment) {
    self.report = report
    benchmarks = report.results.grouped(by: \.identity.benchmark).map { name, results in
      let charts = BenchmarkCharts(
        results, styles: SeriesStyles(results, in: report.results), ownMetrics: report.ownMetrics)
      let rows = charts.moments(history, environment: environment)
      return BenchmarkPart(
        name: name,
        figures: charts.charts.map { BenchmarkPart.Figure(chart: $0) },
        histories: rows.map { identity, moments in
          BenchmarkPart.History(
            figure: charts.history(identity, moments).map { BenchmarkPart.Figure(chart: $0) },
            table: PageTable(history: moments, of: identity, charts.followedMetrics(moments)))
        },
        table: PageTable(name, results, ownMetrics: report.ownMetrics))
    }
  }

  /// The charts that are to be drawn, in order.
  var charts: [PageChart] { benchmarks.flatMap(\.charts) }

  /// Takes the pictures of `charts`, in their order.
  mutating func take(_ picture: (PageChart) -> PagePicture?) {
    for index in benchmarks.indices { benchmarks[index].take(picture) }
  }

  func html(number: Int) -> HTML {
    let question: HTML =
      report.question.isEmpty ? "" : "<p class=\"question\">\(report.question)</p>\n"
    return """
      <section aria-labelledby="suite-\(number)"><h2 id="suite-\(number)">\(report.name)</h2>
      \(question)\(benchmarks.map(\.html))\(remarks)\(goals)</section>

      """
  }

  /// Blocks that an empty remark parts: a table keeps its columns, all else is a list.
  private var remarks: [HTML] {
    report.remarks.split(separator: "").map { block -> HTML in
      guard block.contains(where: { $0.contains("  ") }) else {
        let items = block.map { remark -> HTML in "<li>\(remark)</li>" }
        return "<ul class=\"remarks\">\(items)</ul>\n"
      }
      let table = block.joined(separator: "\n")
      return """
        <pre class="remarks" role="group" aria-label="remarks" tabindex="0">\(table)</pre>

        """
    }
  }

  private var goals: HTML {
    let ratios = report.shownRatios.filter { $0.ratio != nil }
    if ratios.isEmpty { return "" }
    return "<article><h3>Goals beside peers</h3>\n\(PageTable(ratios).html)</article>\n"
  }
}

/// One benchmark of a suite.
struct BenchmarkPart {
  /// A chart, and its picture once it is drawn.
  struct Figure {
    var chart: PageChart
    var picture: PagePicture?
  }

  /// A row over earlier reports.
  struct History {
    var figure: Figure?
    var table: PageTable
  }

  let name: String
  var figures: [Figure]
  var histories: [History]
  let table: PageTable

  var charts: [PageChart] { figures.map(\.chart) + histories.compactMap(\.figure?.chart) }

  mutating func take(_ picture: (PageChart) -> PagePicture?) {
    for index in figures.indices { figures[index].picture = picture(figures[index].chart) }
    for index in histories.indices {
      guard let chart = histories[index].figure?.chart else { continue }
      histories[index].figure?.picture = picture(chart)
    }
  }

  var html: HTML {
    let drawn = (figures + histories.compactMap(\.figure)).map(Self.html)
    let charts: HTML =
      drawn.allSatisfy(\.markup.isEmpty) ? "" : "<div class=\"charts\">\n\(drawn)</div>\n"
    let tables = histories.map(\.table.html)
    let history: HTML =
      tables.isEmpty
      ? "" : "<details><summary>History as tables</summary>\n\(tables)</details>\n"
    return "<article><h3>\(name)</h3>\n\(charts)\(table.html)\(history)</article>\n"
  }

  private static func html(_ figure: Figure) -> HTML {
    guard let picture = figure.picture else { return "" }
    let chart = figure.chart
    let keys = chart.keys.map { key -> HTML in
      let note: HTML = key.note.isEmpty ? "" : " <small>\(key.note)</small>"
      return
        "<li\(key.style.isOurs ? " class=\"ours\"" as HTML : "")>\(key.style.swatch)<span>\(key.name)\(note)</span></li>"
    }
    let legend: HTML = keys.isEmpty ? "" : "<ul class=\"legend\">\(keys)</ul>"
    let notes = chart.notes.map { note -> HTML in "<li>\(note)</li>" }
    let list: HTML = notes.isEmpty ? "" : "<ul class=\"notes\">\(notes)</ul>"
    return """
      <figure><figcaption><b>\(chart.title)</b><span>\(chart.subtitle)</span></figcaption>
      \(picture.svg)\(legend)\(list)</figure>

      """
  }
}
