import Foundation
import ProcessSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The forms of results, from words to files.
@Suite(.serialized)
struct BenchFormatTests {
  private static let words = [
    "--filter", "hostile|fill array", "--items", "1000", "--profile", "quick",
  ]

  @Test func oneRunWritesEveryForm() throws {
    let folder = try TemporaryFolder()
    let forms = ["json", "markdown", "jmh", "gbench", "bmf", "gab", "junit", "hdr"]
    let also = forms.flatMap { ["--also", "\($0)=\(folder.path)/\($0)"] }
    let call = try BenchCall(Self.words + also)
    #expect(call.code == 3)
    // The text is printed all the same.
    #expect(call.output.contains("growing array"))
    #expect(try folder.names == (forms + ["gab.bigger"]).sorted())
    for name in ["json", "jmh", "gbench", "bmf", "gab", "gab.bigger"] {
      _ = try JSONSerialization.jsonObject(with: Data(try folder.read(name).utf8))
    }
    for name in forms { #expect(try folder.read(name).contains("growing array")) }
    let bigger = try folder.read("gab.bigger")
    #expect(bigger.contains("ratePerSecond") && !bigger.contains("cpuTime"))
  }

  @Test func aFileOfWhatIsBetterBiggerIsOnlyThereWithFigures() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "g.bigger")
    let call = try BenchCall(
      "--filter", "fill array", "--items", "1000", "--profile", "quick", "--format", "gab",
      "--output", "\(folder.path)/g")
    #expect(call.code == 0)
    #expect(call.errors.contains("g.bigger' is not of this run"))
    #expect(try folder.read("g.bigger") == "mine")
    #expect(try folder.names == ["g", "g.bigger"])
  }

  @Test(arguments: [
    ("json", "--also takes FORMAT=FILE"), ("json=", "--also takes FORMAT=FILE"),
    ("jsn=x", "did you mean 'json'?"), ("json=/nonexistent/x", "/nonexistent/x"),
    ("json=/tmp", "--also takes a file; '/tmp' is none"),
  ])
  func aWrongFormIsRefusedBeforeTheRun(_ value: String, _ text: String) throws {
    let call = try BenchCall("--filter", "fill array", "--also", value)
    #expect(call.isRefused && call.errors.contains(text), "\(call.errors)")
  }

  @Test func aFileIsAskedForOnce() throws {
    let twice = try BenchCall("--also", "json=/tmp/x", "--also", "bmf=/tmp/x")
    #expect(twice.isRefused && twice.errors.contains("'/tmp/x' is asked for twice"))
    let output = try BenchCall("--output", "/tmp/x", "--also", "bmf=/tmp/x")
    #expect(output.isRefused && output.errors.contains("'/tmp/x' is asked for twice"))
  }

  @Test func benchmarksNameTheirLines() throws {
    let call = try BenchCall(
      "--filter", "hostile failure|over budget", "--profile", "quick", "--format", "json")
    let places = try call.rows.map { try #require($0["source"] as? [String: Any]) }
    #expect(
      places.map { $0["file"] as? String } == [
        "Sources/bench/SelfTest.swift", "Sources/bench/SelfTest+Hostile.swift",
      ])
    // Where they are registered, and not in the helper that makes all of them.
    let source = try String(
      contentsOfFile: try #require(Self.sources) + "/SelfTest+Hostile.swift", encoding: .utf8)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(places[1]["line"] as? Int)
    #expect(lines[line - 1].contains("hostile(\"hostile failure\")"))
  }

  /// The folder of the program's sources, in this package or in one that borrows them.
  private static let sources: String? = {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    let folder = tests.appending(path: "../../Sources/bench").standardized.path
    return FileManager.default.fileExists(atPath: folder) ? folder : nil
  }()

  #if os(Linux)
    @Test(arguments: [
      ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["TERM": "dumb"], false),
    ])
    func colourIsForTerminalsAlone(_ variables: [String: String], _ isColoured: Bool) throws {
      let text = try onTerminal(["--filter", "over budget", "--profile", "quick"], variables)
      #expect(text.contains("budget exceeded"))
      #expect(text.contains("\u{1b}[31mregressed\u{1b}[0m") == isColoured)
      #expect(text.contains("\u{1b}[3") == isColoured)
    }

    @Test func aFileHasNoColour() throws {
      let folder = try TemporaryFolder()
      let file = "\(folder.path)/r.txt"
      let text = try onTerminal(
        ["--filter", "over budget", "--profile", "quick", "--quiet", "--output", file], [:])
      #expect(text.isEmpty)
      #expect(try !folder.read("r.txt").contains("\u{1b}"))
      let piped = try BenchCall(
        "--filter", "over budget", "--profile", "quick",
        variables: ["TERM": "xterm", "NO_COLOR": ""])
      #expect(piped.output.contains("regressed") && !piped.output.contains("\u{1b}"))
    }

    /// What the program prints on a terminal of its own.
    private func onTerminal(_ words: [String], _ variables: [String: String]) throws -> String {
      let leader = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      try #require(leader >= 0)
      defer { close(leader) }
      // TIOCSPTLCK and TIOCGPTN of Linux: unlocks the other end and asks for its number.
      var (lock, number): (Int32, Int32) = (0, -1)
      try #require(
        ioctl(leader, 0x4004_5431, &lock) == 0 && ioctl(leader, 0x8004_5430, &number) == 0)
      let follower = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      try #require(follower >= 0)
      let program = URL(filePath: try #require(executablePath())).deletingLastPathComponent()
      let process = Process()
      process.executableURL = program.appending(path: "bench")
      process.arguments = words
      process.environment = ProcessInfo.processInfo.environment.merging([
        "LONGLIST_DEBUG": "1", "LONGLIST_SELFTEST_SUITE": "1", "TERM": "xterm", "NO_COLOR": "",
      ]) { $1 }.merging(variables) { $1 }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle(fileDescriptor: follower, closeOnDealloc: false)
      process.standardError = FileHandle.nullDevice
      try process.run()
      close(follower)
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4_096)
      // The end of the last writer is an error of the terminal's other end.
      while case let count = read(leader, &buffer, buffer.count), count > 0 {
        bytes += buffer[..<count]
      }
      process.waitUntilExit()
      return String(decoding: bytes, as: UTF8.self)
    }
  #endif
}
