import ListText

/// Why a file is none of results: one line that says what to do.
public struct ResultsError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line.
  public var description: String
}

extension Report {
  /// Reads what `--format json` wrote; questions and remarks of suites are not in it.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: What the file is called in an error.
  ///   - advice: What the error says to do.
  /// - Throws: `ResultsError` when it is none of ours, truncated or of another schema.
  public init(
    json bytes: [UInt8], name: String,
    advice: String = "bench --format json --output FILE writes them"
  ) throws(ResultsError) {
    let reader = ResultsReader(name: name, advice: advice)
    let json: JSONValue
    do { json = try JSONValue(text: bytes) } catch {
      throw reader.refusal("\(error)")
    }
    guard case .integer(let schema) = json["schema"] else {
      throw reader.refusal("it has no 'schema'")
    }
    guard schema == 1 else { throw reader.refusal("it has the schema \(schema), not 1") }
    environment = try reader.environment(try reader.member(json, "environment"))
    if let value = json["noise"] {
      guard let seen = Noise(json: value) else { throw reader.refusal("'noise' is garbled") }
      noise = seen
    }
    if let value = json["base"] {
      guard let build = ComparedBase(json: value) else { throw reader.refusal("'base' is garbled") }
      base = build
    }
    var results: [BenchmarkResult] = []
    for row in try reader.array(json, "results") { results.append(try reader.result(row)) }
    suites = results.grouped(by: \.identity.suite).map {
      let names = $1.flatMap(\.metrics).map(\.name).filter { !MetricName.all.contains($0) }
      return SuiteReport(name: $0, question: "", ownMetrics: names.uniqued, results: $1)
    }
    if json["goals"] != nil {
      for goal in try reader.array(json, "goals") {
        let judged = try reader.judgedRatio(goal)
        guard let place = suites.firstIndex(where: { $0.name == judged.rows.suite }) else {
          continue
        }
        if let limit = judged.goal {
          suites[place].goals.append(RatioGoal(judged.rows, atMost: limit))
        }
        if judged.gate != nil { suites[place].gatedRatios.append(judged) }
      }
    }
    if json["call"] != nil {
      for word in try reader.array(json, "call") {
        guard case .string(let text) = word else { throw reader.refusal("'call' has no words") }
        call.append(text)
      }
    }
  }
}

extension Report {
  /// Reads the file that `--format json --output` wrote.
  ///
  /// - Throws: `FileError` when it cannot be read; `ResultsError` when it is none of ours.
  public init(jsonFile path: String) throws {
    self = try Report(json: readFile(path), name: path)
  }
}

/// Takes results from their JSON.
private struct ResultsReader {
  let name: String
  let advice: String

  func refusal(_ reason: String) -> ResultsError {
    ResultsError(description: "'\(name)' cannot be read as results: \(reason); \(advice)")
  }

  func member(_ json: JSONValue, _ key: String) throws(ResultsError) -> JSONValue {
    guard let value = json[key] else { throw refusal("'\(key)' is missing") }
    return value
  }

  func text(_ json: JSONValue, _ key: String) throws(ResultsError) -> String {
    guard case .string(let text) = try member(json, key) else {
      throw refusal("'\(key)' is no text")
    }
    return text
  }

  func array(_ json: JSONValue, _ key: String) throws(ResultsError) -> [JSONValue] {
    guard case .array(let values) = try member(json, key) else {
      throw refusal("'\(key)' is no list")
    }
    return values
  }

  private func members(
    _ json: JSONValue, _ key: String
  ) throws(ResultsError) -> [(name: String, value: JSONValue)] {
    guard case .object(let members) = try member(json, key) else {
      throw refusal("'\(key)' is no object")
    }
    return members
  }

  private func optionalText(_ json: JSONValue, _ key: String) throws(ResultsError) -> String? {
    json[key] == nil ? nil : try text(json, key)
  }

  /// A number, nil for null.
  private func number(_ json: JSONValue, _ key: String) throws(ResultsError) -> Double? {
    let value = try member(json, key)
    if value == .null { return nil }
    guard let number = value.real else { throw refusal("'\(key)' is no number") }
    return number
  }

  private func whole(_ json: JSONValue, _ what: String) throws(ResultsError) -> Int {
    guard case .integer(let number) = json else { throw refusal("\(what) is no whole number") }
    return Int(number)
  }

