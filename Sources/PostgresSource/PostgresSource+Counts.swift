public import ListCore
public import ListSource

extension PostgresSource {
  /// Returns how many rows the list has, as its metadata keeps it.
  ///
  /// - Complexity: O(1).
  public func count() throws(SourceError) -> Int {
    Int(try state().rowCount)
  }

  /// Returns the number of the last change applied.
  public func sequence() throws(SourceError) -> UInt64 {
    UInt64(try state().sequence)
  }

  /// Returns how many rows the list has: exactly as its metadata keeps it, counted up to a cap, or as the
  /// last ANALYZE found.
  public func total(_ kind: TotalKind) throws(SourceError) -> Total {
    switch kind {
    case .exact: return Total(try count())
    case .capped(let cap):
      guard cap >= 0 else {
        throw SourceError(
          .totalOutOfRange, "cap \(cap) is negative: give 0 or more", place: place)
      }
      let limit = Int64(cap) == .max ? .max : Int64(cap) + 1
      let count = try read { connection throws(PostgresError) in
        try connection.run(statements.countCapped, PostgresParameters(limit)).integer(0, 0)
      }
      return Total(min(cap, Int(count)), hasMore: Int(count) > cap)
    case .estimated:
      let estimate = try read { connection throws(PostgresError) in
        try connection.run(statements.estimate).integer(0, 0)
      }
      // Never analyzed: what the metadata keep is as good.
      return estimate < 0 ? Total(try count()) : Total(Int(estimate), isEstimate: true)
    }
  }

  /// Returns how many rows the list has by counting every one: what an exact total costs without a
  /// number that is kept.
  public func countByScan() throws(SourceError) -> Int {
    try read { connection throws(PostgresError) in
      Int(try connection.run(statements.countAll).integer(0, 0))
    }
  }

  /// Returns how many rows are newer than an entry, but at most `cap`.
  public func countNewer(
    than entry: ListEntry, upTo cap: Int
  ) throws(SourceError) -> Int {
    precondition(cap >= 0, "negative cap")
    let parameters = PostgresParameters(
      entry.key.rawValue, try number(entry.id), Int64(cap))
    return try read { connection throws(PostgresError) in
      Int(try connection.run(statements.countNewer, parameters).integer(0, 0))
    }
  }

  /// Writes the table out, removes dead rows and marks the rest as visible to everybody, so that counters
  /// repeat: after a load and after changes.
  ///
  /// - Returns: Whether every page of the table is all-visible; not while an old transaction is open.
  /// - Throws: `readOnly` unless the source was opened for writing.
  public func settle() throws(SourceError) -> Bool {
    try write { connection throws(SourceError) in
      try onServer { () throws(PostgresError) in
        // In a session of its own, as it takes as long as it takes.
        let session = try connection.another { $0.statementTimeoutMilliseconds = 0 }
        return try PostgresLoader.settle(session, item: schema.item)
      }
    }
  }

  private func state() throws(SourceError) -> (sequence: Int64, rowCount: Int64) {
    let state = try read { connection throws(PostgresError) -> (Int64, Int64)? in
      let row = try connection.run(statements.state)
      return row.rowCount == 1 ? (try row.integer(0, 0), try row.integer(0, 1)) : nil
    }
    guard let state else { throw goneDataset() }
    guard state.0 >= 0, state.1 >= 0 else { throw damagedMetadata() }
    return state
  }

  func damagedMetadata() -> SourceError {
    SourceError(.corrupt, "the metadata are damaged: load the dataset anew", place: place)
  }

  func goneDataset() -> SourceError {
    SourceError(
      .datasetReplaced,
      "the dataset was removed or loaded anew: open it again and start at the head", place: place)
  }
}
