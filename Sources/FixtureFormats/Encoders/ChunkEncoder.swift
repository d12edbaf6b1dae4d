/// Where a chunk of rows stands.
struct ChunkPlace {
  /// Of which stream.
  var stream: RowStream
  /// The numbers of its rows, from 0; empty in a stream or shard without rows.
  var rows: Range<Int>
  /// How many rows the whole list's stream has.
  var streamRowCount: Int
  /// Whether nothing of the stream comes before it in this file.
  var isFirst: Bool
  /// Whether nothing of the stream comes after it in this file.
  var isLast: Bool

  /// Whether the file is the first shard's, which has the head and tail of a stream without rows.
  var isInFirstShard: Bool

  /// Whether it starts the stream of the whole list; shards without rows have no part of it.
  var startsStream: Bool {
    isFirst && rows.lowerBound == 0 && (streamRowCount == 0 ? isInFirstShard : !rows.isEmpty)
  }
  /// Whether it ends the stream of the whole list.
  var endsStream: Bool {
    isLast && rows.upperBound == streamRowCount
      && (streamRowCount == 0 ? isInFirstShard : !rows.isEmpty)
  }
}

/// Turns chunks of canonical rows into a text format; what it writes depends on the chunk alone, so any
/// thread takes any chunk.
protocol ChunkEncoder: Sendable {
  /// Appends what the format has of the rows, its head and tail included.
  ///
  /// - Parameter rows: Whole canonical rows, each with its line feed.
  /// - Throws: `FormatError` with `unrepresentable` for a value that the format cannot hold.
  func encode(
    _ rows: UnsafeRawBufferPointer, _ place: ChunkPlace, into target: inout EncodedBuffer
  ) throws(FormatError)
}

/// A JSON array: `[`, one row a line with a comma behind all but the last, `]`.
///
/// The brackets are those of the whole list, so that shards concatenate to one array.
struct JSONArrayEncoder: ChunkEncoder {
  func encode(
    _ rows: UnsafeRawBufferPointer, _ place: ChunkPlace, into target: inout EncodedBuffer
  ) throws(FormatError) {
    target.reserve(rows.count + place.rows.count + 8)
    if place.startsStream { target.put("[\n") }
    var start = 0
    for number in place.rows {
      let end = unsafe rows.endOfLine(from: start)
      unsafe target.put(UnsafeRawBufferPointer(rebasing: rows[start..<end]))
      if number + 1 < place.streamRowCount { target.put(UInt8(ascii: ",")) }
      target.put(UInt8(ascii: "\n"))
      start = end + 1
    }
    if place.endsStream { target.put("]\n") }
  }
}
