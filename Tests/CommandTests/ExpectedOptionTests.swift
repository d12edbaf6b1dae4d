import Foundation
import Testing

/// `fixtures generate --expected`.
@Suite struct ExpectedOptionTests {
  private func generate(_ arguments: [String], into path: String) throws -> FixturesProgram.Result {
    try FixturesProgram.run(
      ["generate", "timeline", "--items", "60", "--events", "40", "--out", path] + arguments)
  }

  @Test func answersAreWrittenUnlessTheyAreNotWanted() throws {
    let folder = try Scratch()
    for (arguments, pages) in [
      ([], 50), (["--expected", "default"], 50), (["--expected", "3"], 3),
    ] as [([String], Int)] {
      let result = try generate(arguments + ["--force"], into: folder.path("d"))
      #expect(result.exitCode == 0, "\(result.errorText)")
      #expect(result.errorText.isEmpty)
      let summary = try String(
        contentsOfFile: folder.path("d/expected/summary.json"), encoding: .utf8)
      #expect(summary.hasPrefix("{\"pages\":\(pages),"))
      #expect(try FixturesProgram.run(["verify", folder.path("d")]).exitCode == 0)
    }
    #expect(try generate(["--expected", "none", "--force"], into: folder.path("d")).exitCode == 0)
    #expect(try !folder.names("d").contains("expected"))
  }

  @Test(arguments: [["--expected", "0"], ["--expected", "501"], ["--expected", "all"]])
  func otherWordsAreRefused(arguments: [String]) throws {
    let folder = try Scratch()
    let result = try generate(arguments, into: folder.path("d"))
    #expect(result.exitCode == 1)
    #expect(result.errorText.contains("--expected takes none, default, or a number"))
  }

  @Test func aShardTakesNone() throws {
    let folder = try Scratch()
    let result = try generate(["--shard", "1/2", "--expected", "4"], into: folder.path("d"))
    #expect(result.exitCode == 1)
    #expect(result.errorText.contains("a shard has no expected answers"))
    #expect(try generate(["--shard", "1/2"], into: folder.path("e")).exitCode == 0)
    #expect(try !folder.names("e").contains("expected"))
  }
}
