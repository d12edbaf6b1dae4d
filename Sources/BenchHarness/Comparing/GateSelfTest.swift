import ProcessSupport

/// How often the gate of `bench compare` errs on this machine: the same build against itself, and against
/// itself slowed by a known share.
public final class GateSelfTest {
  /// What is added to the slowed build, in percent: the regression that the gate promises to find.
  public static let slowdownPercent = 20

  private let trials: Int
  private let busy: Int
  private let executable: String
  private let progress: Progress

  /// Makes a test.
  ///
  /// - Parameters:
  ///   - trials: Of each kind, at least 1.
  ///   - busy: Busy loops beside every trial.
  ///   - progress: Where to show what runs.
  /// - Throws: `EnvironmentError` when the executable's path is not known.
  public init(trials: Int, busy: Int, progress: Progress) throws(EnvironmentError) {
    precondition(trials >= 1 && busy >= 0, "no trials")
    guard let executable = executablePath() else {
      throw EnvironmentError("the path of this executable is not known; start it by its path")
    }
    self.trials = trials
    self.busy = busy
    self.executable = executable
    self.progress = progress
  }

  /// Runs all trials, the two kinds in turn.
  ///
  /// - Throws: `EnvironmentError` when nothing can be measured here; `FileError` when a child or a busy loop
  ///   cannot be started.
  public func run() throws -> GateRates {
    defer { progress.end() }
    let start = Clock.monotonicNanoseconds()
    let loops = try BusyLoops(busy, executable: executable)
    let base = try BuildUnderTest(.base, path: executable, slowdownPercent: 0)
    let equal = try BuildUnderTest(.head, path: executable, slowdownPercent: 0)
    let slower = try BuildUnderTest(
      .head, path: executable, slowdownPercent: Self.slowdownPercent)
    let meter = NoiseMeter()
    let options = SuiteOptions(profile: .quick)
    let kinds = [equal, slower].map {
      PairedRuns(base: base, head: $0, options: options, progress: progress, meter: meter)
    }
    progress.begin(total: 2 * trials * 3 * PairedGate.pairs(items: nil))
    var rates = GateRates(trials: trials, busy: busy)
    for _ in 0..<trials {
      for (kind, runs) in kinds.enumerated() {
        var cases = [PairedRuns.CaseRuns(GateTrial.trial, fixture: "none", options: options)]
        try runs.judgeTimes(&cases)
        guard let trial = cases.first, trial.isAlive else {
          throw EnvironmentError("a trial failed: \(cases.first?.failure ?? "nothing ran")")
        }
        rates.take(trial, isSlower: kind == 1)
      }
    }
    withExtendedLifetime(loops) {}
    rates.seconds = Double(Clock.monotonicNanoseconds() - start) / 1e9
    rates.noise = meter.noise()
    return rates
  }
}

/// What the trials of a self-test came to.
public struct GateRates: Equatable, Sendable {
  /// Trials of one kind.
  public struct Kind: Equatable, Sendable {
    /// How many were called regressed.
    public internal(set) var regressed = 0
    /// How many the gate would not judge.
    public internal(set) var inconclusive = 0
    /// How many were called so by their first runs, and not in fresh ones.
    public internal(set) var unconfirmed = 0
    /// How many were called improved.
    public internal(set) var improved = 0
    /// The ratios that were read in the first runs, in their order.
    public internal(set) var ratios: [Double] = []
    /// The lower ends of their intervals.
    public internal(set) var lows: [Double] = []
  }

  /// Trials of each kind.
  public let trials: Int
  /// Busy loops beside them.
  public let busy: Int
  /// The same build against itself: whatever is called regressed or improved is a false alarm.
  public internal(set) var equal = Kind()
  /// Against itself with 20% added.
  public internal(set) var slower = Kind()
  /// How long it took.
  public internal(set) var seconds = 0.0
  /// What else the machine did.
  public internal(set) var noise: Noise?

  init(trials: Int, busy: Int) {
    self.trials = trials
    self.busy = busy
  }

  mutating func take(_ trial: PairedRuns.CaseRuns, isSlower: Bool) {
    var kind = isSlower ? slower : equal
    switch trial.finding.verdict {
    case .regressed: kind.regressed += 1
    case .improved: kind.improved += 1
    case .inconclusive: kind.inconclusive += 1
    default: break
    }
    if trial.times.count > 1, trial.finding.verdict < .improved { kind.unconfirmed += 1 }
    if let ratio = trial.times.first?.ratio {
      kind.ratios.append(ratio.value)
      kind.lows.append(ratio.low)
    }
    if isSlower { slower = kind } else { equal = kind }
  }

  /// Trials of equal builds in which the gate found a difference.
  public var falseAlarms: Int { equal.regressed + equal.improved }
  /// Trials of a slower build in which the gate found that.
  public var found: Int { slower.regressed }
  /// The promise: at most this many of the false ones, one in thirty and at least one.
  public var mostFalseAlarms: Int { (trials + 29) / 30 }
  /// The promise: at least so many found, 28 in thirty.
  public var leastFound: Int { trials - (2 * trials + 29) / 30 }
  /// Whether the gate does what it promises.
  public var holds: Bool { falseAlarms <= mostFalseAlarms && found >= leastFound }
}
