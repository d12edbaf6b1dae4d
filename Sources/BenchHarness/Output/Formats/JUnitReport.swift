/// Results as JUnit's XML: what CI systems show as tests.
///
/// There is no official form. Source: https://github.com/testmoapp/junitxml and what GitLab, Jenkins and
/// GitHub's actions read.
extension Report {
  /// The text of `--format junit`: a suite of tests per suite, a test case per figure.
  ///
  /// What is regressed, or better than the thresholds know, is a `failure`; what crashed, gave a wrong
  /// result or is missing is an `error`; what was not judged is `skipped`, with its reason.
  ///
  /// - Parameter isStrict: Whether what was not judged is a `failure` too, as it fails the call.
  func junit(_ origin: ReportOrigin, isStrict: Bool) -> String {
    let suites = suites.map { suite in
      JUnitSuite(
        name: suite.name,
        cases: suite.results.flatMap { JUnitCase.all(of: $0, isStrict: isStrict) }
          + suite.gatedRatios.map { JUnitCase($0, in: suite, isStrict: isStrict) })
    }
    return Self.junit(suites, properties: properties, origin)
  }

  /// A JUnit file of a call that came to no results: one test that is an `error`.
  public static func junit(failure line: String) -> String { junit(failure: line, .current()) }

  static func junit(failure line: String, _ origin: ReportOrigin) -> String {
    let run = JUnitCase(
      suite: "bench", name: "run", outcome: .error, kind: "environment", message: oneLine(line))
    return junit([JUnitSuite(name: "bench", cases: [run])], properties: [], origin)
  }

  private static func junit(
    _ suites: [JUnitSuite], properties: [(name: String, value: String)], _ origin: ReportOrigin
  ) -> String {
    let all = JUnitSuite(name: "bench", cases: suites.flatMap(\.cases))
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites\(all.counts)>\n"
    for suite in suites {
      text += "  <testsuite\(suite.counts)"
      text += attribute("timestamp", origin.dateWithoutZone) + attribute("hostname", origin.host)
      text += ">\n" + propertyList(properties, indentation: "    ")
      text += suite.cases.map(\.text).joined() + "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private var properties: [(name: String, value: String)] {
    [
      ("os", environment.system), ("arch", environment.architecture),
      ("cpu", environment.processor), ("swift", environment.swift), ("build", environment.build),
      ("allocator", environment.allocator), ("allocator options", environment.allocatorOptions),
    ] + (environment.revision.map { [("revision", $0)] } ?? [])
      + (noise.map { [("noise", $0.line)] } ?? [])
  }
}

private struct JUnitSuite {
  var name: String
  var cases: [JUnitCase]

  /// Name, counts and time as attributes.
  var counts: String {
    func count(_ outcome: JUnitCase.Outcome) -> Int { cases.count { $0.outcome == outcome } }
    return attribute("name", name) + attribute("tests", "\(cases.count)")
      + attribute("failures", "\(count(.failure))") + attribute("errors", "\(count(.error))")
      + attribute("skipped", "\(count(.skipped))")
      + attribute("time", seconds(cases.reduce(0) { $0 + $1.nanoseconds }))
  }
}

/// One test.
private struct JUnitCase {
  enum Outcome: String {
    case passed, failure, error, skipped
  }

  var suite: String
  var name: String
  var outcome: Outcome
  /// The verdict's word.
  var kind: String
  /// Why it did not pass, or what else is to be said.
  var message: String?
  /// The time of an operation, of a time.
  var nanoseconds = 0.0
  var place: SourcePlace?
  var properties: [(name: String, value: String)] = []
  /// The figure for a reader.
  var output: String?

  /// A test per figure; one where there is none.
  static func all(of result: BenchmarkResult, isStrict: Bool) -> [JUnitCase] {
    let shown = result.metrics.filter { $0.isMeasured || $0.verdict != .pass }
    let cases = shown.map { JUnitCase($0, of: result, isStrict: isStrict) }
    // Figures of what failed, or none: the result's own verdict is not lost.
    guard result.failure != nil || result.missing != nil || cases.isEmpty else { return cases }
    var own = JUnitCase(
      suite: result.identity.suite, name: result.identity.withoutSuite,
      outcome: outcome(of: result.verdict, isStrict: isStrict), kind: result.verdict.rawValue,
      message: result.reasonLine ?? "it has no figures")
    own.place = result.place
    return [own] + cases
  }

