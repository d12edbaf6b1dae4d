/// What the world did to a structure of `ListCore`: budgets, pages and items that cannot be taken.
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
    /// A page with more rows than the window was made for, or more rows than a layout takes.
    public static let tooManyRows = Code(rawValue: "tooManyRows")
    /// A page or a text that would not fit in an empty window.
    public static let pageTooLarge = Code(rawValue: "pageTooLarge")
    /// More items than a list or a store takes.
    public static let tooManyItems = Code(rawValue: "tooManyItems")
    /// A text that is longer than a store takes.
    public static let textTooLong = Code(rawValue: "textTooLong")
  }

  /// What kind of error it is.
  public let code: Code
  /// What happened and what to do, in one line.
  public let description: String
}

extension ListCoreError {
  /// Throws `code` if `count` of at most `limit` things leave no room for so many more.
  static func check(
    room added: Int, beside count: Int, limit: Int, _ code: Code,
    of things: @autoclosure () -> String
  ) throws(ListCoreError) {
    precondition(added >= 0, "added count negative")
    if added <= limit - count { return }
    throw ListCoreError(
      code: code,
      description: "no room for \(added) more \(things()) beside \(count): the most is \(limit); "
        + "remove some first, or split the list")
  }
}
