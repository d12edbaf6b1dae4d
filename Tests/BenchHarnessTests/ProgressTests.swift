import Testing

@testable import BenchHarness

struct ProgressTests {
  private func line(done: Int, of total: Int = 100, seconds: Int, label: String = "x") -> String {
    Progress.line(label, done: done, of: total, elapsedNanoseconds: seconds * 1_000_000_000)
  }

  @Test func timeLeftIsThatOfTheRestAtTheSamePace() {
    #expect(line(done: 50, seconds: 65) == "[50/100, 1:05 left] x")
    #expect(line(done: 10, seconds: 60) == "[10/100, 9:00 left] x")
  }

  @Test func timeLeftIsNotGuessedFromTooLittle() {
    #expect(line(done: 50, seconds: 2) == "[50/100] x")
    #expect(line(done: 4, seconds: 60) == "[4/100] x")
    #expect(line(done: 0, seconds: 60) == "[0/100] x")
  }

  @Test func theLineFitsATerminalAndEndsWithoutATime() {
    #expect(line(done: 100, seconds: 60) == "[100/100] x")
    #expect(line(done: 50, seconds: 60, label: String(repeating: "y", count: 300)).count == 99)
  }
}
