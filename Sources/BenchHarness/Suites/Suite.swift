/// One question about the list, and the benchmarks that answer it.
public struct Suite: Sendable {
  /// As given to `--suite`: `WindowEviction`.
  public var name: String
  /// One line: what it answers, compared with what.
  public var question: String
  /// The names that its bodies give to `Run.count` and `Run.record`, in the order of their columns.
  ///
  /// A body that counts anything else has failed: so a misspelt metric is found on both sides, in
  /// the body and in a thresholds file.
  public var metrics: [String]
  /// The library whose work the metrics count, with its version, as `SQLite 3.40.1`; nil for our own.
  ///
  /// Counts recorded with another version are no thresholds for this one.
  public var library: String?
  /// What its rows are to be beside peers.
  public var goals: [RatioGoal]
  /// Makes the cases for some options.
  ///
  /// Cheap: it generates no data. What it throws ends the program with exit code 1, so it is for
  /// what the options ask and the suite cannot do.
  public var cases: @Sendable (SuiteOptions) throws -> [BenchmarkCase]
  /// What the results say together: lines that a reader finds below the table.
  public var remarks: @Sendable ([BenchmarkResult]) -> [String]

  /// Makes a suite.
  public init(
    name: String, question: String, metrics: [String] = [], library: String? = nil,
    goals: [RatioGoal] = [],
    remarks: @escaping @Sendable ([BenchmarkResult]) -> [String] = { _ in [] },
    cases: @escaping @Sendable (SuiteOptions) throws -> [BenchmarkCase]
  ) {
    self.name = name
    self.question = question
    self.metrics = metrics
    self.library = library
    self.goals = goals
    self.remarks = remarks
    self.cases = cases
  }
}

/// How much is run.
public enum Profile: String, CaseIterable, Sendable {
  /// For a gate: ends within 2 minutes.
  case quick
  /// For a reader: ends within 4 minutes.
  case standard
  /// For a report.
  case full

  /// Rows from which a process run takes about a second, so that full has fewer of them.
  private static let longList = 500_000
  /// Rows from which a process run takes some seconds, and there are fewer still.
  private static let longestList = 2_000_000

  /// Process runs of the time pass for each case of a list; they are the unit of the statistics.
  ///
  /// - Parameter items: The list's rows, if the case has a list.
  public func processRuns(items: Int?) -> Int {
    let items = items ?? 0
    // Where there are fewer, an even number: no implementation is always the one that runs first.
    switch self {
    case .quick: return 5
    case .standard: return items < Self.longestList ? 5 : 4
    // MEASURED: with 4 and 12 of the longer lists, `bench --peers --profile full` took 3 times as long.
    case .full: return items < Self.longList ? 12 : items < Self.longestList ? 6 : 2
    }
  }
}

/// What the caller asked of every suite.
public struct SuiteOptions: Sendable {
  /// The sizes that `--items` takes.
  public static let itemsRange = 1...10_000_000

  /// How much to run.
  public var profile: Profile
  /// The list sizes to run instead of the profile's, each in `itemsRange`.
  public var items: [Int]?
  /// The seed of all generated data.
  public var seed: UInt64
  /// A folder with a dataset to run on instead of a generated one.
  public var dataFolder: String?
  /// The budget of our implementations instead of the cases' own, in bytes.
  public var budgetBytes: Int?
  /// Whether the peers in C++ and the machine's limits are measured beside ours.
  public var includesPeers: Bool
  /// Whether instructions are counted under valgrind as well.
  public var countsInstructions = false
  /// A folder that all children of one run share and that goes with it.
  ///
  /// Empty where nothing is run.
  public var scratchFolder: String

  /// Makes options.
  public init(
    profile: Profile = .standard, items: [Int]? = nil, seed: UInt64 = 1, dataFolder: String? = nil,
    budgetBytes: Int? = nil, includesPeers: Bool = false, scratchFolder: String = ""
  ) {
    self.profile = profile
    self.items = items
    self.seed = seed
    self.dataFolder = dataFolder
    self.budgetBytes = budgetBytes
    self.includesPeers = includesPeers
    self.scratchFolder = scratchFolder
  }
}
