import ListText
import ProcessSupport

/// What is missing or unfit around the program: one line that says what to do, exit code 1.
public struct EnvironmentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line.
  public var description: String

  /// Makes an error of its line.
  public init(_ description: String) { self.description = description }

  /// The scratch folder refuses what a benchmark must keep in it.
  ///
  /// - Parameter reason: What the system says, in one line.
  public static func scratchFolder(_ reason: String) -> EnvironmentError {
    EnvironmentError(
      "the scratch folder takes no more: \(reason); set TMPDIR to a folder with more room")
  }
}

/// The cases that a call asks for, by suite.
public struct Selection: Sendable {
  /// A suite and what was chosen of it.
  public struct Part: Sendable {
    /// The suite.
    public var suite: Suite
    /// Its chosen cases.
    public var cases: [BenchmarkCase]
  }

  /// The suites with at least one chosen case, in their order.
  public private(set) var parts: [Part] = []
  /// What the call asked for.
  public let filter: CaseFilter

  /// Chooses among suites.
  ///
  /// - Parameters:
  ///   - suites: All there are.
  ///   - filter: What to choose.
  ///   - options: What the cases are made for.
  /// - Throws: `UsageError` for an unknown suite or a filter that leaves nothing;
  ///   `EnvironmentError` with what a suite says to the options.
  public init(from suites: [Suite], filter: CaseFilter, options: SuiteOptions) throws {
    self.filter = filter
    for name in filter.suites where !suites.contains(where: { $0.name == name }) {
      throw UsageError.unknown("suite", name, known: suites.map(\.name))
    }
    var benchmarks: [String] = []
    for suite in suites where filter.includes(suite: suite.name) {
      let cases: [BenchmarkCase]
      do { cases = try suite.cases(options) } catch { throw EnvironmentError("\(error)") }
      Self.check(cases, of: suite)
      benchmarks += cases.map(\.benchmark)
      let chosen = cases.filter { filter.includes($0.identity) }
      if !chosen.isEmpty { parts.append(Part(suite: suite, cases: chosen)) }
    }
    guard parts.isEmpty else { return }
    let hint =
      nearest(to: filter.pattern ?? "", in: benchmarks).map { "did you mean '\($0)'?" }
      ?? "bench list shows what there is"
    throw UsageError("no benchmark matches '\(filter.pattern ?? "")'; \(hint)")
  }

  /// The cases of the ratios that are above their gates, to be run once more; nil where there are none.
  public func part(ofRegressed suites: [SuiteReport]) -> Selection? {
    let ratios = suites.flatMap(\.gatedRatios).filter { $0.verdict == .regressed }
    var result = self
    result.parts = parts.compactMap { part in
      var part = part
      part.cases = part.cases.filter { benchmarkCase in
        ratios.contains { $0.rows.hold(benchmarkCase.identity) }
      }
      return part.cases.isEmpty ? nil : part
    }
    return result.parts.isEmpty ? nil : result
  }

  private static func check(_ cases: [BenchmarkCase], of suite: Suite) {
    var identities = Set<CaseIdentity>()
    for benchmarkCase in cases {
      precondition(benchmarkCase.suite == suite.name, "a case of another suite")
      precondition(identities.insert(benchmarkCase.identity).inserted, "two cases of one identity")
    }
  }
}

/// Which cases a call asks for.
public struct CaseFilter: Sendable {
  /// The suites; none for all.
  public var suites: [String]
  /// The regular expression that an identity must contain a match of.
  public let pattern: String?

  /// Makes a filter.
  ///
  /// - Throws: `UsageError` when the pattern is no regular expression.
  public init(suites: [String] = [], pattern: String? = nil) throws(UsageError) {
    self.suites = suites
    self.pattern = pattern
    guard let pattern else { return }
    do { _ = try Regex(pattern) } catch {
      throw UsageError("--filter takes a regular expression; '\(pattern)' is none")
    }
  }

  /// Whether a suite is asked for.
  public func includes(suite: String) -> Bool { suites.isEmpty || suites.contains(suite) }

  /// Whether a case is asked for.
  public func includes(_ identity: CaseIdentity) -> Bool {
    guard includes(suite: identity.suite) else { return false }
    // A regular expression is not Sendable, so it is made anew; `init` knows that it can be.
    guard let pattern, let expression = try? Regex(pattern) else { return true }
    return identity.description.contains(expression)
  }
}
