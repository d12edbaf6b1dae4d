public import ListCore

/// What a reader got to see in a session, and what of it is wrong.
///
/// The first fetch happens at sequence 0. The sets compare what the reader shows after the last
/// fetch, page after page, with the list at that moment:
///
/// - **repeated**: ids that are shown more than once, by their second copy.
/// - **skipped**: ids that the reader could have seen at every moment, whose key never changed, which
///   stand in the range that the session covered, and which are not shown; in list order.
/// - **movedPast**: ids that the reader could have seen at every moment, whose key changed, which
///   stand in the covered range in the end, and are not shown; in list order.
/// - **deleted**: ids that are shown and are not in the list any more, or are hidden.
/// - **stale**: ids of which every shown copy has an older version than the list's.
/// - **outOfOrder**: ids that stand ahead of the row that is shown before them, rows that left the
///   list not counted.
///
/// The **covered range** goes from the first row's place to the furthest place that a fetch
/// returned; to the list's end if the reader was told that there is no more. `coveredLimit` bounds
/// how much of it is looked at.
public struct PagingSession: Sendable {
  /// How many of the snapshot's items of a covered range are looked at.
  public static let coveredLimit = 1 << 17

  /// How it was read.
  public let plan: PagingPlan
  /// The number of the last change before the last fetch.
  public internal(set) var sequence = 0
  /// What each fetch added to the end of what is shown.
  public internal(set) var pages: [[ItemID]] = []
  /// What is shown after the last fetch; other than the pages for `changesSince` alone.
  public internal(set) var shown: [FixtureItem] = []
  /// How many of the snapshot's items stand in the covered range, at most `coveredLimit`.
  public internal(set) var coveredCount = 0
  /// Ids that are shown more than once.
  public internal(set) var repeated: [ItemID] = []
  /// Ids that were there all the time and are not shown.
  public internal(set) var skipped: [ItemID] = []
  /// Ids that changed their key and are not shown.
  public internal(set) var movedPast: [ItemID] = []
  /// Ids that are shown and gone.
  public internal(set) var deleted: [ItemID] = []
  /// Ids that are shown in an old version.
  public internal(set) var stale: [ItemID] = []
  /// Ids that are shown in a wrong order.
  public internal(set) var outOfOrder: [ItemID] = []
}
