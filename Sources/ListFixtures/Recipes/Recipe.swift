/// What a generated list is like: its order, its clock, its ties, its churn and its text.
///
/// All parameters are integers; a list is a function of the recipe, the seed and the two counts.
public struct Recipe: Sendable, Equatable {
  /// The recipe's stable name.
  public let name: String
  /// What the recipe is, in one line.
  public let summary: String
  /// Which end of the list is its head.
  public let order: ListOrder
  /// The time of the snapshot's newest item (newest first) or oldest item (oldest first),
  /// microseconds.
  public let startMicroseconds: Int64
  /// The mean time between two items of the snapshot, microseconds.
  public let itemGapMicroseconds: Int
  /// The mean time between two events, microseconds.
  public let eventGapMicroseconds: Int
  /// The share of rows whose sort key is equal to a neighbour's, per thousand.
  public let tiePermille: Int
  /// The part of `tiePermille` that lies in runs of 64 equal keys.
  public let longTiePermille: Int
  /// The share of rows with an image, per thousand.
  public let imagePermille: Int
  /// The share of rows that the reader wrote, per thousand.
  public let ownPermille: Int
  /// The share of rows that answer another row, per thousand.
  public let replyPermille: Int
  /// How many people write in the list.
  public let authorCount: Int
  /// How long titles are: none or some words.
  public let titleWords: ClosedRange<Int>
  /// The text lengths' percentiles: 64 body lengths in bytes, ascending, each as likely as the
  /// others.
  public let bodyBytes: [Int]
  /// The values of a row's `status`, the most frequent first; the last one marks rows that were
  /// updated.
  public let statuses: [String]
  /// How each epoch changes the list, from the shape for long lists to that for a single item.
  public let shapes: [EpochShape]

  /// All recipes.
  public static let all: [Recipe] = [timeline, conversation]

  /// The recipe with a name; nil when there is none.
  public static func named(_ name: String) -> Recipe? {
    all.first { $0.name == name }
  }
}
