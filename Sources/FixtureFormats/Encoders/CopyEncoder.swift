import ListFixtures

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A script for psql: tables, `COPY … FROM stdin` in text format, indexes, all in one transaction.
///
/// `psql -v ON_ERROR_STOP=1 -f load.sql`. Tables and indexes are made if they are not there, so that the
/// scripts of all shards load into the same ones.
///
/// Source: PostgreSQL 15, COPY, "Text Format".
struct CopyEncoder: ChunkEncoder {
  /// Which end of the list is its head.
  let order: ListOrder

  func encode(
    _ rows: UnsafeRawBufferPointer, _ place: ChunkPlace, into target: inout EncodedBuffer
  ) throws(FormatError) {
    let columns = FlatColumn.columns(of: place.stream)
    if place.isFirst { target.append(Self.head(of: place.stream)) }
    var scanner = RowScanner()
    var start = 0
    for _ in place.rows {
      let next = unsafe scanner.scan(place.stream, rows, from: start)
      target.reserve(next - start + 3 * columns.count + 1)
      for column in columns.indices {
        if column > 0 { target.put(UInt8(ascii: "\t")) }
        let value = scanner[column]
        switch value.form {
        case .null: target.put("\\N")
        case .plain:
          let bytes = unsafe rows.bytes(of: value)
          if columns[column].kind == .id { try unsafe SignedID.check(bytes, "PostgreSQL") }
          unsafe target.put(bytes)
        case .escaped: try unsafe Self.put(rows.bytes(of: value), into: &target)
        }
      }
      target.put(UInt8(ascii: "\n"))
      start = next
    }
    if place.isLast { target.append(tail(of: place.stream)) }
  }

  /// Appends a text with escapes: JSON's letters are COPY's too, but for the quote, the slash and `\u`.
  private static func put(
    _ text: UnsafeRawBufferPointer, into target: inout EncodedBuffer
  ) throws(FormatError) {
    var hasNul = false
    unsafe target.putDecoded(text) { target, scalar in
      switch scalar {
      case 0: hasNul = true
      case 0x08: target.put("\\b")
      case 0x09: target.put("\\t")
      case 0x0a: target.put("\\n")
      case 0x0c: target.put("\\f")
      case 0x0d: target.put("\\r")
      case 0x5c: target.put("\\\\")
      default: target.put(UInt8(truncatingIfNeeded: scalar))
      }
    }
    if hasNul {
      throw FormatError(
        .unrepresentable, "a text holds U+0000, which PostgreSQL does not keep; use another format")
    }
  }

  // MARK: - Around the rows

  private static func head(of stream: RowStream) -> String {
    let begin =
      stream == .items
      ? """
      -- psql -v ON_ERROR_STOP=1 -f load.sql
      SET client_encoding = 'UTF8';
      SET client_min_messages = warning;
      BEGIN;
      \(table("item", .items))
      \(table("event", .events))

      """ : ""
    let columns = FlatColumn.columns(of: stream).map { "\"\($0.name)\"" }
    let name = stream == .items ? "item" : "event"
    return begin + "COPY \(name) (\(columns.joined(separator: ", "))) FROM stdin;\n"
  }

  private func tail(of stream: RowStream) -> String {
    guard stream == .events else { return "\\.\n" }
    let direction = order == .newestFirst ? "DESC" : "ASC"
    return """
      \\.
      CREATE UNIQUE INDEX IF NOT EXISTS item_id ON item ("id");
      CREATE INDEX IF NOT EXISTS item_order ON item ("key" \(direction) NULLS LAST, "id" \(direction));
      CREATE UNIQUE INDEX IF NOT EXISTS event_seq ON event ("seq");
      CREATE INDEX IF NOT EXISTS event_id ON event ("id", "seq");
      COMMIT;

      """
  }

  private static func table(_ name: String, _ stream: RowStream) -> String {
    let columns = FlatColumn.columns(of: stream).map { column in
      let type =
        switch column.kind {
        case .id, .integer: "bigint"
        case .bool: "boolean"
        case .text: "text"
        }
      return "  \"\(column.name)\" \(type)\(column.isNullable ? "" : " NOT NULL")"
    }
    return "CREATE TABLE IF NOT EXISTS \(name) (\n\(columns.joined(separator: ",\n"))\n);"
  }
}

/// Ids as SQL databases keep them: 64 bits with a sign.
enum SignedID {
  private static let largest: StaticString = "9223372036854775807"

  /// Throws `unrepresentable` for digits above 2^63 - 1.
  @inline(__always)
  static func check(_ digits: UnsafeRawBufferPointer, _ system: StaticString) throws(FormatError) {
    guard digits.count >= 19 else { return }
    try unsafe checkLong(digits, system)
  }

  @inline(never)
  private static func checkLong(
    _ digits: UnsafeRawBufferPointer, _ system: StaticString
  ) throws(FormatError) {
    if digits.count == 19, let base = digits.baseAddress,
      // SAFETY: both have 19 bytes.
      unsafe memcmp(base, largest.utf8Start, 19) <= 0
    {
      return
    }
    throw FormatError(
      .unrepresentable,
      "id \(unsafe String(decoding: digits, as: UTF8.self)) is above 2^63 - 1, the largest that "
        + "\(system) keeps; use ndjson, json, csv, pages or cdc")
  }
}
