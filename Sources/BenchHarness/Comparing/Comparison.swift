import ProcessSupport

/// Holds this build against another one: counts and bytes exactly, CPU times in interleaved pairs.
public final class Comparison {
  private let selection: Selection
  private let options: SuiteOptions
  private let environment: MeasuringEnvironment
  private let base: BuildUnderTest
  private let head: BuildUnderTest
  private let progress: Progress
  private let runs: PairedRuns

  /// Makes a comparison.
  ///
  /// - Parameters:
  ///   - base: The other build's executable.
  ///   - selection: The cases; references take part only with `SuiteOptions.includesPeers`.
  ///   - options: What they were made for.
  ///   - environment: What this build is.
  ///   - progress: Where to show what runs.
  /// - Throws: `EnvironmentError` when there is no executable; `FileError` when a folder cannot be made.
  public init(
    base: String, _ selection: Selection, options: SuiteOptions,
    environment: MeasuringEnvironment, progress: Progress
  ) throws {
    guard let executable = executablePath() else {
      throw EnvironmentError("the path of this executable is not known; start it by its path")
    }
    self.selection = selection
    self.options = options
    self.environment = environment
    self.progress = progress
    let slowdown = TestSlowdown.given
    self.base = try BuildUnderTest(
      .base, path: base, slowdownPercent: TestSlowdown.percent(for: .base, in: slowdown))
    head = try BuildUnderTest(
      .head, path: executable, slowdownPercent: TestSlowdown.percent(for: .head, in: slowdown))
    runs = PairedRuns(base: self.base, head: head, options: options, progress: progress)
  }

  /// Runs everything.
  ///
  /// - Throws: `EnvironmentError` when the base is no bench, cannot be compared with this build, or one of
  ///   the executables changed meanwhile; `FileError` when a child cannot be started.
  public func run() throws -> Report {
    defer { progress.end() }
    let states = [base, head].map(\.fileState)
    let filter = selection.filter
    let build = try checkedBuild(try runs.list(base, .cases, filter: filter))
    let theirs = try runs.list(base, .fixtures, filter: filter).cases.filter(takesPart)
    let ours = try runs.list(head, .fixtures, filter: filter).cases.filter(takesPart)
    guard !ours.isEmpty || !theirs.isEmpty else {
      throw EnvironmentError(
        "only references match, which are compared with --peers alone; choose others or add it")
    }
    let pairs = CasePairs(ours: ours, theirs: theirs)
    if let problem = pairs.fixtureProblem { throw EnvironmentError(problem) }
    var cases = selection.parts.flatMap(\.cases).compactMap { benchmarkCase in
      pairs.common[benchmarkCase.identity].map {
        PairedRuns.CaseRuns(benchmarkCase, fixture: $0, options: options)
      }
    }
    progress.begin(
      total: cases.reduce(0) {
        $0 + 2 + 3 * PairedGate.pairs(items: $1.benchmarkCase.identity.items)
      })
    for index in cases.indices where cases[index].isAlive {
      try runs.measureMemory(&cases[index])
    }
    try runs.judgeTimes(&cases)
    for (build, state) in zip([base, head], states) where build.fileState != state {
      throw EnvironmentError(
        "the \(build.role.rawValue) '\(build.path)' was replaced while it was measured; "
          + "run again when no build runs beside")
    }
    return Report(
      environment: environment, suites: reports(cases, pairs), noise: runs.meter.noise(),
      base: ComparedBase(
        path: base.path, revision: build.revision, pairs: PairedGate.pairs(items: nil)))
  }

  private func takesPart(_ listed: ListedCase) -> Bool {
    listed.isGated || options.includesPeers
  }

  /// The base's build.
  ///
  /// - Throws: `EnvironmentError` when times and bytes of the two have nothing to do with each other.
  private func checkedBuild(_ listing: BuildListing) throws -> BuildListing.Build {
    let ours = BuildListing.Build(environment)
    guard let theirs = listing.build, let difference = ours.difference(from: theirs) else {
      return listing.build ?? ours
    }
    throw EnvironmentError("the base '\(base.path)' \(difference); build both alike")
  }

