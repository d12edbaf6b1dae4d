import ListFixtures

/// The rows of one stream of a list, made in chunks, hashed, and given out in order.
///
/// With one job everything happens on the caller's thread. With more, all threads make chunks and hash
/// them, and the caller's thread takes them in order, so the bytes never depend on the number of jobs.
struct RowProduction: Sendable {
  /// The rows of a chunk: a divisor of a digest's block, so that no chunk lies in two blocks.
  static let rowsPerChunk = 1_024

  let list: any FixtureList
  let stream: RowStream
  /// How many threads work, the caller's included; at least 1.
  let jobs: Int
  /// Which rows, numbered from 0.
  let rows: Range<Int>
  /// What makes the format of the rows; nil for canonical rows.
  var encoder: (any ChunkEncoder)?
  /// How the encoded rows are packed.
  var compression = Compression.none
  /// Whether the rows are those of the first shard, or of the whole.
  var isFirstShard = true
  /// Rows that are not made, as they are written already; a whole number of blocks.
  var skippedRows = 0

  /// - Parameter rows: A range that starts at a block's border; all rows if it is not given.
  init(list: any FixtureList, stream: RowStream, jobs: Int, rows: Range<Int>? = nil) {
    self.list = list
    self.stream = stream
    self.jobs = jobs
    self.rows = rows ?? 0..<stream.rowCount(of: list)
    precondition(self.rows.lowerBound % RowDigest.rowsPerBlock == 0, "a block's border")
  }

  /// A chunk that is given out.
  @safe struct Chunk {
    // SAFETY: the buffers are valid while `body` of `run` has the chunk.

    /// The canonical rows, each with its line feed.
    var rows: UnsafeRawBufferPointer
    /// What goes to the file.
    var output: UnsafeRawBufferPointer
    /// Where it stands.
    var place: ChunkPlace
  }

  private var isPlain: Bool { encoder == nil && compression == .none }

  /// Even a stream without rows has a chunk: the format's head and tail, or an empty frame.
  private var chunkCount: Int {
    max(1, (rows.count - skippedRows + Self.rowsPerChunk - 1) / Self.rowsPerChunk)
  }

  /// Calls `body` with every chunk: its rows, each with its line feed, and how many they are.
  ///
  /// - Throws: What `body` throws; nothing is made after that.
  func forEachChunk(
    _ body: (UnsafeRawBufferPointer, Int) throws(FormatError) -> Void
  ) throws(FormatError) {
    try run(hashes: nil) { (chunk) throws(FormatError) in
      try unsafe body(chunk.output, chunk.place.rows.count)
    }
  }

  /// Makes the chunks.
  ///
  /// - Parameters:
  ///   - hashes: What is hashed of the canonical rows on the way, by whichever thread is free.
  ///   - output: What is hashed of the output, likewise.
  ///   - body: Takes the chunks in order.
  /// - Throws: What `body` throws, or `unrepresentable`; nothing is made after that.
  func run(
    hashes: StreamHashes?, output: OutputHash? = nil,
    _ body: (Chunk) throws(FormatError) -> Void
  ) throws(FormatError) {
    let chunkCount = chunkCount
    let jobs = max(1, min(jobs, chunkCount))
    var stages: [ChunkRing.Stage] = [.take]
    if hashes != nil { stages += [.blocks, .file] }
    if output != nil { stages.append(.output) }
    let ring = ChunkRing(
      slotCount: jobs == 1 ? 1 : 2 * jobs, chunkCount: chunkCount, stages: stages)
    // SAFETY: each stage is run by one thread at a time, and each advances a part of its own.
    nonisolated(unsafe) let shared = (hashes: hashes, output: output)
    try ring.run(workers: jobs - 1) { stage, slot, chunk in
      let place = place(of: chunk, chunkCount)
      switch stage {
      case nil: fill(slot, place)
      case .blocks:
        unsafe slot.rows.withBytes {
          unsafe shared.hashes?.addToBlock($0, rowCount: place.rows.count)
        }
      case .file:
        unsafe slot.rows.withBytes {
          unsafe shared.hashes?.addToFile($0, rowCount: place.rows.count)
        }
      case .output:
        unsafe withOutput(slot) { unsafe shared.output?.add($0) }
      case .take: break
      }
    } take: { (slot, chunk) throws(FormatError) in
      try unsafe slot.rows.withBytes { (rows) throws(FormatError) in
        try unsafe withOutput(slot) { (output) throws(FormatError) in
          try unsafe body(Chunk(rows: rows, output: output, place: place(of: chunk, chunkCount)))
        }
      }
    }
  }

  private func withOutput<Failure: Error>(
    _ slot: ChunkSlot, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    if compression != .none {
      try unsafe slot.packed.withBytes(body)
    } else if encoder != nil {
      try unsafe slot.encoded.withBytes(body)
    } else {
      try unsafe slot.rows.withBytes(body)
    }
  }

  private func place(of chunk: Int, _ chunkCount: Int) -> ChunkPlace {
    let start = min(rows.upperBound, rows.lowerBound + skippedRows + chunk * Self.rowsPerChunk)
    let end = min(rows.upperBound, start + Self.rowsPerChunk)
    return ChunkPlace(
      stream: stream, rows: start..<end, streamRowCount: stream.rowCount(of: list),
      isFirst: chunk == 0 && skippedRows == 0, isLast: chunk == chunkCount - 1,
      isInFirstShard: isFirstShard)
  }

  private func fill(_ slot: ChunkSlot, _ place: ChunkPlace) {
    slot.rows.removeAll()
    let rows = place.rows
    switch stream {
    case .items: list.appendItems(ranks: rows, to: &slot.rows)
    case .events:
      list.appendEvents(sequences: rows.lowerBound + 1..<rows.upperBound + 1, to: &slot.rows)
    }
    if isPlain { return }
    do throws(FormatError) {
      try encode(slot, place)
    } catch {
      slot.failure = error
    }
  }

  private func encode(_ slot: ChunkSlot, _ place: ChunkPlace) throws(FormatError) {
    slot.encoded.removeAll()
    if let encoder {
      try unsafe slot.rows.withBytes { (rows) throws(FormatError) in
        try unsafe encoder.encode(rows, place, into: &slot.encoded)
      }
    }
    guard compression != .none else { return }
    slot.packed.removeAll()
    if encoder != nil {
      unsafe slot.encoded.withBytes { unsafe compression.pack($0, into: &slot.packed) }
    } else {
      unsafe slot.rows.withBytes { unsafe compression.pack($0, into: &slot.packed) }
    }
  }
}

extension RowStream {
  /// How many rows the stream of a list has.
  func rowCount(of list: any FixtureList) -> Int {
    self == .items ? list.itemCount : list.eventCount
  }
}

/// The bytes that went to a file, and their hash.
final class OutputHash {
  private var hasher = SHA256.Hasher()
  private(set) var byteCount = 0

  /// Adds bytes.
  func add(_ bytes: UnsafeRawBufferPointer) {
    unsafe hasher.update(bytes)
    byteCount += bytes.count
  }

  /// Ends the file.
  func finish(name: String) -> Manifest.Container {
    Manifest.Container(name: name, bytes: byteCount, sha256: hasher.finish())
  }
}
