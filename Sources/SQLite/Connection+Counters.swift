internal import CSQLite

/// How often SQLite asked its page cache for a page.
public struct PageCacheCounters: Hashable, Sendable {
  /// Pages that were in the cache.
  public var hits: Int
  /// Pages that had to be read from the file.
  public var misses: Int
}

extension Connection {
  /// Returns what the page cache did since the last call, over all statements.
  public func takePageCacheCounters() -> PageCacheCounters {
    PageCacheCounters(
      hits: takeStatus(SQLITE_DBSTATUS_CACHE_HIT), misses: takeStatus(SQLITE_DBSTATUS_CACHE_MISS))
  }

  /// Gives back all memory that is not in use, the page cache's first.
  public func releaseMemory() {
    // It cannot fail for an open connection.
    unsafe sqlite3_db_release_memory(handle)
  }

  private func takeStatus(_ counter: Int32) -> Int {
    var current: Int32 = 0
    var highest: Int32 = 0
    // SAFETY: both are integers that outlive the call. It fails only for an unknown counter.
    unsafe sqlite3_db_status(handle, counter, &current, &highest, 1)
    return Int(current)
  }
}