  private func reports(_ cases: [PairedRuns.CaseRuns], _ pairs: CasePairs) -> [SuiteReport] {
    let benchmarkCases = cases.map(\.benchmarkCase)
    var theirs = cases.map { $0.base.result(peer: nil) }
    var ours = cases.map { $0.head.result(peer: nil) }
    Runner.addGrowth(to: &theirs, cases: benchmarkCases)
    Runner.addGrowth(to: &ours, cases: benchmarkCases)
    var results = zip(cases, zip(ours, theirs)).map { runs, pair in
      pair.0.compared(with: pair.1, runs: runs)
    }
    results += pairs.unpaired
    let known = Dictionary(
      selection.parts.map { ($0.suite.name, $0.suite) }, uniquingKeysWith: { first, _ in first })
    return results.grouped(by: \.identity.suite).map { name, results in
      let suite = known[name]
      return SuiteReport(
        name: name, question: suite?.question ?? "Only the base has this suite.",
        ownMetrics: suite?.metrics ?? [], library: suite?.library, results: results)
    }
  }
}

/// The cases of two builds, by whether both have them.
struct CasePairs {
  /// What both have, with the digest of the data.
  private(set) var common: [CaseIdentity: String] = [:]
  /// A result for each case that one of them has alone.
  private(set) var unpaired: [BenchmarkResult] = []
  /// One line about data that differ; nil where none do.
  private(set) var fixtureProblem: String?

  init(ours: [ListedCase], theirs: [ListedCase]) {
    let theirFixtures = Dictionary(
      theirs.map { ($0.identity, $0.fixture) }, uniquingKeysWith: { first, _ in first })
    let ourIdentities = Set(ours.map(\.identity))
    var different: [CaseIdentity] = []
    for listed in ours {
      guard let fixture = theirFixtures[listed.identity] else {
        unpaired.append(Self.missing(listed, "this build alone has it, the base does not"))
        continue
      }
      if fixture != listed.fixture { different.append(listed.identity) }
      common[listed.identity] = listed.fixture
    }
    for listed in theirs where !ourIdentities.contains(listed.identity) {
      unpaired.append(Self.missing(listed, "the base alone has it, this build does not"))
    }
    if let first = different.first {
      let more = different.count > 1 ? " and \(different.count - 1) more" : ""
      fixtureProblem =
        "the base makes other data for \(first)\(more), so times would compare data; leave these out "
        + "by --filter, or take a base that makes the same data"
    }
  }

  private static func missing(_ listed: ListedCase, _ reason: String) -> BenchmarkResult {
    var result = BenchmarkResult(
      identity: listed.identity, isReference: listed.isReference, isGated: listed.isGated,
      fixture: listed.fixture)
    result.metrics = [
      Metric(MetricName.ratioToBase, .ratio, nil, verdict: .missing, reason: reason)
    ]
    return result
  }
}

extension BuildListing.Build {
  /// How another build is not like this one, as words after its name; nil where it is.
  func difference(from other: BuildListing.Build) -> String? {
    let pairs: [(String, String, String)] = [
      ("is a %, this one a % build", other.build, build),
      ("was compiled by Swift %, this one by %", other.swift, swift),
      ("allocates by %, this one by %", other.allocator, allocator),
      ("sets its allocator to %, this one to %", other.allocatorOptions, allocatorOptions),
      ("is for %, this one for %", other.architecture, architecture),
    ]
    guard let (words, theirs, ours) = pairs.first(where: { $0.1 != $0.2 }) else { return nil }
    let parts = words.split(separator: "%", omittingEmptySubsequences: false)
    return "\(parts[0])\(theirs)\(parts[1])\(ours)\(parts[2])"
  }
}
