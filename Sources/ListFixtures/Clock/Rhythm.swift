/// The daily or weekly rhythm of a list: it bends even time so that busy hours have more of it.
///
/// Even time is cut into periods of a day or a week, and a period into one stretch per hour as long
/// as the hour's quota; each stretch is mapped onto its hour in a straight line. Both directions of
/// time have it. The map never falls, and what lies `leastGap` apart stays apart.
struct Rhythm: Sendable {
  private static let hour: UInt64 = 3_600_000_000
  /// Even time is looked up in buckets of 2^30 us, about 18 minutes.
  private static let bucketBits: UInt64 = 30

  /// Whether all hours are alike, so that nothing is bent.
  let isEven: Bool
  /// The length of a period; 0 when all hours are alike.
  let period: Int
  /// Where each hour's stretch starts in even time, and where the last one ends.
  private let starts: [UInt64]
  /// How much time passes in an hour for each unit of even time, times 2^32.
  private let slopes: [UInt64]
  /// The hour in whose stretch each bucket starts.
  private let hours: [UInt8]

  /// Makes the rhythm of 24 or 168 quotas, of which one at least is not 0; none for even hours.
  init(_ quotas: [Int]) {
    isEven = quotas.isEmpty
    let period = UInt64(quotas.count) * Self.hour
    self.period = Int(period)
    let total = quotas.reduce(0) { $0 + UInt64($1) }
    var starts: [UInt64] = [0]
    var passed: UInt64 = 0
    for quota in quotas {
      passed += UInt64(quota)
      // The product passes 64 bits.
      let (high, low) = period.multipliedFullWidth(by: passed)
      starts.append(total.dividingFullWidth((high, low)).quotient)
    }
    self.starts = starts
    slopes = zip(starts, starts.dropFirst()).map { $0 == $1 ? 0 : (Self.hour << 32) / ($1 - $0) }
    var hours: [UInt8] = []
    var hour = 0
    for bucket in 0..<(period >> Self.bucketBits) + 1 {
      while hour + 1 < quotas.count, starts[hour + 1] <= bucket << Self.bucketBits { hour += 1 }
      hours.append(UInt8(hour))
    }
    self.hours = hours
  }

  /// The shortest stretch of even time that keeps its two ends apart.
  var leastGap: Int {
    // A length is mapped to at least length * slope, rounded down, in the slowest hour.
    let slowest = slopes.filter { $0 > 0 }.min() ?? 1 << 32
    return Int(max(1, (1 << 32 + slowest - 1) / slowest))
  }

  /// Bends a time, counted from the start.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  func bent(_ time: Int) -> Int {
    isEven ? time : bend(time)
  }

  private func bend(_ time: Int) -> Int {
    var (periods, rest) = time.quotientAndRemainder(dividingBy: period)
    if rest < 0 {
      periods &-= 1
      rest &+= period
    }
    let even = UInt64(truncatingIfNeeded: rest)
    var hour = Int(hours[Int(truncatingIfNeeded: even &>> Self.bucketBits)])
    while starts[hour + 1] <= even { hour &+= 1 }
    // SAFETY: the product is below the stretch times 2^32 * 3.6e9 / stretch, which is below 2^64.
    let inHour = ((even &- starts[hour]) &* slopes[hour]) &>> 32
    return periods &* period &+ hour &* Int(truncatingIfNeeded: Self.hour)
      &+ Int(truncatingIfNeeded: inHour)
  }
}
