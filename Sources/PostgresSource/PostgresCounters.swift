/// The work of a statement, as PostgreSQL counts it.
///
/// Repeats exactly for one dataset that is settled and one version of PostgreSQL; hits and reads apart also
/// need the same buffers before.
public struct PostgresCounters: Hashable, Sendable {
  /// Blocks of tables and indexes that were in the server's buffers.
  public var sharedHits = 0
  /// Blocks that had to be read.
  public var sharedReads = 0
  /// Rows that the scans of tables gave.
  public var rowsScanned = 0
  /// Rows that the scans read and a filter or a recheck dropped.
  public var rowsRemoved = 0
  /// Rows of index-only scans that had to be looked up in the table, as they were not all-visible.
  public var heapFetches = 0
  /// Rows of tables on other servers that came over.
  public var rowsFromShards = 0
  /// Sorts of rows that no index had in order.
  public var sorts = 0
  /// Sorts that did not fit into memory.
  public var spilledSorts = 0
  /// Blocks of temporary files, read and written.
  public var temporaryBlocks = 0
  /// The kinds of the plan's nodes, outermost first, depth first: `Limit > Index Scan`.
  public var planShape = ""

  /// Blocks asked for.
  public var blocksTouched: Int { sharedHits + sharedReads }

  /// Makes counters of no work.
  public init() {}
}
