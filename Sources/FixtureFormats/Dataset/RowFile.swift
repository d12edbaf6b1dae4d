/// A file of canonical rows, one row at a time, each failure with its file, line and byte.
struct RowFile {
  private(set) var lines: LineReader
  /// The file's name as the manifest gives it.
  let name: String
  /// The line that `next` returned last.
  private(set) var line = Line(
    range: 0..<0, number: 0, byteOffset: 0, isTerminated: true, isTooLong: false)

  init(folder: String, name: String) throws(FormatError) {
    self.name = name
    lines = LineReader(
      try InputFile(path: "\(folder)/\(name)", name: name, unpacksGzip: false))
  }

  /// Opens a file that is no part of a dataset, plain or gzip.
  init(path: String) throws(FormatError) {
    name = path
    lines = LineReader(try InputFile(path: path, name: path, unpacksGzip: true))
  }

  /// Steps to the next line.
  ///
  /// - Returns: Whether there is one.
  /// - Throws: `FormatError` for a line that is too long or lacks its line feed.
  mutating func next() throws(FormatError) -> Bool {
    guard let next = try lines.next() else { return false }
    line = next
    if next.isTooLong {
      throw failure("a line of more than \(LineReader.maximumLineBytes) bytes")
    }
    if !next.isTerminated {
      throw failure("the file ends inside a line; the last line feed is missing")
    }
    return true
  }

  /// The bytes of the line, for `Span.extracting`.
  var buffer: [UInt8] { lines.buffer }

  /// An error at the line.
  func failure(_ message: String, code: FormatError.Code = .malformed) -> FormatError {
    FormatError(code, message, file: name, line: line.number, byteOffset: line.byteOffset)
  }

  /// The error of a row as one of the file.
  func failure(_ error: RowError) -> FormatError {
    let prefix = error.field.isEmpty ? "" : "field '\(error.field)': "
    return FormatError(
      .malformed, prefix + hint(error), file: name, line: line.number,
      byteOffset: line.byteOffset + error.byteOffset)
  }

  private func hint(_ error: RowError) -> String {
    let isMark =
      error.byteOffset == 0 && line.byteOffset == 0 && line.range.count >= 3
      && lines.buffer[line.range.lowerBound] == 0xef
    return isMark ? "a byte order mark; rows are UTF-8 without one" : error.message
  }

  /// Reads the line as a row of items.
  func item() throws(FormatError) -> ParsedItem {
    do throws(RowError) {
      return try RowParser.item(lines.buffer.span.extracting(line.range))
    } catch {
      throw failure(error)
    }
  }

  /// Reads the line as an event.
  func event() throws(FormatError) -> ParsedEvent {
    do throws(RowError) {
      return try RowParser.event(lines.buffer.span.extracting(line.range))
    } catch {
      throw failure(error)
    }
  }
}
