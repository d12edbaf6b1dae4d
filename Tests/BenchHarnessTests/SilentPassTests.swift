import Testing

@testable import BenchHarness

/// The four ways in which package-benchmark's gate passes in silence; each fails here, in `check` and in
/// `baseline compare`.
///
/// Source: what package-benchmark was measured to do (notes/harness.md, section 6).
struct SilentPassTests {
  private func code(_ suites: [SuiteReport]) -> ExitCode {
    ExitCode(verdicts: suites.flatMap(\.verdicts), isStrict: false)
  }

  /// What `check` ends with for thresholds that were recorded from `old`, changed, and held against `new`.
  private func check(
    _ old: [BenchmarkResult], _ new: [BenchmarkResult],
    change: (String, String)? = nil, without lost: String? = nil
  ) throws -> ExitCode {
    let written = try KeyedFolder([:])
    _ = try written.read().update(
      from: Samples.report(old), environment: Samples.environment, why: "first")
    var files: [String: String] = [:]
    for name in namesInFolder(written.path) ?? [] where name != lost {
      let text = try written.text(name)
      files[name] = change.map { text.split(separator: $0.0).joined(separator: $0.1) } ?? text
    }
    return code(
      try KeyedFolder(files).read().check(
        Samples.report(new), environment: Samples.environment, filter: try CaseFilter(),
        items: nil))
  }

  private func compare(_ old: [BenchmarkResult], _ new: [BenchmarkResult]) throws -> ExitCode {
    code(
      try Samples.baseline(old).compare(
        Samples.whole(new), request: try Samples.request(pattern: nil)
      ).suites)
  }

  private func row(
    _ benchmark: String = "page at depth", mallocs: Double = 10, also: [Metric] = []
  ) -> BenchmarkResult {
    var result = Samples.result(Samples.kept(mallocs: mallocs) + also)
    result.identity.benchmark = benchmark
    return result
  }

  @Test(arguments: ["with space", "with/slash", "a, b", "ä ö", "..", "%s", "-", "a\\b"])
  func aNameThatNoShellTakesIsHeld(_ name: String) throws {
    // Alone, and beside a second one of a plain name.
    for others in [[], [row("plain")]] {
      let old = [row(name, mallocs: 3)] + others
      #expect(try check(old, old) == .success)
      #expect(try check(old, [row(name)] + others) == .regression)
      #expect(try compare(old, old) == .success)
      #expect(try compare(old, [row(name)] + others) == .regression)
    }
  }

  @Test(arguments: ["instructions", "syscalls", "mallocCountTotl"])
  func aThresholdThatWasNotMeasuredIsMissing(_ metric: String) throws {
    #expect(
      try check([row()], [row()], change: ("\"mallocCount\"", "\"\(metric)\": 1, \"mallocCount\""))
        == .missing)
    #expect(try compare([row(also: [Metric(metric, .count, 1)])], [row()]) == .missing)
  }

  @Test func zeroToAThousandIsARegressionAndBackAnImprovement() throws {
    let (none, many) = ([row(mallocs: 0)], [row(mallocs: 1_000)])
    #expect(try check(none, many) == .regression)
    #expect(try compare(none, many) == .regression)
    #expect(try check(many, none) == .improvement)
    #expect(try compare(many, none) == .improvement)
  }

  @Test func aHundredThousandAndTwentyIsNotAHundredThousand() throws {
    #expect(try check([row(mallocs: 100_000)], [row(mallocs: 100_020)]) == .regression)
    #expect(try compare([row(mallocs: 100_000)], [row(mallocs: 100_020)]) == .regression)
  }

  @Test func oneSideAloneIsMissing() throws {
    let both = [row("first"), row("second")]
    // A file lost beside one that is there.
    #expect(try check(both, both, without: "Sample.second.json") == .missing)
    // In the thresholds and not run, in the results and not in the thresholds.
    #expect(try check(both, [both[0]]) == .missing)
    #expect(try check([both[0]], both) == .missing)
    #expect(try compare(both, [both[0]]) == .missing)
    #expect(try compare([both[0]], both) == .missing)
    // A metric of one side alone.
    let more = row("first", also: [Metric("visits", .count, 1)])
    #expect(try check([both[0]], [more]) == .missing)
    #expect(try check([more], [both[0]]) == .missing)
    #expect(try compare([both[0]], [more]) == .missing)
    #expect(try compare([more], [both[0]]) == .missing)
  }

  @Test func aRegressionHidesNoMissingAndNoImprovementHidesARegression() throws {
    let old = [row("first", mallocs: 5), row("second", mallocs: 5)]
    let mixed = [row("first", mallocs: 6), row("second", mallocs: 4)]
    #expect(try check(old, mixed) == .regression)
    #expect(try compare(old, mixed) == .regression)
    #expect(try compare(old, [mixed[1]]) == .missing)
  }
}
