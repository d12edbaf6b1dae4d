/// What the world did to a structure of `ListCore`: budgets and pages that cannot be taken.
///
/// A caller's mistake traps instead.
public struct ListCoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of error it is; more may come.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's name in results and tests.
    public let rawValue: String

    /// Makes a code of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A budget that does not hold two pages.
    public static let budgetTooSmall = Code(rawValue: "budgetTooSmall")
    /// A page with more rows than the window was made for.
    public static let tooManyRows = Code(rawValue: "tooManyRows")
    /// A page or a text that would not fit in an empty window.
    public static let pageTooLarge = Code(rawValue: "pageTooLarge")
  }

  /// What kind of error it is.
  public let code: Code
  /// What happened and what to do, in one line.
  public let description: String
}
