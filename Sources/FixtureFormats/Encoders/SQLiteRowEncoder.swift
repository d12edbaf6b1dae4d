/// Makes SQLite's records of canonical rows.
@safe struct SQLiteRowEncoder: ~Copyable {
  // SAFETY: the bytes of a row are copied to the record before the next row is scanned.
  private var scanner = RowScanner()
  private var record = SQLiteRecord()
  /// Where texts with escapes are decoded.
  private var decoded = EncodedBuffer()

  /// Appends the rows of a chunk to their table, and tells the indexes of its items.
  mutating func append(
    _ chunk: RowProduction.Chunk, to tree: SQLiteTree, _ indexes: SQLiteItemIndexes
  ) throws(FormatError) {
    let stream = chunk.place.stream
    let columns = FlatColumn.columns(of: stream)
    let rows = unsafe chunk.rows
    var start = 0
    for number in chunk.place.rows {
      let next = unsafe scanner.scan(stream, rows, from: start)
      record.removeAll()
      // The place is the row's own number, which SQLite keeps outside of the record.
      record.putNull()
      var column = stream == .items ? 0 : 1
      while column < columns.count {
        try unsafe put(scanner[column], columns[column].kind, rows)
        column += 1
      }
      try tree.append(record, rowID: Int64(stream == .items ? number : number + 1))
      if stream == .items {
        let key = scanner[1]
        unsafe indexes.add(
          rank: number, id: rows.bytes(of: scanner[0]).canonicalInteger,
          key: key.form == .null ? nil : rows.bytes(of: key).canonicalInteger)
      }
      start = next
    }
  }

  @inline(__always)
  private mutating func put(
    _ value: FlatValue, _ kind: FlatColumn.Kind, _ rows: UnsafeRawBufferPointer
  ) throws(FormatError) {
    if value.form == .null { return record.putNull() }
    let bytes = unsafe rows.bytes(of: value)
    if value.form == .escaped {
      decoded.removeAll()
      decoded.reserve(bytes.count)
      unsafe decoded.putDecoded(bytes)
      return unsafe decoded.withBytes { unsafe record.put(text: $0) }
    }
    switch kind {
    case .text: return unsafe record.put(text: bytes)
    case .bool: return unsafe record.put(bytes.first == UInt8(ascii: "t") ? 1 : 0)
    case .id: try unsafe SignedID.check(bytes, "SQLite")
    case .integer: break
    }
    unsafe record.put(bytes.canonicalInteger)
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
