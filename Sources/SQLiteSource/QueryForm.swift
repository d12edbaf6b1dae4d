/// How a page at depth is asked of SQLite.
public enum QueryForm: Hashable, Sendable, CaseIterable {
  // MARK: - By rank

  /// `LIMIT` and `OFFSET`: walks all that lies before.
  case offset
  /// The rowids or ids of the page by offset first, from the index alone, then their rows.
  case deferredJoin
  /// `LIMIT` and `OFFSET` on key and id alone, which the index holds: a page without text, versions 0.
  case coveringOffset
  /// The position column of a frozen list.
  case positionColumn
  /// From the last milestone of a frozen list at most 999 rows by offset.
  case milestones
  /// Counts of buckets added up, then the rest by offset in one bucket.
  case bucketCounts

  // MARK: - By the last row

  /// The last row's key and id, compared as one row value.
  case keysetRowValues
  /// `k < ? OR (k = ? AND id < ?)`: walks the rows of a tie that lie before.
  case keysetOr
  /// `k <= ? AND (k < ? OR id < ?)`: walks the rows of a tie that lie before.
  case keysetAnd
  /// The last row's key and id, as two seeks: first the rest of its tie, then the smaller keys.
  case keysetTwoSeeks
  /// The last row's id, whose key is looked up; throws `rowGone` once the row is.
  case keysetByID
  /// An opaque, authenticated cursor over the two seeks.
  case cursor

  // MARK: - Wrong

  /// `k < ?`: loses the rest of the last row's tie.
  case keyAlone
  /// `k < ? AND id < ?`: loses all rows with a larger id or the same key.
  case keyAndID
  /// The last row's key cut to milliseconds: loses the rows of its millisecond, or repeats them upwards.
  case milliseconds
}

extension QueryForm {
  /// How results name the form.
  var name: String {
    switch self {
    case .offset: "offset"
    case .deferredJoin: "deferred join"
    case .coveringOffset: "covering offset"
    case .positionColumn: "position column"
    case .milestones: "milestones"
    case .bucketCounts: "bucket counts"
    case .keysetRowValues: "keyset, row values"
    case .keysetOr: "keyset, OR"
    case .keysetAnd: "keyset, AND"
    case .keysetTwoSeeks: "keyset, two seeks"
    case .keysetByID: "keyset, by id"
    case .cursor: "cursor"
    case .keyAlone: "keyset, key alone"
    case .keyAndID: "keyset, key and id apart"
    case .milliseconds: "keyset, milliseconds"
    }
  }

  /// Whether pages at depth are asked for by their rank.
  public var isByRank: Bool {
    switch self {
    case .offset, .deferredJoin, .coveringOffset, .positionColumn, .milestones, .bucketCounts: true
    default: false
    }
  }

  /// Whether the form gives wrong pages on any list with ties and on any file.
  public var isWrong: Bool { self == .keyAlone || self == .keyAndID || self == .milliseconds }

  /// Whether rows come with text and version in pages by rank.
  public var hasText: Bool { self != .coveringOffset }

  /// What the file must keep for the form.
  public var rankAid: RankAid {
    switch self {
    case .positionColumn: .positions
    case .milestones: .milestones
    case .bucketCounts: .bucketCounts
    default: .none
    }
  }

  /// The name in results, on a file of shape `uniqueIndex`.
  public var implementation: String { SQLiteDesign(self).implementation }
}
