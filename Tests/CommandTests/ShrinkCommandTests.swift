import Foundation
import Testing

@Suite struct ShrinkCommandTests {
  let scratch: Scratch
  let events: String

  init() throws {
    scratch = try Scratch()
    _ = try FixturesProgram.run([
      "generate", "timeline", "--items", "60", "--events", "200", "--seed", "3", "--out",
      scratch.path("d"),
    ])
    events = scratch.path("d/events.ndjson")
  }

  private func shrink(_ more: [String], shell: String) throws -> FixturesProgram.Result {
    try FixturesProgram.run(
      ["shrink", "--events", events] + more + ["--", "/bin/sh", "-c", shell, "trial", "{}"])
  }

  /// The identifiers of events of one kind, in order.
  private func ids(_ operation: String) throws -> [String] {
    try String(contentsOfFile: events, encoding: .utf8).split(separator: "\n")
      .filter { $0.contains("\"op\":\"\(operation)\"") }
      .map { String($0.split(separator: "\"id\":\"")[1].prefix { $0 != "\"" }) }
  }

  @Test func twoEventsThatOnlyFailTogetherAreFound() throws {
    let (moved, updated) = (try ids("move")[2], try ids("update")[3])
    let result = try shrink(
      ["--out", scratch.path("few.ndjson")],
      shell: "grep -q 'move.*\(moved)' $1 && grep -q 'update.*\(updated)' $1 && exit 7; exit 0")
    #expect(result.exitCode == 0, "\(result.errorText)")
    let lines = try String(contentsOfFile: scratch.path("few.ndjson"), encoding: .utf8)
      .split(separator: "\n")
    #expect(lines.allSatisfy { $0.contains(moved) || $0.contains(updated) })
    #expect(lines.count <= 4)
    for (number, line) in lines.enumerated() { #expect(line.hasPrefix("{\"seq\":\(number + 1),")) }
    #expect(result.outputText.contains("few.ndjson: \(lines.count) of 200 events"))
    #expect(try scratch.names() == ["d", "few.ndjson"])
  }

  @Test func anEventOfAnInsertedItemKeepsItsInsert() throws {
    let inserted = Set(try ids("insert"))
    let deleted = try #require(try ids("delete").first { inserted.contains($0) })
    let result = try shrink([], shell: "! grep -q 'delete.*\(deleted)' $1")
    #expect(result.exitCode == 0, "\(result.errorText)")
    let lines = try String(contentsOfFile: events + ".shrunk", encoding: .utf8)
      .split(separator: "\n")
    #expect(lines.first?.contains("\"op\":\"insert\"") == true)
    #expect(lines.last?.contains("\"op\":\"delete\"") == true)
  }

  @Test func onlyTheNamedCodeCounts() throws {
    let moved = try ids("move")[0]
    let shell = "grep -q 'move.*\(moved)' $1 && exit 9; exit 3"
    #expect(try shrink(["--code", "9"], shell: shell).exitCode == 0)
    let other = try shrink(["--code", "8"], shell: shell)
    #expect(other.exitCode == 1)
    #expect(other.errorText.contains("does not fail with the 200 events"))
    // Without a code every ending but 0 is the failure, and that needs no event.
    let any = try shrink([], shell: shell)
    #expect(any.exitCode == 1)
    #expect(any.errorText.contains("fails without any event"))
  }

  @Test func aRunThatTakesTooLongIsNoFailure() throws {
    let result = try shrink(["--time", "1"], shell: "sleep 20; exit 1")
    #expect(result.exitCode == 1)
    #expect(result.errorText.contains("does not fail"))
  }

  @Test(arguments: [
    ["--events", "nowhere", "--", "true"], ["--", "true"], ["--events", "nowhere"],
    ["--events", "nowhere", "--code", "0", "--", "true"],
  ])
  func wrongCallsAreOneLine(words: [String]) throws {
    let result = try FixturesProgram.run(["shrink"] + words)
    #expect(result.exitCode == 1)
    #expect(result.errorText.split(separator: "\n").count == 1)
  }

  @Test func aProgramThatIsNotThereIsNamed() throws {
    let result = try FixturesProgram.run(["shrink", "--events", events, "--", "/no/such/program"])
    #expect(result.exitCode == 1)
    #expect(result.errorText.contains("/no/such/program"))
  }

  @Test(arguments: ["\u{FEFF}{}\n", "{\"seq\":1}\r\n", "\u{0}\u{1}\u{2}", "{\"seq\":1,\"at\":"])
  func filesThatAreNoEventsGetAVerdict(text: String) throws {
    let path = try scratch.write("bad.ndjson", text)
    let result = try FixturesProgram.run(["shrink", "--events", path, "--", "true"])
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains("bad.ndjson, line 1, byte"))
    #expect(result.errorText.split(separator: "\n").count == 1)
  }
}
