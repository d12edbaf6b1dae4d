internal import ListCore
public import ListSource

extension PostgresSource {
  /// Changes that go to the server together: their answers must fit into the sockets' buffers.
  private static let changesPerRoundTrip = 100

  /// Applies changes in their order in one transaction, and writes them to the log.
  ///
  /// Other writers wait for its end.
  /// - Throws: `readOnly` if the source was not opened for writing, `sequenceGap`, `changeConflict`,
  ///   `idOutOfRange`, `textRefused`, `busy`, `full`, `connectionLost`: nothing is applied.
  ///   `commitUnknown`: all or nothing is; `sequence()` tells which.
  public func apply(_ batch: ChangeBatch) throws(SourceError) {
    guard let first = batch.elements.first?.change.sequence else { return }
    let last = try sequenceAfter(batch)
    var calls: [(PostgresStatement, PostgresParameters)] = []
    calls.reserveCapacity(2 * batch.elements.count)
    for element in batch.elements { try append(element, text: batch.text, to: &calls) }
    try write { connection throws(SourceError) in
      do throws(SourceError) {
        try onServer { () throws(PostgresError) in _ = try connection.execute("BEGIN") }
        try check(first, connection)
        let rowCountChange = try run(calls, of: batch, connection)
        try finish(last, rowCountChange, connection)
      } catch {
        if !connection.isLost { _ = try? connection.execute("ROLLBACK") }
        throw error
      }
    }
  }

  /// Fills a batch with the changes after a sequence number, by one statement.
  @discardableResult
  public func fill(
    _ batch: inout ChangeBatch, after sequence: UInt64, limit: Int
  ) throws(SourceError) -> UInt64 {
    batch.removeAll()
    guard (1...ChangeBatch.maximumCount).contains(limit) else {
      throw SourceError(
        .limitOutOfRange,
        "from 1 to \(ChangeBatch.maximumCount) changes at a time, not \(limit): ask for fewer",
        place: place)
    }
    let after = Int64(clamping: sequence)
    let result = try read { connection throws(PostgresError) in
      try connection.run(statements.changes, PostgresParameters(after, Int64(limit)))
    }
    guard result.rowCount > 0 else { throw goneDataset() }
    let (last, firstKept) = try onServer { () throws(PostgresError) in
      let last = try result.integer(0, 0)
      return (last, result.isNull(0, 1) ? last + 1 : try result.integer(0, 1))
    }
    guard last >= 0 else { throw damagedMetadata() }
    guard sequence <= UInt64(last) else {
      throw SourceError(
        .sequenceAhead,
        "change \(sequence) was not reached, the last is \(last): fetch the list anew", place: place
      )
    }
    guard after >= firstKept - 1 else {
      throw SourceError(
        .changesGone,
        "changes up to \(firstKept - 1) are kept no more, \(sequence + 1) among them: "
          + "fetch the list anew", place: place)
    }
    do throws(SourceError) {
      for row in 0..<result.rowCount where !result.isNull(row, 2) {
        try append(result, row, to: &batch)
      }
      // Numbers ascend, so as many as there must be up to the right one have no hole.
      let count = min(UInt64(limit), UInt64(last) - sequence)
      guard batch.elements.count == count,
        batch.elements.last.map({ $0.change.sequence == sequence + count }) ?? true
      else {
        throw SourceError(
          .corrupt, "changes of the log are missing: load the dataset anew", place: place)
      }
      return UInt64(last)
    } catch {
      batch.removeAll()
      throw error
    }
  }

  private func append(
    _ result: PostgresResult, _ row: Int, to batch: inout ChangeBatch
  ) throws(SourceError) {
    let values = try onServer { () throws(PostgresError) in
      (
        sequence: try result.integer(row, 2), operation: try result.integer(row, 3),
        id: try result.integer(row, 4), key: try result.integer(row, 5),
        version: try result.integer(row, 6)
      )
    }
    guard let sequence = UInt64(exactly: values.sequence), let id = UInt64(exactly: values.id),
      let operation = UInt8(exactly: values.operation).flatMap(Change.Operation.init),
      let version = UInt32(exactly: values.version),
      operation == .move || (operation == .delete) == result.isNull(row, 7)
    else {
      throw SourceError(
        .corrupt, "a change of the log is out of range: load the dataset anew", place: place)
    }
    let change = Change(
      sequence: sequence, operation: operation, id: ItemID(id), key: SortKey(values.key),
      version: version)
    if result.isNull(row, 7) {
      batch.append(change)
    } else {
      result.withBytes(row, 7) { batch.append(change, text: $0) }
    }
  }

  // MARK: - Writing

