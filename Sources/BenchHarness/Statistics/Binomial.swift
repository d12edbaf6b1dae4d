#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a count of yes and no says of the chance that is behind it.
enum Binomial {
  /// The interval that holds the chance with at least 95%, whatever it is.
  ///
  /// Source: Clopper and Pearson, The Use of Confidence or Fiducial Limits Illustrated in the Case of the
  /// Binomial (1934).
  ///
  /// - Parameters:
  ///   - count: How often it happened, in `0...trials`.
  ///   - trials: At least 1.
  static func exact95(_ count: Int, of trials: Int) -> Estimate {
    precondition(trials >= 1 && (0...trials).contains(count), "a count beyond its trials")
    // The chance at which so many or more are no longer likely, and at which so many or fewer are not.
    let low = count == 0 ? 0 : root { atLeast(count, of: trials, chance: $0) < 0.025 }
    let high = count == trials ? 1 : root { 1 - atLeast(count + 1, of: trials, chance: $0) > 0.025 }
    return Estimate(value: Double(count) / Double(trials), low: low, high: high)
  }

  /// The chance of so many or more.
  static func atLeast(_ count: Int, of trials: Int, chance: Double) -> Double {
    if count <= 0 || chance >= 1 { return 1 }
    if chance <= 0 || count > trials { return 0 }
    var sum = 0.0
    for happened in count...trials {
      sum += exp(
        logFactorial(trials) - logFactorial(happened) - logFactorial(trials - happened)
          + Double(happened) * log(chance) + Double(trials - happened) * log1p(-chance))
    }
    return min(1, sum)
  }

  private static func logFactorial(_ number: Int) -> Double {
    lgamma(Double(number) + 1)
  }

  /// Where a condition that holds from 0 on ceases to hold, by halving.
  private static func root(_ holds: (Double) -> Bool) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if holds(middle) { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
