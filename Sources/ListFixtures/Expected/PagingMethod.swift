/// How a reader asks for the next page.
///
/// Each page has at most as many rows as the page size. Rows that a reader does not see are counted
/// by the server and left out afterwards, so a page can be short or empty and yet not be the last: a
/// session ends with the first fetch that finds fewer rows than the page size, hidden ones counted.
public enum PagingMethod: String, CaseIterable, Sendable {
  /// Skips as many rows as the session has asked for.
  case offset
  /// As `offset`; the reader drops rows whose id it already shows.
  case offsetDedupe
  /// What stands behind the (key, id) of the last row; the key-less rows behind all others are
  /// reached as well.
  case keyset
  /// `WHERE key < :last`, in an oldest-first list `>`, as SQLite, PostgreSQL and MySQL do it: rows
  /// tied with the last one are passed over, and no comparison is true of a null.
  case keysetKeyOnly
  /// A token that names the last row: what stands behind that row, wherever it stands by now; if it
  /// is gone, behind the place where it was read.
  case cursor
  /// The rows as they were at the session's start.
  case snapshot
  /// The ids of the whole range at the session's start, then each page's rows by id, as they are by
  /// then; ids that are gone are left out.
  case idsFirst
  /// As `keyset`, but each fetch first applies the changes since the one before to what is shown.
  case changesSince
}

/// Where a session starts and how it reads.
public struct PagingPlan: Hashable, Sendable {
  /// How pages are asked for.
  public var method: PagingMethod
  /// The rank in the snapshot of the first row: 0 is the head.
  public var startRank: Int
  /// The rows of a page, from 1.
  public var pageSize: Int
  /// How many changes happen between two fetches, not negative.
  public var churn: Int
  /// How many pages are fetched at most, from 1.
  public var pageLimit: Int

  /// Makes a plan.
  public init(
    method: PagingMethod, startRank: Int, pageSize: Int, churn: Int, pageLimit: Int
  ) {
    precondition(
      startRank >= 0 && pageSize >= 1 && churn >= 0 && pageLimit >= 1, "plan out of range")
    self.method = method
    self.startRank = startRank
    self.pageSize = pageSize
    self.churn = churn
    self.pageLimit = pageLimit
  }
}
