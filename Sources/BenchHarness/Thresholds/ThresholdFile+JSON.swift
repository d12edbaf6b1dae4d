/// What is wrong with a thresholds file.
struct ThresholdFormatError: Error, Equatable, CustomStringConvertible {
  var description: String
}

extension ThresholdFile {
  /// The file's text: keys and entries sorted, so that a change shows as what it is.
  var text: String {
    JSON.sorted([
      ("schema", .number(Self.schema)), ("suite", .string(suite)),
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
    ]).text
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
    let file = try Reader(JSONParser.parse(bytes), place: "the file")
    try file.allow(["schema", "suite", "benchmark", "why", "environment", "entries"])
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
    entries = try file.array("entries").map { try ThresholdEntry($0) }
    var names = Set<String>()
    for entry in entries where !names.insert(entry.name).inserted {
      throw ThresholdFormatError(description: "'\(entry.name)' is there twice")
    }
  }
}

extension ThresholdEntry {
  fileprivate var json: JSON {
    .sorted([
      ("implementation", .string(implementation)), ("fixture", .string(fixture)),
      ("parameters", .sorted(parameters.map { ($0.name, .number(Double($0.value))) })),
      ("metrics", .sorted(metrics.map { ($0.key, $0.value.json) })),
    ])
  }

  fileprivate init(_ entry: Reader) throws(ThresholdFormatError) {
    try entry.allow(["implementation", "fixture", "parameters", "metrics"])
    implementation = try entry.string("implementation")
    var entry = entry
    entry.place = "'\(implementation)'"
    fixture = try entry.string("fixture")
    parameters = []
    for member in try entry.object("parameters").members {
      guard case .number(let number) = member.value, let value = Int(exactly: number) else {
        throw ThresholdFormatError(
          description: "\(entry.place): the parameter '\(member.key)' is no whole number")
      }
      parameters.append(Parameter(member.key, value))
    }
    parameters.sort { $0.name < $1.name }
    metrics = [:]
    for member in try entry.object("metrics").members {
      metrics[member.key] = try Threshold(
        member.value, place: "\(entry.place): the metric '\(member.key)'")
    }
  }
}

extension Threshold {
  fileprivate var json: JSON {
    switch tolerance {
    case .none: .number(value)
    case .percent(let percent): .sorted([("value", .number(value)), ("percent", .number(percent))])
    case .within(let distance): .sorted([("value", .number(value)), ("within", .number(distance))])
    }
  }

  /// A plain number is exact; otherwise `{"value": ..., "percent": ...}` or `{..., "within": ...}`.
  fileprivate init(_ json: JSON, place: String) throws(ThresholdFormatError) {
    if case .number(let number) = json {
      self.init(value: number)
      return
    }
    guard case .object = json else {
      throw ThresholdFormatError(description: "\(place) is neither a number nor an object")
    }
    let object = try Reader(json, place: place)
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

/// An object that is being read, and the words for where it is.
private struct Reader {
  let members: [JSON.Member]
  var place: String

  init(_ json: JSON, place: String) throws(ThresholdFormatError) {
    guard case .object(let members) = json else {
      throw ThresholdFormatError(description: "\(place) is no object")
    }
    self.members = members
    self.place = place
  }

  func allow(_ keys: [String]) throws(ThresholdFormatError) {
    for member in members where !keys.contains(member.key) {
      throw ThresholdFormatError(
        description:
          "\(place) has an unknown key '\(member.key)'; known: \(keys.joined(separator: ", "))")
    }
  }

  func has(_ key: String) -> Bool { members.contains { $0.key == key } }

  private func value(_ key: String) throws(ThresholdFormatError) -> JSON {
    guard let member = members.first(where: { $0.key == key }) else {
      throw ThresholdFormatError(description: "\(place) has no '\(key)'")
    }
    return member.value
  }

  func string(_ key: String) throws(ThresholdFormatError) -> String {
    guard case .string(let text) = try value(key) else {
      throw ThresholdFormatError(description: "\(place): '\(key)' is no text")
    }
    return text
  }

  func number(_ key: String) throws(ThresholdFormatError) -> Double {
    guard case .number(let number) = try value(key) else {
      throw ThresholdFormatError(description: "\(place): '\(key)' is no number")
    }
    return number
  }

  func object(_ key: String) throws(ThresholdFormatError) -> Reader {
    try Reader(try value(key), place: "\(place): '\(key)'")
  }

  func array(_ key: String) throws(ThresholdFormatError) -> [Reader] {
    guard case .array(let values) = try value(key) else {
      throw ThresholdFormatError(description: "\(place): '\(key)' is no array")
    }
    var readers: [Reader] = []
    for (index, value) in values.enumerated() {
      readers.append(try Reader(value, place: "\(place): '\(key)' \(index)"))
    }
    return readers
  }
}
