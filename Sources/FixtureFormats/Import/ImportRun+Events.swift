import ListCore

extension ImportRun {
  /// Reads the events, applies each and writes it.
  func readEvents(
    _ path: String, _ file: DatasetFile, _ progress: (Int) -> Void
  ) throws(FormatError) {
    let fields = RecordFields(importer.mapping, isEvents: true)
    var reader = try SourceReader(path: path, columns: fields.columns)
    var record = SourceRecord(columnCount: fields.columns.count)
    var at: Int64 = 0
    var sequence = Int64.min
    while !needsNumbers, try reader.next(&record) {
      count(progress)
      let event: ImportedEvent
      let step: Step
      do throws(Refusal) {
        event = try fields.event(record)
        if let number = event.sequence, number <= sequence { throw .sequenceNotRising }
        step = try self.step(event, known: knownID(record, event.row.id))
      } catch {
        try refuse(record, error, file: reader.name, id: fields.text(.id, record))
        continue
      }
      if needsNumbers { break }
      at = event.at ?? at
      sequence = event.sequence ?? sequence
      try apply(step, event.row, record, at: at, file)
    }
  }

  /// What an event that keeps the rules does.
  enum Step {
    case insert(key: Int64, version: UInt32)
    case delete(id: UInt64, Item)
    /// A new place, new content, or both; `key` is present for a move.
    case change(id: UInt64, Item, key: Int64?, version: UInt32)
  }

  /// Checks an event against the list as it is.
  private func step(_ event: ImportedEvent, known: UInt64?) throws(Refusal) -> Step {
    let last = known.flatMap { items[$0] }
    let item = last.flatMap { $0.isAlive ? $0 : nil }
    switch event.operation {
    case .insert:
      guard item == nil else { throw .insertOfLive }
      guard let key = event.row.key else { throw .keyMissing }
      return .insert(key: key, version: try version(event.row, after: last, steps: 1))
    case .delete:
      guard let item, let known else { throw .deleteOfAbsent }
      return .delete(id: known, item)
    case .move:
      guard let item, let known else { throw .moveOfAbsent }
      guard let key = event.row.key else { throw .keyMissing }
      return try change(known, item, event.row, key: key)
    case .update:
      guard let item, let known else { throw .updateOfAbsent }
      let isMove = event.row.key != nil && event.row.key != item.key
      return try change(known, item, event.row, key: isMove ? event.row.key : nil)
    }
  }

  /// A move, an update, or both, which are two events and two versions.
  private func change(
    _ id: UInt64, _ item: Item, _ row: ImportedRow, key: Int64?
  ) throws(Refusal) -> Step {
    let isBoth = key != nil && !row.content.isEmpty
    return .change(
      id: id, item, key: key, version: try version(row, after: item, steps: isBoth ? 2 : 1))
  }

  /// The version after an event: its own, which must be above the last one, or `steps` above that.
  private func version(
    _ row: ImportedRow, after last: Item?, steps: UInt32
  ) throws(Refusal) -> UInt32 {
    guard let last else { return row.version ?? 1 }
    let (next, overflow) = last.version.addingReportingOverflow(steps)
    guard let version = row.version ?? (overflow ? nil : next), version > last.version else {
      throw .versionNotRising
    }
    return version
  }

  private func apply(
    _ step: Step, _ row: ImportedRow, _ record: SourceRecord, at: Int64, _ file: DatasetFile
  ) throws(FormatError) {
    switch step {
    case .insert(let key, let version):
      let id = newID(record, row.id)
      items[id] = Item(key: key, version: version, content: try keep(row.content))
      counts.inserts += 1
      counts.live += 1
      try write(.insert, id, key, version, at, row.content, file)
    case .delete(let id, let item):
      items[id]?.isAlive = false
      counts.deletes += 1
      counts.live -= 1
      try write(.delete, id, item.key, item.version, at, nil, file)
    case .change(let id, var item, let key, let version):
      let isMove = key != nil
      let isUpdate = !isMove || !row.content.isEmpty
      if let key {
        // A move carries no content: with content it is a move and an update, one version apart.
        item.key = key
        counts.moves += 1
        try write(.move, id, key, isUpdate ? version - 1 : version, at, nil, file)
      }
      if isUpdate {
        var content = ImportedContent(encoded: try spool.read(item.content))
        content.merge(row.content)
        item.content = try keep(content)
        counts.updates += 1
        try write(.update, id, item.key, version, at, content, file)
      }
      item.version = version
      items[id] = item
    }
  }

  private func write(
    _ operation: Change.Operation, _ id: UInt64, _ key: Int64, _ version: UInt32, _ at: Int64,
    _ content: ImportedContent?, _ file: DatasetFile
  ) throws(FormatError) {
    counts.events += 1
    let change = Change(
      sequence: UInt64(counts.events), operation: operation, id: ItemID(id), key: SortKey(key),
      version: version)
    text.appendEvent(change, at: at, content)
    try writeRow(file)
  }
}
