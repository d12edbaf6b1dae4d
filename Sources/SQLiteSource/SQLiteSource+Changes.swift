internal import ListCore
public import ListSource
internal import SQLite
internal import Synchronization

extension SQLiteSource {
  /// The compiled statements that write.
  struct Writer {
    let connection: Connection
    let insert: Statement
    let delete: Statement
    let move: Statement
    let moveWithText: Statement
    let update: Statement
    let updateMetadata: Statement

    init(_ connection: Connection) throws(SQLiteError) {
      self.connection = connection
      insert = try connection.prepare(SQLiteSchema.insert)
      delete = try connection.prepare(SQLiteSchema.delete)
      move = try connection.prepare(SQLiteSchema.move)
      moveWithText = try connection.prepare(SQLiteSchema.moveWithText)
      update = try connection.prepare(SQLiteSchema.update)
      updateMetadata = try connection.prepare(SQLiteSchema.updateMetadata)
    }
  }

  /// Applies changes in their order in one transaction.
  ///
  /// - Throws: `readOnly` if the source was not opened for writing, `sequenceGap`, `changeConflict`,
  ///   `idOutOfRange`, `busy`, `full`; nothing is applied.
  public func apply(_ batch: ChangeBatch) throws(SourceError) {
    guard !batch.elements.isEmpty else { return }
    let last = try sequenceAfter(batch)
    try database.withLock { database throws(SourceError) in
      guard let writer = database.writer else {
        throw SourceError(.readOnly, "open the source for writing to apply changes", place: path)
      }
      try onFile(path) { () throws(SQLiteError) in try database.connection.begin() }
      do throws(SourceError) {
        try database.checkSequence(before: batch)
        var rowCountChange = 0
        for element in batch.elements {
          rowCountChange += try writer.apply(element, text: batch.text)
        }
        try onFile(path) { () throws(SQLiteError) in
          try writer.updateMetadata.bind(Int64(bitPattern: last), at: 1)
          try writer.updateMetadata.bind(Int64(rowCountChange), at: 2)
          try writer.updateMetadata.run()
          try database.connection.commit()
        }
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
        throw Self.gap(after: last, found: sequence, path: path)
      }
      last = sequence
    }
    return last ?? 0
  }

  fileprivate static func gap(after last: UInt64, found: UInt64, path: String) -> SourceError {
    SourceError(
      .sequenceGap,
      "change \(found) after change \(last): apply every change once, in the order of the log",
      place: path)
  }
}

extension SQLiteSource.Database {
  /// Throws unless the batch goes on where the file is.
  ///
  /// Inside the transaction, so that two writers cannot both pass.
  fileprivate func checkSequence(before batch: ChangeBatch) throws(SourceError) {
    let applied = try onFile(connection.path) { () throws(SQLiteError) in
      defer { metadata.reset() }
      return try metadata.step() ? UInt64(bitPattern: metadata.integer(at: 2)) : 0
    }
    guard let first = batch.elements.first?.change.sequence else { return }
    guard applied < .max, first == applied + 1 else {
      throw SQLiteSource.gap(after: applied, found: first, path: connection.path)
    }
  }
}

extension SQLiteSource.Writer {
  /// Applies one change; returns by how much the count of rows changes.
  fileprivate func apply(
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
      try statement.bind(change.id.rawValue, at: 1)
      try statement.bind(change.key.rawValue, at: 2)
      if change.operation != .delete { try statement.bind(Int64(change.version), at: 3) }
      if let range = element.textByteRange {
        try statement.bind(text: text.span.extracting(range), at: 4)
      }
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
