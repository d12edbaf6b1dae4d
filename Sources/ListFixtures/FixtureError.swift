/// What the generator refuses, and what to do about it.
public struct FixtureError: Error, Equatable, Sendable {
  /// The kind of a fixture error.
  ///
  /// Open: later versions add codes.
  public struct Code: Hashable, Sendable {
    /// The code's stable name.
    public let name: String

    /// Makes a code of its stable name.
    public init(_ name: String) {
      self.name = name
    }

    /// The number of items is outside `1...GeneratedList.itemLimit`.
    public static let itemCountOutOfRange = Code("itemCountOutOfRange")
    /// The number of events is outside `0...GeneratedList.eventLimit`.
    public static let eventCountOutOfRange = Code("eventCountOutOfRange")
    /// A recipe that cannot be read; path and byte say where.
    public static let malformedRecipe = Code("malformedRecipe")
    /// A recipe whose churn is of another kind than the list that it was given to makes.
    public static let otherChurn = Code("otherChurn")
  }

  /// What kind of error this is.
  public var code: Code
  /// One line that says what is wrong and what is accepted.
  public var message: String
  /// The field of the recipe, as in `churn.shapes[2].quotas[0].deletes`; empty for all of it.
  public var path: String?
  /// The byte of the recipe's text.
  public var byteOffset: Int?

  /// Makes an error.
  public init(code: Code, message: String, path: String? = nil, byteOffset: Int? = nil) {
    self.code = code
    self.message = message
    self.path = path
    self.byteOffset = byteOffset
  }
}
