/// Sessions of readers that page through a list while it changes, with the right answers.
///
/// ```
/// let paging = ExpectedPaging(FirstEvents(list, atMost: 5_000), pages: 50)
/// for session in paging.sessions(churn: 10) { … }
/// ```
public struct ExpectedPaging: Sendable {
  /// The page sizes of sessions from the head; those round an anchor use the first.
  public static let pageSizes = [20, 50]
  /// How many changes happen between two fetches.
  public static let churns = [0, 1, 10, 100]

  private let first: FirstEvents
  private let pages: Int

  /// Makes the sessions of a list.
  ///
  /// - Parameters:
  ///   - first: The first changes of the list; sessions take what there is of
  ///     `pages * churns.max()`.
  ///   - pages: How many pages are fetched from the head at most, from 1; from an anchor it is a
  ///     tenth.
  public init(_ first: FirstEvents, pages: Int) {
    precondition(pages >= 1, "pages out of range")
    self.first = first
    self.pages = pages
  }

  /// The ranks in the snapshot of the rows round which answers are given: at a quarter, at the
  /// half, and 90 rows before the end; as far as these are different and not at the head.
  public static func anchorRanks(itemCount: Int) -> [Int] {
    var ranks: [Int] = []
    for rank in [itemCount / 4, itemCount / 2, itemCount - 90]
    where rank > (ranks.last ?? 0) { ranks.append(rank) }
    return ranks
  }

  /// How the sessions with some churn between two fetches read, in the order of `sessions`.
  public func plans(churn: Int) -> [PagingPlan] {
    let anchors = Self.anchorRanks(itemCount: first.list.itemCount)
    var plans: [PagingPlan] = []
    for method in PagingMethod.allCases {
      for size in Self.pageSizes {
        plans.append(
          PagingPlan(
            method: method, startRank: 0, pageSize: size, churn: churn, pageLimit: pages))
      }
      for rank in anchors {
        plans.append(
          PagingPlan(
            method: method, startRank: rank, pageSize: Self.pageSizes[0], churn: churn,
            pageLimit: max(1, pages / 10)))
      }
    }
    return plans
  }

  /// The sessions with some churn between two fetches.
  ///
  /// - Complexity: O(rows read + changes log items), and `PagingSession.coveredLimit` items for each
  ///   session that skips far.
  public func sessions(churn: Int) -> [PagingSession] {
    Self.sessions(plans(churn: churn), first)
  }

  /// Runs sessions with the same churn side by side.
  static func sessions(_ plans: [PagingPlan], _ first: FirstEvents) -> [PagingSession] {
    let snapshot = LiveList(first)
    var list = snapshot
    var readers = plans.map { PagingReader($0, in: snapshot) }
    var unfinished = Array(readers.indices)
    while !unfinished.isEmpty {
      for index in unfinished { readers[index].fetch(from: list, snapshot: snapshot) }
      unfinished.removeAll { readers[$0].isFinished }
      list.advance(to: list.sequence + (plans.first?.churn ?? 0))
    }
    return readers.map(\.session)
  }
}