  func environment(_ json: JSONValue) throws(ResultsError) -> MeasuringEnvironment {
    MeasuringEnvironment(
      system: try text(json, "os"), architecture: try text(json, "arch"),
      processor: try text(json, "cpu"), swift: try text(json, "swift"),
      build: try text(json, "build"), allocator: try text(json, "allocator"),
      allocatorOptions: try text(json, "options"), revision: try optionalText(json, "revision"))
  }

  func result(_ json: JSONValue) throws(ResultsError) -> BenchmarkResult {
    var parameters: [Parameter] = []
    for member in try members(json, "parameters") {
      parameters.append(
        Parameter(member.name, try whole(member.value, "the parameter '\(member.name)'")))
    }
    let verdict = try verdict(json)
    let reason = try optionalText(json, "reason")
    let isReference = json["isReference"] == .bool(true)
    var result = BenchmarkResult(
      identity: CaseIdentity(
        suite: try text(json, "suite"), benchmark: try text(json, "benchmark"),
        implementation: try text(json, "implementation"), parameters: parameters),
      isReference: isReference,
      isGated: json["isGated"].map { $0 == .bool(true) } ?? !isReference,
      fixture: try text(json, "fixture"))
    for member in try members(json, "metrics") {
      result.metrics.append(try metric(member.value, name: member.name))
    }
    if json["ratios"] != nil {
      for member in try members(json, "ratios") {
        let ratio = try metric(member.value, name: MetricName.ratioToPeer)
        result.ratios.append(PeerRatio(peer: member.name, ratio: ratio))
      }
    }
    if let source = json["source"] {
      result.place = SourcePlace(
        file: try text(source, "file"), line: try whole(try member(source, "line"), "a line"))
    }
    if json["liveCurve"] != nil {
      for point in try array(json, "liveCurve") {
        guard case .array(let pair) = point, pair.count == 2 else {
          throw refusal("a point of 'liveCurve' is no pair")
        }
        result.liveCurve.append(
          LiveReading(
            step: try whole(pair[0], "a step"), liveBytes: try whole(pair[1], "a live count")))
      }
    }
    if verdict == .failed { result.failure = reason ?? "it failed" }
    if verdict == .skipped, result.metrics.isEmpty { result.missing = reason ?? "it was skipped" }
    return result
  }

  func judgedRatio(_ json: JSONValue) throws(ResultsError) -> JudgedRatio {
    var items: Int?
    if let size = json["items"], size != .null { items = try whole(size, "'items' of a goal") }
    var judged = JudgedRatio(
      rows: ComparedRows(
        suite: try text(json, "suite"), benchmark: try text(json, "benchmark"),
        implementation: try text(json, "implementation"), items: items,
        peer: try text(json, "peer"), metric: try text(json, "metric")))
    judged.goal = try number(json, "goal")
    judged.gate = try number(json, "gate")
    judged.verdict = try verdict(json)
    judged.reason = try optionalText(json, "reason")
    if let value = try number(json, "value") {
      judged.ratio = Metric(
        MetricName.ratioToPeer, .ratio, value, low: try number(json, "low"),
        high: try number(json, "high"))
    }
    judged.isAsked = judged.ratio != nil || judged.verdict != .skipped
    return judged
  }

  private func metric(_ json: JSONValue, name: String) throws(ResultsError) -> Metric {
    let unitName = try text(json, "unit")
    guard let unit = MetricUnit.all.first(where: { $0.name == unitName }) else {
      throw refusal("'\(name)' has the unknown unit '\(unitName)'")
    }
    var metric = Metric(
      name, unit, try number(json, "value"), low: try number(json, "low"),
      high: try number(json, "high"), verdict: try verdict(json),
      reason: try optionalText(json, "reason"))
    metric.base = json["base"]?.real
    metric.change = json["change"]?.real
    if json["samples"] != nil {
      for sample in try array(json, "samples") {
        guard let value = sample.real else { throw refusal("a sample is no number") }
        metric.samples.append(value)
      }
    }
    return metric
  }

  private func verdict(_ json: JSONValue) throws(ResultsError) -> Verdict {
    let word = try text(json, "verdict")
    guard let verdict = Verdict(rawValue: word) else {
      throw refusal("'\(word)' is no verdict")
    }
    return verdict
  }
}
