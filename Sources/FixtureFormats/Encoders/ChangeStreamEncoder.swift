import ListCore
import ListFixtures
import ProcessSupport

/// Makes a change stream in the envelope that Debezium writes: `op`, `before`, `after`, `source`, `ts_ms`,
/// `ts_us`.
///
/// The snapshot's rows come first with op `r`; then inserts with `c`, updates and moves with `u`, deletes
/// with `d`. `before` is the whole row, as under PostgreSQL's `REPLICA IDENTITY FULL`, so the last state of
/// every item is kept: the place in memory, the rest in a file without a name. At most `itemLimit` items.
///
/// Source: Debezium 2.7, "PostgreSQL connector, data change events".
final class ChangeStreamEncoder {
  /// The most items, those of the snapshot and inserted ones together.
  static let itemLimit = 1 << 20

  private struct State {
    /// Where the row from behind its version lies in the spool.
    var rest: Range<Int>
    /// The digits of the key, or `null`.
    var key: (value: Int64, isNull: Bool)
    var version: Int64
  }

  private let list: any FixtureList
  private let spool: Spool
  private var states: [UInt64: State] = [:]
  private var scanner = RowScanner()
  private var before: [UInt8] = []

  /// - Parameter folder: Where the states wait; it must be writable.
  /// - Throws: `unrepresentable` for a list of more than `itemLimit` items.
  init(_ list: any FixtureList, folder: String) throws(FormatError) {
    guard list.itemCount + list.counts.inserts <= Self.itemLimit else {
      throw FormatError(
        .unrepresentable,
        "cdc keeps the last state of every item, at most \(Self.itemLimit) of them; this list has "
          + "\(list.itemCount) and inserts \(list.counts.inserts)")
    }
    self.list = list
    spool = try Spool(folder: folder)
  }

  /// Appends the records of a chunk's rows; the chunks of both streams must come in order.
  func encode(
    _ chunk: RowProduction.Chunk, into target: inout EncodedBuffer
  ) throws(FormatError) {
    let rows = unsafe chunk.rows
    var start = 0
    for _ in chunk.place.rows {
      let next = unsafe scanner.scan(chunk.place.stream, rows, from: start)
      let line = unsafe UnsafeRawBufferPointer(rebasing: rows[start..<next - 1])
      switch chunk.place.stream {
      case .items: try unsafe encodeItem(rows, line, start, into: &target)
      case .events: try unsafe encodeEvent(rows, line, start, into: &target)
      }
      start = next
    }
  }

  private func encodeItem(
    _ rows: UnsafeRawBufferPointer, _ line: UnsafeRawBufferPointer, _ start: Int,
    into target: inout EncodedBuffer
  ) throws(FormatError) {
    let restStart = scanner[2].end - start
    let rest = unsafe Array(line[restStart...])
    let id = unsafe rows.bytes(of: scanner[0]).canonicalUnsigned
    unsafe states[id] = try State(
      rest: append(rest), key: key(rows, scanner[1]),
      version: rows.bytes(of: scanner[2]).canonicalInteger)
    target.reserve(line.count + 32)
    target.put("{\"op\":\"r\",\"before\":null,\"after\":")
    unsafe target.put(line)
    let start = list.recipe.clock.startMicroseconds
    putSource("true", sequence: "0", at: start, isImplied: false, &target)
  }

  private func append(_ rest: [UInt8]) throws(FormatError) -> Range<Int> {
    let start = try spool.append(rest)
    return start..<start + rest.count
  }

  private func key(
    _ rows: UnsafeRawBufferPointer, _ value: FlatValue
  ) -> (value: Int64, isNull: Bool) {
    if value.form == .null { return (0, true) }
    return unsafe (rows.bytes(of: value).canonicalInteger, false)
  }

