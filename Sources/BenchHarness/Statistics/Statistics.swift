#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A figure and the interval that holds it with 95%.
struct Estimate: Equatable {
  var value: Double
  var low: Double
  var high: Double
}

/// What process runs say: the same for the same samples.
enum Statistics {
  /// Resamples of a bootstrap; more moves the interval's ends by less than a hundredth of its
  /// width.
  private static let resamples = 2_000

  /// The median; the mean of the middle two of an even number.
  ///
  /// - Parameter samples: At least one.
  static func median(_ samples: [Double]) -> Double {
    precondition(!samples.isEmpty, "a median of nothing")
    let sorted = samples.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The median and its percentile bootstrap interval over process runs.
  ///
  /// Source: Efron and Tibshirani, An Introduction to the Bootstrap, chapter 13.
  static func median95(_ samples: [Double]) -> Estimate {
    bootstrap(count: samples.count) { picks in median(picks.map { samples[$0] }) }
  }

  /// The ratio of two medians and its interval; runs of equal number were made in pairs and stay
  /// so.
  ///
  /// A median of ratios or a least ratio would let one hiccup in a denominator win.
  ///
  /// - Parameters:
  ///   - numerators: One per process run, at least one.
  ///   - denominators: As many, each above 0.
  static func ratio95(_ numerators: [Double], _ denominators: [Double]) -> Estimate {
    precondition(numerators.count == denominators.count, "unpaired samples")
    return bootstrap(count: numerators.count) { picks in
      median(picks.map { numerators[$0] }) / median(picks.map { denominators[$0] })
    }
  }

  static func bootstrap(count: Int, _ figure: ([Int]) -> Double) -> Estimate {
    precondition(count > 0, "an interval of nothing")
    let value = figure(Array(0..<count))
    var rng = SplitMix(state: 0x4c6f_6e67_6c69_7374)
    var figures = (0..<resamples).map { _ in
      figure((0..<count).map { _ in rng.next(below: count) })
    }
    figures.sort()
    let tail = resamples / 40
    return Estimate(value: value, low: figures[tail], high: figures[resamples - 1 - tail])
  }

  /// The exponent e of y = c x^e by least squares on logarithms.
  ///
  /// - Parameter points: Each above 0 in both.
  /// - Returns: nil for fewer than two different x.
  static func exponent(_ points: [(x: Double, y: Double)]) -> Double? {
    let logarithms = points.map { (x: log($0.x), y: log($0.y)) }
    let count = Double(points.count)
    let meanX = logarithms.reduce(0) { $0 + $1.x } / count
    let meanY = logarithms.reduce(0) { $0 + $1.y } / count
    let spread = logarithms.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    guard spread > 0 else { return nil }
    return logarithms.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / spread
  }
}

/// The generator of the bootstrap's picks.
///
/// Source: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators (2014).
struct SplitMix {
  var state: UInt64

  mutating func next(below bound: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    word ^= word >> 31
    return Int(word.multipliedFullWidth(by: UInt64(bound)).high)
  }
}
