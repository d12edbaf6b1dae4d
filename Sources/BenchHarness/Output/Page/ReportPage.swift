/// A report as one page of HTML that needs nothing else: no network, no fonts, no scripts but its own.
///
/// Verdicts first, then each suite's question, charts and tables, then noise and environment. The page is a
/// function of its input and of the gnuplot that draws: the same report makes the same bytes.
///
/// Charts are drawn once: the colours of gnuplot's SVG become classes, and the style sheet gives these a
/// colour for light and one for dark.
public struct ReportPage {
  /// What the page is about.
  let report: Report
  /// What was kept before, the oldest first.
  let history: [NamedReport]
  /// Pictures of more bytes than this together are left out, and the page says so.
  static let pictureBytesLimit = 6 << 20
  /// Rows that failed beyond this number stand in the tables alone.
  static let problemLimit = 200
  /// The verdicts that end `bench` with another code than 0.
  static let fails: [Verdict] = [.failed, .regressed, .missing, .improved]

  /// Makes the page of a report.
  ///
  /// - Parameters:
  ///   - report: What was measured; `call` makes its commands exact.
  ///   - history: Earlier reports, the oldest first; they are drawn where they have the same rows.
  public init(_ report: Report, history: [NamedReport] = []) {
    self.report = report
    self.history = history
  }

  /// The page.
  ///
  /// Without gnuplot it has tables alone, and says so.
  public var html: String {
    var suites = report.suites.map {
      SuitePart($0, history: history, environment: report.environment)
    }
    let remark = draw(&suites)
    let body: HTML = """
      <a class="skip" href="#main">Skip to the verdicts</a>
      <header>
      <h1>Benchmark report</h1>
      \(sentence)\(meta)\(navigation(suites))</header>
      <main id="main">
      \(problems)\(unjudged)\(suites.enumerated().map { $1.html(number: $0) })\(noise(remark))</main>
      <footer>Made by bench from one run. Figures of time are medians over separate processes; counts and \
      bytes repeat exactly.</footer>
      """
    let page: HTML = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <style>\(PageStyle.sheet)</style>
      </head>
      <body>
      \(body)
      <script>\(PageStyle.script)</script>
      </body>
      </html>

      """
    return page.markup
  }

  // MARK: - Pictures

  /// Draws all charts.
  ///
  /// - Returns: What is to be said about charts that are not there.
  private func draw(_ suites: inout [SuitePart]) -> String? {
    let scripts = suites.flatMap(\.charts).map(\.plot.script)
    let pictures: [String?]
    do { pictures = try Gnuplot.draw(scripts) } catch {
      return "This page has no charts: \(error)."
    }
    var next = 0
    var (bytes, refused, omitted) = (0, 0, 0)
    for suite in suites.indices {
      suites[suite].take { chart in
        defer { next += 1 }
        guard let text = pictures[next],
          let picture = PagePicture(text, id: "c\(next)", description: chart.description)
        else {
          refused += 1
          return nil
        }
        bytes += picture.svg.markup.utf8.count
        if bytes > Self.pictureBytesLimit { omitted += 1 }
        return bytes > Self.pictureBytesLimit ? nil : picture
      }
    }
    let remarks = [
      refused == 0 ? nil : "gnuplot could not draw \(refused) of \(scripts.count) charts",
      omitted == 0 ? nil : "\(omitted) charts are left out, for the page would be too large",
    ].compactMap { $0 }
    return remarks.isEmpty ? nil : remarks.joined(separator: "; ") + "."
  }
}
