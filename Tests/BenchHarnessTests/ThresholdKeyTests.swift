import ProcessSupport
import Testing

@testable import BenchHarness

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder with thresholds files, some in folders of their own, gone with the object.
final class KeyedFolder {
  private let scratch: ScratchFolder
  var path: String { scratch.path }

  /// - Parameter files: By path below the folder.
  init(_ files: [String: String]) throws {
    scratch = try ScratchFolder()
    for (name, text) in files {
      if let slash = name.firstIndex(of: "/") { mkdir("\(path)/\(name[..<slash])", 0o755) }
      let file = try AtomicFile(path: "\(path)/\(name)")
      try file.write(text)
      try file.commit()
    }
  }

  func read(_ environment: EnvironmentKey? = Samples.environment) throws -> ThresholdFolder {
    var folder = try #require(ThresholdFolder(path: path, environment: environment))
    try folder.resolve([Samples.suite])
    return folder
  }

  /// The faults, each as its path below the folder and its message, with a mark on what stops no check.
  func problems(_ environment: EnvironmentKey? = Samples.environment) throws -> [String] {
    try read(environment).problems(suites: [Samples.suite]).map {
      "\($0.path.dropFirst(path.count + 1)): \($0.message)\($0.isStale ? " (stale)" : "")"
    }
  }

  func text(_ name: String) throws -> String {
    String(decoding: try readFile("\(path)/\(name)"), as: UTF8.self)
  }
}

extension Samples {
  /// `thresholds` with another figure of `steps`.
  static func thresholds(steps: Int) -> String {
    thresholds.split(separator: "\"steps\": 3").joined(separator: "\"steps\": \(steps)")
  }

  static let metrics = [
    Metric(MetricName.cpuTime, .nanoseconds, 5), Metric(MetricName.mallocCount, .count, 12),
    Metric(MetricName.bytesAllocated, .bytes, 64), Metric("steps", .count, 3),
  ]
}

struct ThresholdKeyTests {
  private static let exact = "linux-x86_64-swift6.3"
  private let name = Samples.fileName

  private func steps(_ folder: KeyedFolder, _ environment: EnvironmentKey?) throws -> Double? {
    try folder.read(environment).files[name]?.entries[0].metrics["steps"]?.value
  }

  @Test func theFolderThatFitsBestCounts() throws {
    let all = [
      "\(Self.exact)/\(name)": Samples.thresholds(steps: 1),
      "swift6.3/\(name)": Samples.thresholds(steps: 2), name: Samples.thresholds,
    ]
    for (left, steps) in [(all, 1.0), (all.filter { !$0.key.hasPrefix("linux") }, 2)] {
      #expect(try self.steps(KeyedFolder(left), Samples.environment) == steps)
    }
    let folder = try KeyedFolder(all)
    var other = Samples.environment
    other.platform = "linux-arm64"
    #expect(try steps(folder, other) == 2)
    other.swift = "6.4"
    #expect(try steps(folder, other) == 3)
    #expect(try steps(folder, nil) == 3)
    #expect(try folder.read().filePath(name) == "\(folder.path)/\(Self.exact)/\(name)")
  }

  @Test func itIsChosenFileByFile() throws {
    let folder = try KeyedFolder([
      "swift6.3/Sample.other.json": Samples.thresholds.split(separator: "page at depth").joined(
        separator: "other"), name: Samples.thresholds,
    ])
    #expect(try folder.read().files.keys.sorted() == ["Sample.other.json", name])
  }

