import ListFixtures
import SQLite

/// Compares the tables of a SQLite file with the rows they should hold, in the order of their keys.
final class SQLiteComparison: LayoutComparison {
  private let path: String
  private let name: String
  private let order: ListOrder
  private let connection: Connection
  private var select: Statement?
  private var stream = RowStream.items
  private var scanner = RowScanner()
  private var decoded = EncodedBuffer()

  init(_ dataset: StoredDataset) throws(FormatError) {
    name = dataset.manifest.layout.fileName(of: .items)
    path = "\(dataset.path)/\(name)"
    order = dataset.manifest.order
    do throws(SQLiteError) {
      connection = try Connection(path: path, mode: .readOnly)
    } catch {
      throw Self.failure(error, name)
    }
    try checkSchema()
  }

  private static func failure(_ error: SQLiteError, _ name: String) -> FormatError {
    FormatError(.malformed, "\(error)", file: name)
  }

  private func asking<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(FormatError) -> Result {
    do throws(SQLiteError) {
      return try body()
    } catch {
      throw Self.failure(error, name)
    }
  }

  private func mismatch(_ message: String) -> FormatError {
    FormatError(.mismatch, message, file: name)
  }

  private func checkSchema() throws(FormatError) {
    let check = try texts("PRAGMA integrity_check", atMost: 1)
    guard check == ["ok"] else {
      throw mismatch("integrity_check says: \(check.first ?? "nothing")")
    }
    let schema = try texts(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid", atMost: 64)
    for (index, sql) in SQLiteTables.schema(order).enumerated() {
      guard index < schema.count, schema[index] == sql else {
        throw mismatch("the schema lacks: \(sql)")
      }
    }
    guard schema.count == SQLiteTables.schema(order).count else {
      throw mismatch("the schema has more than it should: \(schema[schema.count - 1].prefix(80))")
    }
  }

  private func texts(_ sql: String, atMost count: Int) throws(FormatError) -> [String] {
    try asking { () throws(SQLiteError) in
      let statement = try connection.prepare(sql)
      var texts: [String] = []
      while texts.count < count, try statement.step() {
        texts.append(Self.text(statement, 0))
      }
      return texts
    }
  }

  private static func text(_ statement: Statement, _ column: Int) -> String {
    statement.withText(at: column) { text in
      unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  func start(_ stream: RowStream) throws(FormatError) {
    try finishTable()
    self.stream = stream
    let columns = SQLiteTables.columnNames(of: stream)
    let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    select = try asking { () throws(SQLiteError) in
      try connection.prepare(
        "SELECT \(list) FROM \"\(SQLiteTables.name(of: stream))\" ORDER BY 1")
    }
  }

  private func finishTable() throws(FormatError) {
    guard let select else { return }
    if try asking({ () throws(SQLiteError) in try select.step() }) {
      throw mismatch(
        "table \(SQLiteTables.name(of: stream)), rowid \(select.integer(at: 0)): a row too many")
    }
    self.select = nil
  }

  func compare(_ chunk: RowProduction.Chunk) throws(FormatError) {
    guard let select else { return }
    let rows = unsafe chunk.rows
    var start = 0
    for rank in chunk.place.rows {
      let next = unsafe scanner.scan(stream, rows, from: start)
      let key = stream == .items ? rank : rank + 1
      guard try asking({ () throws(SQLiteError) in try select.step() }) else {
        throw mismatch("table \(SQLiteTables.name(of: stream)), rowid \(key): the row is missing")
      }
      let found = select.integer(at: 0)
      guard found == Int64(key) else {
        throw mismatch(
          "table \(SQLiteTables.name(of: stream)), rowid \(found): the next row should be \(key)")
      }
      try unsafe compare(rows, select, rowid: key)
      start = next
    }
  }

  private func compare(
    _ rows: UnsafeRawBufferPointer, _ select: Statement, rowid: Int
  ) throws(FormatError) {
    let shift = stream == .items ? 1 : 0
    for (index, column) in FlatColumn.columns(of: stream).enumerated() {
      let value = scanner[index]
      let found = select.kind(at: index + shift)
      let isSame =
        switch value.form {
        case .null: found == .null
        case .plain where column.kind == .bool:
          unsafe found == .integer
            && select.integer(at: index + shift) == (rows[value.start] == 0x74 ? 1 : 0)
        case .plain where column.kind != .text:
          unsafe found == .integer
            && select.integer(at: index + shift) == rows.bytes(of: value).canonicalInteger
        case .plain:
          unsafe found == .text && isSame(select, index + shift, rows.bytes(of: value))
        case .escaped: unsafe found == .text && isSameDecoded(select, index + shift, rows, value)
        }
      guard isSame else {
        throw mismatch(
          "table \(SQLiteTables.name(of: stream)), rowid \(rowid): column '\(column.name)' differs; "
            + "the recipe gives \(unsafe Self.quote(rows, value))")
      }
    }
  }

  private static func quote(_ rows: UnsafeRawBufferPointer, _ value: FlatValue) -> String {
    if value.form == .null { return "NULL" }
    return unsafe "'\(String(decoding: rows.bytes(of: value).prefix(24), as: UTF8.self))'"
  }

  private func isSameDecoded(
    _ select: Statement, _ column: Int, _ rows: UnsafeRawBufferPointer, _ value: FlatValue
  ) -> Bool {
    decoded.removeAll()
    decoded.reserve(value.end - value.start)
    unsafe decoded.putDecoded(rows.bytes(of: value))
    return unsafe decoded.withBytes { unsafe isSame(select, column, $0) }
  }

  private func isSame(
    _ select: Statement, _ column: Int, _ expected: UnsafeRawBufferPointer
  ) -> Bool {
    select.withText(at: column) { text in
      unsafe text.withUnsafeBytes { unsafe $0.elementsEqual(expected) }
    }
  }

  func finish(_ facts: [(name: String, value: String)]) throws(FormatError) -> [Manifest.Container]
  {
    try finishTable()
    let found = try texts("SELECT name || '=' || value FROM meta ORDER BY rowid", atMost: 64)
    guard found == facts.map({ "\($0.name)=\($0.value)" }) else {
      throw mismatch("table meta does not say what the recipe is")
    }
    return [try Manifest.Container(reading: path, name: name)]
  }
}
