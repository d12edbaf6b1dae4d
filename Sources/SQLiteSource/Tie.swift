public import ListCore

/// Lists with a large tie: many neighbours with one sort key, where keyset forms differ.
public enum Tie {
  /// Gives the entries at some ranks one key, that of the first of them.
  ///
  /// - Parameters:
  ///   - ranks: Which ones, within the list. Traps otherwise.
  ///   - entries: Newest first.
  /// - Returns: The list with the tie, newest first.
  public static func tied(_ ranks: Range<Int>, in entries: [ListEntry]) -> [ListEntry] {
    precondition(
      ranks.lowerBound >= 0 && ranks.upperBound <= entries.count, "ranks out of range")
    guard !ranks.isEmpty else { return entries }
    var entries = entries
    let key = entries[ranks.lowerBound].key
    for rank in ranks { entries[rank].key = key }
    return entries.sorted(by: >)
  }
}
