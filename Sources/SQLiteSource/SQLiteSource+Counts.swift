public import ListCore
public import ListSource
internal import SQLite
internal import Synchronization

extension SQLiteSource {
  /// The work of pages, as SQLite counts it.
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

    init(_ statement: StatementCounters, pageCache: PageCacheCounters) {
      vmSteps = statement.vmSteps
      fullScanSteps = statement.fullScanSteps
      sorts = statement.sorts
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

  /// Returns how many rows the list has, as the file's metadata keeps it.
  ///
  /// - Complexity: O(1).
  public func count() throws(SourceError) -> Int {
    Int(try metadata(at: 3))
  }

  /// Returns the number of the last change applied.
  public func sequence() throws(SourceError) -> UInt64 {
    UInt64(bitPattern: try metadata(at: 2))
  }

  /// Returns how many rows are newer than an entry, but at most `cap`.
  public func countNewer(
    than entry: ListEntry, upTo cap: Int
  ) throws(SourceError) -> Int {
    precondition(cap >= 0, "negative cap")
    return try database.withLock { database throws(SourceError) in
      try onFile(path) { () throws(SQLiteError) in
        let statement = database.countNewer
        try statement.bind(entry.key.rawValue, at: 1)
        try statement.bind(entry.id.rawValue, at: 2)
        try statement.bind(Int64(cap), at: 3)
        defer { statement.reset() }
        return try statement.step() ? Int(statement.integer(at: 0)) : 0
      }
    }
  }

  /// Returns the lines of SQLite's plan for pages at a place of this kind.
  public func queryPlan(for place: PageRequest.Place) throws(SourceError) -> [String] {
    let position = try Position(place, codec: codec)
    return try database.withLock { database throws(SourceError) in
      let statement =
        switch position {
        case .offset: database.offset
        case .after(_, .older): database.older
        case .after(_, .newer): database.newer
        }
      return try onFile(path) { () throws(SQLiteError) in
        try database.connection.queryPlan(statement.sql)
      }
    }
  }

  private func metadata(at column: Int) throws(SourceError) -> Int64 {
    let value = try database.withLock { database throws(SourceError) in
      try onFile(path) { () throws(SQLiteError) in
        defer { database.metadata.reset() }
        return try database.metadata.step() ? database.metadata.integer(at: column) : nil
      }
    }
    guard let value else {
      throw SourceError(.corrupt, "the metadata are gone: load the dataset anew", place: path)
    }
    return value
  }
}
