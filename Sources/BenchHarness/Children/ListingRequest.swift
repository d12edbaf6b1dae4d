/// Asks a build for its cases: `bench compare` asks the base before it measures.
struct ListingRequest {
  enum Detail: String {
    /// Names alone, which are there at once.
    case cases
    /// The digests of the data too, which may have to be made for it.
    case fixtures
  }

  var detail: Detail
  var options: SuiteOptions
  var filter: CaseFilter

  /// The words after the executable's name.
  var words: [String] {
    [ChildRequest.word, ChildProtocol.version, detail.rawValue] + options.words
      + [filter.pattern ?? ""] + filter.suites
  }

  init(_ detail: Detail, _ options: SuiteOptions, _ filter: CaseFilter) {
    self.detail = detail
    self.options = options
    self.filter = filter
  }

  /// Reads the words; nil when they are none of ours.
  init?(words: [String]) {
    guard words.count >= 11, words[0] == ChildRequest.word, words[1] == ChildProtocol.version,
      let detail = Detail(rawValue: words[2]), let options = SuiteOptions(words: words[3..<10])
    else { return nil }
    let pattern = words[10].isEmpty ? nil : words[10]
    guard let filter = try? CaseFilter(suites: Array(words[11...]), pattern: pattern) else {
      return nil
    }
    self.init(detail, options, filter)
  }
}

/// A case as another build names it.
struct ListedCase: Equatable {
  var identity: CaseIdentity
  var isGated: Bool
  var isReference: Bool
  /// The digest of its data; empty where it was not asked for.
  var fixture: String
}

/// What a build is made of, and its cases.
struct BuildListing {
  /// The words that must be equal for two builds to be comparable, and the revision of their package.
  struct Build: Equatable {
    var swift = ""
    var build = ""
    var allocator = ""
    var allocatorOptions = ""
    var architecture = ""
    var revision: String?
  }

  /// More cases than this are no bench's.
  private static let mostCases = 100_000

  private(set) var build: Build?
  private(set) var cases: [ListedCase] = []
  /// The version of the protocol that the child speaks, where it is another one.
  private(set) var otherProtocol: String?
  private(set) var complaint: String?
  private(set) var isDone = false
  private var lines = ReportLines()

  /// Takes what came through the pipe.
  ///
  /// - Returns: Whether it can be an answer so far.
  mutating func receive(_ bytes: ArraySlice<UInt8>) -> Bool {
    for fields in lines.split(bytes) where !take(fields) { return false }
    return !lines.isOverlong
  }

  private mutating func take(_ fields: [String]) -> Bool {
    if isDone || cases.count > Self.mostCases { return false }
    switch (fields[0], fields.count) {
    case ("protocol", 2): otherProtocol = fields[1]
    case ("build", 7):
      build = Build(
        swift: fields[1], build: fields[2], allocator: fields[3], allocatorOptions: fields[4],
        architecture: fields[5], revision: fields[6].isEmpty ? nil : fields[6])
    case ("case", 7):
      guard let listed = ListedCase(fields: fields) else { return false }
      cases.append(listed)
    case ("environment", 2), ("error", 2): complaint = fields[1]
    case ("done", 1): isDone = true
    default: return false
    }
    return true
  }
}

extension BuildListing.Build {
  init(_ environment: MeasuringEnvironment) {
    swift = environment.swift
    build = environment.build
    allocator = environment.allocator
    allocatorOptions = environment.allocatorOptions
    architecture = environment.architecture
    revision = environment.revision
  }

  /// The line of an answer.
  var fields: [String] {
    ["build", swift, build, allocator, allocatorOptions, architecture, revision ?? ""]
  }
}

extension ListedCase {
  init(_ benchmarkCase: BenchmarkCase, fixture: String) {
    identity = benchmarkCase.identity
    isGated = benchmarkCase.isGated
    isReference = benchmarkCase.isReference
    self.fixture = fixture
  }

  /// The line of an answer: parameters as in `items=10,page=50`.
  var fields: [String] {
    [
      "case", identity.suite, identity.benchmark, identity.implementation,
      identity.parameters.map { "\($0.name)=\($0.value)" }.joined(separator: ","),
      (isGated ? "gated" : "") + (isReference ? " reference" : ""), fixture,
    ]
  }

  /// Reads a line of an answer; nil when it is none.
  init?(fields: [String]) {
    var parameters: [Parameter] = []
    for pair in fields[4].split(separator: ",") {
      let halves = pair.split(separator: "=", omittingEmptySubsequences: false)
      guard halves.count == 2, let value = Int(halves[1]) else { return nil }
      parameters.append(Parameter(String(halves[0]), value))
    }
    let marks = fields[5].split(separator: " ")
    self.init(
      identity: CaseIdentity(
        suite: fields[1], benchmark: fields[2], implementation: fields[3], parameters: parameters),
      isGated: marks.contains("gated"), isReference: marks.contains("reference"),
      fixture: fields[6])
  }
}
