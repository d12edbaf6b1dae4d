/// How a dataset's file lays out its rows, and what it keeps beside them.
public struct SQLiteLayout: Hashable, Sendable {
  /// How the rows lie in their table and its indexes.
  public var shape: TableShape
  /// What finds a rank without a walk.
  public var rankAid: RankAid
  /// The most changes that the file's log keeps; 0 for none.
  ///
  /// Not negative; `SQLiteLoader` traps otherwise.
  public var changeLimit: Int

  /// Makes a layout; the one without arguments suits an application.
  public init(
    shape: TableShape = .uniqueIndex, rankAid: RankAid = .none, changeLimit: Int = 100_000
  ) {
    self.shape = shape
    self.rankAid = rankAid
    self.changeLimit = changeLimit
  }

  /// Whether the list of the file never changes: its ranks are numbers in it, or its keys may be NULL.
  public var isFrozen: Bool {
    rankAid == .positions || rankAid == .milestones || shape == .nullableKey
  }
}

/// How rows lie in a table and its indexes.
public enum TableShape: String, Hashable, Sendable, CaseIterable {
  /// A rowid table whose id has a unique index of its own, as `BIGINT PRIMARY KEY` has, and an index in the
  /// list's order.
  case uniqueIndex
  /// `id INTEGER PRIMARY KEY`, which is the rowid, and an index in the list's order.
  case rowidAlias
  /// `WITHOUT ROWID`, keyed by id, and an index in the list's order.
  case withoutRowID
  /// `WITHOUT ROWID`, keyed by (sort key, id) descending: the table is the list. Ids have a unique index.
  case clustered
  /// As `uniqueIndex` but without the index in the list's order: every page sorts.
  case unordered
  /// As `uniqueIndex` but keys may be NULL: the smallest key, -2^63, is stored as NULL, which SQLite orders
  /// below all others too. To show what comparisons make of it; frozen.
  case nullableKey

  /// How results name the shape; nil for the one that goes without saying.
  var name: String? {
    switch self {
    case .uniqueIndex: nil
    case .rowidAlias: "rowid alias"
    case .withoutRowID: "WITHOUT ROWID"
    case .clustered: "clustered"
    case .unordered: "no index"
    case .nullableKey: "NULL keys"
    }
  }
}

/// What a file keeps so that a rank is found without a walk; in shape `uniqueIndex` alone.
public enum RankAid: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case none
  /// Every row's rank in a column with an index. The list is frozen.
  case positions
  /// The place of every 1,000th row. The list is frozen.
  case milestones
  /// How many rows there are in each of some ranges of places, kept by triggers.
  case bucketCounts
}
