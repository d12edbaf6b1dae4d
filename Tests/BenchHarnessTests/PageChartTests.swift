import Testing

@testable import BenchHarness

struct PageChartTests {
  @Test func chartsAreChosenByParameters() {
    #expect(
      PageSamples.charts(PageSamples.sizes).charts.map(\.title) == [
        "Time by items", "Live bytes over a session", "Process runs",
      ])
    #expect(
      PageSamples.charts(PageSamples.depths).charts.map(\.title) == [
        "Time by depth", "steps by depth", "Process runs",
      ])
  }

  @Test func otherParametersGetAChartEach() throws {
    let results = [1, 2].flatMap { batch in
      PageSamples.sizes.map { result in
        var result = result
        result.identity.parameters.append(Parameter("batch", batch))
        result.liveCurve = []
        result.metrics[0].samples = []
        return result
      }
    }
    let charts = PageSamples.charts(results).charts
    #expect(charts.map(\.title) == ["Time by items", "Time by items"])
    #expect(try #require(charts.last).subtitle.hasSuffix("batch 2"))
  }

  @Test func theCrossingIsMarkedAndNamed() throws {
    let charts = PageSamples.charts(PageSamples.depths).charts
    let steps = try #require(charts.first { $0.title == "steps by depth" })
    // 193 + 3 d reaches 266 at 24.3.
    #expect(steps.notes == ["Fewer steps than offset from depth 25 on: cursor"])
    #expect(steps.plot.script.contains("'Fewer steps from 25 on'"))
    #expect(charts.first?.notes == ["Faster than offset from depth 50 on: cursor"])
    #expect(steps.keys.first?.note == "grows with exponent 0.00")
  }

  @Test func whatWaitsForAServerHasATimeAndACountOfItsOwn() throws {
    let results = PageSamples.depths.flatMap { result -> [BenchmarkResult] in
      guard !result.isReference else { return [result] }
      var remote = result
      remote.identity.implementation = "server"
      remote.metrics = [
        PageSamples.time(9), Metric("wait", .nanoseconds, 70_000),
        Metric("waitP99", .nanoseconds, 80_000), Metric("blocks", .count, 23),
      ]
      return [result, remote]
    }
    let charts = PageSamples.charts(results, ownMetrics: ["steps", "blocks", "wait"]).sweeps
    #expect(
      charts.map(\.title) == [
        "Time by depth", "wait by depth", "steps by depth", "blocks by depth",
      ])
    #expect(
      charts.map { $0.keys.map(\.name) } == [
        ["cursor", "offset"], ["server"], ["cursor", "offset"], ["server"],
      ])
    #expect(charts[1].plot.y.ticks.contains { $0.text.hasSuffix(" us") })
  }

  @Test func crossingsOfTimesThatAreNearAreOne() {
    let results = PageSamples.depths.flatMap { result -> [BenchmarkResult] in
      guard !result.isReference else { return [result] }
      var other = result
      other.identity.implementation = "keyset"
      if let time = result[MetricName.cpuTime]?.value {
        other.metrics[0] = PageSamples.time(time > 13_000 ? 14_180 : time)
      }
      return [result, other]
    }
    // 50 and 54.5 deep.
    let notes = PageSamples.charts(results).charts.map(\.notes)
    #expect(notes.first == ["Faster than offset from depth 55 on: cursor · keyset"])
    #expect(
      notes.dropFirst().first == ["Fewer steps than offset from depth 25 on: cursor · keyset"])
  }

  @Test func whatIsCheaperEverywhereHasNoCrossing() throws {
    var results = PageSamples.depths
    for index in results.indices where !results[index].isReference {
      results[index].metrics[0] = PageSamples.time(10)
    }
    let chart = try #require(PageSamples.charts(results).charts.first)
    #expect(chart.notes == ["Faster than offset at every depth: cursor"])
    for index in results.indices where !results[index].isReference {
      results[index].metrics[0] = PageSamples.time(1e9)
    }
    #expect(PageSamples.charts(results).charts.first?.notes == [])
  }

  @Test func theBudgetIsALineAndOursGivesTheScale() throws {
    var results = PageSamples.sizes
    for index in results.indices where results[index].isReference {
      results[index].liveCurve = results[index].liveCurve.map {
        LiveReading(step: $0.step, liveBytes: $0.liveBytes * 100)
      }
    }
    let chart = try #require(PageSamples.charts(results).liveCurves.first)
    #expect(chart.plot.script.contains("'budget 224 KiB'"))
    #expect(chart.plot.y.high < 1_000_000)
    #expect(chart.notes == ["a peer leaves the chart: its peak is 19.1 MiB"])
    #expect(chart.plot.y.ticks.map(\.text).first == "0 B")
  }

  @Test func aThinnedCurveKeepsItsPeakAndItsEnds() {
    var curve = (0..<10_000).map { LiveReading(step: $0, liveBytes: $0 % 7) }
    curve[4_321].liveBytes = 99
    let thinned = BenchmarkCharts.thinned(curve)
    #expect(thinned.count <= 302)
    #expect(thinned.contains(curve[4_321]))
    #expect(thinned.first == curve.first && thinned.last == curve.last)
    #expect(thinned.map(\.step) == thinned.map(\.step).sorted())
    #expect(BenchmarkCharts.thinned(Array(curve.prefix(5))) == Array(curve.prefix(5)))
  }

  @Test func groupsWithADoubtfulFigureAreDrawnToo() {
    var results = PageSamples.sizes
    #expect(PageSamples.charts(results).processRuns.count == 1)
    results[0].metrics[0] = PageSamples.time(200, verdict: .inconclusive, reason: "noise")
    #expect(PageSamples.charts(results).processRuns.count == 2)
    #expect(PageSamples.charts(results).liveCurves.count == 1)
  }

  @Test(arguments: [
    [0.0], [-1], [1e300], [.infinity], [1e-300], [1e-12, 1e24],
  ])
  func figuresWithoutAPlaceAreLeftOut(_ values: [Double]) {
    var results = PageSamples.sizes + PageSamples.depths
    for index in results.indices {
      let value = values[index % values.count]
      results[index].metrics[0] = PageSamples.time(value)
      results[index].identity.parameters[0].value = index % 2 == 0 ? .max : .min
      results[index].liveCurve = [.min, 0, .max].map { LiveReading(step: $0, liveBytes: $0) }
      results[index].metrics.append(Metric(MetricName.budgetBytes, .bytes, value))
    }
    // It ends, and gnuplot takes whatever is drawn.
    #expect(!ReportPage(PageSamples.report(results)).html.contains("could not draw"))
  }

  @Test func axesHaveMarksAtRoundPlaces() {
    let axis = PagePlot.Axis.logarithmic([160, 40_000], text: tickDuration)
    #expect(axis.ticks.map(\.text) == ["1 us", "10 us"])
    let narrow = PagePlot.Axis.logarithmic([140, 400], text: tickDuration)
    #expect(narrow.ticks.map(\.text) == ["100 ns", "200 ns", "500 ns"])
    let wide = PagePlot.Axis.logarithmic([1, 1e12], text: shortCount)
    #expect((3...7).contains(wide.ticks.count))
    let bytes = PagePlot.Axis.linear(from: 0, to: 300_000, base: 2, text: trimmedSize)
    #expect(bytes.ticks.map(\.text) == ["0 B", "64 KiB", "128 KiB", "192 KiB", "256 KiB"])
    #expect(
      [999.0, 1_000, 12_500, 1e6, 2.5e9].map(shortCount) == ["999", "1k", "12.5k", "1M", "2.5G"])
  }

  @Test func oursLooksTheSameInEveryBenchmarkAndAPeerInAll() {
    let ours = [PageSamples.result("A", []), PageSamples.result("B", [])]
    let peers = ["x", "y"].map { PageSamples.result($0, [], isReference: true) }
    let first = SeriesStyles([ours[0], peers[1]], in: ours + peers)
    let second = SeriesStyles([ours[1], peers[1]], in: ours + peers)
    #expect(first["A"] == SeriesStyle(isOurs: true, number: 0))
    #expect(second["B"] == first["A"])
    #expect(first["y"] == SeriesStyle(isOurs: false, number: 1) && first["y"] == second["y"])
  }
}

