/// What one case came to.
public struct BenchmarkResult: Sendable {
  /// The case.
  public var identity: CaseIdentity
  /// Whether it is a peer beside ours.
  public var isReference: Bool
  /// Whether thresholds hold it.
  public var isGated: Bool
  /// The digest of its data.
  public var fixture: String
  /// Its figures, one per name.
  public var metrics: [Metric] = []
  /// Of ours: its CPU time over that of each reference beside it that is no limit of the machine.
  public var ratios: [PeerRatio] = []
  /// Where it is written, if that is known.
  public var place: SourcePlace?
  /// Live bytes over the checkpoints of the memory pass, some of many.
  public var liveCurve: [LiveReading] = []
  /// Why there are no figures, or too few.
  public var failure: String?
  /// Why it was not run, so that it has no figures.
  public var missing: String?

  /// The worst of its metrics' verdicts; `failed` when it failed, `skipped` when it was not run.
  public var verdict: Verdict {
    if failure != nil { return .failed }
    return missing != nil ? .skipped : metrics.map(\.verdict).max() ?? .missing
  }

  /// The reasons of a verdict that is not `pass`, each once, the worst first.
  public var reasons: [String] {
    let judged = metrics.filter { $0.verdict != .pass }.sorted { $0.verdict > $1.verdict }
    let found = [failure, missing].compactMap { $0 } + judged.compactMap(\.reason)
    return found.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The figure of a name, if there is one.
  public subscript(_ name: String) -> Metric? { metrics.first { $0.name == name } }
}

/// A result's CPU time over that of a reference, measured in turn with it.
public struct PeerRatio: Equatable, Sendable {
  /// The reference's implementation.
  public var peer: String
  /// The ratio and its 95% interval.
  public var ratio: Metric
}

/// What a suite came to.
public struct SuiteReport: Sendable {
  /// The suite's name.
  public var name: String
  /// What it answers.
  public var question: String
  /// The names of its own metrics, in the order of their columns.
  public var ownMetrics: [String]
  /// The library whose work they count, with its version; nil for our own.
  public var library: String?
  /// One per case; the cases of one benchmark and one set of parameters stand together.
  public var results: [BenchmarkResult]
  /// What the results say together, a line each.
  public var remarks: [String] = []
  /// What the product sets out to be beside peers.
  public var goals: [RatioGoal] = []
  /// The ratios that thresholds hold; empty where no thresholds were asked for.
  public var gatedRatios: [JudgedRatio] = []

  /// The worst verdict.
  public var verdict: Verdict { verdicts.max() ?? .pass }

  /// Those of its results and of the ratios that were asked for.
  public var verdicts: [Verdict] {
    results.map(\.verdict) + gatedRatios.filter(\.isAsked).map(\.verdict)
  }
}

/// What a whole call came to.
public struct Report: Sendable {
  /// Where it was measured.
  public var environment: MeasuringEnvironment
  /// By suite.
  public var suites: [SuiteReport]
  /// What else the machine did, if that was looked at.
  public var noise: Noise?
  /// What it was compared with, by `bench compare`.
  public var base: ComparedBase?
  /// What it was held against, if that was a baseline.
  public var comparison: BaselineComparison?
  /// The words after `bench` that made it, without those that choose cases and outputs; empty where unknown.
  public var call: [String] = []

  /// Makes a report.
  public init(
    environment: MeasuringEnvironment, suites: [SuiteReport], noise: Noise? = nil,
    base: ComparedBase? = nil
  ) {
    self.environment = environment
    self.suites = suites
    self.noise = noise
    self.base = base
  }

  /// All results in order.
  public var results: [BenchmarkResult] { suites.flatMap(\.results) }
}
