public import ListCore
public import ListSource
internal import SQLite
internal import Synchronization

extension SQLiteSource {
  /// Returns how many rows the list has, as the file's metadata keeps it.
  ///
  /// - Complexity: O(1).
  public func count() throws(SourceError) -> Int {
    try database.withLock { database throws(SourceError) in try database.state().rowCount }
  }

  /// Returns the number of the last change applied.
  public func sequence() throws(SourceError) -> UInt64 {
    try database.withLock { database throws(SourceError) in try database.state().sequence }
  }

  /// How a total is found out.
  public enum Counting: Hashable, Sendable {
    /// The number that writers keep in the metadata.
    case kept
    /// `COUNT(*)`: reads every leaf of the smallest index.
    case scan
    /// `COUNT(*)` over at most one row more than the cap.
    case capped(Int)
    /// The rows of the index's statistics, as of the load or the last `analyze()`.
    case statistics
  }

  /// Returns how many rows the list has, as exactly as is asked for; exact is the number kept.
  public func total(_ kind: TotalKind) throws(SourceError) -> Total {
    var cost = Counters()
    return switch kind {
    case .exact: try total(by: .kept, counting: &cost)
    case .capped(let cap): try total(by: .capped(cap), counting: &cost)
    case .estimated: try total(by: .statistics, counting: &cost)
    }
  }

  /// Returns how many rows the list has, found out in one way, and adds what that cost to the counters.
  ///
  /// - Throws: `totalOutOfRange` for a cap below 0.
  public func total(
    by way: Counting, counting counters: inout Counters
  ) throws(SourceError) -> Total {
    if case .capped(let cap) = way, cap < 0 {
      throw SourceError(.totalOutOfRange, "a cap of \(cap) rows: give one from 0 up")
    }
    let (total, cost) = try database.withLock { database throws(SourceError) in
      var total = Total(0)
      let cost = try database.counted([database.statement(for: way)]) { () throws(SourceError) in
        total = try database.total(by: way)
      }
      return (total, cost)
    }
    counters += cost
    return total
  }

  /// Renews the statistics that estimates come from.
  ///
  /// - Throws: `readOnly`, `busy`, `full`.
  /// - Complexity: O(n).
  public func analyze() throws(SourceError) {
    try database.withLock { database throws(SourceError) in
      try onFile(path) { () throws(SQLiteError) in
        try database.connection.execute("ANALYZE item")
      }
    }
  }

  /// Returns how many rows are newer than an entry, but at most `cap`.
  public func countNewer(
    than entry: ListEntry, upTo cap: Int
  ) throws(SourceError) -> Int {
    precondition(cap >= 0, "negative cap")
    return try database.withLock { database throws(SourceError) in
      try database.bind(entry, limit: cap, to: database.countNewer)
      return try database.integer(database.countNewer)
    }
  }
}

extension SQLiteSource.Database {
  /// What the metadata say of the list's state.
  struct State {
    var sequence: UInt64
    var rowCount: Int
    /// The log has all changes after this one.
    var logFloor: UInt64
  }

  /// Reads the metadata.
  func state() throws(SourceError) -> State {
    let state = try onFile(connection.path) { () throws(SQLiteError) -> State? in
      defer { metadata.reset() }
      guard try metadata.step() else { return nil }
      return State(
        sequence: UInt64(bitPattern: metadata.integer(at: 2)),
        rowCount: Int(metadata.integer(at: 3)),
        logFloor: UInt64(bitPattern: metadata.integer(at: 7)))
    }
    guard let state, state.rowCount >= 0, state.logFloor <= state.sequence else {
      throw SourceError(
        .corrupt, "the metadata are gone or damaged: load the dataset anew", place: connection.path)
    }
    return state
  }

  fileprivate func statement(for way: SQLiteSource.Counting) -> Statement {
    switch way {
    case .kept: metadata
    case .scan: countAll
    case .capped: countSome
    case .statistics: estimate
    }
  }

  fileprivate func total(by way: SQLiteSource.Counting) throws(SourceError) -> Total {
    switch way {
    case .kept: return Total(try state().rowCount)
    case .scan: return Total(try integer(countAll))
    case .capped(let cap):
      let limit = cap == .max ? cap : cap + 1
      try onFile(connection.path) { () throws(SQLiteError) in
        try countSome.bind(Int64(limit), at: 1)
      }
      let count = try integer(countSome)
      return Total(min(count, cap), hasMore: count > cap)
    case .statistics: return Total(max(0, try integer(estimate)), isEstimate: true)
    }
  }

  /// Runs a statement that gives one integer; NULL and no row are 0.
  fileprivate func integer(_ statement: Statement) throws(SourceError) -> Int {
    try onFile(connection.path) { () throws(SQLiteError) in
      defer { statement.reset() }
      return try statement.step() ? Int(statement.integer(at: 0)) : 0
    }
  }
}
