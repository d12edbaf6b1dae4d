import Testing

@testable import BenchHarness

/// Process runs with noise of a known kind, the same in each run of the tests.
private struct NoisyRuns {
  var rng: SplitMix
  /// The spread of a run's logarithm.
  var spread = 0.04
  /// One run in so many is half as long again, as one that met a neighbour; 0 for none.
  var hiccupEvery = 0

  init(seed: UInt64) { rng = SplitMix(state: seed) }

  /// Nearly normal: the sum of twelve uniform numbers.
  private mutating func normal() -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + Double(rng.next(below: 1 << 30)) / Double(1 << 30) }
  }

  private mutating func run(_ time: Double) -> Double {
    let isHit = hiccupEvery > 0 && rng.next(below: hiccupEvery) == 0
    return time * (1 + spread * normal()) * (isHit ? 1.5 : 1)
  }

  /// Pairs that share a drift of the machine's speed by half, and differ by a factor.
  mutating func pairs(_ count: Int, factor: Double) -> PairedTimes {
    var times = PairedTimes(base: [], head: [], again: [])
    for round in 0..<count {
      let speed = 1_000 * (1 + 0.5 * Double(round) / Double(count))
      times.base.append(run(speed))
      times.head.append(run(speed * factor))
      times.again.append(run(speed * factor))
    }
    return times
  }
}

struct PairedStatisticsTests {
  @Test func aFactorIsFoundWhateverTheMachineDid() {
    let speeds = [1.0, 2, 1, 5, 1, 2, 3, 2, 1, 2, 1, 4]
    let estimate = Statistics.pairedRatio95(speeds.map { $0 * 1.25 }, speeds)
    for value in [estimate.value, estimate.low, estimate.high] {
      #expect(abs(value - 1.25) < 1e-12)
    }
  }

  @Test func theMedianPairDecidesAndNotTheMean() {
    let estimate = Statistics.pairedRatio95([1, 1, 1, 1, 100], [1, 1, 1, 1, 1])
    #expect(estimate.value == 1)
  }

  @Test func exchangedSidesGiveTheInverse() {
    var runs = NoisyRuns(seed: 7)
    let times = runs.pairs(12, factor: 1.1)
    let one = Statistics.pairedRatio95(times.head, times.base)
    let other = Statistics.pairedRatio95(times.base, times.head)
    #expect(abs(one.value * other.value - 1) < 1e-12)
    // The resamples are not mirrored, so the ends agree to within a fraction of the interval.
    #expect(abs(one.low * other.high - 1) < 0.01 && abs(one.high * other.low - 1) < 0.01)
  }

  @Test func aSlowerRunNeverLowersTheInterval() {
    for seed in 1...2 {
      var runs = NoisyRuns(seed: UInt64(seed))
      let times = runs.pairs(12, factor: 1)
      let before = Statistics.pairedRatio95(times.head, times.base)
      for place in 0..<12 {
        var slower = times.head
        slower[place] *= 1.3
        let after = Statistics.pairedRatio95(slower, times.base)
        #expect(after.value >= before.value && after.low >= before.low && after.high >= before.high)
      }
    }
  }

  @Test func theIntervalScalesWithTheFactor() {
    var runs = NoisyRuns(seed: 3)
    let times = runs.pairs(12, factor: 1)
    let one = Statistics.pairedRatio95(times.head, times.base)
    let scaled = Statistics.pairedRatio95(times.head.map { $0 * 1.2 }, times.base)
    #expect(abs(scaled.low / one.low - 1.2) < 1e-9 && abs(scaled.high / one.high - 1.2) < 1e-9)
  }

