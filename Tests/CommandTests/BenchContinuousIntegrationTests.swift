import Foundation
import ProcessSupport
import Testing

/// `check --ci`: what a CI system finds after a run.
@Suite(.serialized)
struct BenchContinuousIntegrationTests {
  /// A folder with thresholds of two benchmarks that pass, `junit.xml` and `summary.md` to be.
  private final class Workspace {
    let folder: TemporaryFolder
    var thresholds: String { "\(folder.path)/thresholds" }
    var junit: String { "\(folder.path)/junit.xml" }
    var summary: String { "\(folder.path)/summary.md" }

    init() throws {
      folder = try TemporaryFolder()
      let call = try BenchCall(
        "thresholds", "update", "--why", "a test", "--suite", "SelfTest", "--thresholds", thresholds
      )
      try #require(call.code == 0, "\(call.errors)")
    }

    func check(
      _ words: String..., filter: String = "^SelfTest/", variables: [String: String] = [:]
    ) throws -> BenchCall {
      try BenchCall(
        ["check", "--ci", "--thresholds", thresholds, "--filter", filter, "--junit", junit] + words,
        variables: ["GITHUB_ACTIONS": "", "GITHUB_STEP_SUMMARY": ""].merging(variables) { $1 })
    }

    var github: [String: String] { ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary] }
  }

  @Test func aRunThatPassesWritesJUnitAndSummary() throws {
    let work = try Workspace()
    let call = try work.check(variables: work.github)
    #expect(call.code == 0, "\(call.errors)")
    let junit = try work.folder.read("junit.xml")
    #expect(junit.contains("failures=\"0\" errors=\"0\"") && junit.contains("growing array"))
    #expect(try work.folder.read("summary.md").hasPrefix("### bench: **pass** ("))
    #expect(!call.output.contains("::error"))
  }

  @Test func withoutGitHubThereIsOnlyJUnit() throws {
    let work = try Workspace()
    let call = try work.check(filter: "over budget")
    #expect(call.code == 2, "\(call.errors)")
    #expect(!call.output.contains("::"))
    #expect(try work.folder.names == ["junit.xml", "thresholds"])
    #expect(
      try work.folder.read("junit.xml").contains("<failure message=\"regressed: budget exceeded"))
  }

  @Test(arguments: [
    ("over budget", 2, "regressed"), ("wrong result", 3, "failed"), ("crash", 3, "failed"),
    ("over budget|wrong result", 3, "failed"),
  ])
  func annotationsNameTheLine(_ filter: String, _ code: Int, _ verdict: String) throws {
    let work = try Workspace()
    let call = try work.check(filter: filter, variables: work.github)
    #expect(Int(call.code) == code, "\(call.errors)")
    let lines = call.output.split(separator: "\n").filter { $0.hasPrefix("::error ") }
    let first = try #require(lines.first)
    #expect(first.hasPrefix("::error file="))
    #expect(
      first.contains("Sources/bench/SelfTest.swift,line=")
        && first.contains("title=\(verdict)%3A SelfTestBroken/"))
    #expect(try work.folder.read("summary.md").hasPrefix("### bench: **\(verdict)** ("))
  }

  @Test func aMissingThresholdIsAnErrorInEveryForm() throws {
    let work = try Workspace()
    let call = try work.check(filter: "flood", variables: work.github)
    #expect(call.code == 5, "\(call.errors)")
    #expect(call.output.contains("title=missing%3A SelfTestBroken/flood"))
    #expect(
      try work.folder.read("junit.xml").contains(
        "<error message=\"missing: there is no thresholds file"))
  }

  @Test func strictMakesFailuresOfWhatIsNotJudged() throws {
    let work = try Workspace()
    let words = ["--filter", "flood", "--profile", "quick"]
    let folder = work.folder
    let usual = try BenchCall(words + ["--also", "junit=\(folder.path)/usual"])
    let strict = try BenchCall(words + ["--strict", "--also", "junit=\(folder.path)/strict"])
    #expect(usual.code == 0 && strict.code == 2)
    #expect(try folder.read("usual").contains("<skipped message=\"inconclusive: "))
    #expect(try folder.read("strict").contains("<failure message=\"inconclusive: "))
  }

  @Test func aNonTextFormIsNotMixedWithAnnotations() throws {
    let work = try Workspace()
    let call = try work.check("--format", "json", filter: "over budget", variables: work.github)
    _ = try JSONSerialization.jsonObject(with: Data(call.output.utf8))
    #expect(call.errors.contains("::error file="))
  }

  @Test func aSummaryIsAppendedAndCut() throws {
    let work = try Workspace()
    let earlier = String(repeating: "x", count: 1_000) + "\n"
    try work.folder.write(earlier, to: "summary.md")
    _ = try work.check(variables: work.github)
    #expect(try work.folder.read("summary.md").hasPrefix(earlier + "### bench"))
    for room in [0, 300, 700] {
      let before = String(repeating: "x", count: (1 << 20) - 1 - room)
      try work.folder.write(before, to: "summary.md")
      let call = try work.check(variables: work.github)
      #expect(call.code == 0)
      let after = try work.folder.read("summary.md")
      #expect(after.utf8.count < 1 << 20 && after.hasPrefix(before))
      #expect((after.utf8.count > before.utf8.count) == (room >= 300))
      if room >= 300 { #expect(after.contains("lines are left out here")) }
      #expect(call.errors.contains("the job summary is full") == (room == 0))
    }
  }

  @Test(arguments: ["summary", "junit"])
  func whatCannotBeWrittenIsSaidAndResultsAreNotLost(_ what: String) throws {
    let work = try Workspace()
    let path = "\(work.folder.path)/no/such/folder"
    let call =
      what == "summary"
      ? try work.check(filter: "over budget", variables: ["GITHUB_STEP_SUMMARY": path])
      : try BenchCall(
        "check", "--ci", "--thresholds", work.thresholds, "--filter", "over budget", "--junit", path
      )
    #expect(call.code == 1)
    #expect(call.output.contains("budget exceeded by"))
    let lines = call.errors.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].contains(path), "\(call.errors)")
    if what == "summary" { #expect(try work.folder.read("junit.xml").contains("<failure")) }
  }

  @Test func aFolderOrAPipeIsNoSummary() throws {
    let work = try Workspace()
    let pipe = "\(work.folder.path)/pipe"
    try #require(mkfifo(pipe, 0o644) == 0)
    for path in [work.folder.path, pipe] {
      let call = try work.check(variables: ["GITHUB_STEP_SUMMARY": path])
      #expect(call.code == 1 && call.errors.hasPrefix("bench: no job summary: "), "\(call.errors)")
    }
  }

  @Test func aCallWithoutResultsSaysSoEverywhere() throws {
    let work = try Workspace()
    try work.folder.write("of an earlier run", to: "junit.xml")
    let call = try work.check(filter: "bad data", variables: work.github)
    #expect(call.code == 1)
    let junit = try work.folder.read("junit.xml")
    #expect(junit.contains("errors=\"1\"") && junit.contains("does not verify"))
    #expect(try work.folder.read("summary.md").hasPrefix("### bench: **no results**"))
    #expect(call.output.contains("::error title=bench::items.ndjson does not verify"))
  }

  @Test func aMissingThresholdsFolderSaysSoEverywhere() throws {
    let work = try Workspace()
    let call = try BenchCall(
      "check", "--ci", "--thresholds", "/nonexistent", "--junit", work.junit, "--suite", "SelfTest")
    #expect(call.code == 5)
    #expect(try work.folder.read("junit.xml").contains("there is no folder of thresholds"))
  }

  @Test func junitBelongsToCI() throws {
    let call = try BenchCall("check", "--junit", "/tmp/x")
    #expect(call.isRefused && call.errors.contains("--junit goes with --ci"))
  }

  @Test func theUsualJUnitFileIsThePackages() throws {
    let work = try Workspace()
    let call = try BenchCall(
      "check", "--ci", "--thresholds", work.thresholds, "--filter", "over budget",
      variables: ["GITHUB_ACTIONS": "", "GITHUB_STEP_SUMMARY": ""])
    #expect(call.code == 2, "\(call.errors)")
    let package = try #require(packageFolder())
    let junit = try String(contentsOfFile: "\(package)/.build/bench/junit.xml", encoding: .utf8)
    #expect(junit.contains("budget exceeded by"))
  }
}