  @Test func aCheckHoldsTheFileThatCounts() throws {
    let folder = try KeyedFolder([
      "swift6.3/\(name)": Samples.thresholds(steps: 2), name: Samples.thresholds,
    ])
    func check(_ environment: EnvironmentKey) throws -> BenchmarkResult {
      try #require(
        folder.read(environment).check(
          Samples.report([Samples.result(Samples.metrics)]), environment: environment,
          filter: try CaseFilter(), items: nil)[0].results.first)
    }
    #expect(try check(Samples.environment)["steps"]?.verdict == .regressed)
    var other = Samples.environment
    other.swift = "6.4"
    #expect(try check(other)["steps"]?.verdict == .pass)
  }

  @Test func aBrokenFileIsNotPassedOver() throws {
    let folder = try KeyedFolder(["swift6.3/\(name)": "{", name: Samples.thresholds])
    #expect(try folder.problems() == ["swift6.3/\(name): byte 1: '\"' is missing"])
    var other = Samples.environment
    other.swift = "6.4"
    #expect(try folder.problems(other) == ["swift6.3/\(name): byte 1: '\"' is missing (stale)"])
  }

  @Test func filesOfOtherKeysAreLintedAndStopNoCheck() throws {
    let wrong = Samples.thresholds.split(separator: "steps").joined(separator: "stebs")
    let folder = try KeyedFolder(["linux-arm64-swift6.4/\(name)": wrong, name: Samples.thresholds])
    #expect(
      try folder.problems() == [
        "linux-arm64-swift6.4/\(name): 'Ours items=1000': unknown metric 'stebs'; "
          + "did you mean 'steps'? (stale)"
      ])
  }

  @Test func aFolderThatIsNeverReadIsFound() throws {
    let folder = try KeyedFolder(["6.3/\(name)": Samples.thresholds, name: Samples.thresholds])
    #expect(
      try folder.problems() == [
        "6.3: no file of this folder is ever read; rename it to 'swift6.3' (stale)"
      ])
    let other = try KeyedFolder(["Xcode 16.3/\(name)": Samples.thresholds, "notes/x.md": ""])
    #expect(
      try other.problems() == [
        "Xcode 16.3: no file of this folder is ever read; such a folder is called as in "
          + "'linux-x86_64-swift6.3' or 'swift6.3' (stale)"
      ])
  }

  @Test(arguments: [
    ("swift6.3", true), ("linux-x86_64-swift6.3", true), ("darwin-arm64-swift7", true),
    ("6.3", false), ("swift", false), ("swift6.3.1.2", false), ("linux-swift6.3", false),
    ("swift6.x", false), ("-x86_64-swift6.3", false), ("", false), ("swift6.", false),
  ])
  func keysAreKnown(_ name: String, _ isKey: Bool) {
    #expect(EnvironmentKey.isFolder(name) == isKey)
  }

  // MARK: - Update

  private func update(
    _ folder: KeyedFolder, _ metrics: [Metric] = Samples.metrics, key: Bool = false,
    environment: EnvironmentKey = Samples.environment
  ) throws -> [ThresholdChange] {
    try folder.read(environment).update(
      from: Samples.report([Samples.result(metrics)]), environment: environment, why: "because",
      key: key)
  }

  @Test func anUpdateWritesWhereTheFileWasFound() throws {
    let folder = try KeyedFolder([
      "swift6.3/\(name)": Samples.thresholds(steps: 2), name: Samples.thresholds(steps: 1),
    ])
    let changes = try update(folder)
    #expect(changes.map(\.old) == ["2"] && changes.map(\.new) == ["3"])
    #expect(try folder.text("swift6.3/\(name)").contains("\"steps\": 3"))
    #expect(try folder.text(name) == Samples.thresholds(steps: 1))
  }

  @Test func anUpdateByKeyWritesIntoTheFolderOfItsOwn() throws {
    let folder = try KeyedFolder([name: Samples.thresholds])
    #expect(try update(folder, key: true).isEmpty)
    #expect(try folder.text("\(Self.exact)/\(name)").contains("because"))
    #expect(try folder.text(name) == Samples.thresholds)
    #expect(try folder.problems().isEmpty)
    // A second one has nothing to say.
    #expect(try update(folder, key: true).isEmpty)
  }

  @Test func aKeyThatGotNoFileLeavesNoFolder() throws {
    let folder = try KeyedFolder([name: Samples.thresholds])
    _ = try folder.read().update(
      from: [], environment: Samples.environment, why: "because", key: true)
    #expect(namesInFolder(folder.path) == [name])
  }

  @Test func whatIsUnsortedIsToldAndWrittenAnew() throws {
    let unsorted = Samples.thresholds.split(separator: "\"schema\": 1,\n  \"suite\": \"Sample\"")
      .joined(separator: "\"suite\": \"Sample\",\n  \"schema\": 1")
    let folder = try KeyedFolder([name: unsorted])
    #expect(
      try folder.problems() == [
        "\(name): its keys or entries are not sorted; bench thresholds update writes it anew (stale)"
      ])
    #expect(try update(folder).isEmpty)
    #expect(try folder.problems().isEmpty)
  }

  @Test func entriesAreSortedToo() throws {
    var file = try ThresholdFile(Array(Samples.thresholds.utf8))
    var second = file.entries[0]
    second.implementation = "Another"
    file.entries.append(second)
    #expect(file.hasOrder(of: Array(file.text.utf8)) == false)
    file.entries.swapAt(0, 1)
    #expect(file.hasOrder(of: Array(file.text.utf8)))
  }

  @Test func aToleranceMayHaveItsValueFirst() throws {
    let text = Samples.thresholds.split(separator: "\"steps\": 3").joined(
      separator: "\"steps\": {\"value\": 3, \"percent\": 5}")
    #expect(try KeyedFolder([name: text]).problems().isEmpty)
  }

  @Test func instructionsGetHalfAPercent() throws {
    let folder = try KeyedFolder([:])
    let more = [
      Metric(MetricName.instructions, .count, 1_000), Metric(MetricName.leakedBytes, .bytes, 0),
      Metric(MetricName.peakBetweenCheckpoints, .bytes, 65_536),
    ]
    #expect(
      try update(folder, Samples.metrics + more).map(\.metric) == [
        "bytesAllocated", "instructions", "mallocCount", "steps",
      ])
    let written = try folder.read()
    #expect(
      written.files[name]?.entries[0].metrics[MetricName.instructions]
        == Threshold(value: 1_000, tolerance: .percent(0.5)))
    func check(_ metrics: [Metric]) throws -> BenchmarkResult {
      try #require(
        written.check(
          Samples.report([Samples.result(Samples.metrics + metrics)]),
          environment: Samples.environment, filter: try CaseFilter(), items: nil)[0].results.first)
    }
    #expect(try check(more).verdict == .pass)
    #expect(try check([Metric(MetricName.instructions, .count, 1_006)]).verdict == .regressed)
  }

  @Test func whatCannotBeMeasuredHereIsSkippedAndItsThresholdKept() throws {
    let folder = try KeyedFolder([:])
    let there = Metric(MetricName.instructions, .count, 1_000)
    let not = Metric(MetricName.instructions, .count, nil, verdict: .skipped, reason: "no valgrind")
    _ = try update(folder, Samples.metrics + [there])
    let report = Samples.report([Samples.result(Samples.metrics + [not])])
    let checked = try folder.read().check(
      report, environment: Samples.environment, filter: try CaseFilter(), items: nil)
    #expect(checked[0].results[0].verdict == .skipped)
    #expect(checked[0].results[0].reasons == ["no valgrind"])
    #expect(try update(folder, Samples.metrics + [not]).isEmpty)
    #expect(try folder.text(name).contains("\"instructions\""))
    #expect(
      try folder.read().remarks(unmeasurable: [MetricName.instructions: "no valgrind"]) == [
        "\(folder.path)/\(name): 'instructions' is skipped on this machine: no valgrind"
      ])
    #expect(try folder.read().remarks(unmeasurable: [:]).isEmpty)
  }

  @Test func benchmarksThatWouldShareAFileAreRefused() throws {
    let results = ["a b", "a-b"].map { benchmark in
      var result = Samples.result(Samples.metrics)
      result.identity.benchmark = benchmark
      return result
    }
    let folder = try KeyedFolder([:])
    #expect(throws: EnvironmentError.self) {
      try folder.read().update(
        from: Samples.report(results), environment: Samples.environment, why: "because")
    }
    #expect(namesInFolder(folder.path) == [])
  }

  @Test func markdownIsATableForAPullRequest() throws {
    let changes = [
      ThresholdChange(
        benchmark: "S/a|b", entry: "Ours items=10", metric: "steps", old: "1", new: nil)
    ]
    #expect(
      ThresholdChange.markdown(changes, why: "two\nlines") == """
        Thresholds changed: two lines

        | benchmark | implementation | metric | old | new |
        | --- | --- | --- | ---: | ---: |
        | S/a\\|b | Ours items=10 | steps | 1 | none |

        """)
  }

  @Test(arguments: [
    (
      "{\"value\": 3, \"percent\": 101}",
      "may be off by 101%, which holds nothing; give at most 100"
    ),
    ("{\"value\": 3, \"percent\": -1}", "takes one of 'percent' and 'within', not below 0"),
    ("{\"value\": 3, \"percent\": NaN}", "not a JSON value"),
    ("{\"value\": 3, \"within\": 1e999}", "'within' is no number"), ("NaN", "not a JSON value"),
    ("1e999", "is neither a number nor an object"),
  ])
  func aToleranceThatIsNonsenseIsFound(_ text: String, _ message: String) throws {
    let changed = Samples.thresholds.split(separator: "\"steps\": 3").joined(
      separator: "\"steps\": \(text)")
    let found = try KeyedFolder([name: changed]).problems()
    #expect(
      found.count == 1 && found[0].contains(message) && !found[0].contains("stale"), "\(found)")
  }

  @Test func whatOnlyABudgetHoldsIsNoThreshold() throws {
    let changed = Samples.thresholds.split(separator: "\"steps\": 3").joined(
      separator: "\"peakBetweenCheckpoints\": 3, \"steps\": 3")
    let found = try KeyedFolder([name: changed]).problems()
    #expect(found.count == 1 && found[0].contains("so only a budget holds it; remove it"))
  }
}