  /// Of 80 A/A series the interval holds 1 in about 95%; neither end leans.
  @Test(arguments: [(12, 0), (12, 6), (6, 0)])
  func theIntervalCoversEqualBuilds(_ pairs: Int, _ hiccupEvery: Int) {
    var runs = NoisyRuns(seed: 1_000)
    runs.hiccupEvery = hiccupEvery
    var (above, below) = (0, 0)
    for _ in 0..<80 {
      guard let ratio = runs.pairs(pairs, factor: 1).ratio else { continue }
      if ratio.low > 1 { above += 1 }
      if ratio.high < 1 { below += 1 }
    }
    #expect(
      (0...8).contains(above) && (0...8).contains(below) && above + below > 0, "\(above) \(below)"
    )
  }

  /// Runs of which one in ten is half as long again cost some of the power, and none of the soundness.
  @Test(arguments: [(0.02, 0, 30), (0.05, 0, 28), (0.08, 0, 20), (0.02, 10, 24)])
  func equalBuildsPassAndSlowerOnesAreFound(_ spread: Double, _ hiccupEvery: Int, _ least: Int) {
    var runs = NoisyRuns(seed: 77)
    runs.spread = spread
    runs.hiccupEvery = hiccupEvery
    var (alarms, found) = (0, 0)
    for _ in 0..<30 {
      if PairedGate.judge(runs.pairs(12, factor: 1), excess: nil).verdict == .regressed {
        alarms += 1
      }
      if PairedGate.judge(runs.pairs(12, factor: 1.2), excess: nil).verdict == .regressed {
        found += 1
      }
    }
    // Before the confirmation, which asks a false alarm of fresh runs too.
    #expect(alarms <= 1 && found >= least, "\(alarms) \(found)")
  }
}

struct PairedGateTests {
  /// Pairs without noise.
  private func times(_ factor: Double, again: Double = 1) -> PairedTimes {
    PairedTimes(
      base: [Double](repeating: 100, count: 12), head: [Double](repeating: 100 * factor, count: 12),
      again: [Double](repeating: 100 * factor * again, count: 12))
  }

  @Test(arguments: [
    (1.0, Verdict.pass), (1.0499, .pass), (1.0501, .regressed), (2, .regressed), (0.953, .pass),
    (0.952, .improved), (0.5, .improved),
  ])
  func theWholeIntervalMustBeBeyondTheLimit(_ factor: Double, _ verdict: Verdict) {
    #expect(PairedGate.judge(times(factor), excess: nil).verdict == verdict)
  }

  @Test func aWideIntervalIsNoPass() {
    var wide = times(1)
    wide.head = (0..<12).map { $0 % 2 == 0 ? 70 : 140 }
    wide.again = wide.head
    let found = PairedGate.judge(wide, excess: nil)
    #expect(found.verdict == .inconclusive && found.reason?.contains("too wide") == true)
  }

  @Test func noiseAboveItsLimitIsNoVerdict() {
    let found = PairedGate.judge(times(2), excess: "steal")
    #expect(found.verdict == .inconclusive && found.reason == "steal")
  }

  @Test(arguments: [1.06, 0.94])
  func aBuildThatDiffersFromItselfJudgesNothing(_ again: Double) {
    let found = PairedGate.judge(times(1.3, again: again), excess: nil)
    #expect(found.verdict == .inconclusive && found.reason?.contains("of itself") == true)
  }

  @Test func aRunWithoutTimeIsInconclusive() {
    var none = times(1)
    none.base[3] = 0
    #expect(PairedGate.judge(none, excess: nil).verdict == .inconclusive)
  }

  /// Rows: the first runs, which are in doubt; columns: the fresh ones.
  @Test(arguments: [
    (Verdict.regressed, Verdict.regressed, Verdict.regressed), (.regressed, .pass, .pass),
    (.regressed, .inconclusive, .inconclusive), (.regressed, .improved, .inconclusive),
    (.improved, .improved, .improved), (.improved, .pass, .pass),
    (.improved, .inconclusive, .inconclusive), (.improved, .regressed, .inconclusive),
  ])
  func onlyWhatFreshRunsConfirmIsFound(_ first: Verdict, _ second: Verdict, _ verdict: Verdict) {
    let found = PairedGate.confirm((first, "1.2x"), by: (second, "1.1x"))
    #expect(found.verdict == verdict)
    #expect(found.reason?.hasPrefix("1.2x") == true)
  }

