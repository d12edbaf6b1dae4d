import Testing

/// What exit tests observe, and what a trap says.
enum Trap {
  /// The part of an exit test's result that has the message.
  static let message: [any PartialKeyPath<ExitTest.Result> & Sendable] = [\.standardErrorContent]
}

/// Expects that a process has ended in a precondition with a message, and for no other reason.
///
/// Without assertions, as in release builds, a trap says nothing, and the exit alone counts.
func expectTrap(
  _ message: String, _ result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation
) {
  // The exit test has recorded that there is none.
  guard let result else { return }
  #if DEBUG
    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    let line = output.split(separator: "\n").first ?? "no message"
    #expect(
      line.hasSuffix(": Precondition failed: \(message)"), "\(line)", sourceLocation: sourceLocation
    )
  #endif
}
