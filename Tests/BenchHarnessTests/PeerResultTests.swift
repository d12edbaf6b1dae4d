import Testing

@testable import BenchHarness

struct PeerResultTests {
  private func draft(_ benchmarkCase: BenchmarkCase, times: [Int]) -> ResultDraft {
    var draft = ResultDraft(of: benchmarkCase, budgetBytes: nil, fixture: "sha256:1")
    for nanoseconds in times {
      var measured = Measurements()
      (measured.nanoseconds, measured.operations, measured.regions) = (nanoseconds, 100, 1)
      draft.takeTime(.measured(measured))
    }
    return draft
  }

  @Test func aMissingPeerIsSkippedAndNeverRun() {
    var benchmarkCase = Samples.benchmarkCase("Theirs", isReference: true)
    benchmarkCase.missing = "Abseil was absent when this was built"
    let draft = draft(benchmarkCase, times: [])
    #expect(!draft.isAlive && !draft.isComparable)
    let result = draft.result(peer: nil)
    #expect(result.verdict == .skipped)
    #expect(result.reasons == ["Abseil was absent when this was built"])
    #expect(result.metrics.isEmpty)
  }

  @Test func aPeerHasTheRatioOfOursToItself() {
    let ours = draft(Samples.benchmarkCase(), times: [200_000, 400_000, 300_000])
    let theirs = draft(
      Samples.benchmarkCase("Theirs", isReference: true), times: [400_000, 800_000, 600_000])
    let ratio = theirs.result(peer: nil, ours: ours)[MetricName.ratioToPeer]
    #expect(ratio?.value == 0.5 && ratio?.low == 0.5 && ratio?.high == 0.5)
    #expect(theirs.result(peer: nil)[MetricName.ratioToPeer] == nil)
  }

  @Test func nothingIsComparedWithALimit() {
    var benchmarkCase = Samples.benchmarkCase("limit: memcpy", isReference: true)
    benchmarkCase.isLimit = true
    let limit = draft(benchmarkCase, times: [200_000])
    #expect(limit.isAlive && !limit.isComparable)
    let ours = draft(Samples.benchmarkCase(), times: [200_000])
    #expect(limit.result(peer: nil, ours: ours)[MetricName.ratioToPeer] == nil)
  }
}
