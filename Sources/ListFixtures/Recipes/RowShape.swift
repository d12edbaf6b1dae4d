/// What the rows of a list look like.
public struct RowShape: Sendable, Equatable {
  /// Which scripts the text is in, and by how much a row's estimated height is off at most.
  public let text: TextProfile
  /// How many words titles have.
  public let titleWords: ClosedRange<Int>
  /// The text lengths' percentiles: 64 body lengths in bytes, ascending, each as likely as the
  /// others.
  public let bodyBytes: [Int]
  /// The values of a row's `status`, the most frequent first; the last one marks rows that were
  /// updated.
  public let statuses: [String]
  /// How many people write in the list.
  public let authorCount: Int
  /// The share of rows that the reader wrote, per thousand.
  public let ownPermille: Int
  /// The share of rows that answer another row, per thousand.
  public let replyPermille: Int
  /// The share of rows with an image, per thousand.
  public let imagePermille: Int
  /// The share of rows that a reader does not see, per thousand.
  public let hiddenPermille: Int
  /// How many neighbours are hidden together.
  public let hiddenRun: Int

  /// How many body lengths there are.
  static let bodyLengthCount = 64
  /// The accepted body lengths, in bytes.
  static let bodyRange = 1...65_536
  /// The accepted numbers of words in a title.
  static let titleRange = 1...256
  /// The accepted numbers of authors.
  static let authorRange = 1...65_536
  /// The accepted numbers of statuses.
  static let statusCountRange = 1...16
  /// The accepted lengths of a status, in bytes.
  static let statusBytesRange = 1...16
  /// The accepted numbers of neighbours that are hidden together.
  static let hiddenRunRange = 1...1000
  /// The accepted errors of estimates.
  static let estimateErrorRange = 0...TextProfile.estimateErrorLimit
}
