import Testing

@testable import BenchHarness

struct NoiseReadingTests {
  private func stat(_ text: String) -> NoiseReading {
    var reading = NoiseReading()
    reading.takeStat(Array(text.utf8))
    return reading
  }

  private func pressure(_ text: String) -> NoiseReading {
    var reading = NoiseReading()
    reading.takePressure(Array(text.utf8))
    return reading
  }

  @Test func stealIsTheEighthFieldAndGuestsAreNotAdded() {
    let reading = stat("cpu  100 20 30 400 5 0 7 38 1000 1000\ncpu0 1 1 1 1 1 1 1 1 1 1\n")
    #expect(reading.stealTicks == 38 && reading.totalTicks == 600)
  }

  @Test(arguments: [
    "", "cpu", "cpu0 1 2 3 4 5 6 7 8 9 10", "cpu 1 2 3 4 5 6 7", "cpu 1 2 3 4 5 6 7 x",
    "cpu 1 2 3 4 5 6 7 -8", "cpu 9223372036854775807 1 1 1 1 1 1 1",
    "cpu 99999999999999999999 1 1 1 1 1 1 1", "\0\u{ff}",
  ])
  func aGarbledStatIsUnknown(_ text: String) {
    #expect(stat(text) == NoiseReading())
  }

  @Test func pressureIsTheLineOfSome() {
    let reading = pressure(
      "full avg10=99.00 avg60=0 avg300=0 total=1\nsome avg10=7.25 avg60=1.00 avg300=0.50 total=58761\n"
    )
    #expect(reading.pressurePercent == 7.25 && reading.pressureMicroseconds == 58_761)
  }

  @Test(arguments: [
    "", "some", "some avg10= total=", "some avg10=101 total=-1", "none avg10=1 total=1",
  ])
  func aGarbledPressureIsUnknown(_ text: String) {
    #expect(pressure(text) == NoiseReading())
  }

  @Test func sharesAreOfTheTimeBetween() {
    var (first, last) = (NoiseReading(), NoiseReading())
    (first.totalTicks, first.stealTicks, first.pressureMicroseconds) = (1_000, 10, 500)
    (last.totalTicks, last.stealTicks, last.pressureMicroseconds) = (1_400, 30, 250_500)
    last.monotonicNanoseconds = 1_000_000_000
    var children = Disturbance()
    (children.cpuNanoseconds, children.involuntarySwitches) = (500_000_000, 40)
    children.runDelayNanoseconds = 1_500_000_000
    let shares = NoiseReading.shares(from: first, to: last, children: children)
    #expect(shares.stealPercent == 5 && shares.pressurePercent == 25)
    #expect(shares.runDelayPercent == 75 && shares.switchesPerSecond == 80)
  }

  @Test func whatRunsBackwardsOrDidNotHappenIsUnknown() {
    var (first, last) = (NoiseReading(), NoiseReading())
    (first.totalTicks, first.stealTicks, first.pressureMicroseconds) = (1_000, 10, 500)
    (last.totalTicks, last.stealTicks, last.pressureMicroseconds) = (900, 9, 400)
    last.monotonicNanoseconds = 1
    let shares = NoiseReading.shares(from: first, to: last, children: Disturbance())
    #expect(shares == Noise.Shares())
    #expect(
      NoiseReading.shares(from: last, to: last, children: Disturbance())
        == Noise.Shares(pressurePercent: nil))
  }

  @Test(arguments: [
    ("248590 874408 3\n", 874_408), ("1 0 0", 0), ("", nil), ("1 2", nil), ("1 x 3", nil),
    ("1 -2 3", nil), ("1 2 3 4", nil), ("1 99999999999999999999 3", nil),
  ])
  func runDelayIsTheSecondNumber(_ text: String, _ delay: Int?) {
    #expect(Disturbance.runDelay(schedstat: Array(text.utf8)) == delay)
  }

  @Test func aChildsTimeAndWaitingAreSeen() throws {
    let end = try Subprocess(
      words: ["sh", "-c", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"],
      environment: ["PATH=/usr/bin:/bin"], channel: 3, timeLimitSeconds: 60
    ).run(in: RunningGroup()) { _ in true }
    #expect(end.disturbance.cpuNanoseconds > 1_000_000)
    #if os(Linux)
      #expect(end.disturbance.runDelayNanoseconds != nil)
    #endif
  }

  @Test func thisMachineAnswers() {
    let meter = NoiseMeter()
    meter.begin("a")
    meter.end()
    let noise = meter.noise()
    #expect(noise.processors >= 1 && noise.before.load != nil && noise.groups.map(\.name) == ["a"])
    #expect(noise.report.hasPrefix("noise: ") && !noise.report.contains("\n"))
  }
}

struct NoiseTests {
  private func noise(_ groups: [Noise.Group]) -> Noise {
    Noise(
      processors: 2, governor: "performance", before: .init(load: 0.5, pressurePercent: 1),
      during: .init(
        stealPercent: 0.25, pressurePercent: nil, runDelayPercent: 12, switchesPerSecond: 45),
      groups: groups, after: .init(load: 1.5, pressurePercent: nil))
  }

  @Test func theLineSaysWhatIsKnown() {
    #expect(
      noise([]).line
        == "steal 0.250%, our runs waited 12.0% of their time for a processor, 45.0 forced "
        + "switches a CPU second, load 0.500 before and 1.50 after, 2 processors, governor performance"
    )
  }

  @Test(arguments: [
    (Noise.Shares(stealPercent: Noise.Shares.mostStealPercent), false),
    (Noise.Shares(stealPercent: Noise.Shares.mostStealPercent + 0.1), true),
    (Noise.Shares(runDelayPercent: Noise.Shares.mostRunDelayPercent), false),
    (Noise.Shares(runDelayPercent: Noise.Shares.mostRunDelayPercent + 0.1), true),
    (Noise.Shares(pressurePercent: 100, switchesPerSecond: 1e6), false), (Noise.Shares(), false),
  ])
  func limitsAreOfStealAndWaiting(_ shares: Noise.Shares, _ isExcess: Bool) {
    #expect((shares.excess != nil) == isExcess)
  }

  @Test func theExcessNamesTheGroup() {
    let loud = Noise.Shares(stealPercent: 40)
    let seen = noise([
      .init(name: "a", shares: .init()), .init(name: "b", shares: loud),
      .init(name: "c", shares: loud),
    ])
    #expect(
      seen.excess
        == "too noisy for paired times: the hypervisor took 40.0% of the processors' time, more than "
        + "5%, in b and 1 more of 3 groups")
    #expect(seen.report.hasSuffix(seen.excess ?? "none"))
  }

  @Test func theJSONReadsBack() {
    let seen = noise([.init(name: "a", shares: .init(stealPercent: 40))])
    #expect(Noise(json: seen.json) == seen)
  }

  @Test func aLoudGroupsRatiosAreInconclusive() {
    var result = Samples.result([Metric(MetricName.cpuTime, .nanoseconds, 1)])
    result.ratios = [PeerRatio(peer: "P", ratio: Metric(MetricName.ratioToPeer, .ratio, 0.5))]
    #expect(result.withNoise(nil).ratios == result.ratios)
    let loud = result.withNoise("steal")
    #expect(loud.ratios[0].ratio.verdict == .inconclusive && loud.ratios[0].ratio.reason == "steal")
    #expect(loud.verdict == .pass)
  }
}
