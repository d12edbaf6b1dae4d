import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One line on a terminal's standard error that says what runs and how long it may still take; nothing
/// where there is no terminal.
public final class Progress {
  private let isShown: Bool
  private var total = 0
  private var done = 0
  private var start = 0

  /// Makes a line.
  ///
  /// - Parameter isQuiet: Whether it is never shown.
  public init(isQuiet: Bool) {
    isShown = !isQuiet && isatty(STDERR_FILENO) == 1
  }

  func begin(total: Int) {
    self.total = total
    done = 0
    start = Clock.monotonicNanoseconds()
  }

  func show(_ label: String) {
    guard isShown else { return }
    let elapsed = Clock.monotonicNanoseconds() - start
    let line = Self.line(label, done: done, of: total, elapsedNanoseconds: elapsed)
    writeToStandardError("\r\u{1b}[K\(line)")
  }

  func advance(by count: Int = 1) { done += count }

  func end() {
    if isShown { writeToStandardError("\r\u{1b}[K") }
  }

  /// `[12/300, 1:05 left] WindowEviction/window step/PageWindow (time)`, at most 99 characters.
  ///
  /// The time left takes what is to come for as slow as what was done, and is there once three seconds
  /// and a twentieth of the steps are over.
  static func line(
    _ label: String, done: Int, of total: Int, elapsedNanoseconds: Int
  ) -> String {
    var left = ""
    if elapsedNanoseconds >= 3_000_000_000, done > 0, done * 20 >= total, done < total {
      let seconds = elapsedNanoseconds / done * (total - done) / 1_000_000_000
      left = ", \(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60) left"
    }
    return String("[\(done)/\(total)\(left)] \(label)".prefix(99))
  }
}
