import ListText

/// The records of a file that is imported: NDJSON or CSV, plain or gzip, told by its content.
struct SourceReader {
  private enum Layout {
    case ndjson
    case csv(CSVLayout)
    case empty
  }

  /// The file's own name, without its folders.
  let name: String
  private var lines: LineReader
  private let columns: [SourceColumn]
  private let places: [SourcePlace]
  private let layout: Layout
  /// The first line, when it is a record and was read already.
  private var first: Line?

  /// Opens a file and tells what it is by its first line that is not blank.
  ///
  /// - Throws: `FormatError`: `unreadable`; `malformed` for a JSON array; `unmapped` for a CSV
  ///   header that lacks a column.
  init(path: String, columns: [SourceColumn]) throws(FormatError) {
    name = path.split(separator: "/").last.map(String.init) ?? path
    lines = LineReader(try InputFile(path: path, name: name))
    self.columns = columns
    places = columns.enumerated().flatMap { index, column in
      column.paths.enumerated().map {
        SourcePlace(column: index, rank: $0.offset, path: $0.element)
      }
    }
    (layout, first) = try Self.tell(&lines, columns, name)
  }

  /// Tells the layout by the first line that is not blank; the line is returned when it is a record.
  private static func tell(
    _ lines: inout LineReader, _ columns: [SourceColumn], _ name: String
  ) throws(FormatError) -> (Layout, Line?) {
    while var line = try lines.next() {
      if line.isTooLong {
        throw FormatError(
          .malformed, "the first line is too long; is this NDJSON or CSV?", file: name, line: 1)
      }
      let buffer = lines.buffer.span
      if line.number == 1, hasBytes("\u{FEFF}", buffer.extracting(line.range), at: 0) {
        line.range = line.range.lowerBound + 3..<line.range.upperBound
      }
      let bytes = buffer.extracting(line.range)
      var cursor = JSONCursor()
      cursor.skipSpace(bytes)
      if cursor.position == bytes.count { continue }
      switch bytes[cursor.position] {
      case UInt8(ascii: "{"): return (.ndjson, line)
      case UInt8(ascii: "["):
        throw FormatError(
          .malformed, "is a JSON array; make lines of it first: jq -c '.[]' FILE", file: name,
          line: line.number)
      default: return (.csv(try CSVLayout(header: bytes, columns: columns, file: name)), nil)
      }
    }
    return (.empty, nil)
  }

  /// Reads the next record.
  ///
  /// - Returns: Whether there is one; `record.refusal` says whether it can be used.
  mutating func next(_ record: inout SourceRecord) throws(FormatError) -> Bool {
    while true {
      let next = first
      first = nil
      guard let line = if let next { next } else { try lines.next() } else { return false }
      record.reset(line: line.number, byteOffset: line.byteOffset)
      if line.isTooLong {
        record.refusal = .tooLong
        return true
      }
      if isBlank(line) { continue }
      switch layout {
      case .empty: return false
      case .ndjson: readObject(line, &record)
      case .csv(let csv): try csv.read(line, &lines, &record)
      }
      record.isAnyReadable = record.isAnyReadable || record.refusal == nil
      return true
    }
  }

  private func isBlank(_ line: Line) -> Bool {
    let bytes = lines.buffer.span.extracting(line.range)
    var cursor = JSONCursor()
    cursor.skipSpace(bytes)
    return cursor.position == bytes.count
  }

  // MARK: - NDJSON

  private func readObject(_ line: Line, _ record: inout SourceRecord) {
    let bytes = lines.buffer.span.extracting(line.range)
    var cursor = JSONCursor()
    do throws(JSONError) {
      try readMembers(bytes, &cursor, depth: 0, places, &record)
      try cursor.finish(bytes)
    } catch {
      record.refusal = isUTF8(bytes) ? .malformed : .invalidUTF8
    }
  }

  /// Reads an object; of each name that a place goes through or ends at, the value is followed or taken.
  private func readMembers(
    _ bytes: Span<UInt8>, _ cursor: inout JSONCursor, depth: Int, _ places: [SourcePlace],
    _ record: inout SourceRecord
  ) throws(JSONError) {
    try cursor.enterObject(bytes)
    var isFirst = true
    while let name = try cursor.nextName(bytes, isFirst: &isFirst) {
      let matches = places.filter { name.equals($0.path[depth], in: bytes) }
      if matches.isEmpty {
        try cursor.skipValue(bytes)
        continue
      }
      let inner = matches.filter { $0.path.count > depth + 1 }
      var value = SourceRecord.Value.nested
      if try cursor.kind(bytes) == .object, !inner.isEmpty {
        try readMembers(bytes, &cursor, depth: depth + 1, inner, &record)
      } else {
        value = try readValue(bytes, &cursor, &record)
      }
      for place in matches where place.path.count == depth + 1 {
        record.set(value, column: place.column, rank: place.rank)
      }
    }
  }

  private func readValue(
    _ bytes: Span<UInt8>, _ cursor: inout JSONCursor, _ record: inout SourceRecord
  ) throws(JSONError) -> SourceRecord.Value {
    let start = record.bytes.count
    switch try cursor.kind(bytes) {
    case .string:
      try cursor.string(bytes).decode(bytes, into: &record.bytes)
      return .text(start..<record.bytes.count)
    case .number:
      for index in try cursor.number(bytes) { record.bytes.append(bytes[index]) }
      return .number(start..<record.bytes.count)
    case .true:
      try cursor.word("true", bytes)
      record.bytes.append(contentsOf: "true".utf8)
      return .text(start..<record.bytes.count)
    case .false:
      try cursor.word("false", bytes)
      record.bytes.append(contentsOf: "false".utf8)
      return .text(start..<record.bytes.count)
    case .null:
      try cursor.word("null", bytes)
      return .missing
    case .object, .array:
      try cursor.skipValue(bytes)
      return .nested
    }
  }
}
