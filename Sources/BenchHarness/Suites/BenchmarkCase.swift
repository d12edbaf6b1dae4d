/// A named number that tells cases of one benchmark apart, as in `items` 1,000,000.
public struct Parameter: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The number.
  public var value: Int

  /// Makes a parameter.
  public init(_ name: String, _ value: Int) {
    self.name = name
    self.value = value
  }
}

/// Asks for the exponent with which a metric grows over a parameter.
///
/// The cases that share suite, benchmark, implementation and the other parameters are fitted by
/// least squares on logarithms; the exponent is reported as `growthExponent` on the case with the
/// largest parameter.
public struct Growth: Hashable, Sendable {
  /// The metric whose growth is fitted, as in `vmSteps`.
  public var metric: String
  /// The parameter that it grows over, as in `depth`.
  public var over: String
  /// The least value of the parameter that takes part.
  public var from: Int

  /// Makes a request.
  public init(of metric: String, over parameter: String, from: Int = 1_000) {
    self.metric = metric
    self.over = parameter
    self.from = from
  }
}

/// One implementation doing one benchmark with one set of parameters.
public struct BenchmarkCase: Sendable {
  /// The suite's name.
  public var suite: String
  /// What is done: `window step`.
  public var benchmark: String
  /// Who does it: the type's name for ours, the peer's own name otherwise.
  public var implementation: String
  /// Whether it is a peer that stands beside ours for comparison.
  public var isReference: Bool
  /// Whether it is a reference that says what the machine allows, so that no ratio is taken to it.
  public var isLimit: Bool
  /// Why it cannot run here, as for want of a library; nil where it can.
  ///
  /// Its result is `skipped` with this reason, and no child process is started for it.
  public var missing: String?
  /// Whether thresholds hold it; by default what is no reference.
  public var isGated: Bool
  /// Whether its instructions are counted where that is asked for; false for what would take minutes.
  public var isCounted = true
  /// What tells it from the other cases of the benchmark, in the order of the columns.
  public var parameters: [Parameter]
  /// The most bytes that may live at a checkpoint above the baseline.
  ///
  /// Exceeding it is a regression of ours and a mark on a reference. `SuiteOptions.budgetBytes`
  /// takes its place in what is no reference.
  public var budgetBytes: Int?
  /// The growth to be fitted, if any.
  public var growth: Growth?
  /// Seconds after which a child process is taken for hung, at least 1.
  public var timeLimitSeconds: Int
  /// The digest of the data, `sha256:...`; asked once per distinct `fixtureKey`, in the parent.
  ///
  /// What it throws ends the program with exit code 1, as data that do not verify do.
  public var fixture: @Sendable () throws -> String
  /// Names the data: cases with equal keys have equal data.
  public var fixtureKey: String
  /// Where it is written.
  public var place: SourcePlace
  /// Sets up, measures through the run and checks the result; runs in a child process.
  public var body: @Sendable (Run) throws -> Void

  /// Makes a case; its place is that of the call, or what a helper passes on as `file` and `line`.
  public init(
    suite: String, benchmark: String, implementation: String, isReference: Bool = false,
    isLimit: Bool = false, missing: String? = nil, isGated: Bool? = nil,
    parameters: [Parameter] = [], budgetBytes: Int? = nil, growth: Growth? = nil,
    timeLimitSeconds: Int = 120, fixtureKey: String, file: String = #filePath, line: Int = #line,
    fixture: @escaping @Sendable () throws -> String, body: @escaping @Sendable (Run) throws -> Void
  ) {
    precondition(timeLimitSeconds >= 1, "a time limit below a second")
    precondition(isReference || !isLimit, "a limit that is no reference")
    self.suite = suite
    self.benchmark = benchmark
    self.implementation = implementation
    self.isReference = isReference
    self.isLimit = isLimit
    self.missing = missing
    self.isGated = isGated ?? !isReference
    self.parameters = parameters
    self.budgetBytes = budgetBytes
    self.growth = growth
    self.timeLimitSeconds = timeLimitSeconds
    self.fixtureKey = fixtureKey
    place = SourcePlace(file: file, line: line)
    self.fixture = fixture
    self.body = body
  }
}

/// What a result is known by, in results, thresholds and between parent and child.
public struct CaseIdentity: Hashable, Sendable, CustomStringConvertible {
  /// The suite's name.
  public var suite: String
  /// The benchmark's name.
  public var benchmark: String
  /// The implementation's name.
  public var implementation: String
  /// The parameters, in the order of the columns.
  public var parameters: [Parameter]

  /// `suite/benchmark/implementation/items=10,depth=0`.
  public var description: String {
    let names = [suite, benchmark, implementation].joined(separator: "/")
    if parameters.isEmpty { return names }
    return names + "/" + parameters.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
  }
}

extension BenchmarkCase {
  /// What its results are known by.
  public var identity: CaseIdentity {
    CaseIdentity(
      suite: suite, benchmark: benchmark, implementation: implementation, parameters: parameters)
  }
}
