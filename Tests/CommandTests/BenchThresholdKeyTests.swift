import Foundation
import Testing

/// Thresholds in folders by platform and toolchain, and those of package-benchmark.
@Suite(.serialized)
struct BenchThresholdKeyTests {
  private static let name = "SelfTest.take-blocks.json"
  private static let mallocs = "\"mallocCount\": 12345"

  /// The thresholds of one benchmark; measured once.
  private static let text = Result {
    let folder = try TemporaryFolder()
    let call = try BenchCall(
      "thresholds", "update", "--why", "a | b", "--suite", "SelfTest", "--format", "markdown",
      "--thresholds", folder.path)
    #expect(call.code == 0 && call.output.hasPrefix("Thresholds changed: a | b\n\n| benchmark |"))
    #expect(
      call.output.contains("| SelfTest/take blocks | malloc blocks=12345 | mallocCount | none"))
    return try folder.read(name)
  }

  private func check(_ folder: TemporaryFolder, _ more: String...) throws -> BenchCall {
    try BenchCall(
      ["check", "--suite", "SelfTest", "--filter", "take", "--thresholds", folder.path] + more)
  }

  /// A folder with the benchmark's thresholds, and one for this platform and toolchain with others.
  private func keyed(_ change: (String) -> String) throws -> (TemporaryFolder, key: String) {
    let folder = try TemporaryFolder()
    let text = try Self.text.get()
    try folder.write(text, to: Self.name)
    let update = try BenchCall(
      "thresholds", "update", "--why", "x", "--suite", "SelfTest", "--key", "--thresholds",
      folder.path)
    #expect(update.code == 0, "\(update.errors)")
    let key = try #require(try folder.names.first { !$0.hasSuffix(".json") })
    #expect(key.contains(#/^[a-z]+-\w+-swift\d+\.\d+$/#))
    #expect(try folder.read(Self.name) == text)
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(key)/SelfTest.fill-array.json")
    try folder.write(change(try folder.read("\(key)/\(Self.name)")), to: "\(key)/\(Self.name)")
    return (folder, key)
  }

  @Test func theFolderOfThisPlatformCountsAndIsShown() throws {
    let (folder, key) = try keyed {
      $0.replacingOccurrences(of: Self.mallocs, with: "\"mallocCount\": 12344")
    }
    let call = try check(folder)
    #expect(call.code == 2 && call.output.contains("above its threshold 12,344"))
    let show = try BenchCall("thresholds", "show", "--thresholds", folder.path)
    #expect(show.output.contains("from \(folder.path)/\(key)/\(Self.name)"))
    let update = try BenchCall(
      "thresholds", "update", "--why", "y", "--suite", "SelfTest", "--thresholds", folder.path)
    #expect(update.output.contains(#/mallocCount +12,344 +12,345/#))
    #expect(try folder.read("\(key)/\(Self.name)").contains("\"why\": \"y\""))
    #expect(try check(folder).code == 0)
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(key)")
    #expect(try check(folder).code == 0)
  }

  @Test func aBrokenFileOfThisPlatformIsRefused() throws {
    let (folder, key) = try keyed { String($0.dropLast(9)) }
    for call in [
      try check(folder), try BenchCall("thresholds", "show", "--thresholds", folder.path),
      try BenchCall("thresholds", "update", "--why", "x", "--thresholds", folder.path),
    ] {
      #expect(
        call.isRefused && call.errors.contains("\(key)/\(Self.name): byte "), "\(call.errors)")
    }
  }

  @Test(arguments: [
    (mallocs, "\"mallocCount\": {\"value\": 12345, \"percent\": 200}", "may be off by 200%", 1),
    ("\"schema\": 1", "\"schema\": 2", "another schema than 1", 1),
    ("\"peakLiveBytes\"", "\"peakMemoryResident\": 9, \"peakLiveBytes\"", "unknown metric", 1),
    ("\"liveBytes\"", "\"leakedBytes\": 0, \"liveBytes\"", "unknown metric 'leakedBytes'", 1),
  ])
  func whatIsWrongIsFoundByLintAndCheck(
    _ old: String, _ new: String, _ words: String, _ code: Int32
  ) throws {
    let folder = try TemporaryFolder()
    let text = try Self.text.get()
    #expect(text.contains(old))
    try folder.write(text.replacingOccurrences(of: old, with: new), to: Self.name)
    let call = try check(folder)
    #expect(call.code == code)
    if code == 1 { #expect(call.isRefused && call.errors.contains(words)) }
    let lint = try BenchCall("thresholds", "lint", "--thresholds", folder.path)
    #expect(lint.code == (code == 1 ? 1 : 0) && lint.output.contains(words), "\(lint.output)")
  }

  @Test func instructionsThatHaveAThresholdAreCountedUnasked() throws {
    let folder = try TemporaryFolder()
    let text = try Self.text.get()
    try folder.write(
      text.replacingOccurrences(of: "\"liveBytes\"", with: "\"instructions\": 5, \"liveBytes\""),
      to: Self.name)
    let call = try check(folder)
    if call.output.contains("valgrind is not installed") {
      #expect(call.code == 0)
    } else {
      #expect(call.code == 2 && call.output.contains("is above its threshold 5"), "\(call.output)")
      let update = try BenchCall(
        "thresholds", "update", "--suite", "SelfTest", "--why", "test", "--thresholds", folder.path)
      #expect(update.code == 0 && update.output.contains("instructions"), "\(update.output)")
      #expect(try check(folder).code == 0)
    }
  }

  @Test func whatIsUnsortedIsAFaultThatStopsNoCheck() throws {
    let folder = try TemporaryFolder()
    let text = try Self.text.get()
    try folder.write(
      text.replacingOccurrences(
        of: "{\n  \"benchmark\"", with: "{\n  \"schema\": 1,\n  \"benchmark\""
      )
      .replacingOccurrences(of: "},\n  \"schema\": 1", with: "}"), to: Self.name)
    #expect(try check(folder).code == 0)
    let lint = try BenchCall("thresholds", "lint", "--thresholds", folder.path)
    #expect(lint.code == 1 && lint.output.contains("are not sorted"))
  }

  @Test func filesOfPackageBenchmarkAreHeld() throws {
    let folder = try TemporaryFolder()
    let name = "SelfTest.take_blocks.p90.json"
    try folder.write("{\n  \"mallocCountTotal\" : 12345\n}\n", to: name)
    let call = try check(folder)
    #expect(call.code == 0 && call.output.contains("holds mallocCount alone"))
    #expect(try check(folder, "--strict").code == 2)
    #expect(try BenchCall("thresholds", "lint", "--thresholds", folder.path).code == 0)
    try folder.write("{\n  \"mallocCountTotal\" : 0\n}\n", to: name)
    let worse = try check(folder)
    #expect(worse.code == 2 && worse.output.contains("mallocCount 12,345 is above its threshold 0"))
    try folder.write("{\"contextSwitches\": 2000, \"mallocCountTotal\": 12345}", to: name)
    let idle = try check(folder)
    #expect(idle.code == 0 && idle.output.contains("contextSwitches: it is not counted here"))
    let lint = try BenchCall("thresholds", "lint", "--thresholds", folder.path)
    #expect(lint.code == 1 && lint.output.contains("'contextSwitches' means nothing here"))
    try folder.write("{\"mallocCountTotl\": 12345}", to: name)
    let typo = try check(folder)
    #expect(typo.code == 5 && typo.output.contains("did you mean 'mallocCountTotal'?"))
    // An update makes a file of ours of it, and says what is left to do.
    let update = try BenchCall(
      "thresholds", "update", "--why", "x", "--suite", "SelfTest", "--thresholds", folder.path)
    #expect(update.code == 0 && update.errors.contains("\(name): \(Self.name) holds"))
    let both = try check(folder)
    #expect(both.isRefused && both.errors.contains("remove one of them"))
  }
}