struct PagePictureTests {
  private static let picture = """
    <?xml version="1.0"?>
    <svg width="4" viewBox="0 0 4 3" xmlns="x">
    <title>Gnuplot</title><desc>no</desc>
    <g id="canvas"><defs><circle id='p5' r='1' stroke='currentColor'/>
    <use xlink:href='#p5' id='p6' stroke='none'/><path id='unused' d='M0,0'/>
    <filter id='f'><feFlood flood-color='#FFF'/></filter></defs>
    <g fill="none" stroke="rgb(  0,   0,   2)"></g>
    <path stroke='rgb(  0,   0,  16)' class="gridline" d='M1,2
    L3,4  '/><use xlink:href='#p6' color='rgb(0,0,32)'/><text>a &lt;b id='c'</text></g></svg>
    """

  @Test func coloursBecomeClassesAndNamesTheChartsOwn() throws {
    let picture = try #require(
      PagePicture(Self.picture, id: "c3", description: "A \"line\" & more"))
    #expect(
      picture.svg.markup == """
        <svg viewBox="0 0 4 3" role="img" aria-label="A &quot;line&quot; &amp; more">\
        <defs><circle id="c3-p5" r="1" stroke="currentColor"/>\
        <use href="#c3-p5" id="c3-p6" stroke="none"/></defs>\
        <g><path d="M1,2 L3,4" class="s16"/><use href="#c3-p6" class="c32"/>\
        <text>a &lt;b id='c'</text></g></svg>
        """)
  }

  @Test(arguments: ["", "text", "<svg>", "<svg viewBox='0 0 1 1'>", "<html></svg>"])
  func whatIsNoPictureIsRefused(_ text: String) {
    #expect(PagePicture(text, id: "c", description: "") == nil)
  }
}

struct GnuplotTests {
  private static let good = "set terminal svg size 100,80\nplot [0:1] x"

  @Test func oneBadScriptDoesNotTakeTheOthersWithIt() throws {
    let pictures = try Gnuplot.draw([
      Self.good, "plot nonsense(", Self.good, "exit", "set no", Self.good,
    ])
    #expect(pictures.map { $0 != nil } == [true, false, true, false, false, true])
    #expect(try Gnuplot.draw([]).isEmpty)
  }

  @Test func aTextStaysATextInAScript() throws {
    let script =
      "set terminal svg\nset title \(Gnuplot.quoted(PageSamples.hostile)) noenhanced\nplot x"
    let picture = try #require(try Gnuplot.draw([script])[0])
    #expect(picture.contains("a&lt;b> &amp; \"c\" 'd' `e` %s \\"))
  }
}
