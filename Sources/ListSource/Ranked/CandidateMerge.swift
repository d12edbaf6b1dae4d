public import ListCore

/// Joins the candidates of several sources into one ranking.
///
/// An item that two sources propose comes twice unless ids are checked; with a check its best place counts.
public enum CandidateMerge {
  /// Returns the ids of all sources, the best first.
  ///
  /// - Parameters:
  ///   - sources: Runs of (score, id), each descending. Traps otherwise.
  ///   - checkingRepeats: Whether an id that came already is left out.
  ///   - work: Items and comparisons are added.
  /// - Complexity: O(candidates * sources).
  public static func ids(
    of sources: [[ListEntry]], checkingRepeats: Bool, counting work: inout RankedWork
  ) -> [ItemID] {
    for source in sources {
      precondition(
        zip(source, source.dropFirst()).allSatisfy { $0 > $1 }, "candidates not descending")
    }
    var ids: [ItemID] = []
    ids.reserveCapacity(sources.reduce(0) { $0 + $1.count })
    var seen: Set<ItemID> = []
    var next = sources.map { _ in 0 }
    while true {
      var best: Int?
      for source in sources.indices where next[source] < sources[source].count {
        if let other = best, sources[other][next[other]] >= sources[source][next[source]] {
          continue
        }
        best = source
      }
      guard let best else { return ids }
      let id = sources[best][next[best]].id
      next[best] += 1
      work.itemsRanked += 1
      if checkingRepeats {
        work.idsCompared += 1
        if !seen.insert(id).inserted { continue }
      }
      ids.append(id)
    }
  }
}
