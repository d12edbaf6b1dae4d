internal import ListCore
public import ListSource
internal import SQLite
internal import Synchronization

extension SQLiteSource {
  /// Fills a batch with the changes after a sequence number, from the log in the file.
  ///
  /// The log keeps as many as `SQLiteLayout.changeLimit` said, from the load on.
  /// - Throws: `limitOutOfRange`, `changesGone`, `sequenceAhead`; the batch is then empty.
  /// - Complexity: O(changes * log(changes kept)).
  @discardableResult
  public func fill(
    _ batch: inout ChangeBatch, after sequence: UInt64, limit: Int
  ) throws(SourceError) -> UInt64 {
    batch.removeAll()
    guard limit >= 1, limit <= ChangeBatch.maximumCount else {
      throw SourceError(
        .limitOutOfRange,
        "a batch has from 1 to \(ChangeBatch.maximumCount) changes, not \(limit): "
          + "ask for fewer at a time")
    }
    do throws(SourceError) {
      return try database.withLock { database throws(SourceError) in
        try database.reading { () throws(SourceError) in
          try database.fill(&batch, after: sequence, limit: limit)
        }
      }
    } catch {
      batch.removeAll()
      throw error
    }
  }
}

extension SQLiteSource.Database {
  fileprivate func fill(
    _ batch: inout ChangeBatch, after sequence: UInt64, limit: Int
  ) throws(SourceError) -> UInt64 {
    let state = try state()
    guard sequence <= state.sequence else {
      throw SourceError(
        .sequenceAhead,
        "change \(sequence) was not reached, the last is \(state.sequence): fetch the list anew",
        place: connection.path)
    }
    guard sequence >= state.logFloor else {
      throw SourceError(
        .changesGone,
        "changes up to \(state.logFloor) are kept no more: fetch the list anew",
        place: connection.path)
    }
    let count = min(UInt64(limit), state.sequence - sequence)
    for number in 0..<count { try append(sequence + 1 + number, to: &batch) }
    return state.sequence
  }

  /// Appends a change of the log.
  ///
  /// By its number alone: numbers above 2^63 are negative in SQLite and not in order.
  private func append(
    _ sequence: UInt64, to batch: inout ChangeBatch
  ) throws(SourceError) {
    let isThere = try onFile(connection.path) { () throws(SQLiteError) in
      try change.bind(Int64(bitPattern: sequence), at: 1)
      return try change.step()
    }
    defer { change.reset() }
    guard isThere, let operation = UInt8(exactly: change.integer(at: 0)),
      let operation = Change.Operation(rawValue: operation),
      let id = UInt64(exactly: change.integer(at: 1)),
      let version = UInt32(exactly: change.integer(at: 3)),
      change.isNull(at: 4) ? operation.mayLackText : operation != .delete
    else {
      throw SourceError(
        .corrupt, "change \(sequence) of the log is damaged: load the dataset anew",
        place: connection.path)
    }
    let entry = Change(
      sequence: sequence, operation: operation, id: ItemID(id),
      key: SortKey(change.integer(at: 2)), version: version)
    if change.isNull(at: 4) {
      batch.append(entry)
    } else {
      change.withText(at: 4) { batch.append(entry, text: $0) }
    }
  }
}

extension Change.Operation {
  /// Whether a change of this kind may come without text.
  var mayLackText: Bool { self == .delete || self == .move }
}
