import BenchHarness
import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where `--html` puts the report to look at: a file that is opened before anything runs.
struct PageFile {
  private let file: AtomicFile

  /// nil where no page was asked for.
  ///
  /// - Throws: `UsageError` when the results go to the same file; `FileError` when the file cannot be made;
  ///   `EnvironmentError` when the path is that of a folder, a device or a pipe.
  init?(_ call: Call) throws {
    guard let path = call.html else { return nil }
    guard path != call.output else {
      throw UsageError("--html and --output name the same file '\(path)'; give two")
    }
    guard isFreeOrFile(path) else {
      throw EnvironmentError("--html takes a file; '\(path)' is none")
    }
    file = try AtomicFile(path: path)
  }

  /// Makes the page and gives it its name.
  ///
  /// - Parameter history: Earlier reports, the oldest first.
  func write(_ report: Report, history: [NamedReport] = []) throws {
    try file.write(ReportPage(report, history: history).html)
    try file.commit()
  }
}

extension Call {
  /// The words that ask for the same measurement again, without those that choose cases and outputs.
  ///
  /// - Parameters:
  ///   - command: The command's, with what it needs; none for `run`.
  ///   - usual: The profile that it has without `--profile`.
  func words(of command: [String], usual: Profile) -> [String] {
    var words = command
    if options.profile != usual { words += ["--profile", options.profile.rawValue] }
    if let items = options.items {
      words += ["--items", items.map(String.init).joined(separator: ",")]
    }
    if options.seed != 1 { words += ["--seed", "\(options.seed)"] }
    if let data = options.dataFolder { words += ["--data", absolute(data)] }
    if let budget = options.budgetBytes { words += ["--budget", "\(budget)"] }
    if options.includesPeers { words.append("--peers") }
    if isStrict { words.append("--strict") }
    if let thresholds { words += ["--thresholds", absolute(thresholds)] }
    return words
  }

  /// A path that holds in another folder too.
  private func absolute(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
