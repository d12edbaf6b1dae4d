import ListText

/// The columns of a CSV file (RFC 4180): commas, quotes doubled inside quotes, line breaks in quotes.
struct CSVLayout {
  /// How many fields every record has.
  private let fieldCount: Int
  /// By the numbers of the columns that were asked for: the field, or nil when the header lacks it.
  private let fields: [Int?]

  /// Reads the header.
  ///
  /// - Throws: `FormatError` with `unmapped` when a column that is needed is not there.
  init(header: Span<UInt8>, columns: [SourceColumn], file: String) throws(FormatError) {
    var record = CSVRecord()
    guard record.append(header), !record.isOpen else {
      throw FormatError(.malformed, "the header is not CSV", file: file, line: 1)
    }
    record.finish()
    fieldCount = record.fields.count
    let bytes = record.bytes
    let names = record.fields.map { String(decoding: bytes[$0], as: UTF8.self) }
    fields = columns.map { names.firstIndex(of: $0.name) }
    for (column, field) in zip(columns, fields) where column.isRequired && field == nil {
      throw FormatError(
        .unmapped,
        "has no column '\(column.name)'; its columns are: \(names.prefix(40).joined(separator: ", "))",
        file: file, line: 1)
    }
  }

  /// Reads the record that starts at a line; it takes more lines while a quote is open.
  func read(
    _ first: Line, _ lines: inout LineReader, _ record: inout SourceRecord
  ) throws(FormatError) {
    var csv = CSVRecord()
    var isWellFormed = csv.append(lines.buffer.span.extracting(first.range))
    while isWellFormed, csv.isOpen {
      guard let line = try lines.next() else {
        isWellFormed = false
        break
      }
      csv.appendLineFeed()
      if line.isTooLong || csv.bytes.count > LineReader.maximumLineBytes {
        record.refusal = .tooLong
        return
      }
      isWellFormed = csv.append(lines.buffer.span.extracting(line.range))
    }
    csv.finish()
    guard isWellFormed, csv.fields.count == fieldCount else {
      record.refusal = .malformed
      return
    }
    for (column, field) in fields.enumerated() {
      guard let field else { continue }
      let range = csv.fields[field]
      if range.isEmpty {
        record.set(.missing, column: column)
        continue
      }
      guard isUTF8(csv.bytes.span.extracting(range)) else {
        record.refusal = .invalidUTF8
        return
      }
      let start = record.bytes.count
      record.bytes.append(contentsOf: csv.bytes[range])
      record.set(.text(start..<record.bytes.count), column: column)
    }
  }
}

/// A record of a CSV file while it is put together.
private struct CSVRecord {
  private(set) var bytes: [UInt8] = []
  private(set) var fields: [Range<Int>] = []
  private(set) var isOpen = false
  private var fieldStart = 0
  private var isQuoted = false

  /// Appends a line without its line feed; false when a quote stands where none may.
  mutating func append(_ line: Span<UInt8>) -> Bool {
    var position = 0
    let end = line.count
    while position < end {
      let byte = line[position]
      position += 1
      if isOpen {
        if byte != UInt8(ascii: "\"") {
          bytes.append(byte)
        } else if position < end, line[position] == UInt8(ascii: "\"") {
          bytes.append(byte)
          position += 1
        } else {
          isOpen = false
        }
      } else if byte == UInt8(ascii: ",") {
        finish()
      } else if byte == 0x0d, position == end {
        break
      } else if byte == UInt8(ascii: "\""), !isQuoted, bytes.count == fieldStart {
        isOpen = true
        isQuoted = true
      } else if isQuoted || byte == UInt8(ascii: "\"") {
        return false
      } else {
        bytes.append(byte)
      }
    }
    return true
  }

  /// Appends the line feed of a field that goes on in the next line.
  mutating func appendLineFeed() { bytes.append(0x0a) }

  /// Ends a field.
  mutating func finish() {
    fields.append(fieldStart..<bytes.count)
    fieldStart = bytes.count
    isQuoted = false
  }
}
