#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Switches perf on and off through the two pipes that it was started with, in the working folder.
final class SamplerControl {
  /// Where commands go.
  static let commandPipe = "perf.command"
  /// Where perf says that it has done them.
  static let answerPipe = "perf.answer"

  private let command: Int32
  private let answer: Int32

  /// Opens the pipes; without them nothing is switched.
  init() {
    command = unsafe open(Self.commandPipe, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    answer = unsafe open(Self.answerPipe, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
  }

  deinit {
    if command >= 0 { close(command) }
    if answer >= 0 { close(answer) }
  }

  func start() { say("enable\n") }

  func stop() { say("disable\n") }

  /// Says a word and waits for the answer; the child's time limit bounds the wait.
  private func say(_ word: StaticString) {
    guard command >= 0, answer >= 0 else { return }
    // SAFETY: a literal's bytes, all of them; and 16 bytes of a local.
    unsafe write(command, word.utf8Start, word.utf8CodeUnitCount)
    var reply: (UInt64, UInt64) = (0, 0)
    _ = unsafe read(answer, &reply, 16)
  }
}
