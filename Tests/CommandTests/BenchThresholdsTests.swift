import Foundation
import Testing

/// Thresholds from the first update to every way in which they can be broken.
@Suite(.serialized)
struct BenchThresholdsTests {
  private static let name = "SelfTest.fill-array.json"

  /// The thresholds of this machine, by file name; measured once.
  private static let files = Result {
    let folder = try TemporaryFolder()
    let call = try BenchCall(
      "thresholds", "update", "--why", "for a test", "--suite", "SelfTest", "--thresholds",
      folder.path)
    #expect(call.code == 0, "\(call.errors)")
    #expect(call.output.contains("mallocCount"))
    let names = try folder.names
    #expect(names == [name, "SelfTest.take-blocks.json"])
    return try names.map { (name: $0, text: try folder.read($0)) }
  }

  /// A folder with the thresholds of this machine.
  private func recorded() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for file in try Self.files.get() { try folder.write(file.text, to: file.name) }
    return folder
  }

  private func check(_ folder: TemporaryFolder, _ more: String...) throws -> BenchCall {
    try BenchCall(["check", "--suite", "SelfTest", "--thresholds", folder.path] + more)
  }

  private func change(_ folder: TemporaryFolder, _ old: String, _ new: String) throws {
    let text = try folder.read(Self.name)
    #expect(text.contains(old))
    try folder.write(text.replacingOccurrences(of: old, with: new), to: Self.name)
  }

  @Test func whatWasRecordedPassesAndIsShown() throws {
    let folder = try recorded()
    let call = try check(folder)
    #expect(call.code == 0, "\(call.output)")
    let lint = try BenchCall("thresholds", "lint", "--thresholds", folder.path)
    #expect(lint.code == 0 && lint.output.contains("every file is in order"))
    let show = try BenchCall(
      "thresholds", "show", "--thresholds", folder.path, "--filter", "items=1000")
    #expect(show.code == 0 && show.output.contains("for a test"))
    #expect(show.output.contains("growing array items=1000  steps"))
    #expect(!show.output.contains("items=4000"))
    #expect(!show.output.contains("reserved array"))
  }

  @Test func anUpdateShowsOldAndNewAndNothingWhenNothingChanged() throws {
    let folder = try recorded()
    try change(folder, "\"steps\": 1000", "\"steps\": 999")
    let words = [
      "thresholds", "update", "--why", "again", "--suite", "SelfTest", "--thresholds", folder.path,
    ]
    let changed = try BenchCall(words)
    #expect(changed.code == 0)
    #expect(changed.output.contains(#/steps +999 +1,000/#), "\(changed.output)")
    #expect(try folder.read(Self.name).contains("\"why\": \"again\""))
    #expect(try folder.read("SelfTest.take-blocks.json").contains("\"why\": \"for a test\""))
    let same = try BenchCall(words)
    #expect(same.output == "no threshold changed\n")
  }

  @Test func aSmallerThresholdIsARegressionALargerOneAnImprovement() throws {
    let folder = try recorded()
    let text = try folder.read(Self.name)
    try change(folder, "\"mallocCount\": 10010", "\"mallocCount\": 5005")
    let worse = try check(folder)
    #expect(worse.code == 2)
    #expect(worse.output.contains("mallocCount 10,010 is above its threshold 5,005"))
    try folder.write(text, to: Self.name)
    try change(folder, "\"mallocCount\": 10010", "\"mallocCount\": 20020")
    let better = try check(folder)
    #expect(better.code == 4)
    #expect(better.output.contains("mallocCount 10,010 is below its threshold 20,020"))
  }

  @Test func aDeletedFileIsMissing() throws {
    let folder = try recorded()
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(Self.name)")
    let call = try check(folder)
    #expect(call.code == 5)
    #expect(call.output.contains("there is no thresholds file"))
    #expect(try check(folder, "--filter", "take").code == 0)
  }

  @Test func aMissingFolderIsMissing() throws {
    let call = try BenchCall("check", "--suite", "SelfTest", "--thresholds", "/nonexistent")
    #expect(call.code == 5 && call.errors.contains("thresholds update --why"))
    #expect(try BenchCall("thresholds", "lint", "--thresholds", "/nonexistent").code == 5)
  }

  @Test func whatIsNoJSONIsRefusedWithFileAndByte() throws {
    let folder = try recorded()
    try folder.write("{", to: Self.name)
    for call in [
      try check(folder), try BenchCall("thresholds", "show", "--thresholds", folder.path),
      try BenchCall("thresholds", "update", "--why", "x", "--thresholds", folder.path),
    ] {
      #expect(call.isRefused, "\(call.output) \(call.errors)")
      #expect(call.errors.contains("\(Self.name): byte 1: '\"' is missing"))
    }
    #expect(try folder.read(Self.name) == "{")
  }

  @Test(arguments: [
    (
      "\"mallocCount\"", "\"malocCount\"",
      "unknown metric 'malocCount'; did you mean 'mallocCount'?"
    ),
    (
      "\"fill array\"", "\"fill aray\"", "unknown benchmark 'fill aray'; did you mean 'fill array'?"
    ),
    ("\"SelfTest\"", "\"SelfTset\"", "unknown suite 'SelfTset'; did you mean 'SelfTest'?"),
    ("\"steps\": 1000", "\"steps\": 1000, \"steps\": 1", "'steps' stands twice"),
    ("\"schema\": 1", "\"schema\": 9", "another schema than 1"),
  ])
  func aMisspeltNameIsRefused(_ old: String, _ new: String, _ message: String) throws {
    let folder = try recorded()
    try change(folder, old, new)
    let call = try check(folder)
    #expect(call.isRefused && call.errors.contains(message), "\(call.errors)")
    let lint = try BenchCall("thresholds", "lint", "--thresholds", folder.path)
    #expect(lint.code == 1 && lint.output.contains(message))
    #expect(lint.errors.contains(Self.name) || lint.errors.contains("faults"))
    #expect(lint.errors.filter(\.isNewline).count == 1)
  }

  @Test func aStaleEntryFailsTheLintAndIsMissingInTheCheck() throws {
    let folder = try recorded()
    try change(folder, "{\"items\": 4000}", "{\"items\": 4001}")
    let lint = try BenchCall("thresholds", "lint", "--thresholds", folder.path)
    #expect(lint.code == 1 && lint.errors.contains("is stale"))
    #expect(try check(folder).code == 5)
  }

  @Test func otherDataAreNotHeldAgainstThem() throws {
    let call = try check(try recorded(), "--seed", "2", "--filter", "fill")
    #expect(call.code == 5 && call.output.contains("is about other data"))
  }

  @Test func otherToolchainsKeepTheCounts() throws {
    let folder = try recorded()
    try change(folder, "\"jemalloc ", "\"jemalloc 4.")
    let call = try check(folder)
    #expect(call.code == 0 && call.output.contains("memory thresholds are those of"))
    #expect(try check(folder, "--strict").code == 2)
    try change(folder, "\"steps\": 1000", "\"steps\": 500")
    #expect(try check(folder).code == 2)
  }

  @Test func nothingIsRecordedOfWhatFails() throws {
    let folder = try TemporaryFolder()
    let call = try BenchCall(
      "thresholds", "update", "--why", "x", "--suite", "SelfTestBroken", "--thresholds",
      folder.path)
    // One of its benchmarks has no data.
    #expect(call.code == 1)
    #expect(try folder.names.isEmpty)
  }

  @Test func runHoldsAgainstThresholdsWhenAsked() throws {
    let folder = try recorded()
    try change(folder, "\"steps\": 1000", "\"steps\": 1")
    let call = try BenchCall(
      "run", "--suite", "SelfTest", "--profile", "quick", "--thresholds", folder.path)
    #expect(call.code == 2)
  }

  @Test func ciShowsHowTheThresholdsChanged() throws {
    let folder = try recorded()
    let bare = try check(folder, "--ci", "--filter", "take")
    #expect(bare.code == 0 && bare.output.contains("no git history here"))
    func git(_ words: String...) throws {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      let author = ["-c", "user.name=Test", "-c", "user.email=test@localhost"]
      process.arguments = ["git", "-C", folder.path] + author + words
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    try git("init", "--quiet", "--initial-branch=main")
    try git("add", ".")
    try git("commit", "--quiet", "--message=First")
    try change(folder, "\"steps\": 1000", "\"steps\": 1001")
    try git("commit", "--quiet", "--all", "--message=Second")
    let call = try check(folder, "--ci")
    #expect(call.code == 4)
    #expect(call.output.contains("1 file differs from"))
    #expect(call.output.contains("because: for a test"))
    #expect(call.output.contains(#/steps +1,000 +1,001/#), "\(call.output)")
  }

  @Test func anInterruptedUpdateLeavesNoFolder() throws {
    let folder = try TemporaryFolder()
    let call = try BenchCall(
      "thresholds", "update", "--why", "x", "--suite", "SelfTest", "--thresholds",
      "\(folder.path)/new", interruptAfter: 0.5)
    #expect(call.code == 130)
    #expect(try folder.names.isEmpty)
  }
}
