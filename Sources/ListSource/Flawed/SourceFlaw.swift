/// A mistake that paging by cursor is often made with.
public enum SourceFlaw: String, Hashable, Sendable, CaseIterable {
  /// `key < ?` without the id: the rest of a tie is lost at each page's end.
  case keyAlone
  /// `key < ? AND id < ?` in place of the lexicographic comparison.
  case keyAndID
  /// The cursor's key in milliseconds, where keys are microseconds: what shares the millisecond is lost going
  /// down, and comes again going up.
  case milliseconds
  /// Hidden rows are taken out of a page after it was fetched, and a short page is taken for the end.
  case shortPageIsTheEnd

  /// The name in tables, behind that of the source below.
  public var suffix: String {
    switch self {
    case .keyAlone: "keyset, key alone, wrong"
    case .keyAndID: "keyset, key AND id, wrong"
    case .milliseconds: "keyset, milliseconds, wrong"
    case .shortPageIsTheEnd: "keyset, filter after fetch, wrong"
    }
  }
}
