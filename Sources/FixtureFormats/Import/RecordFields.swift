import ListText

/// A row of an imported snapshot, read but not yet placed.
struct ImportedRow {
  /// Where the id's text lies in the record; never empty.
  var id: Range<Int>
  var key: Int64?
  var version: UInt32?
  var content: ImportedContent
}

/// An event of an imported stream, read but not yet applied.
struct ImportedEvent {
  var operation: ImportedOperation
  var row: ImportedRow
  var at: Int64?
  var sequence: Int64?
}

/// The words that the `op` of an imported event may have.
enum ImportedOperation: String, CaseIterable {
  case insert, delete, move, update
}

/// Reads the fields of records by a mapping.
struct RecordFields {
  /// The columns that a source must look for.
  let columns: [SourceColumn]
  private var indexes: [ImportMapping.Field: Int] = [:]
  private let keyUnit: ImportMapping.Unit
  private let atUnit: ImportMapping.Unit

  /// - Parameter isEvents: Whether the records are events.
  init(_ mapping: ImportMapping, isEvents: Bool) {
    let ofEvents: Set<ImportMapping.Field> = [.op, .at, .seq]
    var columns: [SourceColumn] = []
    for field in ImportMapping.Field.allCases {
      guard let source = mapping.sources[field], isEvents || !ofEvents.contains(field) else {
        continue
      }
      indexes[field] = columns.count
      columns.append(
        SourceColumn(
          name: source.name, isInEvent: isEvents,
          isRequired: isEvents ? [.id, .key, .op].contains(field) : true))
    }
    self.columns = columns
    keyUnit = mapping.sources[.key]?.unit ?? .us
    atUnit = mapping.sources[.at]?.unit ?? .us
  }

  private func value(
    _ field: ImportMapping.Field, _ record: SourceRecord
  ) throws(Refusal) -> Range<Int>? {
    guard let index = indexes[field] else { return nil }
    switch record.values[index] {
    case .missing: return nil
    case .text(let range), .number(let range): return range
    case .nested: throw .fieldNotText
    }
  }

  /// The fields that no record had so far; none as long as no record could be read.
  func absent(_ record: SourceRecord) -> [ImportMapping.Field] {
    guard record.isAnyReadable else { return [] }
    return ImportMapping.Field.allCases.filter { field in
      indexes[field].map { !record.hasColumn[$0] } ?? false
    }
  }

  /// The text of a field, for lists of what was refused; nil when there is none.
  func text(_ field: ImportMapping.Field, _ record: SourceRecord) -> [UInt8]? {
    guard let range = try? value(field, record) else { return nil }
    return Array(record.bytes[range])
  }

  /// Reads a row.
  func row(_ record: SourceRecord) throws(Refusal) -> ImportedRow {
    if let refusal = record.refusal { throw refusal }
    guard let id = try value(.id, record), !id.isEmpty else { throw .idMissing }
    var content = ImportedContent()
    content.title = try value(.title, record).map { Array(record.bytes[$0]) }
    content.author = try value(.author, record).map { Array(record.bytes[$0]) }
    content.body = try value(.body, record).map { Array(record.bytes[$0]) }
    content.status = try value(.status, record).map { Array(record.bytes[$0]) }
    return ImportedRow(
      id: id, key: try key(record), version: try version(record), content: content)
  }

  /// Reads an event.
  func event(_ record: SourceRecord) throws(Refusal) -> ImportedEvent {
    let row = try row(record)
    guard let word = try value(.op, record),
      let operation = ImportedOperation(
        rawValue: String(decoding: record.bytes[word], as: UTF8.self))
    else { throw .operationUnknown }
    var event = ImportedEvent(operation: operation, row: row)
    if let range = try value(.at, record) {
      do throws(Refusal) {
        event.at = try Self.time(record.bytes.span, range, atUnit)
      } catch {
        throw .timeNotReadable
      }
    }
    if let range = try value(.seq, record) {
      event.sequence = parseCanonicalInteger(record.bytes.span, range)
    }
    return event
  }

  private func key(_ record: SourceRecord) throws(Refusal) -> Int64? {
    guard let range = try value(.key, record), !range.isEmpty else { return nil }
    return try Self.time(record.bytes.span, range, keyUnit)
  }

  private func version(_ record: SourceRecord) throws(Refusal) -> UInt32? {
    guard let range = try value(.version, record), !range.isEmpty else { return nil }
    guard let version: UInt32 = parseCanonicalInteger(record.bytes.span, range), version > 0 else {
      throw .versionNotAnInteger
    }
    return version
  }

  /// Reads a key or time in microseconds.
  private static func time(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ unit: ImportMapping.Unit
  ) throws(Refusal) -> Int64 {
    let scale: Int64
    switch unit {
    case .s: scale = 1_000_000
    case .ms: scale = 1_000
    case .us: scale = 1
    case .iso8601:
      guard let time = parseTime(bytes, range) else { throw .keyNotATime }
      guard RowLimits.keys.contains(time) else { throw .keyOutOfRange }
      return time
    }
    guard let number: Int64 = parseCanonicalInteger(bytes, range) else {
      throw isIntegerText(bytes, range) ? .keyOutOfRange : .keyNotAnInteger
    }
    let (time, overflow) = number.multipliedReportingOverflow(by: scale)
    guard !overflow, RowLimits.keys.contains(time) else { throw .keyOutOfRange }
    return time
  }

  /// Whether the text is a whole number, however large.
  private static func isIntegerText(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var digits = range
    if bytes[range.lowerBound] == UInt8(ascii: "-") {
      digits = range.lowerBound + 1..<range.upperBound
    }
    guard !digits.isEmpty, bytes[digits.lowerBound] != UInt8(ascii: "0") else { return false }
    return digits.allSatisfy { isDigit(bytes[$0]) }
  }
}
