import Testing

@testable import BenchHarness

struct StatisticsTests {
  @Test func medianTakesTheMiddle() {
    #expect(Statistics.median([3, 1, 2]) == 2)
    #expect(Statistics.median([4, 1, 2, 3]) == 2.5)
    #expect(Statistics.median([7]) == 7)
  }

  @Test func intervalOfOneSampleIsTheSample() {
    #expect(Statistics.median95([5]) == Estimate(value: 5, low: 5, high: 5))
  }

  /// Of the medians of five picks from five samples, 2.5% lie below the second smallest sample's
  /// place and 2.5% above the second largest's: P(median = smallest) = P(at least 3 of 5 picks) =
  /// 0.058.
  @Test func intervalOfFiveRunsIsTheirRange() {
    let estimate = Statistics.median95([10, 20, 30, 40, 50])
    #expect(estimate == Estimate(value: 30, low: 10, high: 50))
  }

  @Test func intervalOfManyRunsIsNarrowerThanTheirRange() {
    let samples = (0..<101).map(Double.init)
    let estimate = Statistics.median95(samples)
    // The exact order-statistic interval of a median of 101 is ranks 40 to 60.
    #expect(estimate.value == 50)
    #expect((36...44).contains(estimate.low))
    #expect((56...64).contains(estimate.high))
  }

  @Test func sameSamplesGiveTheSameInterval() {
    let samples = [4.1, 3.9, 4.4, 4.0, 9.7, 4.2, 4.1]
    #expect(Statistics.median95(samples) == Statistics.median95(samples))
  }

  @Test func ratioIsOfMediansAndItsPairsStayTogether() {
    // The machine halves its speed for some runs; both sides meet it.
    let slow = [1.0, 2, 1, 2, 1, 2, 1]
    let estimate = Statistics.ratio95(slow.map { $0 * 3 }, slow)
    #expect(estimate == Estimate(value: 3, low: 3, high: 3))
  }

  @Test(arguments: [0.0, 0.5, 1, 2, -1])
  func exponentIsFound(_ exponent: Double) throws {
    var power = 1.0
    let points = (0..<4).map { step -> (x: Double, y: Double) in
      defer { power *= pow10(exponent) }
      return (x: pow10(Double(step)) * 1_000, y: 7 * power)
    }
    let found = try #require(Statistics.exponent(points))
    #expect(abs(found - exponent) < 1e-9)
  }

  @Test func exponentNeedsTwoSizes() {
    #expect(Statistics.exponent([(x: 10, y: 4)]) == nil)
    #expect(Statistics.exponent([(x: 10, y: 4), (x: 10, y: 5)]) == nil)
  }

  private func pow10(_ exponent: Double) -> Double {
    switch exponent {
    case 0.5: 3.1622776601683795
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1_000
    case -1: 0.1
    default: .nan
    }
  }
}
