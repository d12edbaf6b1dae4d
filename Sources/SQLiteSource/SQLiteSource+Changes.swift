internal import ListCore
public import ListSource
internal import SQLite
internal import Synchronization

extension SQLiteSource {
  /// The compiled statements that write.
  struct Writer {
    let connection: Connection
    let layout: SQLiteLayout
    let insert: Statement
    let delete: Statement
    let move: Statement
    let moveWithText: Statement
    let update: Statement
    let log: Statement
    let forget: Statement
    let updateMetadata: Statement

    init(_ connection: Connection, layout: SQLiteLayout) throws(SQLiteError) {
      self.connection = connection
      self.layout = layout
      insert = try connection.prepare(SQLiteSchema.insert(layout.shape))
      delete = try connection.prepare(SQLiteSchema.delete)
      move = try connection.prepare(SQLiteSchema.move)
      moveWithText = try connection.prepare(SQLiteSchema.moveWithText)
      update = try connection.prepare(SQLiteSchema.update)
      log = try connection.prepare(SQLiteSchema.log)
      forget = try connection.prepare(SQLiteSchema.forget)
      updateMetadata = try connection.prepare(SQLiteSchema.updateMetadata)
    }
  }

  /// Applies changes in their order in one transaction, and writes them into the log in the same.
  ///
  /// - Throws: `readOnly` if the source was not opened for writing or its list is frozen, `sequenceGap`,
  ///   `changeConflict`, `idOutOfRange`, `busy`, `full`; nothing is applied.
  public func apply(_ batch: ChangeBatch) throws(SourceError) {
    guard !batch.elements.isEmpty else { return }
    let last = try sequenceAfter(batch)
    try database.withLock { database throws(SourceError) in
      guard let writer = database.writer else {
        throw SourceError(.readOnly, "open the source for writing to apply changes", place: path)
      }
      guard !layout.isFrozen else {
        throw SourceError(
          .readOnly,
          "a list with \(layout.rankAid.rawValue) in shape \(layout.shape.rawValue) is frozen: "
            + "load the rows into another layout", place: path)
      }
      try onFile(path) { () throws(SQLiteError) in try database.connection.begin() }
      do throws(SourceError) {
        let state = try database.state()
        try checkSequence(state.sequence, before: batch)
        let rowCountChange = try writer.apply(batch, upTo: last)
        try writer.finish(last, rowCountChange: rowCountChange, floor: state.logFloor)
        try onFile(path) { () throws(SQLiteError) in try database.connection.commit() }
      } catch {
        database.connection.rollBack()
        throw error
      }
    }
  }

  /// The number of the batch's last change; throws unless its numbers have no hole.
  private func sequenceAfter(_ batch: ChangeBatch) throws(SourceError) -> UInt64 {
    var last: UInt64?
    for element in batch.elements {
      let sequence = element.change.sequence
      if let last, last == .max || sequence != last + 1 {
        throw gap(after: last, found: sequence)
      }
      last = sequence
    }
    return last ?? 0
  }

  /// Throws unless the batch goes on where the file is.
  ///
  /// Inside the transaction, so that two writers cannot both pass.
  private func checkSequence(
    _ applied: UInt64, before batch: ChangeBatch
  ) throws(SourceError) {
    guard let first = batch.elements.first?.change.sequence else { return }
    guard applied < .max, first == applied + 1 else { throw gap(after: applied, found: first) }
  }

  private func gap(after last: UInt64, found: UInt64) -> SourceError {
    SourceError(
      .sequenceGap,
      "change \(found) after change \(last): apply every change once, in the order of the log",
      place: path)
  }
}

extension SQLiteSource.Writer {
  /// Applies changes and writes those into the log that it will keep.
  ///
  /// - Returns: By how much the count of rows changes.
  fileprivate func apply(
    _ batch: ChangeBatch, upTo last: UInt64
  ) throws(SourceError) -> Int {
    var rowCountChange = 0
    for element in batch.elements {
      rowCountChange += try apply(element, text: batch.text)
      if last - element.change.sequence < UInt64(layout.changeLimit) {
        try write(element, text: batch.text)
      }
    }
    return rowCountChange
  }

  /// Forgets the changes that the log has no room for, and writes the metadata.
  fileprivate func finish(
    _ last: UInt64, rowCountChange: Int, floor: UInt64
  ) throws(SourceError) {
    let kept = min(last - floor, UInt64(layout.changeLimit))
    let newFloor = last - kept
    try onFile(connection.path) { () throws(SQLiteError) in
      for sequence in floor..<newFloor {
        try forget.bind(Int64(bitPattern: sequence + 1), at: 1)
        try forget.run()
      }
      try updateMetadata.bind(Int64(bitPattern: last), at: 1)
      try updateMetadata.bind(Int64(rowCountChange), at: 2)
      try updateMetadata.bind(Int64(bitPattern: newFloor), at: 3)
      try updateMetadata.run()
    }
  }

  private func write(
    _ element: ChangeBatch.Element, text: [UInt8]
  ) throws(SourceError) {
    try onFile(connection.path) { () throws(SQLiteError) in
      try bind(element, text: text, to: log)
      try log.bind(Int64(element.change.version), at: 3)
      if element.textByteRange == nil { try log.bindNull(at: 4) }
      try log.bind(Int64(bitPattern: element.change.sequence), at: 5)
      try log.bind(Int64(element.change.operation.rawValue), at: 6)
      try log.run()
    }
  }

  /// Binds id and key, and the text if there is one.
  private func bind(
    _ element: ChangeBatch.Element, text: [UInt8], to statement: Statement
  ) throws(SQLiteError) {
    try statement.bind(element.change.id.rawValue, at: 1)
    try statement.bind(element.change.key.rawValue, at: 2)
    if let range = element.textByteRange {
      try statement.bind(text: text.span.extracting(range), at: 4)
    }
  }

  /// Applies one change; returns by how much the count of rows changes.
  private func apply(
    _ element: ChangeBatch.Element, text: [UInt8]
  ) throws(SourceError) -> Int {
    let change = element.change
    let statement =
      switch change.operation {
      case .insert: insert
      case .delete: delete
      case .move: element.textByteRange == nil ? move : moveWithText
      case .update: update
      }
    let isDone: Bool
    do throws(SQLiteError) {
      try bind(element, text: text, to: statement)
      if change.operation != .delete { try statement.bind(Int64(change.version), at: 3) }
      try statement.run()
      isDone = connection.changedRowCount == 1
    } catch  where error.code == .constraint {
      isDone = false
    } catch {
      throw SourceError(error, path: connection.path)
    }
    guard isDone else {
      let reason =
        change.operation == .insert ? "the id is there already" : "no such id with that key"
      throw SourceError(
        .changeConflict,
        "change \(change.sequence), \(change.operation) of id \(change.id): \(reason); "
          + "apply the log that belongs to this dataset", place: connection.path)
    }
    return switch change.operation {
    case .insert: 1
    case .delete: -1
    case .move, .update: 0
    }
  }
}
