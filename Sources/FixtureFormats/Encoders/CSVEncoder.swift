/// CSV as RFC 4180 has it: a header, CRLF, quotes doubled.
///
/// Strings stand between quotes, everything else does not, so that an empty field is null and `""` an
/// empty string, as PostgreSQL's `COPY … (FORMAT csv)` reads them. Columns are those of `FlatColumn`. The
/// header belongs to the whole list, so that shards concatenate to one file.
struct CSVEncoder: ChunkEncoder {
  func encode(
    _ rows: UnsafeRawBufferPointer, _ place: ChunkPlace, into target: inout EncodedBuffer
  ) throws(FormatError) {
    let columns = FlatColumn.columns(of: place.stream)
    if place.startsStream {
      target.append(columns.map { "\($0.name)" }.joined(separator: ",") + "\r\n")
    }
    var scanner = RowScanner()
    var start = 0
    for _ in place.rows {
      let next = unsafe scanner.scan(place.stream, rows, from: start)
      // An escaped character of two bytes becomes two at most; each column has quotes and a comma.
      target.reserve(next - start + 3 * columns.count + 2)
      for column in columns.indices {
        if column > 0 { target.put(UInt8(ascii: ",")) }
        let value = scanner[column]
        switch value.form {
        case .null: break
        case .plain where columns[column].kind != .text: unsafe target.put(rows.bytes(of: value))
        case .plain:
          target.put(UInt8(ascii: "\""))
          unsafe target.put(rows.bytes(of: value))
          target.put(UInt8(ascii: "\""))
        case .escaped:
          target.put(UInt8(ascii: "\""))
          unsafe target.putDecoded(rows.bytes(of: value)) { target, scalar in
            if scalar == 0x22 { target.put(UInt8(ascii: "\"")) }
            target.put(UInt8(truncatingIfNeeded: scalar))
          }
          target.put(UInt8(ascii: "\""))
        }
      }
      target.put("\r\n")
      start = next
    }
  }
}
