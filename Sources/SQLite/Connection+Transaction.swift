internal import CSQLite

extension Connection {
  /// How a transaction takes its lock.
  public enum Locking: String, Sendable, CaseIterable {
    /// At the first read or write.
    case deferred = "DEFERRED"
    /// At once, for writing; others still read until the commit.
    case immediate = "IMMEDIATE"
    /// At once; nobody else reads.
    case exclusive = "EXCLUSIVE"
  }

  /// Begins a transaction; they do not nest.
  public func begin(_ locking: Locking = .immediate) throws(SQLiteError) {
    try execute("BEGIN " + locking.rawValue)
  }

  /// Keeps what the transaction did.
  ///
  /// If it fails the transaction is still open.
  public func commit() throws(SQLiteError) {
    try execute("COMMIT")
  }

  /// Undoes what the transaction did; without one, nothing happens.
  public func rollBack() {
    // SQLite ends some transactions itself when they fail. Should undoing fail, the journal stays
    // and the next reader of the file undoes it.
    if isInTransaction { try? execute("ROLLBACK") }
  }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }
}
