import Foundation
import ProcessSupport
import Testing

/// A program that stands for a base: a shell script, often one that runs bench and changes what it says.
private final class FakeBase {
  let folder: TemporaryFolder
  let path: String

  /// - Parameter script: With `BENCH` for the real program's path.
  init(_ script: String, mode: Int = 0o755) throws {
    folder = try TemporaryFolder()
    path = "\(folder.path)/bench"
    let text = "#!/bin/sh\n" + script.replacingOccurrences(of: "BENCH", with: try FakeBase.bench())
    try folder.write(text, to: "bench")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  /// The same, for a bench whose report goes through a filter.
  convenience init(report filter: String) throws {
    try self.init("BENCH \"$@\" 3>&1 >/dev/null | \(filter) >&3\n")
  }

  static func bench() throws -> String {
    let program = try #require(executablePath())
    return URL(filePath: program).deletingLastPathComponent().appending(path: "bench").path
  }
}

private let small = ["--filter", "fill array/growing", "--items", "1000"]

@Suite(.serialized)
struct BenchCompareTests {
  private func compare(
    _ base: String, _ words: [String] = small + ["--format", "json"],
    variables: [String: String] = [:]
  ) throws -> BenchCall {
    try BenchCall(["compare", "--base", base] + words, variables: variables)
  }

  @Test func theSameBuildPasses() throws {
    let call = try compare(try FakeBase.bench())
    #expect(call.code == 0, "\(call.errors)")
    let row = try call.row("growing array")
    #expect(value(row, "ratioToBase") != nil && value(row, "ratioToSelf") != nil)
    let metrics = try #require(row["metrics"] as? [String: [String: Any]])
    let count = try #require(metrics["mallocCount"])
    #expect(count["base"] as? Double == count["value"] as? Double)
    #expect((metrics["ratioToBase"]?["samples"] as? [Double])?.count == 12)
    let json = try JSONSerialization.jsonObject(with: Data(call.output.utf8)) as? [String: Any]
    #expect((json?["base"] as? [String: Any])?["pairs"] as? Int == 12)
    #expect((json?["noise"] as? [String: Any])?["groups"] != nil)
  }

  @Test func whatABodyLeavesBehindIsNotJudged() throws {
    let words = ["--suite", "SelfTestBroken", "--filter", "first use/", "--format", "json"]
    let call = try compare(try FakeBase.bench(), words)
    let metrics = try #require(try call.rows.first?["metrics"] as? [String: Any])
    #expect(metrics["mallocCount"] != nil && metrics["leakedBytes"] == nil)
    #expect(!call.errors.contains("left behind"), "\(call.errors)")
  }

  @Test func theTableShowsTheFloor() throws {
    let call = try compare(try FakeBase.bench(), small)
    #expect(call.code == 0 && call.output.contains("(floor)"), "\(call.errors)")
    #expect(call.output.contains("noise: ") && call.output.contains("base: /"))
  }

  @Test(arguments: [("head:20", 2, "regressed"), ("base:20", 4, "improved")])
  func aBuildSlowedByAFifthIsFound(_ slowdown: String, _ code: Int, _ verdict: String) throws {
    // A machine above the stated limit of noise, and no other, may refuse to judge; it gets two more chances.
    for _ in 0..<3 {
      let call = try compare(
        try FakeBase.bench(), variables: ["LONGLIST_TEST_SLOWDOWN": slowdown])
      let row = try call.row("growing array")
      let ratio = try #require(
        (row["metrics"] as? [String: [String: Any]])?["ratioToBase"] as [String: Any]?)
      let reason = try #require(ratio["reason"] as? String)
      if reason.hasPrefix("too noisy for paired times"), call.code == 0 { continue }
      #expect(Int(call.code) == code, "\(call.errors)")
      #expect(ratio["verdict"] as? String == verdict)
      #expect(reason.hasSuffix(", twice"))
      return
    }
  }

  @Test func aCountThatChangedIsNamed() throws {
    let more = try FakeBase(report: "sed 's/^allocations\t[0-9]*/allocations\t1/'")
    let call = try compare(more.path)
    #expect(call.code == 2 && call.errors.contains("mallocCount 1 -> "))
    let fewer = try FakeBase(report: "sed 's/^value\tsteps\tcount\t.*/value\tsteps\tcount\t9999/'")
    let better = try compare(fewer.path)
    #expect(better.code == 4 && better.errors.contains("steps 9,999 -> 1,000"))
  }

