public import ListCore

/// A list that was made up: its snapshot and its change log, whichever way its churn comes about.
///
/// The snapshot is the list at sequence 0, changes are numbered from 1, ranks count from the head.
/// All of it is a function of the recipe, the seed and the two counts, so any thread or machine can
/// take any range.
public protocol FixtureList: Sendable {
  /// What the list is like.
  var recipe: Recipe { get }
  /// How many items the snapshot has.
  var itemCount: Int { get }
  /// How many changes the log has.
  var eventCount: Int { get }
  /// What the randomness starts from.
  var seed: UInt64 { get }
  /// How many changes of each kind the log has, and how many items live after it.
  var counts: ChangeCounts { get }

  /// Appends the canonical rows of some of the snapshot's items, one line each, in list order.
  ///
  /// - Parameters:
  ///   - ranks: In `0..<itemCount`.
  ///   - buffer: Where the lines go.
  func appendItems(ranks: Range<Int>, to buffer: inout RowBuffer)

  /// Appends the lines of some of the log's changes, in order.
  ///
  /// - Parameters:
  ///   - sequences: Numbers in `1...eventCount`.
  ///   - buffer: Where the lines go.
  func appendEvents(sequences: Range<Int>, to buffer: inout RowBuffer)

  /// Appends what the texts of some of the snapshot's rows measure, one line each, in list order.
  ///
  /// A line is `{"id","version","text","title":{"utf8","utf16","scalars","direction","longestRun",
  /// "lines":{"compact","regular"}},"body":{…}}`; `RowFacts` and `TextFacts` say what is meant.
  ///
  /// - Parameters:
  ///   - ranks: In `0..<itemCount`.
  ///   - buffer: Where the lines go.
  func appendFacts(ranks: Range<Int>, to buffer: inout RowBuffer)

  /// Visits some of the snapshot's items in list order, without making their rows.
  ///
  /// - Parameters:
  ///   - ranks: In `0..<itemCount`.
  ///   - body: Called once an item.
  func forEachItem(_ ranks: Range<Int>, _ body: (FixtureItem) -> Void)

  /// Visits some of the log's changes in order, without making their rows.
  ///
  /// - Parameters:
  ///   - sequences: Numbers in `1...eventCount`.
  ///   - body: Called once a change.
  func forEachEvent(_ sequences: Range<Int>, _ body: (FixtureEvent) -> Void)
}

/// What a list's behaviour depends on in one item of a snapshot.
public struct FixtureItem: Hashable, Sendable {
  /// Its place; the key is 0 where the row has none.
  public var entry: ListEntry
  /// Whether the row's sort key is null: such items stand behind all others, by id.
  public var isKeyNull: Bool
  /// From 1.
  public var version: UInt32
  /// Whether a reader does not see it.
  public var isHidden: Bool

  /// Makes an item.
  public init(
    entry: ListEntry, isKeyNull: Bool = false, version: UInt32 = 1, isHidden: Bool = false
  ) {
    self.entry = entry
    self.isKeyNull = isKeyNull
    self.version = version
    self.isHidden = isHidden
  }
}

/// What a list's behaviour depends on in one change of a log.
public struct FixtureEvent: Hashable, Sendable {
  /// The change; the key is 0 where the event's is null.
  public var change: Change
  /// Whether the sort key after the change is null.
  public var isKeyNull: Bool
  /// Whether the change follows from another one, as the deletes of a cascade do.
  public var isImplied: Bool
  /// Whether a reader does not see the item after the change.
  public var isHidden: Bool

  /// Makes an event.
  public init(
    change: Change, isKeyNull: Bool = false, isImplied: Bool = false, isHidden: Bool = false
  ) {
    self.change = change
    self.isKeyNull = isKeyNull
    self.isImplied = isImplied
    self.isHidden = isHidden
  }
}

extension Recipe {
  /// The list that the recipe makes.
  ///
  /// - Parameters:
  ///   - itemCount: The items of the snapshot, in `1...GeneratedList.itemLimit`, where the churn is
  ///     by steps in `1...ScriptedList.itemLimit`; fewer where long gaps would carry keys out of the
  ///     range of dates.
  ///   - eventCount: The changes after it, in `0...GeneratedList.eventLimit`, where the churn is by
  ///     steps in `0...ScriptedList.eventLimit`; fewer likewise.
  ///   - seed: Any number.
  /// - Throws: `itemCountOutOfRange`, `eventCountOutOfRange`, `keysOutOfRange`.
  public func list(
    itemCount: Int, eventCount: Int, seed: UInt64
  ) throws(FixtureError) -> any FixtureList {
    switch churn {
    case .epochs:
      try GeneratedList(recipe: self, itemCount: itemCount, eventCount: eventCount, seed: seed)
    case .steps:
      try ScriptedList(recipe: self, itemCount: itemCount, eventCount: eventCount, seed: seed)
    }
  }
}
