import ProcessSupport
import Testing

@testable import BenchHarness

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder with thresholds files, gone with the object.
private final class Folder {
  let scratch: ScratchFolder
  var path: String { scratch.path }

  init(_ files: [String: String] = [Samples.fileName: Samples.thresholds]) throws {
    scratch = try ScratchFolder()
    for (name, text) in files {
      let file = try AtomicFile(path: "\(scratch.path)/\(name)")
      try file.write(text)
      try file.commit()
    }
  }

  func read() throws -> ThresholdFolder { try #require(ThresholdFolder(path: path)) }
}

struct ThresholdCheckTests {
  private static func metrics(
    mallocs: Double = 12, bytes: Double = 64, steps: Double = 3
  ) -> [Metric] {
    [
      Metric(MetricName.cpuTime, .nanoseconds, 5), Metric(MetricName.mallocCount, .count, mallocs),
      Metric(MetricName.bytesAllocated, .bytes, bytes), Metric("steps", .count, steps),
    ]
  }

  private func check(
    _ results: [BenchmarkResult], environment: EnvironmentKey = Samples.environment,
    pattern: String? = nil, items: [Int]? = nil, files: [String: String]? = nil
  ) throws -> [BenchmarkResult] {
    let folder = try files.map { try Folder($0) } ?? Folder()
    return try folder.read().check(
      Samples.report(results), environment: environment, filter: try CaseFilter(pattern: pattern),
      items: items)[0].results
  }

  @Test func equalFiguresPass() throws {
    let results = try check([Samples.result(Self.metrics())])
    #expect(results.map(\.verdict) == [.pass])
  }

  @Test(arguments: [
    (13.0, 64.0, 3.0, Verdict.regressed), (11, 64, 3, .improved), (12, 65, 3, .regressed),
    (12, 63, 3, .improved), (12, 64, 4, .regressed), (12, 64, 2, .improved),
    (11, 64, 4, .regressed),
  ])
  func anyChangeIsFound(
    _ mallocs: Double, _ bytes: Double, _ steps: Double, _ verdict: Verdict
  ) throws {
    let metrics = Self.metrics(mallocs: mallocs, bytes: bytes, steps: steps)
    #expect(try check([Samples.result(metrics)]).map(\.verdict) == [verdict])
  }

  @Test func zeroToAThousandIsFound() throws {
    let zero = Samples.thresholds.split(separator: "\"mallocCount\": 12").joined(
      separator: "\"mallocCount\": 0")
    let results = try check(
      [Samples.result(Self.metrics(mallocs: 1_000))], files: [Samples.fileName: zero])
    #expect(results.map(\.verdict) == [.regressed])
    #expect(results[0].reasons == ["mallocCount 1,000 is above its threshold 0"])
  }

  @Test func aMissingFileEntryOrMetricIsMissing() throws {
    let result = Samples.result(Self.metrics())
    #expect(try check([result], files: [:]).map(\.verdict) == [.missing])
    let other = Samples.result(Self.metrics(), parameters: [Parameter("items", 7)])
    // The second result is the threshold that was not measured.
    #expect(try check([other]).map(\.verdict) == [.missing, .missing])
    let more = Samples.result(Self.metrics() + [Metric("visits", .count, 1)])
    #expect(try check([more])[0]["visits"]?.verdict == .missing)
  }

  @Test func aThresholdThatWasNotMeasuredIsMissing() throws {
    let fewer = Samples.result(Self.metrics().dropLast())
    #expect(try check([fewer])[0]["steps"]?.verdict == .missing)
    #expect(try check([]).map(\.verdict) == [.missing])
  }

  @Test func whatWasNotAskedForIsNotMissing() throws {
    #expect(try check([], pattern: "other benchmark").isEmpty)
    #expect(try check([], items: [10]).isEmpty)
    #expect(try check([], items: [1_000]).map(\.verdict) == [.missing])
  }

  @Test func otherDataAreNotCompared() throws {
    let result = Samples.result(Self.metrics(), fixture: "sha256:2")
    #expect(try check([result])[0].verdict == .missing)
  }