  /// The number of the batch's last change; throws unless its numbers have no hole.
  private func sequenceAfter(_ batch: ChangeBatch) throws(SourceError) -> Int64 {
    var last: UInt64?
    for element in batch.elements {
      let sequence = element.change.sequence
      if let last, last == .max || sequence != last + 1 { throw gap(after: last, found: sequence) }
      last = sequence
    }
    guard let last = Int64(exactly: last ?? 0) else {
      throw gap(after: UInt64(Int64.max), found: last ?? 0)
    }
    return last
  }

  private func gap(after last: UInt64, found: UInt64) -> SourceError {
    SourceError(
      .sequenceGap,
      "change \(found) after change \(last): apply every change once, in the order of the log, "
        + "with numbers below 2^63", place: place)
  }

  /// Throws unless the batch goes on where the list is; other writers wait from here on.
  private func check(
    _ first: UInt64, _ connection: PostgresConnection
  ) throws(SourceError) {
    let applied = try onServer { () throws(PostgresError) -> Int64? in
      let row = try connection.run(statements.lockState)
      return row.rowCount == 1 ? try row.integer(0, 0) : nil
    }
    guard let applied else { throw goneDataset() }
    guard applied >= 0 else { throw damagedMetadata() }
    guard applied < .max, first == UInt64(applied) + 1 else {
      throw gap(after: UInt64(applied), found: first)
    }
  }

  /// Appends what a change does to the rows, and its line of the log.
  private func append(
    _ element: ChangeBatch.Element, text: [UInt8],
    to calls: inout [(PostgresStatement, PostgresParameters)]
  ) throws(SourceError) {
    let change = element.change
    let id = try number(change.id)
    var parameters = PostgresParameters(id, change.key.rawValue)
    if change.operation != .delete { parameters.append(Int64(change.version)) }
    var line = PostgresParameters(
      Int64(clamping: change.sequence), Int64(change.operation.rawValue), id,
      change.key.rawValue, Int64(change.version))
    if let range = element.textByteRange {
      parameters.append(text.span.extracting(range))
      line.append(text.span.extracting(range))
    } else {
      line.appendNull()
    }
    let statement =
      switch change.operation {
      case .insert: statements.insert
      case .delete: statements.delete
      case .move: element.textByteRange == nil ? statements.move : statements.moveWithText
      case .update: statements.update
      }
    calls.append((statement, parameters))
    calls.append((statements.insertChange, line))
  }

  /// Runs the statements of a batch; returns by how much the count of rows changes.
  private func run(
    _ calls: [(PostgresStatement, PostgresParameters)], of batch: ChangeBatch,
    _ connection: PostgresConnection
  ) throws(SourceError) -> Int64 {
    var misfit: Int?
    for start in stride(from: 0, to: calls.count, by: 2 * Self.changesPerRoundTrip) {
      let part = calls[start..<min(start + 2 * Self.changesPerRoundTrip, calls.count)]
      var done = start
      do throws(PostgresError) {
        try connection.runTogether(part.map { (statement: $0.0, parameters: $0.1) }) {
          index, result in
          done = start + index + 1
          if result.changedRowCount != 1 { misfit = misfit ?? start + index }
        }
      } catch {
        guard error.code == .uniqueViolation else { throw SourceError(error) }
        // The first that failed follows the last that ran.
        misfit = misfit ?? done
      }
      if let misfit { throw conflict(batch.elements[misfit / 2].change) }
    }
    return batch.elements.reduce(0) { count, element in
      switch element.change.operation {
      case .insert: count + 1
      case .delete: count - 1
      case .move, .update: count
      }
    }
  }

  private func conflict(_ change: Change) -> SourceError {
    let reason =
      change.operation == .insert ? "the id is there already" : "no such id with that key"
    return SourceError(
      .changeConflict,
      "change \(change.sequence), \(change.operation) of id \(change.id): \(reason); "
        + "apply the log that belongs to this dataset", place: place)
  }

  private func finish(
    _ last: Int64, _ rowCountChange: Int64, _ connection: PostgresConnection
  ) throws(SourceError) {
    do throws(PostgresError) {
      try connection.run(statements.updateState, PostgresParameters(last, rowCountChange))
      if last > logLimit {
        try connection.run(statements.trimLog, PostgresParameters(last - logLimit))
      }
      try connection.commit()
    } catch  where error.code == .commitUnknown {
      throw SourceError(
        .commitUnknown,
        "the connection broke in mid-commit: the changes up to \(last) are stored if sequence() is now "
          + "\(last), and none of them if it is less", place: place)
    } catch {
      throw SourceError(error)
    }
  }
}
