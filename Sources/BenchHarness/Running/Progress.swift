import ProcessSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One line on a terminal's standard error that says what runs; nothing where there is no terminal.
public final class Progress {
  private let isShown: Bool
  private var total = 0
  private var done = 0

  /// Makes a line.
  ///
  /// - Parameter isQuiet: Whether it is never shown.
  public init(isQuiet: Bool) {
    isShown = !isQuiet && isatty(STDERR_FILENO) == 1
  }

  func begin(total: Int) { self.total = total }

  func show(_ label: String) {
    guard isShown else { return }
    let line = "[\(done)/\(total)] \(label)"
    writeToStandardError("\r\u{1b}[K\(line.prefix(99))")
  }

  func advance(by count: Int = 1) { done += count }

  func end() {
    if isShown { writeToStandardError("\r\u{1b}[K") }
  }
}
