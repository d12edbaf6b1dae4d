/// Which end of a list is its head.
public enum ListOrder: String, Sendable, CaseIterable {
  /// The largest (sort key, id) is at rank 0.
  case newestFirst
  /// The smallest (sort key, id) is at rank 0.
  case oldestFirst
}
