import BackendDepth
import BenchHarness
import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The options of a call that runs benchmarks.
struct Call {
  /// Budgets beyond this say nothing, and twice as much must be a number.
  private static let largestBudget = 1 << 40

  var filter: CaseFilter
  var options: SuiteOptions
  /// The folder of thresholds, where it was given.
  var thresholds: String?
  var format: ReportFormat
  var output: String?
  /// More files of the same results.
  var also: [(format: ReportFormat, path: String)]
  /// Where the report to look at goes, if it was asked for.
  var html: String?
  var isStrict: Bool
  var isQuiet: Bool

  /// Reads the options; the scratch folder is set later.
  ///
  /// - Throws: `UsageError`; `EnvironmentError` for a data folder that is none, a server of PostgreSQL that lets nobody in.
  init(_ arguments: Arguments, defaultProfile: Profile) throws {
    filter = try Self.filter(arguments)
    options = SuiteOptions(
      profile: try Self.profile(arguments) ?? defaultProfile, items: try Self.items(arguments),
      seed: try arguments.unsigned("--seed") ?? 1, dataFolder: arguments.value("--data"),
      budgetBytes: try Self.budget(arguments), includesPeers: arguments.has("--peers"))
    options.countsInstructions = arguments.has("--instructions")
    if let data = options.dataFolder {
      for name in ["--items", "--seed"] where arguments.has(name) {
        throw UsageError("--data and \(name) exclude each other; give one of them")
      }
      guard isFolder(data) else {
        throw EnvironmentError("--data takes a folder that 'fixtures' wrote; '\(data)' is none")
      }
    }
    thresholds = arguments.value("--thresholds")
    format = try Self.format(arguments)
    output = arguments.value("--output")
    also = try Self.also(arguments)
    html = arguments.value("--html")
    isStrict = arguments.has("--strict")
    isQuiet = arguments.has("--quiet")
    if let server = arguments.value("--postgres") { try BackendDepth.usePostgres(at: server) }
  }

  static func filter(_ arguments: Arguments) throws(UsageError) -> CaseFilter {
    try CaseFilter(suites: arguments.all("--suite"), pattern: arguments.value("--filter"))
  }

  static func format(_ arguments: Arguments) throws(UsageError) -> ReportFormat {
    try arguments.choice("--format", of: ReportFormat.allCases.map(\.rawValue))
      .flatMap(ReportFormat.init(rawValue:)) ?? .text
  }

  static func profile(_ arguments: Arguments) throws(UsageError) -> Profile? {
    try arguments.choice("--profile", of: Profile.allCases.map(\.rawValue))
      .flatMap(Profile.init(rawValue:))
  }

  /// The sizes, each once.
  private static func items(_ arguments: Arguments) throws(UsageError) -> [Int]? {
    guard let text = arguments.value("--items") else { return nil }
    var sizes: [Int] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let size = try parseInteger(String(word), name: "--items", in: SuiteOptions.itemsRange)
      if !sizes.contains(size) { sizes.append(size) }
    }
    return sizes
  }

  private static func budget(_ arguments: Arguments) throws(UsageError) -> Int? {
    guard let text = arguments.value("--budget") else { return nil }
    let bytes = try ByteSize.parse(text, name: "--budget")
    guard bytes <= largestBudget else {
      throw UsageError("--budget takes at most \(ByteSize.format(largestBudget)); got '\(text)'")
    }
    return bytes
  }

  /// The thresholds' folder: the one given, that of the current folder, that of the package.
  static func thresholdsFolder(_ given: String?) -> String {
    let usual = "Benchmarks/Thresholds"
    if let given { return given }
    if isFolder(usual) { return usual }
    return packageFolder().map { "\($0)/\(usual)" } ?? usual
  }
}

/// Whether there is something at a path.
func pathExists(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0
}

/// Whether a path is that of nothing or of a plain file.
func isFreeOrFile(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
}

/// Whether a path is that of a folder.
func isFolder(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}
