#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Distributions as HdrHistogram prints them.
///
/// Source: `outputPercentileDistribution` and `PercentileIterator` of HdrHistogram 2.2.2 for Java. The figures
/// are those of the process runs themselves, not rounded to buckets.
extension Report {
  /// The text of `--format hdr`: a table per figure with process runs, named by a line that begins with
  /// `#`, which readers pass over.
  var hdr: String {
    let tables = results.flatMap { result -> [String] in
      let sampled = result.metrics.filter { !$0.finiteSamples.isEmpty }
      if sampled.isEmpty {
        let reason = result.reasonLine ?? "no figure of it has process runs"
        let name = oneLine(result.identity.description)
        return ["# \(name): no distribution (\(result.verdict.rawValue): \(reason))\n"]
      }
      return sampled.map { metric in
        oneLine("# \(result.identity) \(metric.name), \(metric.unit.name)") + "\n\n" + metric.hdr
      }
    }
    return tables.joined(separator: "\n")
  }
}

extension Metric {
  /// Lines in each half of the distance to 100%.
  private static let ticksPerHalf = 5.0

  fileprivate var hdr: String {
    let sorted = finiteSamples.sorted()
    var text =
      right("Value", 12) + " " + right("Percentile", 14) + " " + right("TotalCount", 10) + " "
      + right("1/(1-Percentile)", 14) + "\n\n"
    for step in Self.steps(of: sorted) {
      text += "\(right(decimal(step.value, 3), 12)) \(decimal(step.share / 100, 12)) "
      text += right("\(step.count)", 10)
      if step.share < 100 { text += " " + right(decimal(100 / (100 - step.share), 2), 14) }
      text += "\n"
    }
    let count = Double(sorted.count)
    let mean = sorted.reduce(0) { $0 + $1 / count }
    let deviation = sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) / count }.squareRoot()
    func field(_ number: Double) -> String {
      right(number.isFinite ? decimal(number, 3) : "NaN", 12)
    }
    text += "#[Mean    = \(field(mean)), StdDeviation   = \(field(deviation))]\n"
    text +=
      "#[Max     = \(field(sorted.last ?? 0)), Total count    = \(right("\(sorted.count)", 12))]\n"
    // No buckets: every figure is kept as it is.
    return text + "#[Buckets = \(right("1", 12)), SubBuckets     = \(right("1", 12))]\n"
  }

  private struct Step {
    var value: Double
    /// Of a hundred.
    var share: Double
    /// Figures up to the value.
    var count: Int
  }

  /// The lines: the figure that each share reaches, at ever smaller distances to 100%.
  private static func steps(of sorted: [Double]) -> [Step] {
    var steps: [Step] = []
    var share = 0.0
    for (index, value) in sorted.enumerated() {
      // Equal figures count as one.
      if index + 1 < sorted.count, sorted[index + 1] == value { continue }
      let reached = 100 * Double(index + 1) / Double(sorted.count)
      while share < 100, reached >= share {
        steps.append(Step(value: value, share: share, count: index + 1))
        let halves = log2(100 / (100 - share)).rounded(.down) + 1
        share += 100 / (ticksPerHalf * exp2(halves))
        if index + 1 == sorted.count { break }
      }
    }
    if let last = sorted.last { steps.append(Step(value: last, share: 100, count: sorted.count)) }
    return steps
  }
}
