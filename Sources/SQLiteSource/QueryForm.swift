/// How a page at depth is asked of SQLite.
public enum QueryForm: Hashable, Sendable, CaseIterable {
  /// `LIMIT` and `OFFSET`: walks all that lies before.
  case offset
  /// The last row's key and id, compared as one row value.
  case keysetRowValues
  /// The last row's key and id, as two seeks: first the rest of its tie, then the smaller keys.
  case keysetTwoSeeks
  /// An opaque, authenticated cursor over the two seeks.
  case cursor

  /// The name in results.
  public var implementation: String {
    switch self {
    case .offset: "SQLite, offset"
    case .keysetRowValues: "SQLite, keyset, row values"
    case .keysetTwoSeeks: "SQLite, keyset, two seeks"
    case .cursor: "SQLite, cursor"
    }
  }
}
