import Foundation
import Testing

/// `Tests/Kills/run` does the same for longer, over more layouts.
@Suite struct FixturesKillTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func start(_ folder: String, _ words: [String] = []) throws -> Process {
    try FixturesProgram.start(
      [
        "generate", "timeline", "--items", "150000", "--events", "3000", "--seed", "5", "--out",
        scratch.path(folder),
      ] + words, output: FileHandle.nullDevice, errors: FileHandle.nullDevice)
  }

  @Test(arguments: [[], ["--compress", "zstd"], ["--format", "csv"], ["--format", "sqlite"]])
  func aKilledRunIsResumedToTheSameBytes(words: [String]) throws {
    let whole = try start("whole", words)
    let begin = Date()
    whole.waitUntilExit()
    let seconds = Date().timeIntervalSince(begin)
    #expect(whole.terminationStatus == 0)
    for part in [0.2, 0.5, 0.8] {
      let run = try start("d", words)
      Thread.sleep(forTimeInterval: seconds * part)
      kill(run.processIdentifier, SIGKILL)
      run.waitUntilExit()
      for name in try scratch.names("d") where !name.contains(".partial") {
        #expect(
          FileManager.default.contentsEqual(
            atPath: scratch.path("d/\(name)"), andPath: scratch.path("whole/\(name)")), "\(name)")
      }
      let resumed = try start("d", words + ["--resume"])
      resumed.waitUntilExit()
      #expect(resumed.terminationStatus == 0)
      #expect(try scratch.names("d") == scratch.names("whole"))
      for name in try scratch.names("whole") {
        #expect(
          FileManager.default.contentsEqual(
            atPath: scratch.path("d/\(name)"), andPath: scratch.path("whole/\(name)")), "\(name)")
      }
      try FileManager.default.removeItem(atPath: scratch.path("d"))
    }
  }

  @Test func optionsThatExcludeEachOtherAreRefused() throws {
    for words in [
      ["--format", "sqlite", "--compress", "zstd"], ["--format", "pages", "--compress", "gzip"],
      ["--format", "cdc", "--shard", "1/2"], ["--shard", "3/2"], ["--force", "--resume"],
      ["--format", "xml"], ["--compress", "lz4"],
    ] {
      let result = try FixturesProgram.run(
        ["generate", "timeline", "--items", "9", "--out", scratch.path("d")] + words)
      #expect(result.exitCode == 1, "\(words)")
      #expect(result.errorText.split(separator: "\n").count == 1)
      #expect(try scratch.names() == [])
    }
    for words in [["--format", "sqlite"], ["--resume"]] {
      let result = try FixturesProgram.run(
        ["generate", "timeline", "--items", "9", "--stdout", "items"] + words)
      #expect(result.exitCode == 1, "\(words)")
    }
  }

  @Test(arguments: ["ndjson", "json", "csv", "copy"])
  func standardOutputIsTheFile(format: String) throws {
    let words = ["generate", "timeline", "--items", "900", "--events", "90", "--format", format]
    _ = try FixturesProgram.run(words + ["--out", scratch.path("d")])
    var output: [UInt8] = []
    var files: [UInt8] = []
    for stream in ["items", "events"] {
      output += try FixturesProgram.run(words + ["--stdout", stream]).output
      let name = format == "copy" ? "load.sql" : "\(stream).\(format)"
      if format == "copy", stream == "events" { continue }
      files += [UInt8](try Data(contentsOf: scratch.url.appending(path: "d/\(name)")))
    }
    #expect(output == files)
  }

  @Test func shardsAreMerged() throws {
    let words = ["generate", "timeline", "--items", "70000", "--events", "9", "--out"]
    _ = try FixturesProgram.run(words + [scratch.path("whole"), "--expected", "none"])
    for number in 1...2 {
      let run = try FixturesProgram.run(
        words + [scratch.path("\(number)"), "--shard", "\(number)/2"])
      #expect(run.exitCode == 0)
    }
    let missing = try FixturesProgram.run(
      ["merge", scratch.path("1"), "--out", scratch.path("m")])
    #expect(missing.exitCode == 2)
    #expect(missing.errorText.contains("shard 2 of 2 is missing"))
    let merged = try FixturesProgram.run(
      ["merge", scratch.path("1"), scratch.path("2"), "--out", scratch.path("m")])
    #expect(merged.exitCode == 0, "\(merged.errorText)")
    for name in try scratch.names("whole") {
      #expect(
        FileManager.default.contentsEqual(
          atPath: scratch.path("m/\(name)"), andPath: scratch.path("whole/\(name)")), "\(name)")
    }
  }
}
