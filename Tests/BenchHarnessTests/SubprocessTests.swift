import ProcessSupport
import Testing

@testable import BenchHarness

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct SubprocessTests {
  private func run(
    _ script: String, limit: Int = 20, receive: (ArraySlice<UInt8>) -> Bool = { _ in true }
  ) throws -> Subprocess.End {
    try Subprocess(
      words: ["sh", "-c", script], environment: ["PATH=/usr/bin:/bin", "MARK=7"], channel: 3,
      timeLimitSeconds: limit
    ).run(in: RunningGroup(), receive: receive)
  }

  @Test func endsAreTold() throws {
    #expect(try run("exit 0").way == .exited(0))
    #expect(try run("exit 41").way == .exited(41))
    #expect(try run("kill -9 $$").way == .signalled(9))
  }

  @Test func theChannelAndStandardErrorAreCapturedApart() throws {
    var text: [UInt8] = []
    let end = try run("echo out; echo $MARK >&3; echo bad >&2; read x; echo \"[$x]\" >&3") {
      text += $0
      return true
    }
    #expect(String(decoding: text, as: UTF8.self) == "7\n[]\n")
    #expect(end.errorText == "bad\n")
  }

  @Test func theTailOfALongComplaintIsKept() throws {
    let end = try run("head -c 300000 /dev/zero | tr '\\0' x >&2; echo last words >&2")
    #expect(end.errorText.utf8.count == 4_096)
    #expect(end.errorText.hasSuffix("x" + "last words\n"))
  }

  @Test func allOfALargeReportArrives() throws {
    var count = 0
    let end = try run("head -c 3000000 /dev/zero >&3") {
      count += $0.count
      return true
    }
    #expect(end.way == .exited(0))
    #expect(count == 3_000_000)
  }

  @Test func aHangIsEndedInTime() throws {
    let start = Clock.monotonicNanoseconds()
    #expect(try run("sleep 60", limit: 1).way == .outOfTime)
    #expect(Clock.monotonicNanoseconds() - start < 5_000_000_000)
  }

  @Test func aHangWithClosedPipesIsEndedToo() throws {
    #expect(try run("exec 2>&- 3>&-; sleep 60", limit: 1).way == .outOfTime)
  }

  @Test func whatIsRefusedIsEnded() throws {
    #expect(try run("echo x >&3; sleep 60") { _ in false }.way == .refused)
  }

  @Test func aGrandchildThatKeepsThePipesHoldsNobody() throws {
    let start = Clock.monotonicNanoseconds()
    var text: [UInt8] = []
    let end = try run("sleep 60 & echo $! >&3; exit 5") {
      text += $0
      return true
    }
    #expect(end.way == .exited(5))
    #expect(Clock.monotonicNanoseconds() - start < 5_000_000_000)
    let grandchild = try #require(
      pid_t(String(decoding: text, as: UTF8.self).filter(\.isNumber)))
    // It was ended with its group; it may stay a zombie until its new parent looks.
    var tries = 0
    while kill(grandchild, 0) == 0, isRunning(grandchild), tries < 100 {
      usleep(10_000)
      tries += 1
    }
    #expect(tries < 100)
  }

  private func isRunning(_ process: pid_t) -> Bool {
    guard let status = try? readFile("/proc/\(process)/stat") else { return false }
    return !String(decoding: status, as: UTF8.self).contains(") Z ")
  }

  private func program(_ script: String, limit: Int = 60) -> Subprocess {
    Subprocess(
      words: ["sh", "-c", script], environment: ["PATH=/usr/bin:/bin"], channel: 3,
      timeLimitSeconds: limit)
  }

  /// Each waits for a file that the other makes.
  @Test func programsRunSideBySide() throws {
    let folder = try ScratchFolder()
    func script(makes mine: String, needs other: String) -> String {
      "cd \(folder.path); touch \(mine); while ! [ -e \(other) ]; do sleep 0.1; done; "
        + "echo \(mine) >&3"
    }
    var texts: [[UInt8]] = [[], [], []]
    let ends = try Subprocess.run(
      [
        program(script(makes: "a", needs: "b")), program(script(makes: "b", needs: "a")),
        program("sleep 60", limit: 1),
      ], in: [RunningGroup(), RunningGroup(), RunningGroup()]
    ) {
      texts[$0] += $1
      return true
    }
    #expect(ends.map(\.way) == [.exited(0), .exited(0), .outOfTime])
    #expect(texts.map { String(decoding: $0, as: UTF8.self) } == ["a\n", "b\n", ""])
  }

  @Test func whatRunsBesideAProgramThatCannotStartIsEnded() throws {
    let folder = try ScratchFolder()
    let none = Subprocess(
      words: ["/nonexistent/program"], environment: [], channel: 3, timeLimitSeconds: 1)
    #expect(throws: FileError.self) {
      _ = try Subprocess.run(
        [program("sleep 1; touch \(folder.path)/late"), none],
        in: [RunningGroup(), RunningGroup()]
      ) { _, _ in true }
    }
    usleep(2_000_000)
    #expect(namesInFolder(folder.path) == [])
  }

  @Test func whatCannotStartSaysSo() {
    let none = Subprocess(
      words: ["/nonexistent/program"], environment: [], channel: 3, timeLimitSeconds: 1)
    #expect(throws: FileError(path: "/nonexistent/program", action: "run", code: ENOENT)) {
      try none.run(in: RunningGroup()) { _ in true }
    }
  }

  @Test func noDescriptorIsLost() throws {
    func open() -> Int { namesInFolder("/proc/self/fd")?.count ?? 0 }
    _ = try run("exit 0")
    let before = open()
    for _ in 0..<20 { _ = try run("exit 0") }
    // Other tests run beside this one and hold some of their own.
    #expect(open() < before + 20)
  }
}
