internal import CSQLite

/// The work of a statement, as SQLite counts it.
public struct StatementCounters: Hashable, Sendable {
  /// Instructions of SQLite's virtual machine.
  public var vmSteps: Int
  /// Steps forward in a table or index that no search narrowed.
  public var fullScanSteps: Int
  /// Sorts of rows that no index had in order.
  public var sorts: Int
}

extension Statement {
  /// Returns what the statement did since the last call.
  public func takeCounters() -> StatementCounters {
    StatementCounters(
      vmSteps: takeStatus(SQLITE_STMTSTATUS_VM_STEP),
      fullScanSteps: takeStatus(SQLITE_STMTSTATUS_FULLSCAN_STEP),
      sorts: takeStatus(SQLITE_STMTSTATUS_SORT))
  }

  private func takeStatus(_ counter: Int32) -> Int {
    unsafe Int(sqlite3_stmt_status(handle, counter, 1))
  }
}