  @Test func whatOneSideLacksIsMissingAndNamed() throws {
    let metric = try FakeBase(report: "sed '/^value\tsteps/d'")
    let call = try compare(metric.path)
    #expect(call.code == 5 && call.errors.contains("steps is measured by this build alone"))
    let wholeCase = try FakeBase(report: "sed '/^case\t.*growing/d'")
    let alone = try compare(wholeCase.path)
    #expect(alone.code == 5 && alone.errors.contains("this build alone has it"), "\(alone.errors)")
    let other = try FakeBase(
      report: "sed '/^case/{p;s/growing array/growing list/;}'")
    let theirs = try compare(other.path, small + ["--format", "json"])
    #expect(theirs.code == 5 && theirs.errors.contains("growing list"), "\(theirs.errors)")
    #expect(theirs.errors.contains("the base alone has it"))
  }

  @Test func aBaseThatFailsInACaseIsNamed() throws {
    let crash = try FakeBase("case \"$3\" in time) kill -6 $$;; esac\nexec BENCH \"$@\"\n")
    let call = try compare(crash.path)
    #expect(
      call.code == 3 && call.errors.contains("the base: crashed (signal 6)"), "\(call.errors)")
  }

  @Test func referencesAloneAreNoComparison() throws {
    let call = try compare(
      try FakeBase.bench(), ["--filter", "fill array/reserved", "--items", "1000"])
    #expect(call.isRefused && call.errors.contains("--peers"), "\(call.errors)")
  }

  @Test func theCallNamesOneBase() throws {
    let none = try BenchCall("compare")
    #expect(none.isRefused && none.errors.contains("--base BINARY or --base-commit REV"))
    let both = try BenchCall("compare", "--base", "x", "--base-commit", "y")
    #expect(both.isRefused && both.errors.contains("exclude each other"))
  }
}

/// Everything that is no base: one line, exit 1, and nothing written.
@Suite(.serialized)
struct BenchBadBaseTests {
  /// The line on standard error of a call that must be refused.
  private func refusal(of base: FakeBase) throws -> String {
    try withExtendedLifetime(base) { try refusal(of: base.path) }
  }

  private func refusal(of base: String) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write("before", to: "r.json")
    let call = try BenchCall(
      ["compare", "--base", base, "--output", "\(folder.path)/r.json"] + small)
    #expect(call.isRefused, "\(call.code) \(call.output) \(call.errors)")
    #expect(try folder.read("r.json") == "before")
    #expect(try folder.names == ["r.json"])
    return call.errors
  }

  @Test(arguments: [
    ("/nonexistent/bench", "is not there: No such file or directory"), ("/tmp", "is no file"),
    ("/etc/passwd", "is not executable"), ("/bin/true", "ended with exit code 0"),
    ("/bin/false", "ended with exit code 1"),
  ])
  func whatIsNoBenchIsRefused(_ base: String, _ words: String) throws {
    #expect(try refusal(of: base).contains(words))
  }

  @Test(arguments: [
    ("echo nonsense >&3\n", "answers what no bench answers"),
    ("yes nonsense >&3\n", "answers what no bench answers"),
    ("head -c 9000000 /dev/zero >&3\n", "answers what no bench answers"),
    (
      "yes | head -c 9000000; yes | head -c 900000 >&2; printf '\\033[31mred' >&2; exit 3\n",
      "ended with exit code 3:  [31mred"
    ),
    ("kill -11 $$\n", "ended with signal 11"),
    ("sleep 60 & sleep 60 >&3 & exit 0\n", "ended with exit code 0"),
    ("setsid sleep 5 & exit 0\n", "ended with exit code 0"),
    ("printf 'protocol\\t9\\n' >&3; exit 1\n", "speaks protocol 9, this build protocol 2"),
    (
      "echo 'bench: __child is for bench itself; see bench --help' >&2; exit 1\n",
      "speaks a protocol without a version"
    ),
    (
      "printf 'environment\\tno jemalloc here\\n' >&3; exit 1\n", "cannot measure: no jemalloc here"
    ),
  ])
  func whatAnswersWrongIsRefused(_ script: String, _ words: String) throws {
    let start = Date()
    let line = try refusal(of: try FakeBase(script))
    #expect(line.contains(words), "\(line)")
    #expect(Date().timeIntervalSince(start) < 15)
  }

  @Test func aBaseThatHangsIsEnded() throws {
    let line = try refusal(of: try FakeBase("sleep 300\n"))
    #expect(line.contains("did not say what it measures within 10 s"))
  }

  @Test(arguments: [
    ("s/^\\(build\t[^\t]*\t\\)debug/\\1release/", "is a release, this one a debug build"),
    ("s/^build\t[^\t]*/build\t5.0/", "was compiled by Swift 5.0"),
    ("s/jemalloc 5/jemalloc 4/", "allocates by jemalloc 4"),
    ("s/sha256:1/sha256:2/", "makes other data for SelfTest/fill array"),
  ])
  func unlikeBuildsAndDataAreRefused(_ change: String, _ words: String) throws {
    let line = try refusal(of: try FakeBase(report: "sed '\(change)'"))
    #expect(line.contains(words), "\(line)")
  }

  @Test func aBaseThatIsReplacedMeanwhileIsRefused() throws {
    let base = try FakeBase("[ \"$3\" = time ] && touch \"$0\"\nexec BENCH \"$@\"\n")
    #expect(try refusal(of: base).contains("was replaced while it was measured"))
  }
}

