public import ListSource
internal import SQLite
internal import Synchronization

extension SQLiteSource {
  /// The work of answers, as SQLite counts it.
  ///
  /// Repeats exactly for one file and one version of SQLite; hits and misses also need the same
  /// page cache before.
  public struct Counters: Hashable, Sendable {
    /// Instructions of SQLite's virtual machine.
    public var vmSteps = 0
    /// Steps forward in a table or index that no search narrowed.
    public var fullScanSteps = 0
    /// Sorts of rows that no index had in order.
    public var sorts = 0
    /// Pages of the file asked for that were in the page cache.
    public var pageCacheHits = 0
    /// Pages of the file asked for that had to be read.
    public var pageCacheMisses = 0

    /// Pages of the file asked for.
    public var pagesTouched: Int { pageCacheHits + pageCacheMisses }

    /// Makes counters of no work.
    public init() {}

    init(_ statement: StatementCounters) {
      vmSteps = statement.vmSteps
      fullScanSteps = statement.fullScanSteps
      sorts = statement.sorts
    }

    init(_ pageCache: PageCacheCounters) {
      pageCacheHits = pageCache.hits
      pageCacheMisses = pageCache.misses
    }

    /// Adds the work of others.
    public static func += (total: inout Counters, other: Counters) {
      total.vmSteps += other.vmSteps
      total.fullScanSteps += other.fullScanSteps
      total.sorts += other.sorts
      total.pageCacheHits += other.pageCacheHits
      total.pageCacheMisses += other.pageCacheMisses
    }
  }

  /// The statements that answer a page at a place, in their order.
  public func sql(for place: PageRequest.Place) throws(SourceError) -> [String] {
    let position = try PagePosition(place, codec: codec)
    return database.withLock { database in database.statements(for: position).map(\.sql) }
  }

  /// The lines of SQLite's plans for a page at a place, of all its statements.
  public func queryPlan(for place: PageRequest.Place) throws(SourceError) -> [String] {
    let position = try PagePosition(place, codec: codec)
    return try database.withLock { database throws(SourceError) in
      try onFile(path) { () throws(SQLiteError) in
        var lines: [String] = []
        for statement in database.statements(for: position) {
          lines += try database.connection.queryPlan(statement.sql)
        }
        return lines
      }
    }
  }

  /// Empties SQLite's page cache and asks the system to drop the file from its own.
  ///
  /// The next answer reads every page that it needs from the file, and from the disk if the system did as it was
  /// asked: it drops no page that was not written to the disk yet.
  public func coolDown() throws(SourceError) {
    try database.withLock { database throws(SourceError) in
      try onFile(path) { () throws(SQLiteError) in database.connection.releaseMemory() }
    }
    LoadFile.dropCached(path)
  }
}
