#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// CPU times of process runs that were made in turn, one of each build a round.
struct PairedTimes: Equatable {
  /// Of the base, by round.
  var base: [Double]
  /// Of this build.
  var head: [Double]
  /// Of this build once more: the pairs of a null run.
  var again: [Double]

  /// This build's time over the base's.
  var ratio: Estimate? { Self.ratio(head, base) }
  /// This build's time over its own: what noise alone reads.
  var floor: Estimate? { Self.ratio(again, head) }

  private static func ratio(_ left: [Double], _ right: [Double]) -> Estimate? {
    guard !left.isEmpty, left.count == right.count, (left + right).allSatisfy({ $0 > 0 }) else {
      return nil
    }
    return Statistics.pairedRatio95(left, right)
  }
}

/// When a paired ratio is a regression.
enum PairedGate {
  /// A ratio whose whole interval is above this is a regression, below its inverse an improvement.
  static let limit = 1.05
  /// An interval that reaches this far from 1 does not tell a regression of 20% from none.
  static let widest = 1.2

  /// The pairs of process runs of a case: fixed before anything is known, and even, for A B B A.
  ///
  /// - Parameter items: The list's rows, if the case has a list.
  static func pairs(items: Int?) -> Int {
    let items = items ?? 0
    return items < 500_000 ? 12 : items < 2_000_000 ? 8 : 6
  }

  /// What one set of pairs says.
  ///
  /// - Parameters:
  ///   - times: The pairs.
  ///   - excess: Why the machine was too noisy meanwhile, if it was.
  static func judge(_ times: PairedTimes, excess: String?) -> (verdict: Verdict, reason: String?) {
    guard let ratio = times.ratio else {
      return (.inconclusive, "a process run took no time; put more operations into it")
    }
    if let excess { return (.inconclusive, excess) }
    if let floor = times.floor, floor.low > limit || floor.high < 1 / limit {
      return (
        .inconclusive, "this build reads \(floor.words) of itself here; measure again"
      )
    }
    if ratio.low > limit { return (.regressed, "CPU time is \(ratio.words) of the base's") }
    if ratio.high < 1 / limit { return (.improved, "CPU time is \(ratio.words) of the base's") }
    if ratio.high > widest || ratio.low < 1 / widest {
      return (
        .inconclusive, "CPU time is \(ratio.words) of the base's, too wide an interval to tell"
      )
    }
    return (.pass, nil)
  }

  /// What two sets say, the second one made because the first was in doubt.
  static func confirm(
    _ first: (verdict: Verdict, reason: String?), by second: (verdict: Verdict, reason: String?)
  ) -> (verdict: Verdict, reason: String?) {
    if first.verdict == second.verdict { return (first.verdict, "\(first.reason ?? ""), twice") }
    let words = "\(first.reason ?? ""), but not in fresh runs"
    // The other way round in fresh runs is no finding either.
    guard second.verdict != .pass else { return (.pass, words) }
    return (.inconclusive, words + (second.reason.map { ": \($0)" } ?? ""))
  }
}

extension Estimate {
  /// `1.21x (1.18-1.25)`.
  var words: String { "\(fixed(value, decimals: 3))x (\(ends))" }

  /// `1.180-1.250`: ratios near 1 need their third decimal.
  var ends: String { "\(fixed(low, decimals: 3))-\(fixed(high, decimals: 3))" }
}

extension Statistics {
  /// The median of the pairs' ratios and its percentile bootstrap interval over pairs, on logarithms.
  ///
  /// Both times of a pair meet the machine at nearly the same time. On logarithms the answer is the inverse
  /// when the sides change places.
  ///
  /// Source: Kalibera and Jones, Rigorous Benchmarking in Reasonable Time (2013), for process runs as the
  /// unit; Efron and Tibshirani, An Introduction to the Bootstrap, chapter 13.
  ///
  /// - Parameters:
  ///   - numerators: One per pair, at least one, each above 0.
  ///   - denominators: As many, each above 0.
  static func pairedRatio95(_ numerators: [Double], _ denominators: [Double]) -> Estimate {
    precondition(numerators.count == denominators.count, "unpaired samples")
    let logarithms = zip(numerators, denominators).map { log($0 / $1) }
    let estimate = median95(logarithms)
    return Estimate(value: exp(estimate.value), low: exp(estimate.low), high: exp(estimate.high))
  }
}
