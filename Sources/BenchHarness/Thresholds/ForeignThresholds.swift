import ListText
import ProcessSupport

/// A thresholds file of package-benchmark: `TARGET.BENCHMARK.p90.json`, metric to whole number, times in ns.
///
/// Its target is a suite. Its benchmark is a case of that: `BENCHMARK/IMPLEMENTATION/items=N` as in
/// `--filter`, or less of it where only one gated case begins so: `BENCHMARK/IMPLEMENTATION`, `BENCHMARK`. In
/// the file's name spaces and slashes may be underscores, which is what package-benchmark makes of them.
/// It states neither data nor allocator, so its folder is its only key.
///
/// Source: ordo-one/benchmark, `BenchmarkTool+ReadP90AbsoluteThresholds.swift`, `BenchmarkThresholds.swift`.
struct ForeignThresholds {
  static let suffix = ".p90.json"

  /// The folder below the folder of thresholds; empty for that itself.
  var folder: String
  /// The file's name.
  var name: String
  /// What stands before the first dot.
  var target: String
  /// What stands between that dot and the suffix.
  var benchmark: String
  /// By package-benchmark's names.
  var thresholds: [String: Threshold]

  /// The path below the folder of thresholds.
  var relativePath: String { folder.isEmpty ? name : "\(folder)/\(name)" }

  /// Reads a file's bytes.
  ///
  /// - Throws: `JSONError` with the byte, `ThresholdFormatError` with the metric.
  init(_ bytes: [UInt8], folder: String, name: String) throws {
    self.folder = folder
    self.name = name
    let parts = name.dropLast(Self.suffix.count).split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw ThresholdFormatError(
        description: "a file of package-benchmark is called TARGET.BENCHMARK\(Self.suffix)")
    }
    (target, benchmark) = (String(parts[0]), String(parts[1]))
    thresholds = [:]
    for member in try ThresholdReader(JSONValue(text: bytes), place: "the file").members {
      thresholds[member.name] = try Threshold(
        packageBenchmark: member.value, place: "the metric '\(member.name)'")
    }
    guard !thresholds.isEmpty else {
      throw ThresholdFormatError(description: "it holds no metric; remove it")
    }
  }

  /// What package-benchmark makes of a name that no shell is to trip over.
  static func safe(_ name: String) -> String {
    String(name.map { $0 == " " || $0 == "/" ? "_" : $0 })
  }

  /// The case that the file is about, with what its metrics mean here.
  ///
  /// - Returns: nil and the reason where there is no case, or more than one.
  /// - Throws: `EnvironmentError` with what the suite says.
  func resolve(in suite: Suite) throws -> (value: ResolvedThresholds?, reason: String?) {
    let gated = try suite.quickCases().filter(\.isGated)
    var names: [(name: String, identity: CaseIdentity)] = []
    for benchmarkCase in gated {
      let identity = benchmarkCase.identity
      let parts = identity.description.split(separator: "/", maxSplits: 1)
      let whole = String(parts.last ?? "")
      let shorter = "\(identity.benchmark)/\(identity.implementation)"
      names += Set([whole, shorter, identity.benchmark]).map { ($0, identity) }
    }
    // A space says that nobody has made the name safe, so it may be the name itself.
    var meant = benchmark.contains(" ") ? names.filter { $0.name == benchmark } : []
    if meant.isEmpty { meant = names.filter { Self.safe($0.name) == Self.safe(benchmark) } }
    let identities = Set(meant.map(\.identity))
    if identities.count > 1 {
      let known = names.filter { name in
        identities.contains(name.identity) && names.filter { $0.name == name.name }.count == 1
      }
      let first = known.map(\.name).filter { $0.contains("=") || $0.contains("/") }.min() ?? ""
      return (
        nil,
        "'\(benchmark)' may be \(identities.count) cases; name one as in "
          + "\(target).\(Self.safe(first))\(Self.suffix)"
      )
    }
    guard let identity = identities.first else {
      let known = names.map(\.name).uniqued
      return (nil, UsageError.unknown("benchmark", benchmark, known: known).message)
    }
    var resolved = ResolvedThresholds(
      relativePath: relativePath, identity: identity.sortedByParameter)
    let own = ThresholdFolder.gatedNames(of: suite)
    for (metric, threshold) in thresholds.sorted(by: { $0.key < $1.key }) {
      switch PackageBenchmark.meaning(of: metric, own: own) {
      case .same(let name) where resolved.held[name] != nil:
        resolved.unknown[metric] = "'\(metric)' and another metric are both '\(name)'; keep one"
      case .same(let name): resolved.held[name] = threshold
      case .none(let reason): resolved.meaningless[metric] = reason
      case .unknown(let reason): resolved.unknown[metric] = reason
      }
    }
    return (resolved, nil)
  }
}

/// What a file of package-benchmark is about.
struct ResolvedThresholds {
  /// The file's path below the folder of thresholds.
  var relativePath: String
  /// With its parameters sorted.
  var identity: CaseIdentity
  /// By our names.
  var held: [String: Threshold] = [:]
  /// What package-benchmark measures and this program does not, each with the reason.
  var meaningless: [String: String] = [:]
  /// What nobody measures, each with a line that says so.
  var unknown: [String: String] = [:]
}

extension Threshold {
  /// A whole number; `{"min", "max"}`, `{"base", "tolerancePercentage"}` or both of them.
  fileprivate init(
    packageBenchmark json: JSONValue, place: String
  ) throws(ThresholdFormatError) {
    if let number = json.real {
      guard number == number.rounded() else {
        throw ThresholdFormatError(description: "\(place) is no whole number")
      }
      self.init(value: number)
      return
    }
    guard case .object = json else {
      throw ThresholdFormatError(description: "\(place) is neither a number nor an object")
    }
    let object = try ThresholdReader(json, place: place)
    try object.allow(["base", "max", "min", "tolerancePercentage"])
    var low = -Double.greatestFiniteMagnitude
    var high = Double.greatestFiniteMagnitude
    if object.has("base") || object.has("tolerancePercentage") {
      let base = try object.number("base")
      let percent = try object.number("tolerancePercentage")
      guard base > 0, percent > 0, percent <= 100 else {
        throw ThresholdFormatError(
          description: "\(place): 'base' must be above 0 and 'tolerancePercentage' in 0...100")
      }
      self.init(value: base, tolerance: .percent(percent))
      (low, high) = (range.lowerBound, range.upperBound)
      if !object.has("min"), !object.has("max") { return }
    }
    low = max(low, try object.number("min"))
    high = min(high, try object.number("max"))
    guard low <= high else {
      throw ThresholdFormatError(description: "\(place) allows nothing")
    }
    self.init(value: low / 2 + high / 2, tolerance: .within(high / 2 - low / 2))
  }
}

extension Array where Element: Hashable {
  /// Each element once, in the order of its first place.
  var uniqued: [Element] {
    var seen = Set<Element>()
    return filter { seen.insert($0).inserted }
  }
}
