/// How `bench` ends.
public enum ExitCode: Int32, Sendable {
  /// All as it should be.
  case success = 0
  /// A mistake in the call, or something missing around it.
  case environment = 1
  /// A regression, or a budget exceeded.
  case regression = 2
  /// A benchmark that failed or gave a wrong result.
  case failed = 3
  /// An improvement that the thresholds do not know yet.
  case improvement = 4
  /// A threshold is missing, or was not measured.
  case missing = 5

  /// The code for the results of a run: the first of 3, 2, 5, 4 that holds, else 0.
  ///
  /// - Parameters:
  ///   - verdicts: The results' verdicts.
  ///   - isStrict: Whether inconclusive and skipped count as regressions.
  public init(verdicts: some Sequence<Verdict>, isStrict: Bool) {
    switch verdicts.max() ?? .pass {
    case .failed: self = .failed
    case .regressed: self = .regression
    case .missing: self = .missing
    case .improved: self = .improvement
    case .inconclusive, .skipped: self = isStrict ? .regression : .success
    case .pass: self = .success
    }
  }
}
