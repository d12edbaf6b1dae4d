/// The forms in which results are written.
public enum ReportFormat: String, CaseIterable, Sendable {
  /// Tables for people.
  case text
  /// The project's own form, schema 1.
  case json
  /// Tables for GitHub.
  case markdown
  /// That of the Java Microbenchmark Harness, `-rf json`.
  case jmh
  /// That of google-benchmark, `--benchmark_format=json`.
  case gbench
  /// Bencher Metric Format.
  case bmf
  /// That of github-action-benchmark: what is better smaller in one file, the rest in another.
  case gab
  /// JUnit's XML: a test case per metric.
  case junit
  /// Percentiles as HdrHistogram prints them.
  case hdr
}

extension Report {
  /// The report in a form.
  ///
  /// Of `gab` it is what is better smaller; `gabBigger` has the rest.
  ///
  /// - Parameter isStrict: Whether what was not judged fails the call; `junit` alone says so.
  public func text(as format: ReportFormat, isStrict: Bool = false) -> String {
    switch format {
    case .text: text
    case .json: json
    case .markdown: markdown
    case .jmh: jmh
    case .gbench: googleBenchmark(.current())
    case .bmf: bmf
    case .gab: gab
    case .junit: junit(.current(), isStrict: isStrict)
    case .hdr: hdr
    }
  }
}
