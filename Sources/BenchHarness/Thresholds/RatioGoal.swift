/// A row of ours and the peer's row of the same benchmark and parameters that it is held against.
public struct ComparedRows: Hashable, Sendable {
  /// The suite of both.
  public var suite: String
  /// The benchmark of both.
  public var benchmark: String
  /// The implementation of our row.
  public var implementation: String
  /// The parameter `items` of both; nil for every size that is run.
  public var items: Int?
  /// The implementation of the peer's row.
  public var peer: String
  /// What is divided: `cpuTime`, or another metric that both rows have.
  public var metric: String

  /// Makes a pair.
  public init(
    suite: String, benchmark: String, implementation: String, items: Int?, peer: String,
    metric: String = MetricName.cpuTime
  ) {
    self.suite = suite
    self.benchmark = benchmark
    self.implementation = implementation
    self.items = items
    self.peer = peer
    self.metric = metric
  }

  /// The pair's name inside its benchmark: `OrderedIndex items=10000 over std::set + hash`.
  var name: String {
    let size = items.map { " items=\($0)" } ?? ""
    let figure = metric == MetricName.cpuTime ? "" : ", \(metric)"
    return "\(implementation)\(size) over \(peer)\(figure)"
  }

  /// Whether a result is the row of ours.
  func isOurs(_ result: BenchmarkResult) -> Bool { isOurs(result.identity) }

  /// Whether an identity is that of one of the two rows.
  func hold(_ identity: CaseIdentity) -> Bool {
    var ours = identity
    if identity.implementation == peer { ours.implementation = implementation }
    return isOurs(ours)
  }

  /// Whether an identity is that of the row of ours.
  func isOurs(_ identity: CaseIdentity) -> Bool {
    identity.suite == suite && identity.benchmark == benchmark
      && identity.implementation == implementation
      && (items == nil || identity.items == items)
  }
}

/// What the product sets out to be beside a peer: our figure over the peer's, in the same run, at most.
public struct RatioGoal: Hashable, Sendable {
  /// What is compared.
  public var rows: ComparedRows
  /// The most that our figure over the peer's may be.
  public var limit: Double

  /// Makes a goal.
  public init(_ rows: ComparedRows, atMost limit: Double) {
    self.rows = rows
    self.limit = limit
  }
}

/// What a thresholds file holds a ratio against: the goal, something tighter, or an exception with its reason.
struct RatioGate: Equatable {
  /// Why a gate is looser than the goal.
  struct Shortfall: Equatable {
    /// The goal that is not reached.
    var goal: Double
    /// What was tried and what limits it.
    var why: String
  }

  var rows: ComparedRows
  /// The most that the lower end of the ratio's interval may be.
  var limit: Double
  var shortfall: Shortfall?

  /// `<= 0.45`, `<= 0.62 (short of 0.33)`.
  var words: String {
    "<= \(plain(limit))" + (shortfall.map { " (short of \(plain($0.goal)))" } ?? "")
  }
}

extension CaseIdentity {
  /// The parameter `items`, if there is one.
  var items: Int? { parameters.first { $0.name == "items" }?.value }
}