  @Test func inAnotherEnvironmentOnlyCountsHold() throws {
    var other = Samples.environment
    other.swift = "6.4"
    let results = try check([Samples.result(Self.metrics(mallocs: 99))], environment: other)
    #expect(results[0].verdict == .skipped)
    #expect(results[0][MetricName.mallocCount]?.verdict == .skipped)
    #expect(results[0]["steps"]?.verdict == .pass)
    let worse = try check([Samples.result(Self.metrics(steps: 4))], environment: other)
    #expect(worse[0].verdict == .regressed)
  }

  @Test func referencesAndFailuresAreLeftAlone() throws {
    let theirs = Samples.result(Self.metrics(), implementation: "Theirs", isReference: true)
    let ours = Samples.result([], failure: "crashed")
    let results = try check([ours, theirs])
    #expect(results.map(\.verdict) == [.failed, .pass])
    #expect(results[0].reasons == ["crashed"])
  }

  @Test func aBudgetsVerdictStandsAboveTheThresholds() throws {
    var metrics = Self.metrics(bytes: 63)
    metrics[2].verdict = .regressed
    metrics[2].reason = "budget exceeded"
    #expect(try check([Samples.result(metrics)])[0].reasons == ["budget exceeded"])
  }

  @Test func theOrderOfParametersDoesNotMatter() throws {
    let parameters = [Parameter("page", 50), Parameter("items", 1_000)]
    let text = Samples.thresholds.split(separator: "{\"items\": 1000}").joined(
      separator: "{\"items\": 1000, \"page\": 50}")
    let result = Samples.result(Self.metrics(), parameters: parameters)
    #expect(try check([result], files: [Samples.fileName: text]).map(\.verdict) == [.pass])
  }
}

struct ThresholdLintTests {
  private func problems(_ files: [String: String]) throws -> [ThresholdFolder.Problem] {
    let folder = try Folder(files)
    return try folder.read().problems(suites: [Samples.suite]).map {
      var problem = $0
      problem.path = String(problem.path.dropFirst(folder.path.count + 1))
      return problem
    }
  }

  private func changed(_ old: String, _ new: String) -> [String: String] {
    [Samples.fileName: Samples.thresholds.split(separator: old).joined(separator: new)]
  }

  @Test func aGoodFolderHasNoProblem() throws {
    #expect(try problems([Samples.fileName: Samples.thresholds, "README.md": "words"]).isEmpty)
  }

  @Test(arguments: [
    ("\"Sample\"", "\"Sampel\"", "unknown suite 'Sampel'; did you mean 'Sample'?"),
    (
      "page at depth", "page at death",
      "unknown benchmark 'page at death'; did you mean 'page at depth'?"
    ),
    (
      "mallocCount", "malocCount",
      "'Ours items=1000': unknown metric 'malocCount'; did you mean 'mallocCount'?"
    ),
    ("\"steps\"", "\"step\"", "'Ours items=1000': unknown metric 'step'; did you mean 'steps'?"),
    (
      "\"Ours\"", "\"Ourz\"", "unknown implementation 'Ourz'; did you mean 'Ours'?"
    ),
    (
      "\"items\": 1000", "\"items\": 999",
      "'Ours items=999' is stale: the quick profile has no such parameters; remove it"
    ),
  ])
  func whatDoesNotExistIsFound(_ old: String, _ new: String, _ message: String) throws {
    let found = try problems(changed(old, new))
    #expect(found.map(\.message) == [message])
    #expect(found.map(\.path) == [Samples.fileName])
  }

  @Test func onlyEntriesAreStale() throws {
    #expect(try problems(changed("\"items\": 1000", "\"items\": 999"))[0].isStale)
    #expect(try !problems(changed("mallocCount", "malocCount"))[0].isStale)
  }

  @Test func aFileOfAnotherNameIsFound() throws {
    #expect(
      try problems(["Other.json": Samples.thresholds]).map(\.message)
        == ["its contents ask for the name \(Samples.fileName)"])
  }

