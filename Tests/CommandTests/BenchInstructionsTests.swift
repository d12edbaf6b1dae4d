import Foundation
import ProcessSupport
import Testing

/// Whether a program is on PATH.
func isInstalled(_ name: String) -> Bool {
  (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
  }
}

/// A folder with a script of a name, first on PATH.
struct FakeProgram {
  let folder: TemporaryFolder
  let path: String

  init(_ name: String, _ script: String) throws {
    folder = try TemporaryFolder()
    try folder.write("#!/bin/sh\n\(script)\n", to: name)
    let file = "\(folder.path)/\(name)"
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    path = folder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
  }
}

/// The instruction tier, by valgrind where it is and by programs of its name that misbehave.
@Suite(.serialized)
struct BenchInstructionsTests {
  private static let words = [
    "--instructions", "--filter", "fill array", "--profile", "quick", "--format", "json",
  ]

  private func metric(_ row: [String: Any]) throws -> [String: Any] {
    try #require((row["metrics"] as? [String: [String: Any]])?["instructions"])
  }

  @Test(.enabled(if: isInstalled("valgrind"), "valgrind is not installed: skipped"))
  func oursIsCountedAtTheSmallestSizeAndRepeats() throws {
    var counts: [Double] = []
    for _ in 0..<5 {
      let call = try BenchCall(Self.words)
      #expect(call.code == 0, "\(call.errors)")
      counts.append(
        try #require(value(try call.row("growing array", items: 1_000), "instructions")))
      #expect(value(try call.row("growing array", items: 4_000), "instructions") == nil)
      #expect(value(try call.row("reserved array", items: 1_000), "instructions") == nil)
    }
    let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
    // A million items are appended, and little else is done.
    #expect(least > 5_000_000 && least < 1_000_000_000)
    #expect((most - least) / least < 0.000_1, "\(counts)")
    print("instructions of five runs: \(counts)")
  }

  @Test(.enabled(if: isInstalled("valgrind"), "valgrind is not installed: skipped"))
  func countsAreHeldAgainstThresholdsWithin0Point5Percent() throws {
    let folder = try TemporaryFolder()
    let name = "SelfTest.take-blocks.json"
    let words = ["--suite", "SelfTest", "--thresholds", folder.path]
    let update = ["thresholds", "update", "--why", "x"] + words
    #expect(try BenchCall(update).code == 0)
    let check = ["check", "--filter", "take"] + words
    // Asked for and without a threshold is missing, not equal.
    let bare = try BenchCall(check + ["--instructions"])
    #expect(bare.code == 5 && bare.output.contains("instructions has no threshold"))
    #expect(try BenchCall(update + ["--instructions"]).code == 0)
    let text = try folder.read(name)
    #expect(text.contains("\"percent\": 0.5"))
    #expect(try BenchCall(check + ["--instructions"]).code == 0)
    #expect(try BenchCall(check).code == 0)
    // An update without them keeps them.
    #expect(try BenchCall(update).output == "no threshold changed\n")
    #expect(try folder.read(name) == text)

    let count = try #require(
      try text.firstMatch(
        of: Regex("\"instructions\": \\{[^}]*\"value\": ([0-9]+)", as: (Substring, Substring).self))
    )
    let number = try #require(Double(count.1))
    for (factor, code) in [(0.99, 2), (1.01, 4), (1.004, 0)] {
      let other = text.replacingOccurrences(of: count.1, with: "\(Int(number * factor))")
      try folder.write(other, to: name)
      #expect(Int(try BenchCall(check + ["--instructions"]).code) == code, "\(factor)")
    }
  }

  @Test func withoutValgrindTheTierIsSkippedWithWhatToInstall() throws {
    let empty = try TemporaryFolder()
    let call = try BenchCall(Self.words, variables: ["PATH": empty.path])
    #expect(call.code == 0)
    let metric = try metric(try call.row("growing array", items: 1_000))
    #expect(metric["verdict"] as? String == "skipped")
    #expect(metric["value"] is NSNull)
    #expect(
      metric["reason"] as? String == "valgrind is not installed (apt-get install valgrind)")
    #expect(try BenchCall(Self.words + ["--strict"], variables: ["PATH": empty.path]).code == 2)
  }

  @Test(arguments: [
    ("kill -SEGV $$", "under valgrind: crashed (signal 11)"),
    (
      "echo '==7== ' >&2; echo '==7== cannot start the tool' >&2; echo '==7== ' >&2; exit 1",
      "under valgrind: crashed (exit code 1):  cannot start the tool"
    ),
    ("echo nonsense >&3; sleep 60", "under valgrind: the child's report is garbled"),
    ("exit 0", "under valgrind: crashed (exit code 0)"),
    // It runs the child, but writes no counts: the words up to the program are its own.
    (
      "shift 5; exec \"$@\"",
      "valgrind wrote no counts; try: valgrind --tool=callgrind true"
    ),
    (
      "out=${5#*=}; shift 5; printf '# callgrind format\\nno more' >$out; exec \"$@\"",
      "valgrind wrote no counts; try: valgrind --tool=callgrind true"
    ),
    (
      "out=${5#*=}; shift 5; printf '# callgrind format\\ntotals: 0\\n' >$out; exec \"$@\"",
      "valgrind saw no measured region; the build lacks its marker"
    ),
  ])
  func aValgrindThatFailsIsFailedInOneLine(_ script: String, _ reason: String) throws {
    let fake = try FakeProgram("valgrind", script)
    let call = try BenchCall(Self.words, variables: ["PATH": fake.path])
    #expect(call.code == 3)
    let metric = try metric(try call.row("growing array", items: 1_000))
    #expect(metric["verdict"] as? String == "failed")
    #expect((metric["reason"] as? String)?.hasPrefix(reason) == true, "\(metric)")
    #expect(call.errors.filter(\.isNewline).count == 1)
  }
}