  @Test(arguments: [nil, 10_000, 499_999, 500_000, 2_000_000, 10_000_000])
  func pairsAreFixedAndEven(_ items: Int?) {
    let pairs = PairedGate.pairs(items: items)
    #expect(pairs % 2 == 0 && pairs >= 6)
    #expect(pairs >= 12 || items ?? 0 >= 500_000)
  }
}

struct BinomialTests {
  /// Known answers: R's `binom.test`.
  @Test(arguments: [
    (0, 30, 0.0, 0.115703), (1, 30, 0.000844, 0.172169), (28, 30, 0.779265, 0.991823),
    (30, 30, 0.884297, 1.0), (15, 30, 0.312970, 0.687030), (1, 1, 0.025, 1.0), (0, 1, 0.0, 0.975),
  ])
  func intervalsAreThoseOfClopperAndPearson(
    _ count: Int, _ trials: Int, _ low: Double, _ high: Double
  ) {
    let interval = Binomial.exact95(count, of: trials)
    #expect(abs(interval.low - low) < 1e-5 && abs(interval.high - high) < 1e-5, "\(interval)")
  }

  @Test func moreOfTheSameNarrowsTheInterval() {
    var width = 1.0
    for trials in [10, 30, 100, 1_000, 10_000] {
      let interval = Binomial.exact95(trials / 10, of: trials)
      #expect(interval.low < 0.1 && interval.high > 0.1 && interval.high - interval.low < width)
      width = interval.high - interval.low
    }
  }

  @Test(arguments: [(30, 1, 28), (60, 2, 56), (10, 1, 9), (1, 1, 0), (31, 2, 28), (100, 4, 93)])
  func thePromiseScalesWithTheTrials(_ trials: Int, _ mostFalse: Int, _ leastFound: Int) {
    let rates = GateRates(trials: trials, busy: 0)
    #expect(rates.mostFalseAlarms == mostFalse && rates.leastFound == leastFound)
  }

  @Test func falseAlarmsOfEitherDirectionCount() {
    var rates = GateRates(trials: 30, busy: 0)
    rates.slower.regressed = 28
    #expect(rates.holds)
    (rates.equal.regressed, rates.equal.improved) = (1, 1)
    #expect(rates.falseAlarms == 2 && !rates.holds)
    rates.equal.improved = 0
    rates.slower.regressed = 27
    #expect(!rates.holds)
  }
}

struct TestSlowdownTests {
  @Test(arguments: [
    ("20", 20), ("020", 20), ("1000", 1_000), ("0", nil), ("1001", nil), ("-5", nil),
    ("head:20", nil),
    ("", nil), ("x", nil),
  ])
  func aChildReadsAPercentage(_ text: String, _ percent: Int?) {
    #expect(TestSlowdown.parse(text)?.percent == percent)
  }

  @Test func oneSideIsSlowed() {
    #expect(TestSlowdown.percent(for: .head, in: "head:20") == 20)
    #expect(TestSlowdown.percent(for: .base, in: "head:20") == 0)
    for text in [nil, "20", "head", "head:", "tail:20", "head:2:0"] {
      #expect(TestSlowdown.percent(for: .head, in: text) == 0)
    }
    #expect(
      TestSlowdown.entry(percent: 0).count == TestSlowdown.entry(percent: 999).count)
  }

  @Test func theRegionIsLongerByTheShare() {
    let start = Clock.threadNanoseconds()
    var sum = 0
    while Clock.threadNanoseconds() - start < 5_000_000 { sum += 1 }
    let plain = Clock.threadNanoseconds() - start
    TestSlowdown(percent: 100).spin(since: start)
    let slowed = Clock.threadNanoseconds() - start
    #expect(sum > 0 && slowed >= 2 * plain && slowed < 3 * plain)
  }
}
