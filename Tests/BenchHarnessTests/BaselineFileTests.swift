import ListText
import ProcessSupport
import Testing

@testable import BenchHarness

struct BaselineFileTests {
  private func bytes() throws -> [UInt8] {
    var curved = Samples.result(
      Samples.kept(), implementation: "Theirs", isReference: true)
    curved.liveCurve = [LiveReading(step: 0, liveBytes: 5)]
    curved.isGated = true
    return Array(try Samples.baseline([Samples.result(Samples.kept()), curved]).text.utf8)
  }

  @Test func aFileReadsBackAsItWasWritten() throws {
    let baseline = try Samples.baseline(library: "SQLite 3.40.1")
    let read = try Baseline(Array(baseline.text.utf8), path: "x")
    #expect(read.text == baseline.text)
    #expect(read.name == "main" && read.date == baseline.date)
    #expect(read.request == baseline.request && read.request.options.seed == .max)
    #expect(read.report.environment == Samples.machine)
    #expect(read.report.suites[0].library == "SQLite 3.40.1")
    #expect(read.report.results[0].metrics.count == 7)
    #expect(read.report.results[0][MetricName.cpuTime]?.samples == [100, 90, 120])
  }

  @Test func whatIsGatedThoughAReferenceStaysSo() throws {
    let read = try Baseline(bytes(), path: "x")
    #expect(read.report.results.map(\.isGated) == [true, true])
    #expect(read.report.results.map(\.isReference) == [false, true])
  }

  @Test func aBaselineIsAFileOfResultsToo() throws {
    #expect(try Report(json: bytes(), name: "x").results.count == 2)
  }

  @Test func everyPrefixIsRefusedInOneLine() throws {
    let whole = try bytes()
    // What lacks the last line feed alone is whole.
    for count in 0..<whole.count - 1 {
      let error = #expect(throws: BaselineError.self) {
        try Baseline(Array(whole[..<count]), path: "x")
      }
      #expect(error?.description.hasPrefix("'x' ") == true)
      #expect(error?.description.contains("\n") == false)
    }
    #expect(
      try Baseline(whole.dropLast(), path: "x").text == String(decoding: whole, as: UTF8.self))
  }

  @Test func aChangedFileReadsEqualOrIsRefused() throws {
    let whole = try bytes()
    let text = String(decoding: whole, as: UTF8.self)
    var refused = 0
    for seed in 0..<5_000 {
      var dice = Dice(state: UInt64(seed))
      let changed = dice.mutate(whole)
      do {
        let read = try Baseline(changed, path: "x").text
        #expect(read == text, "seed \(seed)")
      } catch {
        refused += 1
        if error.description.contains("\n") { Issue.record("seed \(seed): \(error)") }
      }
    }
    #expect(refused > 4_000)
  }

  /// The file with another value somewhere and a checksum that holds.
  private func forged(_ change: (inout [(name: String, value: JSONValue)]) -> Void) throws
    -> [UInt8]
  {
    guard case .object(var members) = try JSONValue(text: bytes()) else { return [] }
    change(&members)
    guard let place = members.firstIndex(where: { $0.name == "baseline" }),
      case .object(var own) = members[place].value
    else { return JSONValue.object(members).text(.flat) }
    own.removeAll { $0.name == "checksum" }
    members[place].value = .object(own)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in JSONValue.object(members).text(.flat) {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    let sum = String(repeating: "0", count: 16 - digits.count) + digits
    members[place].value = .object(own + [("checksum", .string(sum))])
    return JSONValue.object(members).text(.flat)
  }

  @Test func theChecksumIsTheOneThatIsDescribed() throws {
    #expect(try Baseline(forged { _ in }, path: "x").name == "main")
  }

  @Test(arguments: [
    ("schema", "2", "it has the schema 2, not 1"), ("name", "7", "lacks a name"),
    ("libraries", "{\"a\": 1}", "a library is no text"), ("request", "{}", "or the request"),
    ("date", "null", "lacks a name, a date"),
  ])
  func whatIsOfAnotherShapeIsRefused(_ key: String, _ text: String, _ message: String) throws {
    let value = try JSONValue(text: Array(text.utf8))
    let bytes = try forged { members in
      guard let place = members.firstIndex(where: { $0.name == "baseline" }),
        case .object(let own) = members[place].value
      else { return }
      members[place].value = .object(own.map { $0.name == key ? (key, value) : $0 })
    }
    let error = #expect(throws: BaselineError.self) { try Baseline(bytes, path: "x") }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test func aForgedFileIsRefusedForWhatItHolds() throws {
    let twice = try forged { members in
      guard let place = members.firstIndex(where: { $0.name == "results" }),
        case .array(let rows) = members[place].value
      else { return }
      members[place].value = .array(rows + [rows[0]])
    }
    let error = #expect(throws: BaselineError.self) { try Baseline(twice, path: "x") }
    #expect(error?.description.contains("is there twice") == true)
    let empty = try forged { members in members.removeAll { $0.name == "results" } }
    #expect(throws: BaselineError.self) { try Baseline(empty, path: "x") }
    let later = try forged { $0 = $0.map { $0.name == "schema" ? ("schema", .integer(9)) : $0 } }
    #expect(throws: BaselineError.self) { try Baseline(later, path: "x") }
  }

  @Test func hugeFiguresAreShownAndNotTrappedAt() throws {
    let metrics = [
      Metric(MetricName.growthExponent, .exponent, 1e300), Metric("steps", .count, -1e308),
      Metric(MetricName.bytesAllocated, .bytes, 1e300),
      Metric(MetricName.cpuTime, .nanoseconds, 1e308, low: -1e308, high: 1e308),
      Metric("rate", .bytesPerSecond, 1e308),
      Metric(MetricName.referenceTime, .nanoseconds, .leastNonzeroMagnitude),
    ]
    let row = Samples.result(metrics, parameters: [Parameter("items", 1 - 1 << 53)])
    let baseline = try Samples.baseline([row])
    let read = try Baseline(Array(baseline.text.utf8), path: "x")
    #expect(read.report.text.contains("1e+300"))
    #expect(Baseline.table([read]).contains("main"))
    let compared = read.compare(Samples.whole([row]), request: read.request)
    #expect(compared.text.contains("Held against") && !compared.json.isEmpty)
  }

  @Test(arguments: [
    "", ".", "..", ".a", "a/b", "/", "a\u{0}", "a\nb", String(repeating: "ä", count: 51),
  ])
  func whatIsNoNameIsRefused(_ name: String) {
    #expect(throws: UsageError.self) { try Baseline.check(name: name) }
  }

  @Test(arguments: ["a", "a b", "main-2", "v1.2", "ä", String(repeating: "a", count: 100)])
  func aNameIsTaken(_ name: String) {
    #expect(throws: Never.self) { try Baseline.check(name: name) }
  }
}
