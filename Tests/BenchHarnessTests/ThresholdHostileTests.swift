import ProcessSupport
import Testing

@testable import BenchHarness

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct ThresholdHostileTests {
  private static let ratios = """
    "ratios": [{"implementation": "Ours", "items": 10, "limit": {"goal": 0.3, "value": 0.6, "why": "x"}, \
    "metric": "cpuTime", "peer": "Theirs"}],
      "schema": 1
    """
  private static let whole = Array(
    Samples.thresholds.split(separator: "\"schema\": 1").joined(separator: ratios)
      .split(separator: "\"steps\": 3").joined(
        separator: "\"steps\": {\"percent\": 5, \"value\": 3}"
      )
      .utf8)

  @Test func everyPrefixIsRefused() throws {
    _ = try ThresholdFile(Self.whole)
    for count in 0..<Self.whole.count - 1 {
      #expect(throws: (any Error).self) { try ThresholdFile(Array(Self.whole[..<count])) }
    }
  }

  /// People edit thresholds, so a changed figure is a figure; but what is read is written and read alike.
  @Test func aChangedFileIsWrittenAsItWasReadOrRefused() throws {
    var refused = 0
    for seed in 0..<20_000 {
      var dice = Dice(state: UInt64(seed))
      let changed = dice.mutate(Self.whole)
      do {
        let file = try ThresholdFile(changed)
        let again = try ThresholdFile(Array(file.text.utf8))
        #expect(again.text == file.text, "seed \(seed)")
        for threshold in file.entries.flatMap(\.metrics.values) {
          _ = (threshold.range, threshold.words)
        }
      } catch {
        refused += 1
        if "\(error)".contains("\n") { Issue.record("seed \(seed): \(error)") }
      }
    }
    #expect(refused > 10_000)
  }

  @Test func aChangedFileOfPackageBenchmarkIsReadOrRefused() throws {
    let whole = Array(PackageBenchmarkTests.parameterized.utf8)
    for seed in 0..<5_000 {
      var dice = Dice(state: UInt64(seed))
      let file = try? ForeignThresholds(
        dice.mutate(whole), folder: "", name: "Sample.page at depth.p90.json")
      for threshold in file?.thresholds.values.map({ $0 }) ?? [] {
        _ = (threshold.range, threshold.words)
      }
      _ = try file?.resolve(in: Samples.suite)
    }
  }

  @Test func whatIsNoPlainFileIsRefusedInOneLine() throws {
    let folder = try KeyedFolder([Samples.fileName: Samples.thresholds])
    let path = folder.path
    mkdir("\(path)/folder.json", 0o755)
    mkfifo("\(path)/pipe.json", 0o644)
    symlink("loop.json", "\(path)/loop.json")
    let huge = open("\(path)/huge.json", O_WRONLY | O_CREAT, 0o644)
    ftruncate(huge, 100 << 20)
    close(huge)
    #expect(
      try folder.problems() == [
        "folder.json: it is no plain file; move it away",
        "huge.json: it has 100 MiB, and such a file has at most 4.0 MiB; move it away",
        "loop.json: it cannot be opened: Too many levels of symbolic links",
        "pipe.json: it is no plain file; move it away",
      ])
    #expect(try folder.read().problems(suites: []).filter(\.isUnreadable).count == 4)
  }

  @Test func aMillionKeysAreReadInGoodTime() throws {
    let keys = (0..<200_000).map { "\"k\($0)\":1" }.joined(separator: ",")
    let start = Clock.monotonicNanoseconds()
    #expect(throws: ThresholdFormatError.self) { try ThresholdFile(Array("{\(keys)}".utf8)) }
    // Quadratic, it would be minutes.
    #expect(Clock.monotonicNanoseconds() - start < 20_000_000_000)
  }

  @Test func aFileOfAnotherBenchmarkHoldsNothing() throws {
    let other = Samples.thresholds.split(separator: "page at depth").joined(
      separator: "page-at-depth")
    let checked = try KeyedFolder([Samples.fileName: other]).read().check(
      Samples.report([Samples.result(Samples.metrics)]), environment: Samples.environment,
      filter: try CaseFilter(pattern: "page at"), items: nil)
    #expect(checked[0].results[0].verdict == .missing)
    #expect(
      checked[0].results[0].reasons.first?.hasSuffix("is about 'Sample/page-at-depth'") == true)
  }
}
