import ListText

/// Results in Bencher Metric Format.
///
/// Source: https://bencher.dev/docs/reference/bencher-metric-format/ and its schema `bmf.json`.
extension Report {
  /// What follows the names of references: Bencher takes it off and raises no alert for them.
  private static let ignoredSuffix = "-bencher-ignore"
  /// The most bytes of a benchmark's name.
  private static let nameLimit = 1_024

  /// The text of `--format bmf`: a benchmark per result, a measure per figure.
  ///
  /// CPU time is Bencher's built-in `latency`, in nanoseconds; the others are named as here, in kebab
  /// case. What has no figure is not there.
  var bmf: String {
    JSONValue.object(
      results.compactMap { result in
        let measures = result.measures
        if measures.isEmpty { return nil }
        let suffix = result.isReference ? Self.ignoredSuffix : ""
        let name = shortened(
          oneLine(result.identity.description), toBytes: Self.nameLimit - suffix.utf8.count)
        return (name + suffix, .object(measures))
      }
    ).text
  }
}

extension BenchmarkResult {
  /// The most bytes of a measure's name.
  private static let slugLimit = 64

  fileprivate var measures: [(name: String, value: JSONValue)] {
    var measures: [(name: String, value: JSONValue)] = []
    for metric in metrics where metric.isMeasured {
      guard let figure = metric.figure else { continue }
      var members = [("value", JSONValue.real(figure))]
      if let ends = metric.interval95 {
        members += [("lower_value", .real(ends.low)), ("upper_value", .real(ends.high))]
      }
      let slug = Self.slug(metric.name)
      var name = slug
      var count = 1
      while measures.contains(where: { $0.name == name }) {
        count += 1
        name = shortened(slug, toBytes: Self.slugLimit - 8) + "-\(count)"
      }
      measures.append((name, .object(members.map { (name: $0.0, value: $0.1) })))
    }
    return measures
  }

  /// `peakLiveBytes` as `peak-live-bytes`.
  private static func slug(_ name: String) -> String {
    if name == MetricName.cpuTime { return "latency" }
    var slug = ""
    var wasLower = false
    for character in name {
      guard character.isASCII, character.isLetter || character.isNumber else {
        wasLower = false
        if !slug.isEmpty, slug.last != "-" { slug += "-" }
        continue
      }
      if character.isUppercase, wasLower { slug += "-" }
      wasLower = !character.isUppercase
      slug += character.lowercased()
    }
    while slug.last == "-" { slug.removeLast() }
    return slug.isEmpty ? "metric" : shortened(slug, toBytes: slugLimit)
  }
}
