import ListText

/// A mistake in the words that a program was called with: one line that says what to do.
public struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// One line, without the program's name and without a full stop at the end of a list.
  public var message: String

  /// Makes an error of its line.
  public init(_ message: String) {
    self.message = message
  }

  /// The line.
  public var description: String { message }
}

extension UsageError {
  /// An error that names what was given, what exists, and the nearest of it.
  ///
  /// - Parameters:
  ///   - given: The word that is not known.
  ///   - kind: What it should have been, as in `suite`.
  ///   - known: The words that are.
  public static func unknown(_ kind: String, _ given: String, known: [String]) -> UsageError {
    let hint =
      if let nearest = nearest(to: given, in: known) {
        "did you mean '\(nearest)'?"
      } else {
        "known: \(known.joined(separator: ", "))"
      }
    return UsageError("unknown \(kind) '\(given)'; \(hint)")
  }
}