/// `--base-commit`, on a small package whose bench runs this build's.
@Suite(.serialized)
struct BenchBaseCommitTests {
  private let folder: TemporaryFolder
  private let bench: String

  init() throws {
    folder = try TemporaryFolder()
    bench = "\(folder.path)/bench"
    try FileManager.default.copyItem(atPath: try FakeBase.bench(), toPath: bench)
    try folder.write(
      """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(name: "p", targets: [.executableTarget(name: "bench", path: "bench-source")])
      """, to: "Package.swift")
  }

  @discardableResult
  private func shell(_ script: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-ec", script]
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  private func commit(_ source: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/bench-source", withIntermediateDirectories: true)
    try folder.write(source, to: "bench-source/main.swift")
    #expect(
      try shell(
        """
        printf '.build\\nbench\\n' >.gitignore
        git init -q 2>/dev/null || true
        git add -A
        git -c user.name=t -c user.email=t@t commit -qm 'A bench'
        """) == 0)
  }

  private func call(_ revision: String) throws -> BenchCall {
    try BenchCall(["compare", "--base-commit", revision] + small, program: bench)
  }

  @Test func aCommitIsBuiltOnceAndCompared() throws {
    try commit(
      """
      #if canImport(Glibc)
        import Glibc
      #else
        import Darwin
      #endif
      var words: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.map { strdup($0) }
      words.append(nil)
      execv("\(bench)", words)
      """)
    let first = try call("HEAD")
    #expect(first.code == 0, "\(first.errors)")
    let start = Date()
    let second = try call("HEAD~0")
    #expect(second.code == 0, "\(second.errors)")
    let seconds = Date().timeIntervalSince(start)
    let bases = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/.build/bases")
    #expect(bases.count == 3, "\(bases)")
    // A worktree that was removed by hand is made again.
    try FileManager.default.removeItem(atPath: "\(folder.path)/.build/bases")
    let third = Date()
    #expect(try call("HEAD").code == 0)
    // What was not built again was there sooner.
    #expect(seconds < Date().timeIntervalSince(third))
  }

  @Test func aCommitThatDoesNotBuildIsTold() throws {
    try commit("this does not compile\n")
    let call = try call("HEAD")
    #expect(call.code == 1)
    let lines = call.errors.split(separator: "\n")
    #expect(
      lines.last?.contains("does not build; its output stands above") == true, "\(call.errors)")
    #expect(call.errors.contains("error:"))
  }

  @Test func anUnknownCommitIsTold() throws {
    try commit("print(1)\n")
    for revision in ["no-such-branch", "0123456789abcdef0123456789abcdef01234567", "HEAD:bench"] {
      let call = try call(revision)
      #expect(call.isRefused && call.errors.contains("git knows no commit"), "\(call.errors)")
    }
  }

  @Test func withoutARepositoryThereAreNoCommits() throws {
    let call = try call("HEAD")
    #expect(call.isRefused && call.errors.contains("is in no git repository"), "\(call.errors)")
  }
}