  private func encodeEvent(
    _ rows: UnsafeRawBufferPointer, _ line: UnsafeRawBufferPointer, _ start: Int,
    into target: inout EncodedBuffer
  ) throws(FormatError) {
    let id = unsafe rows.bytes(of: scanner[3]).canonicalUnsigned
    let op = unsafe rows[scanner[2].start]
    let old = states[id]
    try setBefore(id, op == UInt8(ascii: "i") ? nil : old)
    let version = unsafe rows.bytes(of: scanner[5]).canonicalInteger
    let implied = scanner[6]
    // Of an event with an item, the item stands between `implied` and the closing brace.
    let itemStart = implied.end - start + 8
    let item =
      itemStart < line.count
      ? unsafe UnsafeRawBufferPointer(rebasing: line[itemStart..<line.count - 1]) : nil
    if let item = unsafe item {
      let place = scanner[3].end - scanner[3].start + scanner[5].end - scanner[5].start
      let keyLength = scanner[4].form == .null ? 4 : scanner[4].end - scanner[4].start
      // `{"id":"` `","key":` `,"version":` stand around the three.
      let rest = unsafe Array(item[(26 + place + keyLength)...])
      unsafe states[id] = try State(
        rest: append(rest), key: key(rows, scanner[4]), version: version)
    } else if op == UInt8(ascii: "d") {
      states[id] = nil
    } else if var state = old {
      unsafe state.key = key(rows, scanner[4])
      state.version = version
      states[id] = state
    }
    let letter: StaticString =
      switch op {
      case UInt8(ascii: "i"): "c"
      case UInt8(ascii: "d"): "d"
      default: "u"
      }
    target.reserve(before.count + 64)
    target.put("{\"op\":\"")
    target.put(letter)
    target.put("\",\"before\":")
    unsafe before.withUnsafeBytes { unsafe target.put($0) }
    target.reserve(line.count + 32)
    target.put(",\"after\":")
    if let item = unsafe item {
      unsafe target.put(item)
    } else if let state = states[id] {
      let after = try text(id, state)
      target.reserve(after.count + 32)
      unsafe after.withUnsafeBytes { unsafe target.put($0) }
    } else {
      target.put("null")
    }
    let sequence = unsafe String(decoding: rows.bytes(of: scanner[0]), as: UTF8.self)
    putSource(
      "false", sequence: sequence, at: unsafe rows.bytes(of: scanner[1]).canonicalInteger,
      isImplied: unsafe rows[implied.start] == UInt8(ascii: "t"), &target)
  }

  private func setBefore(_ id: UInt64, _ state: State?) throws(FormatError) {
    before = if let state { try text(id, state) } else { Array("null".utf8) }
  }

  /// The row of a state.
  private func text(_ id: UInt64, _ state: State) throws(FormatError) -> [UInt8] {
    let key = state.key.isNull ? "null" : "\(state.key.value)"
    return Array("{\"id\":\"\(id)\",\"key\":\(key),\"version\":\(state.version)".utf8)
      + (try spool.read(state.rest))
  }

  private func putSource(
    _ snapshot: String, sequence: String, at microseconds: Int64, isImplied: Bool,
    _ target: inout EncodedBuffer
  ) {
    // Floored, so that times before 1970 keep their order.
    let milliseconds = (microseconds - (microseconds % 1000 + 1000) % 1000) / 1000
    target.append(
      ",\"source\":{\"connector\":\"longlist\",\"name\":\"\(list.recipe.name)\",\"table\":\"item\","
        + "\"snapshot\":\"\(snapshot)\",\"sequence\":\"\(sequence)\",\"implied\":\(isImplied),"
        + "\"ts_ms\":\(milliseconds),\"ts_us\":\(microseconds)},"
        + "\"ts_ms\":\(milliseconds),\"ts_us\":\(microseconds)}\n")
  }
}

/// Writes a change stream into a file.
@safe final class ChangeStreamSink: RowSink {
  // SAFETY: `write` gets buffers that are valid during the call.
  private let encoder: ChangeStreamEncoder
  private let compression: Compression
  private let name: String
  private let hash = OutputHash()
  private var encoded = EncodedBuffer()
  private var packed = EncodedBuffer()
  private let write: (UnsafeRawBufferPointer) throws(FormatError) -> Void

  /// - Parameter write: Takes the file's bytes.
  init(
    _ encoder: ChangeStreamEncoder, _ compression: Compression, name: String,
    write: @escaping (UnsafeRawBufferPointer) throws(FormatError) -> Void
  ) {
    self.encoder = encoder
    self.compression = compression
    self.name = name
    unsafe self.write = write
  }

  func take(_ chunk: RowProduction.Chunk) throws(FormatError) {
    encoded.removeAll()
    try encoder.encode(chunk, into: &encoded)
    packed.removeAll()
    unsafe encoded.withBytes { unsafe compression.pack($0, into: &packed) }
    try unsafe packed.withBytes { (bytes) throws(FormatError) in
      unsafe hash.add(bytes)
      try unsafe write(bytes)
    }
  }

  func finish(_ facts: [(name: String, value: String)]) throws(FormatError) -> [Manifest.Container]
  {
    [hash.finish(name: name)]
  }
}
