import ListText
import Testing

@testable import BenchHarness

struct ThresholdFileTests {
  private func read(_ text: String) throws -> ThresholdFile {
    try ThresholdFile(Array(text.utf8))
  }

  private func changed(_ old: String, _ new: String) -> String {
    let parts = Samples.thresholds.split(separator: old, maxSplits: 1)
    precondition(parts.count == 2, "a sample without \(old)")
    return parts.joined(separator: new)
  }

  @Test func aFileReadsBackAsItWasWritten() throws {
    let file = try read(Samples.thresholds)
    #expect(file.suite == "Sample" && file.benchmark == "page at depth")
    #expect(file.environment == Samples.environment)
    #expect(file.entries[0].metrics["steps"] == Threshold(value: 3))
    #expect(file.text == Samples.thresholds)
    #expect(file.fileName == Samples.fileName)
  }

  @Test func tolerancesWidenTheRange() throws {
    let percent = try read(changed("\"steps\": 3", "\"steps\": {\"value\": 200, \"percent\": 5}"))
    #expect(percent.entries[0].metrics["steps"]?.range == 190...210)
    let within = try read(changed("\"steps\": 3", "\"steps\": {\"value\": 1, \"within\": 0.25}"))
    #expect(within.entries[0].metrics["steps"]?.range == 0.75...1.25)
    #expect(try read(within.text) == within)
    #expect(Threshold(value: 3).range == 3...3)
  }

  @Test(arguments: [
    ("\"schema\": 1", "\"schema\": 2", "another schema than 1"),
    ("\"why\": \"first figures\"", "\"why\": 3", "the file: 'why' is no text"),
    (
      ",\n  \"why\": \"first figures\"", "", "the file has no 'why'"
    ),
    (
      "\"why\"", "\"wy\"",
      "the file has an unknown key 'wy'; known: schema, suite, benchmark, why, environment, library, entries, ratios"
    ),
    (
      "\"steps\": 3", "\"steps\": \"3\"",
      "'Ours': the metric 'steps' is neither a number nor an object"
    ),
    (
      "\"steps\": 3", "\"steps\": {\"value\": 3}", "'Ours': the metric 'steps' has no 'within'"
    ),
    (
      "\"steps\": 3", "\"steps\": {\"value\": 3, \"percent\": -1}",
      "'Ours': the metric 'steps' takes one of 'percent' and 'within', not below 0"
    ),
    (
      "\"steps\": 3", "\"steps\": {\"value\": 3, \"percent\": 1, \"within\": 1}",
      "'Ours': the metric 'steps' takes one of 'percent' and 'within', not below 0"
    ),
    ("{\"items\": 1000}", "{\"items\": 1.5}", "'Ours': the parameter 'items' is no whole number"),
    ("{\"items\": 1000}", "[]", "'Ours': 'parameters' is no object"),
    ("\"fixture\": \"sha256:1\"", "\"fixture\": null", "'Ours': 'fixture' is no text"),
    (
      "\"entries\": [\n", "\"entries\": [\n7,",
      "the file: 'entries' 0 is no object"
    ),
  ])
  func aBadFileIsRefusedWithItsPlace(_ old: String, _ new: String, _ message: String) {
    let error = #expect(throws: ThresholdFormatError.self) { try read(changed(old, new)) }
    #expect(error?.description == message)
  }

  @Test func aSecondEntryOfACaseIsRefused() throws {
    var file = try read(Samples.thresholds)
    file.entries.append(file.entries[0])
    let error = #expect(throws: ThresholdFormatError.self) { try read(file.text) }
    #expect(error?.description == "'Ours items=1000' is there twice")
  }

  @Test func aSecondKeyIsRefusedAtItsByte() {
    #expect(throws: JSONError.self) {
      try read(changed("\"steps\": 3", "\"steps\": 3, \"steps\": 4"))
    }
  }

  @Test(arguments: [
    ("window step", "S.window-step.json"), ("a/b, c", "S.a-b--c.json"), ("é", "S.-.json"),
  ])
  func namesSuitEveryShell(_ benchmark: String, _ name: String) {
    #expect(ThresholdFile.fileName(suite: "S", benchmark: benchmark) == name)
  }
}