  @Test func whatIsNoJSONIsFoundWithItsByte() throws {
    let found = try problems(["x.json": "{"])
    #expect(found.map(\.line) == ["x.json: byte 1: '\"' is missing"])
    #expect(found[0].isUnreadable)
  }
}

struct ThresholdUpdateTests {
  private let metrics = [
    Metric(MetricName.cpuTime, .nanoseconds, 5), Metric(MetricName.budgetBytes, .bytes, 500),
    Metric(MetricName.mallocCount, .count, 10), Metric("steps", .count, 3),
    Metric(MetricName.growthExponent, .exponent, 0.98765),
  ]

  private func update(
    _ folder: Folder, _ results: [BenchmarkResult],
    environment: EnvironmentKey = Samples.environment
  ) throws -> [ThresholdChange] {
    try folder.read().update(
      from: Samples.report(results), environment: environment, why: "a reason")
  }

  @Test func whatIsWrittenPassesTheCheck() throws {
    let folder = try Folder([:])
    let results = [
      Samples.result(metrics),
      Samples.result(metrics, implementation: "Theirs", isReference: true),
    ]
    let changes = try update(folder, results)
    #expect(changes.map(\.metric) == ["growthExponent", "mallocCount", "steps"])
    #expect(changes.allSatisfy { $0.old == nil })
    #expect(changes[0].new == "0.988 +- 0.05")
    let written = try folder.read()
    #expect(written.files[Samples.fileName]?.why == "a reason")
    let checked = written.check(
      Samples.report(results), environment: Samples.environment, filter: try CaseFilter(),
      items: nil)
    #expect(checked[0].verdict == .pass)
    #expect(try update(folder, results).isEmpty)
  }

  @Test func tolerancesAreKeptAndOldFiguresShown() throws {
    let folder = try Folder([
      Samples.fileName: Samples.thresholds.split(separator: "\"mallocCount\": 12").joined(
        separator: "\"mallocCount\": {\"value\": 12, \"percent\": 10}")
    ])
    let changes = try update(folder, [Samples.result(metrics)])
    #expect(changes.map(\.metric) == ["bytesAllocated", "growthExponent", "mallocCount"])
    #expect(changes[0].new == nil)
    #expect(changes[2].new == "10 +- 10%")
    let table = ThresholdChange.table(changes)
    #expect(table.contains("12 +- 10%") && table.contains("10 +- 10%") && table.contains("none"))
  }

  @Test func underAnotherVersionOfTheLibraryOnlyExponentsHold() throws {
    let folder = try Folder([:])
    var reports = Samples.report([Samples.result(metrics)])
    reports[0].library = "SQLite 3.40.1"
    _ = try folder.read().update(from: reports, environment: Samples.environment, why: "a reason")
    reports[0].library = "SQLite 3.46.0"
    reports[0].results[0].metrics = metrics.map { metric in
      var metric = metric
      metric.value = (metric.value ?? 0) + 1
      return metric
    }
    let result = try folder.read().check(
      reports, environment: Samples.environment, filter: try CaseFilter(), items: nil)[0].results[0]
    for metric in result.metrics where metric.isGateable {
      #expect(metric.verdict == (metric.unit == .exponent ? .regressed : .skipped))
    }
    #expect(result.metrics.contains { $0.verdict == .skipped })
    // Written anew, the same figures pass, though no figure need have changed.
    _ = try folder.read().update(from: reports, environment: Samples.environment, why: "a reason")
    #expect(try folder.read().files[Samples.fileName]?.library == "SQLite 3.46.0")
  }

  @Test func anotherEnvironmentIsRecordedEvenWhenNoFigureChanged() throws {
    let folder = try Folder([:])
    _ = try update(folder, [Samples.result(metrics)])
    var other = Samples.environment
    other.allocator = "jemalloc 6.0.0"
    #expect(try update(folder, [Samples.result(metrics)], environment: other).isEmpty)
    #expect(try folder.read().files[Samples.fileName]?.environment == other)
  }

  @Test func aFolderThatIsNoneIsTold() {
    #expect(ThresholdFolder(path: "/nonexistent") == nil)
  }
}
