import ListText
import ProcessSupport

/// Results that were kept under a name, to be held against later ones.
///
/// Its key is what was measured where: the report's environment (toolchain, build, allocator and its options,
/// system, architecture, processor), the digest of each result's data, and the library that a suite counts
/// the work of. What it can be held against depends on how much of the key is equal.
public struct Baseline: Sendable {
  /// What was asked for when it was saved: what a comparison asks for where it is not told otherwise.
  public struct Request: Equatable, Sendable {
    /// Which cases.
    public var filter: CaseFilter
    /// The options; a scratch folder is not among what is kept.
    public var options: SuiteOptions

    /// Makes a request.
    public init(filter: CaseFilter, options: SuiteOptions) {
      self.filter = filter
      self.options = options
      self.options.scratchFolder = ""
    }

    /// Whether it has the same rows of a suite, so that what is fitted over rows is comparable.
    func hasRows(of other: Request) -> Bool {
      filter.pattern == other.filter.pattern && options.items == other.options.items
        && options.profile == other.options.profile
        && options.dataFolder == other.options.dataFolder
    }

    /// Whether all that is kept is the same.
    public static func == (left: Request, right: Request) -> Bool { left.json == right.json }
  }

  /// The name that it was saved under.
  public var name: String
  /// When, as in `2026-11-30T11:24:16Z`; nothing depends on it but the order of a history.
  public var date: String
  /// What was asked for.
  public var request: Request
  /// The library whose work a suite's counts are, by suite.
  public var libraries: [String: String]
  /// What was measured.
  public var report: Report

  /// Makes a baseline of a report.
  ///
  /// - Parameters:
  ///   - name: A valid one.
  ///   - date: As in `2026-11-30T11:24:16Z`.
  ///   - request: What was asked for.
  ///   - report: What was measured, with the reference workload.
  public init(name: String, date: String, request: Request, report: Report) {
    self.name = name
    self.date = date
    self.request = request
    self.report = report
    libraries = Dictionary(
      report.suites.compactMap { suite in suite.library.map { (suite.name, $0) } }
    ) { first, _ in first }
  }

  /// The most bytes of a name.
  public static let longestName = 100

  /// Checks a name: it becomes a file's.
  ///
  /// - Throws: `UsageError` for an empty or long one, one with a slash, a control character or a leading dot.
  public static func check(name: String) throws(UsageError) {
    let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 && $0 != "/" }
    guard !name.isEmpty, name.utf8.count <= longestName, !name.hasPrefix("."), isPlain else {
      throw UsageError(
        "a baseline's name has 1 to \(longestName) bytes, no slash and no leading dot; "
          + "got '\(name.prefix(longestName))'")
    }
  }
}

/// Why a file is no baseline, in one line.
public struct BaselineError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line.
  public var description: String
}