  private init(_ metric: Metric, of result: BenchmarkResult, isStrict: Bool) {
    suite = result.identity.suite
    name = "\(result.identity.withoutSuite): \(metric.name)"
    outcome = Self.outcome(of: metric.verdict, isStrict: isStrict)
    kind = metric.verdict.rawValue
    message = metric.reason
    if metric.name == MetricName.cpuTime { nanoseconds = max(0, metric.figure ?? 0) }
    place = result.place
    properties = [("unit", metric.unit.name), ("verdict", metric.verdict.rawValue)]
    properties += metric.figure.map { [("value", shortest($0))] } ?? []
    properties +=
      metric.interval95.map { [("low", shortest($0.low)), ("high", shortest($0.high))] } ?? []
    output = "\(metric.name): \(metric.words)"
  }

  init(_ ratio: JudgedRatio, in report: SuiteReport, isStrict: Bool) {
    suite = ratio.rows.suite
    place = report.place(of: ratio)
    name = "\(ratio.rows.benchmark)/\(ratio.rows.name): ratio"
    // What was not asked for fails no strict call.
    outcome = Self.outcome(of: ratio.verdict, isStrict: isStrict && ratio.isAsked)
    kind = ratio.verdict.rawValue
    message = ratio.reason
    if ratio.ratio?.figure == nil, outcome == .passed { outcome = .skipped }
    output = ratio.ratio.map { "ratio: \($0.words)" }
  }

  init(suite: String, name: String, outcome: Outcome, kind: String, message: String) {
    self.suite = suite
    self.name = name
    self.outcome = outcome
    self.kind = kind
    self.message = message
  }

  private static func outcome(of verdict: Verdict, isStrict: Bool) -> Outcome {
    switch verdict {
    case .pass: .passed
    case .skipped, .inconclusive: isStrict ? .failure : .skipped
    case .improved, .regressed: .failure
    case .missing, .failed: .error
    }
  }

  var text: String {
    var text = "    <testcase" + attribute("name", name) + attribute("classname", suite)
    text += attribute("time", seconds(nanoseconds))
    if let place { text += attribute("file", place.file) + attribute("line", "\(place.line)") }
    var inner = propertyList(properties, indentation: "      ")
    let reason = message ?? "no reason was given"
    switch outcome {
    case .passed: break
    case .skipped:
      inner += "      <skipped" + attribute("message", "\(kind): \(reason)") + "/>\n"
    case .failure, .error:
      // GitLab shows the body alone.
      inner += "      <\(outcome.rawValue)" + attribute("message", oneLine("\(kind): \(reason)"))
      inner += attribute("type", kind) + ">" + escaped("\(kind): \(suite)/\(name): \(reason)")
      inner += "</\(outcome.rawValue)>\n"
    }
    let note = outcome == .passed ? message.map { "\n\($0)" } ?? "" : ""
    if let output { inner += "      <system-out>" + escaped(output + note) + "</system-out>\n" }
    return text + (inner.isEmpty ? "/>\n" : ">\n\(inner)    </testcase>\n")
  }
}

extension CaseIdentity {
  /// `benchmark/implementation/items=10`.
  fileprivate var withoutSuite: String { String(description.dropFirst(suite.count + 1)) }
}

private func seconds(_ nanoseconds: Double) -> String {
  nanoseconds.isFinite ? decimal(nanoseconds / 1e9, 9) : "0"
}

private func propertyList(
  _ properties: [(name: String, value: String)], indentation: String
) -> String {
  if properties.isEmpty { return "" }
  let lines = properties.map {
    "\(indentation)  <property" + attribute("name", $0.name) + attribute("value", $0.value) + "/>\n"
  }
  return "\(indentation)<properties>\n\(lines.joined())\(indentation)</properties>\n"
}

private func attribute(_ name: String, _ value: String) -> String {
  " \(name)=\"\(escaped(value))\""
}

/// A text for XML, in an attribute or between tags; U+FFFD stands for what XML 1.0 has no place for.
///
/// Source: XML 1.0, fifth edition, production 2 (Char) and section 3.3.3 (attribute values: line ends
/// survive as references alone).
func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "\t", "\n", "\r": result += "&#\(scalar.value);"
    case "\u{0}"..."\u{1f}", "\u{fffe}", "\u{ffff}": result += "\u{fffd}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
