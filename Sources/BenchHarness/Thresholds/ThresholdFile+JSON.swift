import ListText

/// What is wrong with a thresholds file.
struct ThresholdFormatError: Error, Equatable, CustomStringConvertible {
  var description: String
}

extension ThresholdFile {
  /// The file's text: keys and entries sorted, so that a change shows as what it is.
  var text: String {
    let libraryMember = library.map { [("library", JSONValue.string($0))] } ?? []
    let ratioMember =
      ratios.isEmpty ? [] : [("ratios", JSONValue.array(ratios.sorted().map(\.json)))]
    return JSONValue.sorted(
      libraryMember + ratioMember + [
        ("schema", .real(Self.schema)), ("suite", .string(suite)),
        ("benchmark", .string(benchmark)), ("why", .string(why)),
        (
          "environment",
          .sorted([
            ("platform", .string(environment.platform)), ("swift", .string(environment.swift)),
            ("allocator", .string(environment.allocator)),
          ])
        ),
        (
          "entries",
          .array(entries.sorted { ThresholdFile.precedes($0, $1) }.map(\.json))
        ),
      ]
    ).text
  }

  /// Whether bytes that read as this file have their keys and entries in the order of `text`.
  func hasOrder(of bytes: [UInt8]) -> Bool {
    guard let json = try? JSONValue(text: bytes) else { return false }
    let inOrder = zip(entries, entries.dropFirst()).allSatisfy { !Self.precedes($1, $0) }
    return inOrder && ratios == ratios.sorted() && json.hasSortedNames
  }

  /// By implementation, then by parameters as numbers.
  private static func precedes(_ left: ThresholdEntry, _ right: ThresholdEntry) -> Bool {
    if left.implementation != right.implementation {
      return left.implementation < right.implementation
    }
    return left.parameters.map(\.value).lexicographicallyPrecedes(right.parameters.map(\.value))
  }

  /// Reads a file's bytes.
  ///
  /// - Throws: `JSONError` with the byte, `ThresholdFormatError` with the entry.
  init(_ bytes: [UInt8]) throws {
    let file = try ThresholdReader(JSONValue(text: bytes), place: "the file")
    try file.allow([
      "schema", "suite", "benchmark", "why", "environment", "library", "entries", "ratios",
    ])
    guard try file.number("schema") == Self.schema else {
      throw ThresholdFormatError(description: "another schema than \(plain(Self.schema))")
    }
    suite = try file.string("suite")
    benchmark = try file.string("benchmark")
    why = try file.string("why")
    let key = try file.object("environment")
    try key.allow(["platform", "swift", "allocator"])
    environment = EnvironmentKey(
      platform: try key.string("platform"), swift: try key.string("swift"),
      allocator: try key.string("allocator"))
    library = file.has("library") ? try file.string("library") : nil
    entries = try file.array("entries").map { try ThresholdEntry($0) }
    let (suite, benchmark) = (suite, benchmark)
    ratios =
      file.has("ratios")
      ? try file.array("ratios").map { try RatioGate($0, suite: suite, benchmark: benchmark) } : []
    var pairs = Set<ComparedRows>()
    for gate in ratios where !pairs.insert(gate.rows).inserted {
      throw ThresholdFormatError(description: "the ratio '\(gate.rows.name)' is there twice")
    }
    var names = Set<String>()
    for entry in entries where !names.insert(entry.name).inserted {
      throw ThresholdFormatError(description: "'\(entry.name)' is there twice")
    }
  }
}

extension ThresholdEntry {
  fileprivate var json: JSONValue {
    .sorted([
      ("implementation", .string(implementation)), ("fixture", .string(fixture)),
      ("parameters", .sorted(parameters.map { ($0.name, .real(Double($0.value))) })),
      ("metrics", .sorted(metrics.map { ($0.key, $0.value.json) })),
    ])
  }

  fileprivate init(_ entry: ThresholdReader) throws(ThresholdFormatError) {
    try entry.allow(["implementation", "fixture", "parameters", "metrics"])
    implementation = try entry.string("implementation")
    var entry = entry
    entry.place = "'\(implementation)'"
    fixture = try entry.string("fixture")
    parameters = []
    for member in try entry.object("parameters").members {
      guard let number = member.value.real, let value = Int(exactly: number) else {
        throw ThresholdFormatError(
          description: "\(entry.place): the parameter '\(member.name)' is no whole number")
      }
      parameters.append(Parameter(member.name, value))
    }
    parameters.sort { $0.name < $1.name }
    metrics = [:]
    for member in try entry.object("metrics").members {
      metrics[member.name] = try Threshold(
        member.value, place: "\(entry.place): the metric '\(member.name)'")
    }
  }
}

extension Threshold {
  fileprivate var json: JSONValue {
    switch tolerance {
    case .none: .real(value)
    case .percent(let percent): .sorted([("value", .real(value)), ("percent", .real(percent))])
    case .within(let distance): .sorted([("value", .real(value)), ("within", .real(distance))])
    }
  }

  /// A plain number is exact; otherwise `{"value": ..., "percent": ...}` or `{..., "within": ...}`.
  fileprivate init(_ json: JSONValue, place: String) throws(ThresholdFormatError) {
    if let number = json.real {
      self.init(value: number)
      return
    }
    guard case .object = json else {
      throw ThresholdFormatError(description: "\(place) is neither a number nor an object")
    }
    let object = try ThresholdReader(json, place: place)
    try object.allow(["value", "percent", "within"])
    let value = try object.number("value")
    let slack = try object.number(object.has("percent") ? "percent" : "within")
    guard slack >= 0, object.members.count == 2 else {
      throw ThresholdFormatError(
        description: "\(place) takes one of 'percent' and 'within', not below 0")
    }
    self.init(value: value, tolerance: object.has("percent") ? .percent(slack) : .within(slack))
  }
}

extension JSONValue {
  /// Whether every object's names are sorted; a figure with a tolerance may have its value first.
  fileprivate var hasSortedNames: Bool {
    switch self {
    case .array(let values): values.allSatisfy(\.hasSortedNames)
    case .object(let members):
      members.allSatisfy(\.value.hasSortedNames)
        && (self["value"] != nil
          || zip(members, members.dropFirst()).allSatisfy { $0.name < $1.name })
    default: true
    }
  }
}
