import ListFixtures
import SQLite

/// Writes rows into one SQLite file: one transaction, indexes after the rows.
///
/// The file is nobody else's until it has its name, so there is no journal and no sync here.
final class SQLiteSink: RowSink {
  private let connection: Connection
  private let inserts: [Statement]
  private let order: ListOrder
  private let path: String
  private let name: String
  private var binder = RowBinder()

  /// - Parameters:
  ///   - path: An empty file.
  ///   - name: What the file will be called.
  init(path: String, name: String, order: ListOrder) throws(FormatError) {
    self.path = path
    self.name = name
    self.order = order
    do throws(SQLiteError) {
      // MEASURED: `generate timeline --format sqlite`, 1,000,000 items: pages of 16 KiB take 0.1 s less
      // than of 8 KiB. The cache bounds what is sorted at once for an index: runs of 4 MiB that stay in
      // the processor's cache make the index of ids in 0.43 s, those of 16 MiB in 0.63 s.
      connection = try Connection(path: path, mode: .readWrite)
      try connection.execute(
        """
        PRAGMA page_size = 16384;
        PRAGMA journal_mode = OFF;
        PRAGMA synchronous = OFF;
        PRAGMA locking_mode = EXCLUSIVE;
        PRAGMA cache_size = -4096;
        PRAGMA application_id = \(SQLiteTables.applicationID);
        PRAGMA user_version = \(SQLiteTables.version);
        """)
      try connection.begin(.exclusive)
      for stream in RowStream.allCases { try connection.execute(SQLiteTables.create(stream)) }
      try connection.execute(SQLiteTables.createMeta)
      var inserts: [Statement] = []
      for stream in RowStream.allCases {
        inserts.append(try connection.prepare(SQLiteTables.insert(stream)))
      }
      self.inserts = inserts
    } catch {
      throw Self.failure(error, name)
    }
  }

  private static func failure(_ error: SQLiteError, _ name: String) -> FormatError {
    FormatError(.unwritable, "cannot write '\(name)': \(error)")
  }

  func take(_ chunk: RowProduction.Chunk) throws(FormatError) {
    let insert = inserts[chunk.place.stream == .items ? 0 : 1]
    if let failure = try binder.insert(chunk, by: insert) { throw Self.failure(failure, name) }
  }

  func finish(_ facts: [(name: String, value: String)]) throws(FormatError) -> [Manifest.Container]
  {
    do throws(SQLiteError) {
      for sql in SQLiteTables.createIndexes(order) { try connection.execute(sql) }
      let meta = try connection.prepare("INSERT INTO \"meta\" VALUES (?1, ?2)")
      for fact in facts {
        try meta.bind(text: Array(fact.name.utf8).span, at: 1)
        try meta.bind(text: Array(fact.value.utf8).span, at: 2)
        try meta.run()
      }
      try connection.commit()
      // Nothing may be left that only this connection knows.
      try connection.execute("PRAGMA locking_mode = NORMAL; PRAGMA user_version")
    } catch {
      throw Self.failure(error, name)
    }
    return [try Manifest.Container(reading: path, name: name)]
  }
}

/// Binds rows to a statement without copying their texts; one access for all rows of a chunk.
@safe private struct RowBinder: ~Copyable {
  // SAFETY: values are bound and forgotten within one call of `insert`.
  private var scanner = RowScanner()
  private var values = unsafe [LentValue](repeating: .null, count: 64)
  /// Where texts with escapes are decoded, a row's at a time.
  private var decoded = EncodedBuffer()

  /// Inserts the rows of a chunk; returns SQLite's error, if there is one.
  mutating func insert(
    _ chunk: RowProduction.Chunk, by statement: Statement
  ) throws(FormatError) -> SQLiteError? {
    let stream = chunk.place.stream
    let columns = FlatColumn.columns(of: stream)
    let shift = stream == .items ? 1 : 0
    let rows = unsafe chunk.rows
    var start = 0
    for rank in chunk.place.rows {
      let next = unsafe scanner.scan(stream, rows, from: start)
      decoded.removeAll()
      decoded.reserve(next - start)
      if shift == 1 { unsafe values[0] = .integer(Int64(rank)) }
      for column in columns.indices {
        unsafe values[column + shift] = try unsafe value(
          scanner[column], columns[column].kind, rows)
      }
      let failure: SQLiteError? = unsafe values.withUnsafeBufferPointer { values in
        do throws(SQLiteError) {
          try unsafe statement.run(
            lending: UnsafeBufferPointer(rebasing: values[..<(columns.count + shift)]))
          return nil
        } catch {
          return error
        }
      }
      if let failure { return failure }
      start = next
    }
    return nil
  }

  @inline(__always)
  private mutating func value(
    _ value: FlatValue, _ kind: FlatColumn.Kind, _ rows: UnsafeRawBufferPointer
  ) throws(FormatError) -> LentValue {
    if value.form == .null { return unsafe .null }
    let bytes = unsafe rows.bytes(of: value)
    if value.form == .escaped {
      // The buffer has room for the whole row, so it does not move while the row is bound.
      let before = decoded.count
      unsafe decoded.putDecoded(bytes)
      return unsafe decoded.withBytes {
        unsafe .text(UnsafeRawBufferPointer(rebasing: $0[before...]))
      }
    }
    switch kind {
    case .text: return unsafe .text(bytes)
    case .bool: return unsafe .integer(bytes.first == UInt8(ascii: "t") ? 1 : 0)
    case .id: try unsafe SignedID.check(bytes, "SQLite")
    case .integer: break
    }
    return unsafe .integer(bytes.canonicalInteger)
  }
}

extension UnsafeRawBufferPointer {
  /// The number that canonical digits of 64 bits with a sign stand for.
  @inline(__always)
  var canonicalInteger: Int64 {
    var value: Int64 = 0
    var position = 0
    let isNegative = unsafe count > 0 && self[0] == UInt8(ascii: "-")
    if isNegative { position = 1 }
    while position < count {
      value = unsafe value &* 10 &- Int64(self[position] & 15)
      position &+= 1
    }
    return isNegative ? value : 0 &- value
  }
}

extension UnsafeRawBufferPointer {
  /// The number that canonical digits of 64 bits without a sign stand for.
  var canonicalUnsigned: UInt64 {
    var value: UInt64 = 0
    for position in 0..<count { value = unsafe value &* 10 &+ UInt64(self[position] & 15) }
    return value
  }
}
