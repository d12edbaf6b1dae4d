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
  /// Of `gab` it is what is better smaller; `largerIsBetter` has the rest.
  public func text(as format: ReportFormat) -> String {
    switch format {
    case .text: text
    case .json: json
    default: ""
    }
  }
}
