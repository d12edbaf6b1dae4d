import ListCore
import ListFixtures

extension ImportRun {
  /// Reads the snapshot; the contents go to the spool.
  ///
  /// - Returns: Oldest first if the keys of the rows that were taken never fall and rise at least once.
  func readItems(_ progress: (Int) -> Void) throws(FormatError) -> ListOrder {
    let fields = RecordFields(importer.mapping, isEvents: false)
    var reader = try SourceReader(path: importer.itemsPath, columns: fields.columns)
    var record = SourceRecord(columnCount: fields.columns.count)
    var previous = Int64.min
    var falls = false
    var rises = false
    while !needsNumbers, try reader.next(&record) {
      count(progress)
      let row: ImportedRow
      let key: Int64
      do throws(Refusal) {
        row = try fields.row(record)
        guard let rowKey = row.key else { throw .keyMissing }
        key = rowKey
        if let id = knownID(record, row.id), items[id] != nil { throw .duplicateID }
      } catch {
        try refuse(record, error, file: reader.name, id: fields.text(.id, record))
        continue
      }
      if needsNumbers { break }
      falls = falls || key < previous
      rises = rises || key > previous && counts.items > 0
      previous = key
      counts.items += 1
      items[newID(record, row.id)] = Item(
        key: key, version: row.version ?? 1, content: try keep(row.content))
    }
    counts.live = counts.items
    return rises && !falls ? .oldestFirst : .newestFirst
  }

  /// The id of a record that is taken; one that is numbered gets its number here.
  func newID(_ record: SourceRecord, _ range: Range<Int>) -> UInt64 {
    if numbersIDs { return identities.add(record.bytes.span.extracting(range)) }
    return knownID(record, range) ?? 0
  }

  /// Writes the snapshot in list order.
  func writeItems(_ order: ListOrder) throws(FormatError) -> Manifest.File {
    let file = try folder.file(StoredDataset.itemsName)
    var entries = items.map { ListEntry(key: SortKey($0.value.key), id: ItemID($0.key)) }
    switch order {
    case .newestFirst: entries.sort(by: >)
    case .oldestFirst: entries.sort()
    }
    for entry in entries {
      guard let item = items[entry.id.rawValue] else { continue }
      let content = ImportedContent(encoded: try spool.read(item.content))
      text.appendItem(entry, version: item.version, content)
      try writeRow(file)
    }
    digest.finishStream()
    return try file.finish()
  }
}
