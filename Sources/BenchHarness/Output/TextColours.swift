#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Colours of verdicts in a text for a terminal.
public enum TextColours {
  /// Whether a text on standard output is to have colours: on a terminal that is not dumb, unless NO_COLOR
  /// is set to anything but nothing.
  ///
  /// Source: https://no-color.org.
  public static func areWanted() -> Bool {
    func variable(_ name: String) -> String {
      unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
    }
    return isatty(STDOUT_FILENO) == 1 && variable("NO_COLOR").isEmpty && variable("TERM") != "dumb"
  }
}

extension Verdict {
  /// The text with the verdict that it begins with in its colour.
  static func painted(_ text: String) -> String {
    let word = text.prefix(while: \.isLetter)
    guard let colour = Verdict(rawValue: String(word))?.colour else { return text }
    return "\u{1b}[\(colour)m\(word)\u{1b}[0m\(text.dropFirst(word.count))"
  }

  /// Red for what fails a call, yellow for what a reader should look at.
  ///
  /// Source: ECMA-48, 8.3.117 (SGR).
  private var colour: Int? {
    switch self {
    case .failed, .regressed, .missing: 31
    case .improved, .inconclusive: 33
    case .pass, .skipped: nil
    }
  }
}
